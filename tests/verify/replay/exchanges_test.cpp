// Tests the exchange of values between work-items of a sub-group: all of it, or those that reach a call
// together.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/verify/replay/launched_case.h"

namespace launchproof::replay {
namespace {

using Values = std::vector<std::int32_t>;

Outcome outcome_of(const std::string& body, const std::string& launch) {
  frontend::DeviceEnvironment device;
  device.opencl_c_version = "3.0";
  device.features = {"work_group_collective_functions"};
  for (const char* extension :
       {"cl_khr_subgroups", "cl_khr_subgroup_extended_types", "cl_khr_subgroup_non_uniform_vote",
        "cl_khr_subgroup_ballot", "cl_khr_subgroup_non_uniform_arithmetic", "cl_khr_subgroup_shuffle",
        "cl_khr_subgroup_shuffle_relative", "cl_khr_subgroup_clustered_reduce", "cl_khr_subgroup_rotate"})
    device.extensions.emplace_back(extension);
  const std::string text =
      "__kernel void k(__global int *out) { int i = get_local_id(0); uint u = i; "
      "int x = i == 0 ? 5 : i == 1 ? -3 : i == 2 ? 9 : i; int r = -1; " +
      body + " out[i] = r; }";
  const frontend::PreparedProgram program =
      frontend::prepare_program({source_of(text, "-cl-std=CL3.0")}, device);
  EXPECT_TRUE(program.compiled) << body;
  if (!program.compiled) return {};
  Options options;
  options.keep_results = true;
  return Kernel(program, "k")
      .run(facts_for(program.kernels.front(), cli::split_words("--num-groups 1 --buffer out=32 " + launch)),
           {}, options);
}

// Returns the results of 8 work-items in sub-groups of 4, whose values are 5, -3, 9, 3, 4, 5, 6 and 7.
Values exchanged(const std::string& body, bool is_open = false, const std::string& size = "4") {
  const Outcome outcome = outcome_of(body, "--local-size 8 --sub-group-size " + size);
  EXPECT_EQ(outcome.status, Status::Completed) << outcome.reason;
  EXPECT_EQ(outcome.open_exchanges, is_open) << body;
  if (outcome.results.empty()) return {};
  Values words(8);
  std::memcpy(words.data(), outcome.results.begin()->second.data(), 32);
  return words;
}

TEST(Exchanges, ValuesAreOfOtherPlaces) {
  EXPECT_EQ(exchanged("r = sub_group_shuffle(x, (u + 1) % 4);"), (Values{-3, 9, 3, 5, 5, 6, 7, 4}));
  EXPECT_EQ(exchanged("r = sub_group_shuffle_xor(x, 2u);"), (Values{9, 3, 5, -3, 6, 7, 4, 5}));
  EXPECT_EQ(exchanged("r = sub_group_rotate(x, 1);"), (Values{-3, 9, 3, 5, 5, 6, 7, 4}));
  EXPECT_EQ(exchanged("r = sub_group_clustered_rotate(x, 1, 2u);"), (Values{-3, 5, 3, 9, 5, 4, 7, 6}));
  EXPECT_EQ(exchanged("r = sub_group_broadcast(x, 2u);"), (Values{9, 9, 9, 9, 6, 6, 6, 6}));
  EXPECT_EQ(exchanged("r = sub_group_non_uniform_broadcast(x, 1u);"), (Values{-3, -3, -3, -3, 5, 5, 5, 5}));
  EXPECT_EQ(exchanged("int2 v = sub_group_broadcast((int2)(x, i), 3u); r = v.x * 10 + v.y;"),
            (Values{33, 33, 33, 33, 77, 77, 77, 77}));
  EXPECT_EQ(
      exchanged("float3 v = sub_group_broadcast((float3)(x, i, 2), 1u); r = v.x * 100 + v.y * 10 + v.z;"),
      (Values{-288, -288, -288, -288, 552, 552, 552, 552}));
  EXPECT_EQ(exchanged("r = sub_group_broadcast((char4)(x, i, i, 1), 2u).x;"),
            (Values{9, 9, 9, 9, 6, 6, 6, 6}));
  EXPECT_EQ(exchanged("r = sub_group_broadcast_first(x);"), (Values{5, 5, 5, 5, 4, 4, 4, 4}));
  EXPECT_EQ(exchanged("r = (int)(100 * sub_group_shuffle_xor((double)x / 2, 1u));"),
            (Values{-150, 250, 150, 450, 250, 200, 350, 300}));
  EXPECT_EQ(exchanged("r = sub_group_shuffle_xor((short)x, (uint)1);"), (Values{-3, 5, 3, 9, 5, 4, 7, 6}));
  EXPECT_EQ(exchanged("int2 v = sub_group_non_uniform_broadcast((int2)(x, i), 3u); r = v.x * 10 + v.y;"),
            (Values{33, 33, 33, 33, 77, 77, 77, 77}));
}

// A value from a work-item that does not take part is undefined.
TEST(Exchanges, AValueOfNobodyIsOpen) {
  EXPECT_EQ(exchanged("r = sub_group_shuffle_up(x, 1u);", true)[3], 9);
  EXPECT_EQ(exchanged("r = sub_group_shuffle_down(x, 1u);", true)[4], 5);
  EXPECT_EQ(exchanged("r = sub_group_shuffle(x, 0u);"), (Values{5, 5, 5, 5, 4, 4, 4, 4}));
  exchanged("r = sub_group_shuffle(x, 4u);", true);
  exchanged("if (i != 0) r = sub_group_shuffle(x, 0u);", true);
  exchanged("r = sub_group_broadcast(x, 4u);", true);
  exchanged("r = sub_group_rotate(x, i);", true);
  exchanged("r = sub_group_non_uniform_broadcast(x, u % 2);", true);
  exchanged("r = sub_group_clustered_rotate(x, 1, 8u);", true);
  exchanged("r = (int)sub_group_non_uniform_reduce_add((float)x);");
  exchanged("r = (int)sub_group_non_uniform_reduce_add((float)x / 7);", true);  // in which order?
  exchanged("r = (int)sub_group_scan_inclusive_add((float)x / 7);", true);
  exchanged("r = (int)sub_group_scan_inclusive_add((float)x) + (int)sub_group_reduce_max((float)x / 7);");
  exchanged("r = (int)work_group_reduce_add(i == 3 ? 16777217.0 : 1.0);");
  exchanged("r = (int)work_group_reduce_add(i == 3 ? 1.0e20 : 1.0);", true);
  exchanged("r = (int)sub_group_non_uniform_reduce_max((float)x);");
  exchanged("r = sub_group_ballot_find_lsb((uint4)0);", true);
  // If the group is a single sub-group, the device chooses the maximum size.
  exchanged("r = sub_group_rotate(x, 1);", true, "16");
  exchanged("r = sub_group_ballot_bit_count((uint4)(256, 0, 0, 0));", true, "16");
  exchanged("r = sub_group_ballot_bit_count((uint4)(255, 0, 0, 0));", false, "16");
}

TEST(Exchanges, VotesAndBallots) {
  EXPECT_EQ(exchanged("r = sub_group_elect();"), (Values{1, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(exchanged("if (i % 4 > 1) r = sub_group_elect();"), (Values{-1, -1, 1, 0, -1, -1, 1, 0}));
  EXPECT_EQ(exchanged("r = sub_group_non_uniform_all(x > 0) + 2 * sub_group_non_uniform_any(x > 6);"),
            (Values{2, 2, 2, 2, 3, 3, 3, 3}));
  EXPECT_EQ(exchanged("r = sub_group_non_uniform_all_equal(i / 2 * 2) + "
                      "sub_group_non_uniform_all_equal((float)(i / 4));"),
            Values(8, 1));
  EXPECT_EQ(exchanged("r = sub_group_ballot(x > 4).x;"), (Values{5, 5, 5, 5, 14, 14, 14, 14}));
  EXPECT_EQ(exchanged("if (i % 2 == 1) r = sub_group_ballot(1).x; else r = sub_group_ballot(1).x;"),
            (Values{5, 10, 5, 10, 5, 10, 5, 10}));
  EXPECT_EQ(exchanged("uint4 b = sub_group_ballot(x > 4); "
                      "r = sub_group_ballot_bit_count(b) * 100 + sub_group_ballot_inclusive_scan(b) * 10 + "
                      "sub_group_ballot_exclusive_scan(b);"),
            (Values{210, 211, 221, 222, 300, 310, 321, 332}));
  EXPECT_EQ(exchanged("uint4 b = sub_group_ballot(x > 4); "
                      "r = sub_group_ballot_find_lsb(b) * 10 + sub_group_ballot_find_msb(b);"),
            (Values{2, 2, 2, 2, 13, 13, 13, 13}));
  EXPECT_EQ(exchanged("uint4 b = sub_group_ballot(x > 4); "
                      "r = sub_group_inverse_ballot(b) * 10 + sub_group_ballot_bit_extract(b, 2u);"),
            (Values{11, 1, 11, 1, 1, 11, 11, 11}));
  EXPECT_EQ(exchanged("r = get_sub_group_eq_mask().x * 1000 + get_sub_group_lt_mask().x * 100 + "
                      "get_sub_group_ge_mask().x;"),
            (Values{1015, 2114, 4312, 8708, 1015, 2114, 4312, 8708}));
  EXPECT_EQ(exchanged("r = get_sub_group_le_mask().x * 100 + get_sub_group_gt_mask().x;"),
            (Values{114, 312, 708, 1500, 114, 312, 708, 1500}));
}

TEST(Exchanges, ValuesAreBroughtTogether) {
  EXPECT_EQ(exchanged("r = sub_group_reduce_add(x) * 100 + sub_group_scan_inclusive_max(x);"),
            (Values{1405, 1405, 1409, 1409, 2204, 2205, 2206, 2207}));
  EXPECT_EQ(exchanged("r = sub_group_reduce_min((char)x);"), (Values{-3, -3, -3, -3, 4, 4, 4, 4}));
  EXPECT_EQ(exchanged("r = sub_group_scan_exclusive_max((short)x);"),
            (Values{-32768, 5, 5, 9, -32768, 4, 5, 6}));
  EXPECT_EQ(exchanged("r = sub_group_non_uniform_reduce_mul(x);"),
            (Values{-405, -405, -405, -405, 840, 840, 840, 840}));
  EXPECT_EQ(exchanged("if (i % 4 != 0) r = sub_group_non_uniform_scan_exclusive_add(x);"),
            (Values{-1, 0, -3, 6, -1, 0, 5, 11}));
  EXPECT_EQ(exchanged("r = sub_group_non_uniform_scan_inclusive_xor(i) * 10 + "
                      "sub_group_non_uniform_reduce_logical_or(i == 6);"),
            (Values{0, 10, 30, 0, 41, 11, 71, 1}));
  EXPECT_EQ(exchanged("r = sub_group_clustered_reduce_add(x, 2u);"), (Values{2, 2, 12, 12, 9, 9, 13, 13}));
  EXPECT_EQ(exchanged("r = sub_group_clustered_reduce_and(i | 8, 4u);"),
            (Values{8, 8, 8, 8, 12, 12, 12, 12}));
}

// They continue with the barrier once they have reached it, and calls in loops are matched by iteration.
TEST(Exchanges, SomeOfASubGroupTakePart) {
  EXPECT_EQ(exchanged("r = 0; for (int n = 0; n < i % 4; ++n) r += sub_group_ballot(1).x;"),
            (Values{0, 14, 26, 34, 0, 14, 26, 34}));
  EXPECT_EQ(exchanged("if (i % 4 == 3) r = sub_group_elect(); sub_group_barrier(CLK_LOCAL_MEM_FENCE); "
                      "r += sub_group_ballot(1).x; barrier(CLK_LOCAL_MEM_FENCE);"),
            (Values{14, 14, 14, 16, 14, 14, 14, 16}));
  EXPECT_EQ(exchanged("for (int n = 0; n < 2; ++n) { if (n == 0 && i % 2 == 0) continue; "
                      "r = sub_group_ballot(1).x; }",
                      true),
            Values(8, 15));
}

// The branch that comes first in the program is executed first, so that the other work-items are joined after
// it.
TEST(Exchanges, ThoseThatPartedJoinAgain) {
  EXPECT_EQ(exchanged("int n = 0; if (i % 2 == 1) n = sub_group_elect(); r = n + sub_group_ballot(1).x;"),
            (Values{15, 16, 15, 15, 15, 16, 15, 15}));
  EXPECT_EQ(
      exchanged("for (int n = 0; n < 3; ++n) { if (n < i % 4) continue; r = sub_group_ballot(1).x; }", true),
      (Values{7, 7, 7, -1, 7, 7, 7, -1}));
}

// OpenCL does not guarantee that diverged work-items reconverge.
TEST(Exchanges, WhoComesTogetherMayNotBeDefined) {
  const std::string parts = "if (i % 2 == 1) out[i] = 7; ";
  const auto votes = [](const std::string& before, bool is_open) {
    return exchanged(before + "r = sub_group_ballot(1).x; }", is_open);
  };
  EXPECT_EQ(votes("if (i % 4 != 0) { ", false), (Values{-1, 14, 14, 14, -1, 14, 14, 14}));
  EXPECT_EQ(votes("if (i % 4 != 0) { " + parts, true), (Values{-1, 14, 14, 14, -1, 14, 14, 14}));
  EXPECT_EQ(votes(parts + "if (i % 4 != 0) { ", false), (Values{-1, 14, 14, 14, -1, 14, 14, 14}));
  EXPECT_EQ(votes("if (i < 8) { " + parts, false), Values(8, 15));  // they all do
  votes("for (int n = 0; n < i % 4; ++n) { ", false);
  votes("for (int n = 0; n < i % 4; ++n) { " + parts, true);
  votes("for (int n = 0; n < i % 4; ++n) { if (n == i) continue; ", true);
  votes("if (i > 0) { for (int n = 0; n < i; ++n) out[i] = n; ", true);
  votes("for (int n = 0; n < i % 4; ++n) { for (int m = 0; m < i; ++m) out[i] = m; ", true);
  votes("for (int n = 0; n < i % 4; ++n) for (int m = 0; m < i % 3; ++m) { ", true);
  votes("if (i % 4 != 0) for (int n = 0; n < 3; ++n) { ", false);
  votes("for (int n = 0; n < i % 4; ++n) { if (n == 1) r = 2; ", true);
}

}  // namespace
}  // namespace launchproof::replay
