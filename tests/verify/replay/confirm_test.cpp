// Tests that replay distinguishes true witnesses from false ones. cases_test.cpp checks that replay sees the
// exact defects of all cases.
#include <gtest/gtest.h>

#include "tests/verify/replay/launched_case.h"

namespace launchproof::replay {
namespace {

verdict::Finding race(std::uint32_t line, std::uint64_t one, std::uint64_t two) {
  verdict::Finding finding;
  finding.property = verdict::Property::DataRace;
  finding.locations = {{"kernel.cl", line, 1, "first access"}};
  finding.witness.emplace();
  for (const std::uint64_t id : {one, two}) {
    verdict::WorkItem item;
    item.local_id = {id, 0, 0};
    finding.witness->work_items.push_back(item);
  }
  return finding;
}

TEST(Confirm, TellsTheTrueWitnessFromAFalseOne) {
  const Launched launched(
      "__kernel void k(__global int *a) {\n  a[get_global_id(0) / 2] = get_global_id(0);\n}",
      "--local-size 8 --num-groups 2");
  EXPECT_TRUE(confirm(launched.kernel, race(2, 2, 3), launched.facts, {}, {}).seen);
  const Confirmation apart = confirm(launched.kernel, race(2, 1, 2), launched.facts, {}, {});
  EXPECT_FALSE(apart.seen);
  EXPECT_NE(apart.reason, "");
  EXPECT_FALSE(confirm(launched.kernel, race(1, 2, 3), launched.facts, {}, {}).seen);
  verdict::Finding without = race(2, 2, 3);
  without.witness.reset();
  EXPECT_FALSE(confirm(launched.kernel, without, launched.facts, {}, {}).seen);
  EXPECT_EQ(confirm(launched.kernel, race(2, 2, 3), launched.facts, {}, {}).outcome.groups, 1u);
}

TEST(Confirm, TellsWhatBothDidUntilTheyMet) {
  const Launched launched(
      "__kernel void k(__global int *a, __local int *t) {\n"
      "  int l = get_local_id(0);\n"
      "  t[l] = 7 - l;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  a[l / 2] = t[l];\n"
      "}",
      "--local-size 8 --num-groups 1 --buffer a=64 --local t=32");
  const Confirmation answer = confirm(launched.kernel, race(5, 2, 3), launched.facts, {}, {});
  ASSERT_TRUE(answer.seen);
  EXPECT_EQ(answer.steps_left_out, 0U);
  std::vector<std::string> told;
  told.reserve(answer.steps.size());
  for (const verdict::Step& step : answer.steps)
    told.push_back(std::string(1, static_cast<char>('A' + step.work_item)) + " " + step.does + " " +
                   step.array + " " + std::to_string(step.byte_offset) + " " + step.value + " line " +
                   std::to_string(step.location.line) + " after " + std::to_string(step.barriers) +
                   (step.meets ? " meets" : ""));
  EXPECT_EQ(told, (std::vector<std::string>{
                      "A write t 8 5 line 3 after 0", "A waits at the barrier  0  line 4 after 0",
                      "B write t 12 4 line 3 after 0", "B waits at the barrier  0  line 4 after 0",
                      "A read t 8 5 line 5 after 1", "A write a 4 5 line 5 after 1 meets",
                      "B read t 12 4 line 5 after 1", "B write a 4 4 line 5 after 1 meets"}));
  EXPECT_TRUE(confirm(launched.kernel, race(5, 1, 2), launched.facts, {}, {}).steps.empty())
      << "nothing is told of what was not seen";
}

TEST(Confirm, TellsOfALongCourseTheEndAndTheBeginning) {
  const Launched launched(
      "__kernel void k(__global int *a, __local int *t) {\n"
      "  for (int i = 0; i < 100; i++)\n"
      "    t[get_local_id(0)] = i;\n"
      "  a[get_local_id(0) / 2] = t[get_local_id(0)] + get_local_id(0);\n"
      "}",
      "--local-size 8 --num-groups 1 --buffer a=64 --local t=32");
  const Confirmation answer = confirm(launched.kernel, race(4, 2, 3), launched.facts, {}, {});
  ASSERT_TRUE(answer.seen);
  EXPECT_GT(answer.steps_left_out, 100U);
  EXPECT_LT(answer.steps.size(), 50U);
  EXPECT_EQ(std::ranges::count_if(answer.steps, &verdict::Step::meets), 2);
}

}  // namespace
}  // namespace launchproof::replay
