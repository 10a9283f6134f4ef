// Tests the exchange of values between work-items of a sub-group.
#include "tests/oracle/kernel_under_test.h"

namespace launchproof::oracle {
namespace {

// Checks that 8 work-items in sub-groups of 4, whose values are 5, -3, 9, 3, 4, 5, 6 and 7, get these
// results: any other result accesses memory outside of the array.
std::string exchanged(const std::string& body, const std::string& values) {
  return verdict_of(
      "#pragma OPENCL EXTENSION all : enable\n"
      "kernel void k(global int* out) { int i = get_local_id(0); uint u = i; int n = 0;"
      "int x = i == 0 ? 5 : i == 1 ? -3 : i == 2 ? 9 : i; int r = -1; " +
          body + " const int wanted[8] = {" + values + "}; out[r == wanted[i] ? i : 100] = r; }",
      "--local-size 8 --sub-group-size 4 --build-options -cl-std=CL2.0 --buffer out=32");
}

TEST(Exchange, WhatIsWrongLeavesTheArray) {
  EXPECT_EQ(exchanged("r = sub_group_broadcast_first(x);", "5, 5, 5, 5, 4, 4, 4, 5"),
            "defect out-of-bounds:write");
}

TEST(Exchange, ValuesOfOtherPlaces) {
  EXPECT_EQ(exchanged("r = sub_group_shuffle(x, (u + 1) % 4);", "-3, 9, 3, 5, 5, 6, 7, 4"), "clean");
  EXPECT_EQ(exchanged("r = sub_group_shuffle_xor(x, 2u);", "9, 3, 5, -3, 6, 7, 4, 5"), "clean");
  EXPECT_EQ(exchanged("r = sub_group_shuffle_up(x, 1u); if (i % 4 == 0) r = 0;", "0, 5, -3, 9, 0, 4, 5, 6"),
            "clean");
  EXPECT_EQ(exchanged("r = sub_group_shuffle_down(x, 2u); if (i % 4 > 1) r = 0;", "9, 3, 0, 0, 6, 7, 0, 0"),
            "clean");
  EXPECT_EQ(exchanged("r = sub_group_rotate(x, 1);", "-3, 9, 3, 5, 5, 6, 7, 4"), "clean");
  EXPECT_EQ(exchanged("r = sub_group_clustered_rotate(x, 1, 2u);", "-3, 5, 3, 9, 5, 4, 7, 6"), "clean");
  EXPECT_EQ(exchanged("r = sub_group_non_uniform_broadcast(x, 1u);", "-3, -3, -3, -3, 5, 5, 5, 5"), "clean");
  EXPECT_EQ(exchanged("r = 0; if (i % 4 > 1) r = sub_group_broadcast_first(x);", "0, 0, 9, 9, 0, 0, 6, 6"),
            "clean");
}

TEST(Exchange, VotesAndBallots) {
  EXPECT_EQ(exchanged("if (i % 4 > 1) r = sub_group_elect();", "-1, -1, 1, 0, -1, -1, 1, 0"), "clean");
  EXPECT_EQ(exchanged("r = sub_group_non_uniform_all(x > 0) + 2 * sub_group_non_uniform_any(x > 6);",
                      "2, 2, 2, 2, 3, 3, 3, 3"),
            "clean");
  EXPECT_EQ(exchanged("r = sub_group_non_uniform_all_equal(i / 4);", "1, 1, 1, 1, 1, 1, 1, 1"), "clean");
  EXPECT_EQ(exchanged("uint4 b = sub_group_ballot(x > 4); "
                      "r = sub_group_ballot_bit_count(b) * 100 + sub_group_ballot_inclusive_scan(b) * 10 + "
                      "sub_group_ballot_exclusive_scan(b);",
                      "210, 211, 221, 222, 300, 310, 321, 332"),
            "clean");
  EXPECT_EQ(exchanged("uint4 b = sub_group_ballot(x > 4); "
                      "r = sub_group_ballot_find_lsb(b) * 10 + sub_group_ballot_find_msb(b);",
                      "2, 2, 2, 2, 13, 13, 13, 13"),
            "clean");
  EXPECT_EQ(exchanged("uint4 b = sub_group_ballot(x > 4); "
                      "r = sub_group_inverse_ballot(b) * 10 + sub_group_ballot_bit_extract(b, 2u);",
                      "11, 1, 11, 1, 1, 11, 11, 11"),
            "clean");
  EXPECT_EQ(exchanged("r = get_sub_group_lt_mask().x * 100 + get_sub_group_ge_mask().x;",
                      "15, 114, 312, 708, 15, 114, 312, 708"),
            "clean");
}

TEST(Exchange, ValuesAreBroughtTogether) {
  EXPECT_EQ(
      exchanged("r = sub_group_non_uniform_reduce_mul(x);", "-405, -405, -405, -405, 840, 840, 840, 840"),
      "clean");
  EXPECT_EQ(exchanged("if (i % 4 != 0) r = sub_group_non_uniform_scan_exclusive_add(x);",
                      "-1, 0, -3, 6, -1, 0, 5, 11"),
            "clean");
  EXPECT_EQ(exchanged("r = sub_group_non_uniform_scan_inclusive_min(x);", "5, -3, -3, -3, 4, 4, 4, 4"),
            "clean");
  EXPECT_EQ(exchanged("r = sub_group_clustered_reduce_add(x, 2u);", "2, 2, 12, 12, 9, 9, 13, 13"), "clean");
}

TEST(Exchange, SomeOfASubGroupTakePart) {
  EXPECT_EQ(
      exchanged("r = 0; for (; n < i % 4; ++n) r += sub_group_ballot(1).x;", "0, 14, 26, 34, 0, 14, 26, 34"),
      "clean");
  EXPECT_EQ(exchanged("if (i % 4 == 3) n = sub_group_elect(); sub_group_barrier(CLK_LOCAL_MEM_FENCE); "
                      "r = n + sub_group_ballot(1).x; barrier(CLK_LOCAL_MEM_FENCE);",
                      "15, 15, 15, 16, 15, 15, 15, 16"),
            "clean");
}

// The branch that comes first in the program is executed first, so that the other work-items are joined after
// it.
TEST(Exchange, ThoseThatPartedJoinAgain) {
  EXPECT_EQ(exchanged("if (i % 2 == 1) n = sub_group_elect(); r = n + sub_group_ballot(1).x;",
                      "15, 16, 15, 15, 15, 16, 15, 15"),
            "clean");
  EXPECT_EQ(exchanged("for (; n < 3; ++n) { if (n < i % 4) continue; r = sub_group_ballot(1).x; }",
                      "15, 15, 15, -1, 15, 15, 15, -1"),
            "defect out-of-bounds:write");
  EXPECT_EQ(exchanged("for (; n < 3; ++n) { if (n < i % 4) continue; r = sub_group_ballot(1).x; }",
                      "7, 7, 7, -1, 7, 7, 7, -1"),
            "clean");
}

TEST(Exchange, AValueOfNobodyMayBeAny) {
  EXPECT_EQ(exchanged("r = sub_group_shuffle_up(x, 1u);", "0, 5, -3, 9, 0, 4, 5, 6"),
            "defect out-of-bounds:write");
  EXPECT_EQ(exchanged("r = sub_group_rotate(x, i);", "0, 0, 0, 0, 0, 0, 0, 0"),
            "cannot-judge: operands of a sub-group function that must be equal and are not");
}

}  // namespace
}  // namespace launchproof::oracle
