// Tests the values that counters return.
#include "verify/two_thread/terms/tickets.h"

#include "tests/verify/two_thread/two_threads.h"

namespace launchproof::two_thread::testing {
namespace {

const std::string kClear =
    "__local uint next, other; if (l == 0) next = other = 0; barrier(CLK_LOCAL_MEM_FENCE);\n";
const std::string kUse = " if (x < 64) a[x + 64 * get_group_id(0)] = l;";

Verdict of_slots(const std::string& call, const Options& options = {}) {
  return verdict_of(kClear + call + kUse, options);
}

TEST(Tickets, EachCallFindsAnotherValue) {
  EXPECT_EQ(of_slots("uint x = atomic_inc(&next);"), Verdict::Verified);
  EXPECT_EQ(of_slots("uint x = atomic_sub(&next, 3) & 63;"), Verdict::PossibleDefect);
  EXPECT_EQ(of_slots("uint x = atomic_add(&next, 2);"), Verdict::Verified);
  EXPECT_EQ(of_slots("uint x = (n > 0) ? atomic_inc(&next) : atomic_inc(&next);"), Verdict::Verified);
}

TEST(Tickets, NothingIsKnownOfOtherAtomics) {
  EXPECT_EQ(of_slots("uint x = atomic_add(&next, 0);"), Verdict::PossibleDefect);
  EXPECT_EQ(of_slots("uint x = atomic_add(&next, n);"), Verdict::PossibleDefect);
  EXPECT_EQ(of_slots("uint x = atomic_xchg(&next, 1);"), Verdict::PossibleDefect);
  EXPECT_EQ(of_slots("uint x = atomic_inc(&next); if (n > 0) atomic_dec(&next);"), Verdict::PossibleDefect);
}

TEST(Tickets, TwoCountersHandOutTheSame) {
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

// A counter that is cleared in between begins again.
TEST(Tickets, AClearedCounterHandsOutTheSameAgain) {
  EXPECT_EQ(of_slots("uint x = atomic_inc(&next); barrier(CLK_LOCAL_MEM_FENCE); if (l == 0) next = 0;"
                     " barrier(CLK_LOCAL_MEM_FENCE); if (l > 3) x = atomic_inc(&next);"),
            Verdict::PossibleDefect);
}

Verdict of_loop(const std::string& head, const std::string& call, const std::string& behind = "") {
  return verdict_of(kClear + head + " { uint x = " + call + ";" + kUse + " }" + behind);
}

TEST(Tickets, CallsInLoopsAreCounted) {
  EXPECT_EQ(of_loop("for (int i = 0; i < 4; i++)", "atomic_inc(&next)"), Verdict::Verified);
  EXPECT_EQ(of_loop("for (int i = l; i < 12; i += 8) for (int j = 0; j < 3; j++)", "atomic_sub(&next, 2)"),
            Verdict::Verified);
  EXPECT_EQ(of_loop("for (int i = 0; i < 4; i++)", "(n > 0) ? atomic_inc(&next) : atomic_inc(&next)"),
            Verdict::Verified);
  EXPECT_EQ(of_loop("for (int i = 0; i < 4; i++)", "atomic_inc(&next) / 2"), Verdict::PossibleDefect);
  EXPECT_EQ(of_loop("for (int i = 0; i < 4; i++)", "atomic_add(&next, 0)"), Verdict::PossibleDefect);
  EXPECT_EQ(of_loop("for (int i = 0; i < 4; i++)", "atomic_inc(&next)", " atomic_dec(&next);"),
            Verdict::PossibleDefect);
}

TEST(Tickets, CallsWithoutNumberAreNot) {
  EXPECT_EQ(of_loop("for (int i = 0; i < n; i++)", "atomic_inc(&next)"), Verdict::PossibleDefect);
  EXPECT_EQ(of_slots("uint x = 0; for (int i = 0; i < n; i++) x = atomic_inc(&next);"),
            Verdict::PossibleDefect);
}

TEST(Tickets, BehindALoopTheLastOneIsKnown) {
  EXPECT_EQ(of_slots("uint x; int i = 0; do { x = atomic_inc(&next); } while (++i < 3);"), Verdict::Verified);
  EXPECT_EQ(of_slots("uint x; int i = 0; do { x = atomic_inc(&next); } while (++i < 3); x |= 1;"),
            Verdict::PossibleDefect);
  // A work-item that never arrived received no value.
  EXPECT_EQ(of_slots("uint x = 0; for (int i = 0; i < (n & 1); i++) x = atomic_inc(&next);"),
            Verdict::PossibleDefect);
}

TEST(Tickets, WorkIsTakenUntilNoneIsLeft) {
  const std::string use = " a[x + 64 * get_group_id(0)] = l; }";
  EXPECT_EQ(verdict_of(kClear + "for (uint x = atomic_inc(&next); x < 64; x = atomic_inc(&next)) {" + use),
            Verdict::Verified);
  EXPECT_EQ(verdict_of(kClear + "uint x; while ((x = atomic_inc(&next)) < 64) {" + use), Verdict::Verified);
  EXPECT_EQ(verdict_of(kClear + "while (1) { uint x = atomic_inc(&next); if (x > 63) break;" + use),
            Verdict::Verified);
  EXPECT_EQ(verdict_of(kClear + "while (1) { uint x = atomic_inc(&next); if (x < 9) break; if (x < 64) {" +
                       use + " }"),
            Verdict::Verified);
  EXPECT_EQ(verdict_of(kClear + "while (1) { uint x = atomic_inc(&next); if (x < 8) break; if (x < 64) {" +
                       use + " }"),
            Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of(kClear + "for (uint x = atomic_inc(&next); x < 64; x = atomic_inc(&other)) {" + use),
            Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of(kClear + "for (uint x = l; x < 64; x = atomic_inc(&next)) {" + use),
            Verdict::PossibleDefect);
}

TEST(Tickets, AQueueThatAllValuesKeepGoingComesRound) {
  const auto verdict = [](const std::string& test) {
    return verdict_of(
        "__local uint next; if (l == 0) next = 0; barrier(CLK_LOCAL_MEM_FENCE);"
        " for (uint x = atomic_inc(&next); " +
        test + "; x = atomic_inc(&next)) if (x < 64) a[x + 64 * get_group_id(0)] = l;");
  };
  EXPECT_EQ(verdict("x < 0xffffffefu"), Verdict::Verified);
  EXPECT_EQ(verdict("x < 0xfffffff0u"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict("x >= 17"), Verdict::Verified);
  EXPECT_EQ(verdict("x >= 16"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict("(int)x < 1000"), Verdict::Verified);
  EXPECT_EQ(verdict("(int)x < 0x7fffffef"), Verdict::Verified);
  EXPECT_EQ(verdict("(int)x < 0x7ffffff0"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict("!(x < 17)"), Verdict::Verified);
  EXPECT_EQ(verdict("!(x < 16)"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict("x != 1000"), Verdict::PossibleDefect);
}

TEST(Tickets, ACountComesRound) {
  const std::string kernel =
      "__kernel void k(__global uint* next, __global uint* a) { uint x = atomic_add(next, 0x10000000u);"
      " if (x < 16) a[x] = get_global_id(0); }";
  const auto verdict = [&](std::uint64_t groups) {
    return check(kernel, {8, groups, {buffer(1, 4), buffer(2, 64)}}).verdict;
  };
  EXPECT_EQ(verdict(2), Verdict::Verified);
  EXPECT_EQ(verdict(3), Verdict::PossibleDefect);
}

TEST(Tickets, ACountComesRoundWithinALoop) {
  const auto verdict = [](int trips) {
    return check("__kernel void k(__global uint* next, __global uint* a) { for (int i = 0; i < " +
                     std::to_string(trips) +
                     "; i++) { uint x = atomic_add(next, 0x08000000u);"
                     " if (x < 32) a[x] = get_global_id(0); } }",
                 {8, 1, {buffer(1, 4), buffer(2, 128)}})
        .verdict;
  };
  EXPECT_EQ(verdict(3), Verdict::Verified);
  EXPECT_EQ(verdict(5), Verdict::PossibleDefect);
}

TEST(Tickets, IsPartOfTheEqualityAbstraction) {
  Options adversarial;
  adversarial.is_adversarial = true;
  EXPECT_EQ(of_slots("uint x = atomic_inc(&next);", adversarial), Verdict::PossibleDefect);
}

}  // namespace
}  // namespace launchproof::two_thread::testing
