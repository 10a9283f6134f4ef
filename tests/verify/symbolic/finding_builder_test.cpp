// Tests which values findings show that are made from models.
#include "verify/symbolic/findings/finding_builder.h"

#include <gtest/gtest.h>

#include <unordered_set>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::symbolic {
namespace {

using model::ValueId;
using smt::Term;

// Returns the first work-item of a launch. The by-value argument `n` is a variable that holds 5, the stored
// value is another variable that holds 9, and the index of the store is 6.
class OneStore : public ::testing::Test, public Viewpoint {
 protected:
  OneStore()
      : d_compiled("__kernel void k(__global int *a, int n, int v) {\n  a[n + 1] = v;\n}\n"),
        d_unknowns(d_store),
        d_launch(d_store, d_compiled.kernel, d_compiled.facts),
        d_setting{d_compiled.kernel,
                  d_compiled.facts,
                  d_compiled.graph,
                  d_compiled.regions,
                  d_compiled.uniformity,
                  d_store,
                  d_unknowns,
                  d_launch,
                  effort::Clock::time_point::max()},
        d_item(WorkItem::at(d_store, d_compiled.facts, d_compiled.kernel.address_bits, {0, 0, 0})),
        d_n(d_store.bv_var("n", 32)),
        d_v(d_store.bv_var("v", 32)) {
    d_model.set(d_n, 5);
    d_model.set(d_v, 9);
  }

  const WorkItem& item() const override { return d_item; }
  std::vector<LoopCount> iterations() const override { return {}; }
  Term value(ValueId id) const override {
    const model::Site& store = d_compiled.site(2);
    if (id == store.offset) return d_store.bv(24, d_compiled.kernel.address_bits);
    if (d_is_late) throw OutOfTime();
    return id == store.written.at(0) ? d_v : d_n;
  }

  verdict::WorkItem shown(const std::unordered_set<Term>* settled) const {
    const FindingBuilder builder(d_setting, nullptr, d_model, Certainty::Possible, settled);
    const FindingSide side{this, d_compiled.sites(2).at(0)};
    return builder.null_access(side).witness->work_items.at(0);
  }

  std::vector<verdict::NamedValue> values(const std::unordered_set<Term>* settled) const {
    return shown(settled).values;
  }

  analysis::CompiledKernel d_compiled;
  mutable smt::TermStore d_store;
  Unknowns d_unknowns;
  LaunchTerms d_launch;
  LaunchSetting d_setting;
  WorkItem d_item;
  Term d_n, d_v;
  smt::Model d_model;
  bool d_is_late = false;
};

TEST_F(OneStore, ShowsElementVariablesAndValue) {
  EXPECT_EQ(shown(nullptr).element, "a[6]");
  EXPECT_EQ(values(nullptr), (std::vector<verdict::NamedValue>{{"n", "5"}, {"value", "9"}}));
}

// A model has no values for variables that the question does not contain.
TEST_F(OneStore, ShowsNoVariableThatNothingSettles) {
  const std::unordered_set<Term> settled{d_v};
  EXPECT_EQ(values(&settled), (std::vector<verdict::NamedValue>{{"value", "9"}}));
}

TEST_F(OneStore, IsKeptWhenTheTimeIsOver) {
  d_is_late = true;
  EXPECT_EQ(shown(nullptr).element, "a[6]");
  EXPECT_TRUE(values(nullptr).empty());
}

}  // namespace
}  // namespace launchproof::symbolic
