// Tests closed forms and trip counts through verdicts: each verified kernel has a neighbour that is not
// verified.
#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using verdict::Property;
using verdict::Verdict;

verdict::Verdict bounds(const std::string& loop, std::uint64_t bytes,
                        std::vector<model::Argument> more = {}) {
  std::vector<model::Argument> arguments{buffer(1, bytes)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const auto result = check(
      "__kernel void k(__global int* a, int n) { int l = get_local_id(0); " + loop + " }", {4, 1, arguments});
  return of(result, Property::OutOfBounds);
}

struct Case {
  const char* name;
  const char* loop;
  std::uint64_t fits;  // bytes that suffice; four fewer do not
};

class Loops : public ::testing::TestWithParam<Case> {};

TEST_P(Loops, LastIterationIsExact) {
  EXPECT_EQ(bounds(GetParam().loop, GetParam().fits, {integer(10)}), Verdict::Verified) << GetParam().loop;
  EXPECT_EQ(bounds(GetParam().loop, GetParam().fits - 4, {integer(10)}), Verdict::Defect) << GetParam().loop;
}

INSTANTIATE_TEST_SUITE_P(
    Forms, Loops,
    ::testing::Values(
        Case{"up", "for (int i = 0; i < n; i++) a[i] = 1;", 40},
        Case{"up_inclusive", "for (int i = 0; i <= n; i++) a[i] = 1;", 44},
        Case{"stride", "for (int i = l; i < n; i += 4) a[i] = 1;", 40},
        Case{"stride_past", "for (int i = 0; i < n; i += 3) a[i + 3] = 1;", 52},
        Case{"down", "for (int i = n; i > 0; i--) a[i] = 1;", 44},
        Case{"down_unsigned", "for (uint i = n; i > 2; i -= 2) a[i] = 1;", 44},
        Case{"not_equal", "for (int i = 0; i != n; i++) a[i] = 1;", 40},
        Case{"do_while", "int i = 0; do { a[i] = 1; i++; } while (i < n);", 40},
        Case{"halving", "for (int s = 16; s > 0; s >>= 1) a[s] = 1;", 68},
        Case{"halving_division", "for (int s = 16; s > 0; s /= 2) a[s] = 1;", 68},
        Case{"doubling", "for (int s = 1; s < n; s *= 2) a[s] = 1;", 36},
        Case{"nested", "for (int i = 0; i < n; i++) for (int j = 0; j < 5; j++) a[i * 5 + j] = 1;", 200},
        Case{"triangular", "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[j] = 1;", 36},
        Case{"carried_by_inner",
             "int x = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) { a[x] = 1; x++; }", 48},
        Case{"after_the_loop", "int i; for (i = 0; i < n; i += 4) ; a[i] = 1;", 52},
        Case{"alternating", "int p = 0; for (int i = 0; i < n; i++) { a[p * 7] = 1; p = 1 - p; }", 32},
        Case{"swapping",
             "int p = 2; int q = 9; for (int i = 0; i < n; i++) { a[p] = 1; int h = p; p = q; q = h; }", 40},
        Case{"triangular_sum", "int x = 0; for (int i = 0; i < n; i++) { a[x] = 1; x += i; }", 148},
        Case{"second_order", "int x = 0, y = 1; for (int i = 0; i < 40; i++) { a[x] = 1; x += y; y += 2; }",
             6088},
        Case{"squares", "int x = 0; for (int i = 0; i < 40; i++) { a[x] = 1; x += i * i; }", 76080},
        Case{"carried_by_triangle",
             "int x = 0; for (int i = 0; i < 20; i++) for (int j = 0; j < i; j++) { a[x] = 1; x++; }", 760},
        Case{"ring", "int x = 0; for (int i = 0; i < 1000; i++) { a[x * 5] = 1; x = (x + 3) % 7; }", 124},
        Case{"ring_from_id", "int x = l; for (int i = 0; i < 1000; i++) { a[x * 5] = 1; x = (x + 3) % 7; }",
             124},
        Case{"ring_by_comparison",
             "int x = 0; for (int i = 0; i < 99; i++) { a[x] = 1; if (++x == 6) x = 0; }", 24},
        Case{"masked_from_id", "uint x = l; for (int i = 0; i < 99; i++) { a[x] = 1; x = (x + 1) & 31; }",
             128},
        Case{"powers", "uint x = l; for (int i = 0; i < 5; i++) { a[x] = 1; x = 3 * x + 1; }", 1136},
        Case{"vanishing_power",
             "uint x = l; for (int i = 0; i < 999; i++) { if (i > 40) a[x & 255] = 1; x = 6 * x + 1; }", 208},
        Case{"rotation",
             "int p = l, q = 9, r = 30; for (int i = 0; i < 77; i++) { a[p] = 1; int h = p; p = q; q = r; r "
             "= h; }",
             124},
        Case{"exit_in_branch", "for (int i = 0; i < 30; i++) { if (l < 9) { if (i == 7) break; } a[i] = 1; }",
             28},
        Case{"previous", "int p = 0; for (int i = 5; i < n; i++) { a[p] = 1; p = i; }", 36},
        Case{"short_counter", "for (short i = 0; i < n; i++) a[i] = 1;", 40},
        Case{"wide_counter", "for (long i = 0; i < n; i++) a[i] = 1;", 40}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(LoopTraps, UnsignedCounterThatWrapsNeverEnds) {
  // i >= 0 always holds: after 0 comes 4294967295.
  EXPECT_NE(bounds("for (uint i = 4; i >= 0; i--) { if (i > 100) { a[i] = 1; break; } }", 64, {integer(0)}),
            Verdict::Verified);
}

TEST(LoopTraps, StepOverTheBoundWraps) {
  // 255 is never reached by steps of 2 below 255 in a uchar: 0, 2, ..., 254, 0, ...
  EXPECT_NE(
      bounds("for (uchar i = 1; i != 0; i += 2) { if (i == 201) { a[i] = 1; break; } }", 64, {integer(0)}),
      Verdict::Verified);
}

TEST(LoopTraps, BreakIsSeen) {
  EXPECT_EQ(bounds("for (int i = 0; i < 100; i++) { if (i == 10) break; a[i] = 1; }", 400, {integer(0)}),
            Verdict::Verified);
  EXPECT_NE(bounds("for (int i = 0; i < 100; i++) { if (i == 10) break; a[i] = 1; }", 36, {integer(0)}),
            Verdict::Verified);
}

TEST(LoopTraps, ZeroTripsReachNothing) {
  EXPECT_EQ(bounds("for (int i = 0; i < n; i++) a[i + 1000] = 1;", 4, {integer(0)}), Verdict::Verified);
  EXPECT_EQ(bounds("for (int i = 0; i < n; i++) a[i + 1000] = 1;", 4, {integer(1)}), Verdict::Defect);
  EXPECT_EQ(bounds("for (int i = 0; i < n; i++) a[i + 1000] = 1;", 4, {integer(-5)}), Verdict::Verified);
}

TEST(LoopTraps, WhatFollowsALoopThatMayNotEndIsNotCertain) {
  EXPECT_EQ(bounds("for (uchar i = 0; i < 256; i++) ; a[100] = 1;", 64, {integer(0)}),
            Verdict::PossibleDefect);
  EXPECT_EQ(bounds("for (int i = 0; i < 256; i++) ; a[100] = 1;", 64, {integer(0)}), Verdict::Defect);
}

TEST(LoopTraps, ShortLoopsAreListed) {
  EXPECT_EQ(bounds("int x = 0; for (int i = 0; i < 4; i++) { a[x] = 1; x = 3 * x + 1; }", 56, {integer(0)}),
            Verdict::Verified);
  EXPECT_EQ(bounds("int x = 0; for (int i = 0; i < 4; i++) { a[x] = 1; x = 3 * x + 1; }", 52, {integer(0)}),
            Verdict::Defect);
}

TEST(LoopTraps, CarriedValueWithoutClosedFormIsArbitrary) {
  EXPECT_EQ(bounds("int x = l; for (int i = 0; i < 40; i++) { x = x * x + l; a[x] = 1; }", 64, {integer(0)}),
            Verdict::PossibleDefect);
  EXPECT_EQ(
      bounds("int x = l; for (int i = 0; i < 40; i++) { x = x * x + l; a[x & 7] = 1; }", 64, {integer(0)}),
      Verdict::Verified);
}

}  // namespace
}  // namespace launchproof::access::testing
