#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "verify/model/kernel_model.h"

namespace launchproof::model {
namespace {

// entry(0) -> header(1) -> body(2) -> header; header -> exit(3). One read and one write of a global array,
// one barrier.
KernelModel loop_kernel() {
  KernelModel kernel;
  kernel.name = "k";
  kernel.arrays.resize(2);
  kernel.arrays[0].name = "null";
  kernel.arrays[1].name = "a";
  kernel.arrays[1].element_bytes = 4;
  kernel.arrays[1].parameter = 0;
  kernel.parameters.push_back({"a", "__global int *", ParameterKind::GlobalPointer, 0, 1});
  kernel.parameters.push_back({"n", "int", ParameterKind::Value, 4});
  kernel.locations = {{"k.cl", 9, 2, "k", kNone}, {"k.cl", 3, 4, "f", 0}};
  const auto value = [&](Op op, unsigned width, BlockId block, std::vector<ValueId> operands = {},
                         std::uint32_t index = 0, std::uint64_t literal = 0) {
    Value item;
    item.op = op;
    item.width = static_cast<std::uint16_t>(width);
    item.block = block;
    item.operands = std::move(operands);
    item.index = index;
    item.literal = literal;
    kernel.values.push_back(item);
    return static_cast<ValueId>(kernel.values.size() - 1);
  };
  const ValueId base = value(Op::Constant, 32, kNone, {}, 0, 1);  // 0
  const ValueId local_id = value(Op::LocalId, 64, kNone);         // 1
  const ValueId zero = value(Op::Constant, 32, kNone);            // 2
  const ValueId counter = value(Op::Phi, 32, 1);                  // 3
  const ValueId n = value(Op::Parameter, 32, kNone, {}, 1);       // 4
  const ValueId less = value(Op::SLess, 1, 1, {counter, n});      // 5
  const ValueId read = value(Op::Read, 32, 2);                    // 6
  const ValueId next = value(Op::Add, 32, 2, {counter, read});    // 7
  kernel.blocks.resize(4);
  const auto edge = [&](BlockId from, BlockId to) {
    kernel.blocks[from].successors.push_back(to);
    kernel.blocks[to].predecessors.push_back(from);
  };
  edge(0, 1);
  edge(1, 2);
  edge(1, 3);
  edge(2, 1);
  kernel.blocks[1].condition = less;
  kernel.blocks[1].phis.push_back({counter, {zero, next}});
  kernel.blocks[1].loop = kernel.blocks[2].loop = 0;
  kernel.loops.push_back({1, 2, 0, kNone, 1, {1, 2}, 0});
  Site site;
  site.block = 2;
  site.base = base;
  site.offset = local_id;
  site.arrays = {1};
  site.bytes = site.component_bytes = 4;
  site.location = 1;
  kernel.sites.push_back(site);
  site.kind = AccessKind::Write;
  site.written = {next};
  kernel.sites.push_back(site);
  Barrier& barrier = kernel.barriers.emplace_back();
  barrier.block = 2;
  barrier.local_fence = true;
  barrier.location = 0;
  kernel.blocks[2].events = {{Event::Kind::Site, 0}, {Event::Kind::Barrier, 0}, {Event::Kind::Site, 1}};
  return kernel;
}

TEST(Validate, AcceptsASoundModel) {
  EXPECT_EQ(validate(loop_kernel()), "");
}

struct Breakage {
  const char* fault;  // part of what validate says
  std::function<void(KernelModel&)> apply;
};

class ValidateRejects : public ::testing::TestWithParam<Breakage> {};

TEST_P(ValidateRejects, WhatIsBroken) {
  KernelModel kernel = loop_kernel();
  GetParam().apply(kernel);
  EXPECT_NE(validate(kernel).find(GetParam().fault), std::string::npos) << "said: " << validate(kernel);
}

INSTANTIATE_TEST_SUITE_P(
    Models, ValidateRejects,
    ::testing::Values(
        Breakage{"no entry", [](KernelModel& k) { k.blocks.clear(); }},
        Breakage{"address_bits", [](KernelModel& k) { k.address_bits = 16; }},
        Breakage{"null array", [](KernelModel& k) { k.arrays.clear(); }},
        Breakage{"width 0", [](KernelModel& k) { k.values[5].width = 0; }},
        Breakage{"width 65", [](KernelModel& k) { k.values[5].width = 65; }},
        Breakage{"a value out of range", [](KernelModel& k) { k.values[7].operands[1] = 99; }},
        Breakage{"operands of other widths", [](KernelModel& k) { k.values[7].operands[1] = 1; }},
        Breakage{"compares different widths", [](KernelModel& k) { k.values[5].operands[1] = 1; }},
        Breakage{"1 operands instead of 2", [](KernelModel& k) { k.values[7].operands.pop_back(); }},
        Breakage{"constant wider", [](KernelModel& k) { k.values[2].literal = 1ULL << 40; }},
        Breakage{"dimension beyond 2", [](KernelModel& k) { k.values[1].index = 3; }},
        Breakage{"width of size_t", [](KernelModel& k) { k.values[1].width = 32; }},
        Breakage{"reads past its parameter", [](KernelModel& k) { k.values[4].literal = 2; }},
        Breakage{"parameter that is no value", [](KernelModel& k) { k.values[4].index = 0; }},
        Breakage{"phi that its block does not list", [](KernelModel& k) { k.blocks[1].phis.clear(); }},
        Breakage{"phi that does not fit", [](KernelModel& k) { k.blocks[1].phis[0].incoming.pop_back(); }},
        Breakage{"phi of differing widths", [](KernelModel& k) { k.blocks[1].phis[0].incoming[0] = 1; }},
        Breakage{"reads a site that writes", [](KernelModel& k) { k.values[6].index = 1; }},
        Breakage{"component that its site has not", [](KernelModel& k) { k.values[6].literal = 1; }},
        Breakage{"not in its site's block", [](KernelModel& k) { k.values[6].block = 1; }},
        Breakage{"entry block has predecessors", [](KernelModel& k) { k.blocks[0].predecessors = {3}; }},
        Breakage{"disagree on their edges", [](KernelModel& k) { k.blocks[3].predecessors.clear(); }},
        Breakage{"condition", [](KernelModel& k) { k.blocks[1].condition = kNone; }},
        Breakage{"wider than one bit", [](KernelModel& k) { k.blocks[1].condition = 3; }},
        Breakage{"unreachable and goes on", [](KernelModel& k) { k.blocks[0].ends_unreachable = true; }},
        Breakage{"exactly one event", [](KernelModel& k) { k.blocks[2].events.pop_back(); }},
        Breakage{"of another block", [](KernelModel& k) { k.sites[0].block = 1, k.values[6].block = 1; }},
        Breakage{"base that is not 32", [](KernelModel& k) { k.sites[0].base = 1; }},
        Breakage{"not as wide as an address", [](KernelModel& k) { k.sites[0].offset = 3; }},
        Breakage{"has no arrays", [](KernelModel& k) { k.sites[0].arrays.clear(); }},
        Breakage{"arrays ascending", [](KernelModel& k) { k.sites[0].arrays = {1, 0}; }},
        Breakage{"base disagree", [](KernelModel& k) { k.sites[0].arrays = {0, 1}; }},
        Breakage{"do not fill", [](KernelModel& k) { k.sites[0].bytes = 6; }},
        Breakage{"another number of components", [](KernelModel& k) { k.sites[1].bytes = 8; }},
        Breakage{"value of another width", [](KernelModel& k) { k.sites[1].written = {1}; }},
        Breakage{"not a write and has written", [](KernelModel& k) { k.sites[0].written = {7}; }},
        Breakage{"not reachable", [](KernelModel& k) { k.blocks.emplace_back(); }},
        Breakage{"preheader", [](KernelModel& k) { k.loops[0].preheader = 3; }},
        Breakage{"wrong depth", [](KernelModel& k) { k.loops[0].depth = 2; }},
        Breakage{"disagree on which loop", [](KernelModel& k) { k.blocks[2].loop = kNone; }},
        Breakage{"cycle that is not a loop",
                 [](KernelModel& k) { k.loops.clear(), k.blocks[1].loop = k.blocks[2].loop = kNone; }},
        Breakage{"location out of range", [](KernelModel& k) { k.sites[0].location = 7; }},
        Breakage{"inlined at a later one", [](KernelModel& k) { k.locations[0].call_site = 1; }},
        Breakage{"does not say what it is", [](KernelModel& k) { k.unsupported.push_back({"", kNone}); }},
        Breakage{"do not name each other", [](KernelModel& k) { k.arrays[1].parameter = kNone; }},
        Breakage{"contents of another size", [](KernelModel& k) { k.arrays[1].contents.emplace(3); }},
        Breakage{"what is not a barrier orders memory",
                 [](KernelModel& k) { k.barriers[0].kind = Convergence::Collective; }},
        Breakage{"what is not a wait waits", [](KernelModel& k) { k.barriers[0].events = {0}; }},
        Breakage{"has no event",
                 [](KernelModel&
                        k) { k.barriers[0].kind = Convergence::Copy, k.barriers[0].local_fence = false; }},
        Breakage{"half of a copy's", [](KernelModel& k) { k.sites[0].element = 1; }},
        Breakage{"adds and is not an atomic", [](KernelModel& k) { k.sites[0].added = 1; }},
        Breakage{"convergence point of another kind",
                 [](KernelModel& k) { k.values[7].op = Op::Collective, k.values[7].operands.clear(); }},
        Breakage{"function out of range", [](KernelModel& k) { k.values[7].op = Op::Function; }}));

TEST(Describe, NamesThePlaceAndWhereItWasInlined) {
  const KernelModel kernel = loop_kernel();
  EXPECT_EQ(describe(kernel, 0), "k.cl:9:2");
  EXPECT_EQ(describe(kernel, 1), "k.cl:3:4 (inlined at k.cl:9:2)");
  EXPECT_EQ(describe(kernel, kNone), "?");
}

TEST(ToText, ShowsSitesBarriersAndLoops) {
  const std::string text = to_text(loop_kernel());
  for (const char* part :
       {"kernel k (64-bit addresses)", "array 1 a: global", "site 0: read a[local_id(0)] 4 bytes -> %6:32",
        "site 1: write a[local_id(0)] 4 bytes := %7", "barrier 0 local", "%3:32 = phi 0:32 %7",
        "loop 0: header 1, latch 2, preheader 0", "if %5 then 2 else 3", "k.cl:3:4 (inlined at k.cl:9:2)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(ToText, SurvivesABrokenModel) {
  KernelModel kernel = loop_kernel();
  kernel.values[7].operands[1] = 99;
  kernel.sites[0].arrays = {77};
  kernel.blocks[2].events.push_back({Event::Kind::Barrier, 5});
  EXPECT_FALSE(to_text(kernel).empty());
}

}  // namespace
}  // namespace launchproof::model
