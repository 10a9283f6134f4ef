// Tests the lowering that both engines share, used as by an engine without loops and memory.
#include "verify/symbolic/lowering/lowering.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::symbolic {
namespace {

using model::BlockId;
using model::ValueId;
using smt::Term;
using verdict::Cause;

model::Argument integer(std::int32_t value) {
  model::ValueArgument argument;
  for (int i = 0; i < 4; ++i)
    argument.bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) >> (8 * i)));
  return argument;
}

// One work-item whose global id is given.
class OneItem {
 public:
  OneItem(const analysis::CompiledKernel& compiled, std::uint64_t id, bool is_functional = true)
      : d_compiled(compiled),
        d_unknowns(store),
        d_launch(store, compiled.kernel, compiled.facts),
        d_setting{compiled.kernel,
                  compiled.facts,
                  compiled.graph,
                  compiled.regions,
                  compiled.uniformity,
                  store,
                  d_unknowns,
                  d_launch,
                  effort::Clock::time_point::max()},
        d_lowering(d_setting),
        d_item(WorkItem::at(store, compiled.facts, compiled.kernel.address_bits, {id, 0, 0})),
        d_is_functional(is_functional) {}

  Term value(ValueId id) {
    Here here(*this, id);
    return d_lowering.value(d_compiled.kernel.values[id], id, here);
  }
  // Returns the value that the only write of a line stores.
  Term stored(std::uint32_t line) { return value(d_compiled.stored(line)); }
  // Returns whether the work-item reaches the only access of a line.
  Term reaches(std::uint32_t line) {
    Here here(*this, model::kNone);
    return d_lowering.path(d_compiled.graph.start(model::kNone), d_compiled.block(line), here);
  }
  const Unknown* unknown(Term term) const { return d_unknowns.value(term); }

  smt::TermStore store;
  std::vector<std::string> asked;  // what unknown values were made for

 private:
  class Here final : public Computation {
   public:
    Here(OneItem& one, ValueId id) : d_one(one), d_id(id) {}

    const WorkItem& item() const override { return d_one.d_item; }
    model::LoopId region() const override { return model::kNone; }
    std::uint64_t place() const override { return 0; }
    Term value(ValueId id) override { return d_one.value(id); }
    Term edge(BlockId block, std::uint32_t successor) override {
      const model::Block& from = d_one.d_compiled.kernel.blocks[block];
      if (from.successors.size() < 2) return d_one.store.true_();
      const Term condition = value(from.condition);
      return successor == 0 ? condition : d_one.store.not_(condition);
    }
    Term unknown(const std::string& name, const Unknown& why) override {
      d_one.asked.push_back(name);
      const unsigned width = d_one.d_compiled.kernel.values[d_id].width;
      return d_one.d_unknowns.value(name + std::to_string(d_id), width, why);
    }
    bool is_functional(const model::Function& /*function*/) const override { return d_one.d_is_functional; }

   private:
    OneItem& d_one;
    ValueId d_id;
  };

  const analysis::CompiledKernel& d_compiled;
  Unknowns d_unknowns;
  LaunchTerms d_launch;
  LaunchSetting d_setting;
  Lowering d_lowering;
  WorkItem d_item;
  bool d_is_functional;
};

// With `n` where it is not null.
std::unique_ptr<analysis::CompiledKernel> compiled(const std::string& body,
                                                   const model::Argument* n = nullptr) {
  model::KernelModel kernel = analysis::compiled(
      "__kernel void k(__global int* a, int n, float x) { int i = get_global_id(0);\n" + body + " }");
  model::LaunchFacts facts = analysis::small_launch(kernel);
  if (n != nullptr) facts.arguments[1] = *n;
  return std::make_unique<analysis::CompiledKernel>(std::move(kernel), std::move(facts));
}

constexpr const char* kBranches =
    "int v; if (i < n) {\n v = i * 3;\n a[i] = 1;\n } else { v = n;\n a[i] = 2; }\n a[i] = v;";

TEST(Lowering, WhatTheLaunchGivesDecidesValuesAndPaths) {
  const model::Argument n = integer(9);
  const auto kernel = compiled(kBranches, &n);
  OneItem before(*kernel, 5), behind(*kernel, 11);
  EXPECT_EQ(before.stored(7), before.store.bv(15, 32));
  EXPECT_TRUE(before.reaches(4).is_true());
  EXPECT_TRUE(before.reaches(6).is_false());
  EXPECT_EQ(behind.stored(7), behind.store.bv(9, 32));
  EXPECT_TRUE(behind.reaches(4).is_false());
  EXPECT_TRUE(behind.reaches(6).is_true());
  EXPECT_TRUE(before.asked.empty() && behind.asked.empty());
}

TEST(Lowering, AnArgumentThatIsNotGivenIsAVariable) {
  const auto kernel = compiled(kBranches);
  OneItem item(*kernel, 5);
  const Term stored = item.stored(7);
  ASSERT_EQ(item.store.variables(stored).size(), 1U);
  const Term variable = *item.store.variables(stored).begin();
  ASSERT_NE(item.unknown(variable), nullptr);
  EXPECT_EQ(item.unknown(variable)->cause, Cause::ValueNotGiven);
  EXPECT_EQ(item.unknown(variable)->parameter, 1U);
  const auto with = [&](std::uint64_t n) {
    return item.store.substitute(stored,
                                 [&](Term part) { return part == variable ? item.store.bv(n, 32) : Term(); });
  };
  EXPECT_EQ(with(6), item.store.bv(15, 32));
  EXPECT_EQ(with(5), item.store.bv(5, 32));
}

TEST(Lowering, WhereDivisionIsUndefinedTheEngineMakesAValue) {
  const auto kernel = compiled("a[i] = 7 / n;");
  OneItem item(*kernel, 0);
  item.stored(2);
  EXPECT_EQ(item.asked, std::vector<std::string>{"undefined"});
  const model::Argument two = integer(2);
  const auto given = compiled("a[i] = 7 / n;", &two);
  OneItem known(*given, 0);
  EXPECT_EQ(known.stored(2), known.store.bv(3, 32));
  EXPECT_TRUE(known.asked.empty());
}

TEST(Lowering, AFunctionYieldsOneResultWhereTheEngineSaysSo) {
  const auto kernel = compiled("a[i] = as_int(sin(x));\n a[i + 16] = as_int(sin(x));");
  OneItem item(*kernel, 0);
  EXPECT_EQ(item.stored(2).kind(), smt::Kind::Apply);
  EXPECT_EQ(item.stored(2), item.stored(3));
  EXPECT_EQ(item.unknown(item.stored(2))->cause, Cause::OpaqueFunction);
  OneItem other(*kernel, 0, false);
  EXPECT_EQ(other.stored(2).kind(), smt::Kind::BvVar);
  EXPECT_EQ(other.asked, std::vector<std::string>{"function"});
}

}  // namespace
}  // namespace launchproof::symbolic
