// Candidates about one work-item are told apart by what they say, and by nothing else.
#include "verify/invariants/candidate_key.h"

#include <set>

#include "tests/verify/invariants/two_threads.h"
#include "verify/invariants/one_setting.h"
#include "verify/invariants/walker.h"
#include "verify/invariants/work_items.h"

namespace launchproof::invariants::testing {
namespace {

// By work-item. Where the loop begins differs from one work-item to the next, so that nothing is shared but
// the bound.
class CandidateKeys : public ::testing::Test {
 protected:
  static std::vector<std::set<std::uint64_t>> keys(Pairing pairing, const std::string& bound = "n") {
    const model::KernelModel kernel = access::testing::compile(
        "__kernel void k(__global int* a, int n, int m) { int l = get_local_id(0);"
        " for (int i = 3 * l; i < " +
        bound + "; i += 4) a[get_global_id(0) * 8 + i] = i; }");
    model::LaunchFacts facts;
    facts.local_size[0] = 8;
    facts.global_size[0] = 16;
    facts.arguments = {buffer(1, 4096)};
    facts.arguments.resize(kernel.parameters.size());
    smt::TermStore store;
    const Options options;
    const access::Options limits = patient();
    const OneSetting analysed(kernel, facts, store, limits, options);
    const auto [items, base] = work_items(analysed.setting(), pairing);
    Values values(analysed.setting(), pairing, items);
    Memory memory(analysed.setting(), pairing, values);
    const Problem problem = Walker(analysed.setting(), pairing, values, memory).run(base);
    std::vector<std::set<std::uint64_t>> result(values.items());
    std::vector<std::size_t> made(values.items(), 0);
    for (const Candidate& candidate : problem.candidates) {
      if (candidate.of_item == model::kNone) continue;
      ++made[candidate.of_item];
      result[candidate.of_item].insert(key_of(candidate, values));
    }
    for (unsigned who = 0; who < values.items(); ++who) EXPECT_EQ(result[who].size(), made[who]) << who;
    return result;
  }
};

TEST_F(CandidateKeys, AreThoseOfTheOtherWorkItem) {
  for (const Pairing pairing : {Pairing::SameGroup, Pairing::OtherGroup}) {
    const auto both = keys(pairing);
    ASSERT_EQ(both.size(), 2U);
    EXPECT_GE(both[0].size(), 8U);
    EXPECT_EQ(both[0], both[1]);
  }
}

TEST_F(CandidateKeys, AreThoseOfTheOtherPasses) {
  const auto alone = keys(Pairing::One);
  EXPECT_EQ(alone[0], keys(Pairing::SameGroup)[0]);
  EXPECT_EQ(alone[0], keys(Pairing::OtherGroup)[0]);
}

TEST_F(CandidateKeys, DifferWithTheFormula) {
  const auto of_n = keys(Pairing::One)[0], of_m = keys(Pairing::One, "m")[0];
  std::set<std::uint64_t> common;
  std::ranges::set_intersection(of_n, of_m, std::inserter(common, common.end()));
  EXPECT_FALSE(common.empty());  // of the first value
  EXPECT_LT(common.size(), of_n.size());
}

}  // namespace
}  // namespace launchproof::invariants::testing
