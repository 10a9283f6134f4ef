#include "verify/verdict/explanation.h"

#include <gtest/gtest.h>

namespace launchproof::verdict {
namespace {

constexpr std::uint64_t kElement = 4;  // bytes

WorkItem item(std::uint64_t local, const char* access, std::uint64_t index, std::vector<NamedValue> values) {
  WorkItem made;
  made.local_id[0] = made.global_id[0] = local;
  made.access = access;
  made.array = "partial";
  made.bytes = kElement;
  made.byte_offset = kElement * index;
  made.values = {{"index", std::to_string(index)}};
  made.values.insert(made.values.end(), values.begin(), values.end());
  return made;
}

Finding race() {
  Finding finding;
  finding.property = Property::DataRace;
  finding.locations = {{"k.cl", 9, 5, "first access"}, {"k.cl", 10, 5, "second access"}};
  finding.witness.emplace();
  finding.witness->work_items = {item(0, "read", 1, {{"lid", "0"}, {"stride", "1"}}),
                                 item(1, "write", 1, {{"lid", "1"}})};
  return finding;
}

TEST(Explanation, SaysWhoMeetsWhereAndThatNoBarrierLiesBetween) {
  EXPECT_EQ(explanation({}, race()),
            "Work-item 0 reads `partial[1]` (lid = 0, stride = 1) and work-item 1 writes it (lid = 1): no "
            "barrier that orders `partial` lies between line 9 and line 10.");
}

TEST(Explanation, NamesTheFilesOfLinesInDifferentOnes) {
  Finding finding = race();
  finding.locations[0].file = "index.h";
  EXPECT_TRUE(explanation({}, finding).ends_with("lies between index.h:9 and k.cl:10."));
}

Step meeting(std::uint32_t work_item, const char* does, const char* value, const char* before = "") {
  Step step;
  step.work_item = work_item;
  step.does = does;
  step.array = "partial";
  step.byte_offset = step.bytes = kElement;
  step.value = value;
  step.value_before = before;
  step.meets = true;
  return step;
}

TEST(Explanation, GivesTheValuesOfBothOrders) {
  Finding finding = race();
  finding.witness->steps = {meeting(0, "read", "5"), meeting(1, "write", "4294967295 or -1", "5")};
  const std::string values = " Work-item 0 reads 5 if it comes first, and -1 if work-item 1 does.";
  EXPECT_TRUE(explanation({}, finding).ends_with(values)) << explanation({}, finding);
  EXPECT_TRUE(shows_values(*finding.witness));
  // In the other order, the read sees the written value.
  finding.witness->steps = {meeting(1, "write", "4294967295 or -1", "5"),
                            meeting(0, "read", "4294967295 or -1")};
  EXPECT_TRUE(explanation({}, finding).ends_with(values)) << explanation({}, finding);
  finding.witness->contents_shown = "1, 2, 3, … in `in`";
  EXPECT_TRUE(explanation({}, finding)
                  .ends_with(" With 1, 2, 3, … in `in`, work-item 0 reads 5 if it comes first, "
                             "and -1 if work-item 1 does."));
}

TEST(Explanation, GivesTheValuesOfTwoWrites) {
  Finding finding = race();
  finding.witness->work_items[0].access = "write";
  finding.witness->steps = {meeting(0, "write", "5", "0"), meeting(1, "write", "7", "5")};
  EXPECT_TRUE(
      explanation({}, finding).ends_with(" `partial[1]` holds 5 or 7 afterwards, whichever is stored last."));
  finding.benign = true;
  EXPECT_EQ(explanation({}, finding).find("afterwards"), std::string::npos);
}

TEST(Explanation, GivesNoValuesThatTheReplayDoesNotShow) {
  Finding finding = race();
  // Both orders yield the same value, or a third access wrote between the two.
  for (const Step& read : {meeting(0, "read", "5"), meeting(0, "read", "6")}) {
    finding.witness->steps = {read, meeting(1, "write", "5", read.value == "5" ? "5" : "4")};
    EXPECT_FALSE(shows_values(*finding.witness));
    EXPECT_EQ(explanation({}, finding).find("comes first"), std::string::npos);
  }
  finding.witness->steps = {meeting(0, "read", "5"), meeting(1, "write", "7", "5")};
  finding.witness->steps[1].byte_offset = 0;  // other bytes
  EXPECT_FALSE(shows_values(*finding.witness));
}

TEST(Explanation, NamesTheIterationsInTheirOrder) {
  Finding finding = race();
  const SourceLocation loop{"k.cl", 7, 3, "loop"};
  finding.witness->work_items[0].iterations = {{loop, 7}};
  finding.witness->work_items[1].iterations = {{loop, 5}};
  EXPECT_NE(explanation({}, finding)
                .find("between line 10 in iteration 5 and line 9 in iteration 7 of the loop in line 7."),
            std::string::npos);
}

TEST(Explanation, SaysThatBothMakeOneAccess) {
  Finding finding = race();
  finding.locations[1] = finding.locations[0];
  EXPECT_EQ(explanation({}, finding).find(": both make the access"), std::string::npos);
  finding.witness->work_items[0].access = "write";
  EXPECT_NE(explanation({}, finding).find(": both make the access in line 9, and nothing orders them."),
            std::string::npos);
}

TEST(Explanation, SaysThatBarriersDoNotOrderGroups) {
  Finding finding = race();
  finding.witness->work_items[1].group_id[0] = 3;
  EXPECT_EQ(explanation({}, finding),
            "Work-item 0 of group 0 reads `partial[1]` (lid = 0, stride = 1) and work-item 1 of group 3 "
            "writes it (lid = 1): no barrier orders work-items of different groups here, so either may come "
            "first.");
}

TEST(Explanation, SaysWhyABenignRaceIsBenign) {
  Finding finding = race();
  finding.benign = true;
  EXPECT_NE(explanation({}, finding).find("both store the same bytes"), std::string::npos);
}

TEST(Explanation, NamesBytesWhereElementsDiffer) {
  Finding finding = race();
  finding.witness->work_items[1].values = {};
  finding.witness->work_items[1].byte_offset = 5;
  finding.witness->work_items[1].bytes = 1;
  EXPECT_NE(explanation({}, finding).find("writes byte 5 of `partial`"), std::string::npos);
}

TEST(Explanation, ShowsAllDimensionsOfTheGrid) {
  ClassResult result;
  result.grid = {.work_dim = 2, .global_size = {8, 8, 1}, .local_size = {4, 4, 1}};
  EXPECT_NE(explanation(result, race()).find("Work-item (0, 0) reads"), std::string::npos);
}

TEST(Explanation, SaysWhichConditionSendsWorkItemsDifferentWays) {
  Finding finding = race();
  finding.property = Property::BarrierDivergence;
  finding.kind = "divergent barrier";
  finding.locations = {{"k.cl", 8, 5, "barrier"}, {"k.cl", 7, 7, "branch"}};
  finding.witness->work_items = {item(3, "reaches the barrier", 0, {}), item(4, "does not reach it", 0, {})};
  for (WorkItem& one : finding.witness->work_items)
    one.values = {{"gid", std::to_string(one.local_id[0])}, {"n", "4"}};
  EXPECT_EQ(explanation({}, finding),
            "Work-item 3 (gid = 3, n = 4) reaches the barrier in line 8, and work-item 4 of the same group "
            "(gid = 4, n "
            "= 4) does not: the condition in line 7 sends them different ways.");
}

TEST(Explanation, GivesTheElementsOfAnArray) {
  Finding finding = race();
  finding.property = Property::OutOfBounds;
  finding.locations = {{"k.cl", 7, 3, "access"}};
  finding.witness->work_items = {item(63, "read", 64, {{"i", "63"}})};
  finding.witness->array_bytes = 64 * kElement;
  finding.witness->array_size = "64 elements";
  EXPECT_EQ(explanation({}, finding),
            "Work-item 63 reads `partial[64]` (i = 63), and `partial` has 64 elements.");
  finding.witness->work_items = {item(0, "write", 0, {{"i", "0"}})};
  finding.witness->work_items[0].byte_offset = static_cast<std::uint64_t>(-4);
  finding.witness->work_items[0].values[0].value = "-1";
  EXPECT_EQ(explanation({}, finding),
            "Work-item 0 writes `partial[-1]` (i = 0), which lies before the start of `partial`.");
}

TEST(Explanation, NamesThePlaceAsTheProgramDoes) {
  Finding finding = race();
  for (WorkItem& one : finding.witness->work_items) one.element = "partial[1].sum";
  EXPECT_TRUE(explanation({}, finding)
                  .starts_with("Work-item 0 reads `partial[1].sum` (lid = 0, stride = 1) and work-item 1 "
                               "writes it (lid = 1)"))
      << explanation({}, finding);
}

TEST(Explanation, NamesANullPointer) {
  Finding finding = race();
  finding.property = Property::NullAccess;
  finding.witness->work_items.resize(1);
  EXPECT_EQ(explanation({}, finding),
            "Work-item 0 reads `partial[1]` (lid = 0, stride = 1), and `partial` is a null pointer in this "
            "launch.");
}

TEST(Explanation, IsEmptyWhereTheMessageSaysAll) {
  Finding finding = race();
  finding.witness.reset();
  EXPECT_EQ(explanation({}, finding), "");
  finding = race();
  finding.property = Property::Assertion;
  EXPECT_EQ(explanation({}, finding), "");
}

}  // namespace
}  // namespace launchproof::verdict
