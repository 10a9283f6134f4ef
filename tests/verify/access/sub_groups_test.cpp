// Tests properties that the division of groups into sub-groups proves or leaves open.
#include <algorithm>

#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using model::SubGroupMapping;
using verdict::Verdict;

constexpr const char* kExtension = "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n";

struct Division {
  std::uint64_t local = 8, global = 16;
  std::uint32_t size = 0;
  SubGroupMapping mapping = SubGroupMapping::Any;
};

verdict::ClassResult divided(const std::string& body, const Division& division) {
  const model::KernelModel kernel =
      compile(kExtension + ("kernel void k(global uint* out) {\n" + body + "\n}"), {}, "-cl-std=CL2.0");
  EXPECT_EQ(model::validate(kernel), "");
  model::LaunchFacts facts;
  facts.local_size[0] = division.local;
  facts.global_size[0] = division.global;
  facts.sub_groups.size = division.size;
  facts.sub_groups.mapping = division.mapping;
  facts.arguments.resize(kernel.parameters.size());
  smt::TermStore store;
  const auto solver = smt::make_z3(store);
  return verify(kernel, facts, store, *solver, patient());
}

// Stores outside of an array of 8 elements unless the condition is false: the verdict shows whether it may be
// true.
Verdict may_be(const std::string& condition, const Division& division) {
  return of(divided("  local int a[8]; if (" + condition + ") a[8 + get_local_id(0)] = 1;", division),
            verdict::Property::OutOfBounds);
}

constexpr const char* kNever[] = {
    "get_sub_group_local_id() >= get_sub_group_size()",
    "get_sub_group_size() > get_max_sub_group_size()",
    "get_sub_group_id() >= get_num_sub_groups()",
    "get_num_sub_groups() > get_local_size(0)",
    "get_num_sub_groups() > get_enqueued_num_sub_groups()",
    "get_sub_group_id() + 1 < get_num_sub_groups() && get_sub_group_size() != get_max_sub_group_size()",
    "get_sub_group_id() * get_max_sub_group_size() + get_sub_group_local_id() >= get_local_size(0)",
    "(get_num_sub_groups() - 1) * get_max_sub_group_size() >= (uint)get_local_size(0)",
    "get_num_sub_groups() * get_max_sub_group_size() < (uint)get_local_size(0)"};

// The size is unknown, divides the group, does not divide it, or exceeds the group. This is repeated for
// launches whose last group is smaller.
TEST(SubGroups, KeepToWhatOpenClGuarantees) {
  for (const std::uint64_t global : {16U, 21U})
    for (const std::uint32_t size : {0U, 1U, 3U, 4U, 8U, 32U})
      for (const SubGroupMapping mapping : {SubGroupMapping::Any, SubGroupMapping::Linear})
        for (const char* never : kNever)
          EXPECT_EQ(may_be(never, {8, global, size, mapping}), Verdict::Verified)
              << never << " of " << global << " in " << size;
}

// A division that no rule excludes stays possible, and is reported if the division is known.
TEST(SubGroups, MayBeDividedOtherwise) {
  for (const char* may : {"get_sub_group_size() < get_max_sub_group_size()", "get_num_sub_groups() == 3",
                          "get_num_sub_groups() == 8", "get_max_sub_group_size() > 8",
                          "get_sub_group_local_id() > get_local_id(0)"})
    EXPECT_EQ(may_be(may, {}), Verdict::PossibleDefect) << may;
  const Division threes{8, 16, 3, SubGroupMapping::Linear};
  for (const char* is : {"get_sub_group_size() == 2", "get_num_sub_groups() == 3", "get_sub_group_id() == 2",
                         "get_sub_group_local_id() == 2"})
    EXPECT_EQ(may_be(is, threes), Verdict::Defect) << is;
  for (const char* is_not :
       {"get_sub_group_size() == 1", "get_num_sub_groups() != 3", "get_sub_group_id() == 3",
        "get_sub_group_id() != get_local_id(0) / 3", "get_sub_group_local_id() != get_local_id(0) % 3",
        "get_max_sub_group_size() != 3"})
    EXPECT_EQ(may_be(is_not, threes), Verdict::Verified) << is_not;
  // The device chooses which work-item has which place, unless somebody states it.
  EXPECT_EQ(may_be("get_sub_group_id() != get_local_id(0) / 3", {8, 16, 3}), Verdict::PossibleDefect);
  // A group of fewer work-items than the size is one sub-group, whose maximum size is not said to be that
  // size.
  const Division large{8, 16, 32, SubGroupMapping::Linear};
  EXPECT_EQ(may_be("get_num_sub_groups() != 1", large), Verdict::Verified);
  EXPECT_EQ(may_be("get_max_sub_group_size() != 32", large), Verdict::PossibleDefect);
  EXPECT_EQ(may_be("get_max_sub_group_size() > 32 || get_max_sub_group_size() < 8", large),
            Verdict::Verified);
}

TEST(SubGroups, GiveEachWorkItemAPlaceOfItsOwn) {
  const std::string place =
      "  local uint a[8]; a[get_sub_group_id() * get_max_sub_group_size() + get_sub_group_local_id()] = "
      "get_local_id(0);";
  for (const std::uint32_t size : {0U, 3U, 4U, 32U})
    EXPECT_EQ(divided(place, {8, 16, size}).verdict, Verdict::Verified) << size;
  const std::string shared = "  local uint a[8]; a[get_sub_group_local_id()] = get_local_id(0);";
  EXPECT_EQ(of(divided(shared, {8, 16, 8}), verdict::Property::DataRace), Verdict::Verified);
  EXPECT_EQ(of(divided(shared, {8, 16, 4}), verdict::Property::DataRace), Verdict::PossibleDefect);
  EXPECT_EQ(of(divided(shared, {8, 16, 4, SubGroupMapping::Linear}), verdict::Property::DataRace),
            Verdict::Defect);
}

// The exchange is between work-items whose ids differ by the given bit.
Verdict exchange(const std::string& bit, const std::string& barrier, const Division& division) {
  return of(divided("  local uint a[8]; const uint i = get_local_id(0);\n  a[i] = i;\n  " + barrier +
                        ";\n  out[get_global_id(0)] = a[i ^ " + bit + "];",
                    division),
            verdict::Property::DataRace);
}

TEST(SubGroups, OrderTheirOwnWorkItemsAlone) {
  const Division fours{8, 16, 4, SubGroupMapping::Linear};
  const std::string barrier = "sub_group_barrier(CLK_LOCAL_MEM_FENCE)";
  EXPECT_EQ(exchange("2", barrier, fours), Verdict::Verified);
  EXPECT_EQ(exchange("4", barrier, fours), Verdict::Defect);
  // These differ in the memory or the scope, or leave the mapping or the size unstated.
  EXPECT_EQ(exchange("2", "sub_group_barrier(CLK_GLOBAL_MEM_FENCE)", fours), Verdict::Defect);
  EXPECT_EQ(exchange("2", "sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_item)", fours),
            Verdict::Defect);
  EXPECT_EQ(exchange("2", barrier, {8, 16, 4}), Verdict::PossibleDefect);
  EXPECT_EQ(exchange("2", barrier, {8, 16, 0, SubGroupMapping::Linear}), Verdict::PossibleDefect);
  // A single sub-group is the whole group, however it is mapped.
  EXPECT_EQ(exchange("4", barrier, {8, 16, 8}), Verdict::Verified);
  EXPECT_EQ(exchange("4", barrier, {8, 16, 64}), Verdict::Verified);
}

// A read after a barrier of the sub-group may find another value than one before it.
TEST(SubGroups, ChangeWhatIsReadAgain) {
  const auto again = [](const std::string& condition) {
    return divided(
        "  local uint a[8]; const uint i = get_local_id(0);\n  a[i] = 0;\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n  const uint before = a[i & 4];\n"
        "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n  if ((i & 3) == 0) a[i] = 1;\n"
        "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n  const uint after = a[i & 4];\n"
        "  if (" +
            condition + ") out[0] = get_global_id(0);",
        {8, 8, 4, SubGroupMapping::Linear});
  };
  EXPECT_EQ(of(again("before != after"), verdict::Property::DataRace), Verdict::PossibleDefect);
  EXPECT_EQ(of(again("false"), verdict::Property::DataRace), Verdict::Verified);
}

// A vote, a broadcast or a reduction gives all work-items of a sub-group one value; other sub-groups may get
// other values.
TEST(SubGroups, ShareResultsOfCollectiveFunctions) {
  const auto rounds = [](const std::string& count, const std::string& barrier) {
    return of(divided("  const uint n = " + count + ";\n  for (uint i = 0; i < n; ++i) " + barrier + ";", {}),
              verdict::Property::BarrierDivergence);
  };
  const std::string own = "sub_group_barrier(CLK_LOCAL_MEM_FENCE)";
  EXPECT_EQ(rounds("sub_group_reduce_max(out[get_global_id(0)])", own), Verdict::Verified);
  EXPECT_EQ(rounds("sub_group_broadcast(out[get_global_id(0)], 0)", own), Verdict::Verified);
  EXPECT_EQ(rounds("sub_group_scan_inclusive_add(out[get_global_id(0)])", own), Verdict::PossibleDefect);
  EXPECT_EQ(rounds("sub_group_reduce_max(out[get_global_id(0)])", "work_group_barrier(CLK_LOCAL_MEM_FENCE)"),
            Verdict::PossibleDefect);
}

// A finding that is unrelated to sub-groups stays exact.
TEST(SubGroups, LeaveOtherFindingsExact) {
  const auto result =
      divided("  local uint a[8]; a[get_sub_group_local_id() % 8] = 1; out[0] = get_global_id(0);", {});
  EXPECT_EQ(of(result, verdict::Property::DataRace), Verdict::Defect);
}

TEST(SubGroups, AreListedWhereTheyAreStated) {
  const auto result =
      divided("  out[get_global_id(0)] = get_sub_group_id();", {8, 16, 4, SubGroupMapping::Linear});
  ASSERT_EQ(result.verdict, Verdict::Verified);
  const auto names = [&](const std::string& words) {
    return std::ranges::any_of(result.assumptions, [&](const std::string& assumption) {
      return assumption.find(words) != std::string::npos;
    });
  };
  EXPECT_TRUE(names("up to 4 work-items"));
  EXPECT_TRUE(names("consecutive work-items"));
}

}  // namespace
}  // namespace launchproof::access::testing
