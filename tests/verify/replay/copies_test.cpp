// Tests asynchronous copies and collective functions: which accesses copies are unordered with, and which
// operands work-items must pass.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/verify/replay/launched_case.h"

namespace launchproof::replay {
namespace {

using verdict::Property;

// Copies the group's part of `a` to local memory. MORE is inserted between the copy and the wait, and THEN
// after the wait.
const char* kCopy = R"(
__kernel void k(__global int *a, __global int *out) {
  __local int tile[8];
  int l = get_local_id(0);
  BEFORE;
  event_t e = async_work_group_copy(tile, a + 8 * get_group_id(0), 8, 0);
  MORE;
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[7 - l];
})";

Outcome copied(const std::string& before, const std::string& more) {
  return Launched(kCopy, "--local-size 8 --num-groups 2 --buffer a=64 --buffer out=64",
                  "-D BEFORE='" + before + "' -D MORE='" + more + "'")
      .run();
}

TEST(Copies, ACopyIsCompleteWhenItWasWaitedFor) {
  EXPECT_EQ(copied("", "").seen.size(), 0u);
  EXPECT_EQ(copied("tile[l] = 1; barrier(CLK_LOCAL_MEM_FENCE)", "").seen.size(), 0u);
  // Others may read what the copy reads.
  EXPECT_EQ(copied("", "out[get_global_id(0)] = a[get_global_id(0)]").seen.size(), 0u);
}

TEST(Copies, SeesRacesWithCopiesInFlight) {
  for (const auto& [before, more, line] : std::vector<std::tuple<std::string, std::string, std::uint32_t>>{
           {"", "out[get_global_id(0)] = tile[l]", 7},
           {"", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); out[get_global_id(0)] = tile[l]", 7},
           {"", "a[get_global_id(0)] = 1", 7},
           {"tile[l] = l", "", 5}}) {
    const auto races = of(copied(before, more), Property::DataRace);
    ASSERT_EQ(races.size(), 1u) << before << more;
    EXPECT_EQ(std::min(line_of(races[0]), line_of(races[0], 1)), std::min(line, 6u)) << before << more;
    EXPECT_EQ(std::max(line_of(races[0]), line_of(races[0], 1)), std::max(line, 6u)) << before << more;
  }
}

TEST(Copies, AllWorkItemsMakeACopy) {
  const auto parted = of(copied("if (l == 3) return", ""), Property::BarrierDivergence);
  ASSERT_EQ(parted.size(), 1u);
  EXPECT_EQ(parted[0].kind, "divergent group function");
  EXPECT_EQ(line_of(parted[0]), 6u);
  const Launched differing(R"(
__kernel void k(__global int *a, __global int *out) {
  __local int tile[8];
  event_t e = async_work_group_copy(tile, a + get_local_id(0), 8, 0);
  wait_group_events(1, &e);
})",
                           "--local-size 8 --num-groups 2");
  EXPECT_EQ(of(differing.run(), Property::BarrierDivergence).size(), 1u);
}

TEST(Copies, CopiesStayInTheirArrays) {
  const Launched launched(R"(
__kernel void k(__global int *a, __global int *out) {
  __local int tile[8];
  event_t e = async_work_group_copy(tile, a, 9, 0);
  wait_group_events(1, &e);
})",
                          "--local-size 8 --num-groups 1 --buffer a=64");
  const auto outside = of(launched.run(), Property::OutOfBounds);
  ASSERT_EQ(outside.size(), 1u);
  EXPECT_EQ(outside[0].participants[0].work_item.array, "tile");
}

// Returns the lines of the only race, or {0, 0} if there is none.
std::pair<std::uint32_t, std::uint32_t> race_of(const std::vector<std::string>& lines) {
  std::string text =
      "__kernel void k(__global int *a, __global int *out) {\n__local int s[8], t[8];\nint l = "
      "get_local_id(0);\n";
  for (const std::string& line : lines) text += line + "\n";
  const Outcome outcome =
      Launched(text + "}", "--local-size 8 --num-groups 1 --buffer a=64 --buffer out=64").run();
  EXPECT_EQ(outcome.status, Status::Completed) << outcome.reason;
  const auto races = of(outcome, Property::DataRace);
  EXPECT_LE(races.size(), 1u) << text;
  if (races.empty()) return {0, 0};
  const std::uint32_t one = line_of(races[0]), two = line_of(races[0], races[0].participants.size() - 1);
  return std::minmax(one, two);
}

using Pair = std::pair<std::uint32_t, std::uint32_t>;
const char* kLoad = "event_t e = async_work_group_copy(s, a, 8, 0);";
const char* kWait = "wait_group_events(1, &e);";
const char* kWaitToo = "wait_group_events(1, &f);";

TEST(Copies, TwoInFlightMeet) {
  // One copy fills the memory that the other reads.
  EXPECT_EQ(race_of({kLoad, "event_t f = async_work_group_copy(out, s, 8, 0);", kWait, kWaitToo}),
            Pair(4, 5));
  EXPECT_EQ(race_of({kLoad, kWait, "event_t f = async_work_group_copy(out, s, 8, 0);", kWaitToo}),
            Pair(0, 0));
  // Both copies fill one element.
  EXPECT_EQ(race_of({kLoad, "event_t f = async_work_group_copy(s + 7, a, 1, 0);", kWait, kWaitToo}),
            Pair(4, 5));
  EXPECT_EQ(race_of({"event_t e = async_work_group_copy(s, a, 7, 0);",
                     "event_t f = async_work_group_copy(s + 7, a, 1, 0);", kWait, kWaitToo}),
            Pair(0, 0));
  // Both read alone.
  EXPECT_EQ(race_of({kLoad, "event_t f = async_work_group_copy(t, a, 8, 0);", kWait, kWaitToo}), Pair(0, 0));
  // Elements of strided copies interleave.
  EXPECT_EQ(race_of({"event_t e = async_work_group_strided_copy(out, s, 4, 2, 0);",
                     "event_t f = async_work_group_strided_copy(out + 1, t, 4, 2, 0);", kWait, kWaitToo}),
            Pair(0, 0));
  EXPECT_EQ(race_of({"event_t e = async_work_group_strided_copy(out, s, 4, 2, 0);",
                     "event_t f = async_work_group_strided_copy(out + 1, t, 2, 3, 0);", kWait, kWaitToo}),
            Pair(4, 5));
}

// Both copies read `a`; the end of one does not end the other, and reads by work-items hide neither.
TEST(Copies, EachEndsByItsOwnEvent) {
  const char* other = "event_t f = async_work_group_copy(t, a, 8, 0);";
  const char* write = "a[l] = 1;";
  EXPECT_EQ(race_of({kLoad, other, kWait, write, kWaitToo}), Pair(5, 7));
  EXPECT_EQ(race_of({kLoad, other, kWaitToo, write, kWait}), Pair(4, 7));
  EXPECT_EQ(race_of({kLoad, other, kWaitToo, kWait, write}), Pair(0, 0));
  EXPECT_EQ(race_of({"out[l] = a[0] + a[1];", kLoad, "barrier(CLK_GLOBAL_MEM_FENCE);",
                     "if (l == 0) a[1] = 1;", kWait}),
            Pair(5, 7));
}

TEST(Copies, ReadsByACopyHideNoneByWorkItems) {
  EXPECT_EQ(race_of({"if (l < 2) out[l] = a[1];", kLoad, kWait, "if (l == 1) a[1] = 1;"}), Pair(4, 7));
  EXPECT_EQ(race_of({"if (l < 2) out[l] = a[1];", kLoad, kWait, "barrier(CLK_GLOBAL_MEM_FENCE);",
                     "if (l == 1) a[1] = 1;"}),
            Pair(0, 0));
}

TEST(Copies, KernelsMustWaitForThem) {
  EXPECT_EQ(race_of({kLoad, "out[l] = l;"}), Pair(4, 4));
  EXPECT_EQ(race_of({kLoad, "event_t f = async_work_group_copy(t, a, 8, e);", kWaitToo}), Pair(0, 0));
  EXPECT_EQ(race_of({kLoad, "event_t f = async_work_group_copy(t, a, 8, 0);", kWaitToo}), Pair(4, 4));
}

TEST(Copies, BytesThatAreEqualAreBenign) {
  const Outcome outcome = Launched(R"(
__kernel void k(__global int *a) {
  __local int s[8];
  s[get_local_id(0)] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(a, s, 8, 0);
  a[get_local_id(0)] = 3;
  wait_group_events(1, &e);
})",
                                   "--local-size 8 --num-groups 1 --buffer a=32")
                              .run();
  const auto races = of(outcome, Property::DataRace);
  ASSERT_EQ(races.size(), 1u);
  EXPECT_TRUE(races[0].benign);
  EXPECT_EQ(races[0].count, 8u);
  EXPECT_TRUE(races[0].participants[0].by_copy);
  EXPECT_FALSE(races[0].participants[1].by_copy);
}

std::string divergence_of(const std::string& body) {
  frontend::DeviceEnvironment device;
  device.opencl_c_version = "3.0";
  device.features = {"work_group_collective_functions"};
  const frontend::PreparedProgram program = frontend::prepare_program(
      {source_of(
          "__kernel void k(__global int *a) { __local int s[8]; int l = get_local_id(0); " + body + " }",
          "-cl-std=CL3.0")},
      device);
  EXPECT_TRUE(program.compiled) << body;
  if (!program.compiled) return "";
  const Outcome outcome = Kernel(program, "k")
                              .run(facts_for(program.kernels.front(),
                                             cli::split_words("--local-size 4 --num-groups 1 --buffer a=64")),
                                   {}, {});
  EXPECT_EQ(outcome.status, Status::Completed) << outcome.reason;
  const auto seen = of(outcome, Property::BarrierDivergence);
  EXPECT_LE(seen.size(), 1u) << body;
  return seen.empty() ? "" : seen[0].kind;
}

TEST(Copies, AllWorkItemsHandInTheSame) {
  const std::string two =
      "event_t e[2]; e[0] = async_work_group_copy(s, a, 4, 0); e[1] = async_work_group_copy(s + 4, a, 4, "
      "0); ";
  EXPECT_EQ(divergence_of(two + "wait_group_events(2, e);"), "");
  EXPECT_EQ(divergence_of(two + "event_t f = e[l & 1]; wait_group_events(1, &f);"), "differing events");
  EXPECT_EQ(divergence_of("event_t e = async_work_group_copy(s, a, 1 + l / 4, 0); wait_group_events(1, &e);"),
            "");
  EXPECT_EQ(divergence_of("event_t e = async_work_group_copy(s, a, 1 + l / 3, 0); wait_group_events(1, &e);"),
            "differing arguments");
  EXPECT_EQ(divergence_of("a[l] = work_group_broadcast(l, 2);"), "");
  EXPECT_EQ(divergence_of("a[l] = work_group_broadcast(l, l / 2);"), "differing arguments");
  EXPECT_EQ(divergence_of("if (l < 2) a[l] = work_group_broadcast(l, 1);"), "divergent group function");
}

// A copy of more elements than any array holds stops at the limits instead of running forever.
TEST(Copies, AnEndlessOneIsUnknownWithItsLine) {
  const Launched launched(R"(
__kernel void k(__global int *a) {
  __local int s[8];
  event_t e = async_work_group_copy(s, a, ~0ul >> 4, 0);
  wait_group_events(1, &e);
})",
                          "--local-size 4 --num-groups 1 --buffer a=64");
  const Outcome outcome = launched.run({}, {.seconds = 0.2});
  EXPECT_EQ(outcome.status, Status::Unknown);
  EXPECT_NE(outcome.reason.find("kernel.cl:4"), std::string::npos) << outcome.reason;
  EXPECT_EQ(of(outcome, Property::OutOfBounds).size(), 2u);
}

}  // namespace
}  // namespace launchproof::replay
