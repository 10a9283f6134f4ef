// Every rule is needed for some kernel: with it and these others it is verified, without it it is not.
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/verify/invariants/two_threads.h"
#include "verify/invariants/rules.h"

namespace launchproof::invariants::testing {
namespace {

struct Needed {
  std::string rule;
  std::vector<std::string> others;
  std::string body;
  std::uint64_t groups = 2;
  unsigned warp_sync = 0;
};

const std::string kTiles =
    "for (int i = 0; i < n; i++) { t[l] = i; barrier(CLK_LOCAL_MEM_FENCE); int x = t[l ^ 1];"
    " barrier(CLK_LOCAL_MEM_FENCE); }";

const Needed kNeeded[] = {
    {"accessBreak", {"loopBound"}, "for (int i = 0; i < 10; i++) a[g * 10 + i] = i;"},
    {"accessedOffsetsSatisfyPredicates",
     {"loopCounterIsStrided", "loopBound"},
     "for (int i = l; i < 64; i += 8) t[i] = l;"},
    {"accessLowerBoundBlock",
     {"accessUpperBoundBlock", "loopBound", "accessOnlyIfEnabledInEnclosingScopes"},
     "if (l == 0) for (int i = 0; i < 64; i++) a[get_group_id(0) * 64 + i] = i;",
     4},
    {"accessUpperBoundBlock",
     {"accessLowerBoundBlock", "loopBound", "accessOnlyIfEnabledInEnclosingScopes"},
     "if (l == 0) for (int i = 0; i < 64; i++) a[get_group_id(0) * 64 + i] = i;",
     4},
    {"accessOnlyIfEnabledInEnclosingScopes",
     {"loopBound"},
     "if (l == 0) for (int i = 0; i < 64; i++) t[i] = i;"},
    {"conditionsImplyingEnabledness",
     {"guardMinusInitialIsUniform", "loopBound"},
     "for (int i = l; i < l + 4; i++) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;"},
    {"disabledMaintainsInstrumentation",
     {"loopBound"},
     "if (l == 1) t[32] = 1; if (l == 0) for (int i = 0; i < 10; i++) t[i] = i;"},
    {"guardMinusInitialIsUniform",
     {"loopPredicateEquality", "loopBound"},
     "for (int i = l; i < l + 4; i++) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;"},
    {"guardNonNeg", {"accessedInSomeIteration"}, "for (int i = 0; i < 10; i++) a[g * 10 + i] = i;"},
    {"loopBound", {"accessedInSomeIteration"}, "for (int i = 0; i < 10; i++) a[g * 10 + i] = i;"},
    {"loopCounterIsStrided",
     {"accessedInSomeIteration", "loopBound"},
     "for (int i = l; i < 64; i += 8) t[i] = l;"},
    {"loopPredicateEquality",
     {"guardMinusInitialIsUniform", "loopBound"},
     "for (int i = l; i < l + 4; i++) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;"},
    {"noread", {"nowrite"}, kTiles},
    {"nowrite", {"noread"}, kTiles},
    {"noatomic",
     {"noread", "nowrite", "accessedInSomeIteration"},
     "for (int i = 0; i < n; i++) { int x = t[0]; barrier(CLK_LOCAL_MEM_FENCE); atomic_add(&t[0], x);"
     " barrier(CLK_LOCAL_MEM_FENCE); }"},
    {"pow2",
     {"noread", "nowrite", "guardNonNeg"},
     "for (int s = 2; s <= 8; s *= 2) { if ((l & (s - 1)) == 0) t[l] += t[l + s / 2];"
     " barrier(CLK_LOCAL_MEM_FENCE); }"},
    {"pow2NotZero",
     {"noread", "nowrite", "guardNonNeg"},
     "for (int s = 1; s < 8; s *= 2) { t[l * s] = l; barrier(CLK_LOCAL_MEM_FENCE); }"},
    {"predicatedEquality",
     {"loopPredicateEquality"},
     "for (int i = l / 8; i < n; i++) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;"},
    {"relationalPow2",
     {"pow2"},
     "for (int x = 1, y = 8; y > 0; x *= 2, y /= 2) __assert(x * y == 8); a[g] = 1;"},
    {"sameWarpNoaccess",
     {"loopBound", "accessedInSomeIteration"},
     "for (int i = 0; i < l; i++) { int x = t[l ^ 1]; t[l] = x + i; }",
     1,
     8},
    {"guardBound", {"loopEnds"}, "int i = 0; while (i < 10) i++; __assert(i == 10);"},
    {"handedOut",
     {"accessedInSomeIteration"},
     "__local uint c; if (l == 0) c = 0; barrier(CLK_LOCAL_MEM_FENCE);"
     " for (uint x = atomic_inc(&c); x < 64; x = atomic_inc(&c)) a[x + 64 * get_group_id(0)] = l;"},
    {"accessedInSomeIteration", {"loopBound"}, "for (int i = 0; i < 10; i++) a[g * 10 + i] = i;"},
    {"loopEnds", {"guardBound"}, "int i = 0; while (i < 10) i++; __assert(i == 10);"},
    {"userInvariant",
     {"loopEnds"},
     "int s = 0; for (int i = 0; __invariant(s == 2 * i), __invariant(i <= 10), i < 10; i++) s += 2;"
     " __assert(s == 20); a[g] = 1;"},
};

class Rules : public ::testing::TestWithParam<Needed> {};

TEST_P(Rules, IsNeeded) {
  const Needed& needed = GetParam();
  Options with;
  with.left_out = {Optimisation::BarrierIntervals};  // so that reads between barriers are logged
  with.only = needed.others;
  with.only.push_back(needed.rule);
  access::Options limits = patient();
  limits.warp_sync = needed.warp_sync;
  Options without = with;
  without.omitted = {needed.rule};
  for (const Instrumentation one :
       {Instrumentation::Original, Instrumentation::WatchdogSingle, Instrumentation::WatchdogMultiple}) {
    with.instrumentation = without.instrumentation = one;
    EXPECT_EQ(result_of(needed.body, with, 8, needed.groups, limits).verdict, Verdict::Verified)
        << name_of(one) << ": " << needed.body;
    EXPECT_EQ(result_of(needed.body, without, 8, needed.groups, limits).verdict, Verdict::PossibleDefect)
        << name_of(one);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Rules, ::testing::ValuesIn(kNeeded),
                         [](const auto& one) { return one.param.rule; });

TEST(RulesTable, NamesEveryRule) {
  std::set<std::string> named, all;
  for (const Needed& needed : kNeeded) named.insert(needed.rule);
  for (const Rule& rule : rules()) all.insert(std::string(rule.tag));
  EXPECT_EQ(named, all);
}

// LAUNCHPROOF_UPDATE_DOCS=1 writes the page anew.
TEST(RulesTable, IsThePage) {
  const std::string path = std::string(LAUNCHPROOF_SOURCE_DIR) + "/docs/rules.md";
  if (std::getenv("LAUNCHPROOF_UPDATE_DOCS") != nullptr) std::ofstream(path) << rules_page();
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), rules_page()) << "run this test with LAUNCHPROOF_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace launchproof::invariants::testing
