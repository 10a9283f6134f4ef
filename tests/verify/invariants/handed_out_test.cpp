// Values that counters hand out.
#include "verify/invariants/handed_out.h"

#include "tests/verify/invariants/two_threads.h"

namespace launchproof::invariants::testing {
namespace {

const std::string kClear =
    "__local uint next, other; if (l == 0) next = other = 0; barrier(CLK_LOCAL_MEM_FENCE);\n";
const std::string kUse = " if (x < 64) a[x + 64 * get_group_id(0)] = l;";

Verdict of_slots(const std::string& call, const Options& options = {}) {
  return verdict_of(kClear + call + kUse, options);
}

TEST(HandedOut, EachCallFindsAnotherValue) {
  EXPECT_EQ(of_slots("uint x = atomic_inc(&next);"), Verdict::Verified);
  EXPECT_EQ(of_slots("uint x = atomic_sub(&next, 3) & 63;"), Verdict::PossibleDefect);
  EXPECT_EQ(of_slots("uint x = atomic_add(&next, 2);"), Verdict::Verified);
  EXPECT_EQ(of_slots("uint x = (n > 0) ? atomic_inc(&next) : atomic_inc(&next);"), Verdict::Verified);
}

TEST(HandedOut, NothingIsKnownOfOtherAtomics) {
  EXPECT_EQ(of_slots("uint x = atomic_add(&next, 0);"), Verdict::PossibleDefect);
  EXPECT_EQ(of_slots("uint x = atomic_add(&next, n);"), Verdict::PossibleDefect);
  EXPECT_EQ(of_slots("uint x = atomic_xchg(&next, 1);"), Verdict::PossibleDefect);
  EXPECT_EQ(of_slots("uint x = atomic_inc(&next); if (n > 0) atomic_dec(&next);"), Verdict::PossibleDefect);
}

TEST(HandedOut, TwoCountersHandOutTheSame) {
  EXPECT_EQ(of_slots("uint x = atomic_inc(l == 0 ? &next : &other);"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of("__local uint bins[8]; bins[l] = 0; barrier(CLK_LOCAL_MEM_FENCE);"
                       " uint x = atomic_inc(&bins[n & 7]);" +
                       kUse),
            Verdict::Verified);
  EXPECT_EQ(verdict_of("__local uint bins[8]; bins[l] = 0; barrier(CLK_LOCAL_MEM_FENCE);"
                       " uint x = atomic_inc(&bins[l & 1]);" +
                       kUse),
            Verdict::PossibleDefect);
}

// Cleared in between, a counter begins anew.
TEST(HandedOut, AClearedCounterHandsOutTheSameAgain) {
  EXPECT_EQ(of_slots("uint x = atomic_inc(&next); barrier(CLK_LOCAL_MEM_FENCE); if (l == 0) next = 0;"
                     " barrier(CLK_LOCAL_MEM_FENCE); if (l > 3) x = atomic_inc(&next);"),
            Verdict::PossibleDefect);
}

TEST(HandedOut, CallsInLoopsAreNotCounted) {
  EXPECT_EQ(of_slots("uint x = 0; for (int i = 0; i < n; i++) x = atomic_inc(&next);"),
            Verdict::PossibleDefect);
}

TEST(HandedOut, ACountComesRound) {
  const std::string kernel =
      "__kernel void k(__global uint* next, __global uint* a) { uint x = atomic_add(next, 0x10000000u);"
      " if (x < 16) a[x] = get_global_id(0); }";
  const auto verdict = [&](std::uint64_t groups) {
    return check(kernel, {8, groups, {buffer(1, 4), buffer(2, 64)}}).verdict;
  };
  EXPECT_EQ(verdict(2), Verdict::Verified);
  EXPECT_EQ(verdict(3), Verdict::PossibleDefect);
}

TEST(HandedOut, IsPartOfTheEqualityAbstraction) {
  Options adversarial;
  adversarial.is_adversarial = true;
  EXPECT_EQ(of_slots("uint x = atomic_inc(&next);", adversarial), Verdict::PossibleDefect);
}

}  // namespace
}  // namespace launchproof::invariants::testing
