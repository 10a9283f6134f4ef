#include "reports/words/root_causes.h"

#include <gtest/gtest.h>

namespace launchproof::reports {
namespace {

verdict::Finding race(const char* array, std::uint32_t first, std::uint32_t second, const char* interval) {
  verdict::Finding finding;
  finding.id = std::string(array) + std::to_string(first) + std::to_string(second) + interval;
  finding.kind = "read-write";
  finding.confirmation = verdict::Confirmation::Exact;
  finding.locations = {{"k.cl", first, 1, "first access"}, {"k.cl", second, 1, "second access"}};
  finding.witness.emplace();
  finding.witness->interval = interval;
  finding.witness->work_items.resize(2);
  for (verdict::WorkItem& item : finding.witness->work_items) item.array = array;
  return finding;
}

TEST(RootCauses, AreFindingsOfOnePropertyArrayAndInterval) {
  verdict::ClassResult result;
  result.findings = {race("t", 9, 10, "start"), race("u", 9, 10, "start"), race("t", 9, 12, "start"),
                     race("t", 9, 10, "later")};
  result.findings.push_back(race("t", 9, 10, "start"));
  result.findings.back().property = verdict::Property::OutOfBounds;
  const auto causes = root_causes(result);
  ASSERT_EQ(causes.size(), 4U);
  EXPECT_EQ(causes[0], (RootCause{0, 2}));
  EXPECT_EQ(causes[1], RootCause{1});
  EXPECT_EQ(causes[2], RootCause{3});
  EXPECT_EQ(causes[3], RootCause{4});
  EXPECT_EQ(other_pairs(result, causes[0]), std::vector<std::string>{"lines 9 and 12 (read-write)"});
  EXPECT_TRUE(other_pairs(result, causes[1]).empty());
}

TEST(RootCauses, AreShownByTheSurestFinding) {
  verdict::ClassResult result;
  result.findings = {race("t", 1, 2, ""), race("t", 3, 4, ""), race("t", 5, 6, "")};
  result.findings[0].confirmation = verdict::Confirmation::Unconfirmed;
  result.findings[2].confirmation = verdict::Confirmation::Replayed;
  EXPECT_EQ(root_causes(result).at(0), (RootCause{2, 1, 0}));
}

TEST(RootCauses, ABenignRaceStandsWithTheDefectOnItsLines) {
  verdict::ClassResult result;
  result.findings = {race("t", 12, 12, "first"), race("t", 12, 14, "later"), race("t", 13, 13, "later"),
                     race("u", 12, 12, "later")};
  for (const std::size_t benign : {0U, 2U, 3U}) {
    result.findings[benign].benign = true;
    result.findings[benign].kind = "write-write";
    result.findings[benign].confirmation = verdict::Confirmation::Replayed;
  }
  const auto causes = root_causes(result);
  ASSERT_EQ(causes.size(), 3U);
  EXPECT_EQ(causes[0], (RootCause{1, 0})) << "a defect represents a benign race, however certain that is";
  EXPECT_EQ(causes[1], RootCause{2});
  EXPECT_EQ(causes[2], RootCause{3});
  EXPECT_EQ(other_pairs(result, causes[0]), std::vector<std::string>{"line 12 (write-write, benign)"});
  EXPECT_EQ(shown_with(result, 0), 1U);
  EXPECT_EQ(shown_with(result, 1), 1U);
  EXPECT_EQ(shown_with(result, 2), 2U);
  result.findings[1].launch = 2;
  EXPECT_EQ(root_causes(result).size(), 4U) << "they happen in other launches";
}

TEST(RootCauses, ABenignRaceStaysWithItsDefectWhenThatIsLetPass) {
  verdict::ClassResult result;
  result.findings = {race("t", 12, 12, ""), race("t", 12, 12, "")};
  result.findings[1].benign = true;
  const auto causes = root_causes(result, [](std::size_t finding) { return finding == 0 ? "known" : ""; });
  ASSERT_EQ(causes.size(), 1U) << "a baseline names only what counts";
  EXPECT_EQ(causes[0], (RootCause{0, 1}));
}

TEST(RootCauses, PutDefectsBeforePossibleOnesAndThoseBeforeBenignOnes) {
  verdict::ClassResult result;
  result.findings = {race("t", 1, 1, ""), race("u", 2, 3, ""), race("v", 4, 5, ""), race("w", 6, 7, "")};
  result.findings[0].benign = true;
  result.findings[1].confirmation = verdict::Confirmation::Unconfirmed;
  const auto causes = root_causes(result);
  ASSERT_EQ(causes.size(), 4U);
  EXPECT_EQ(causes[0], RootCause{2});
  EXPECT_EQ(causes[1], RootCause{3});
  EXPECT_EQ(causes[2], RootCause{1});
  EXPECT_EQ(causes[3], RootCause{0});
}

TEST(RootCauses, NameTheFilesOfPairsAndWhatIsOnlyPossible) {
  verdict::ClassResult result;
  result.source = "k.cl";
  result.included = {{"idx.h", "int f;\n"}};
  result.findings = {race("t", 1, 2, ""), race("t", 6, 3, ""), race("t", 4, 5, ""), race("t", 7, 8, ""),
                     race("t", 4, 5, "")};
  result.findings[1].locations[1].file = "idx.h";
  result.findings[2].confirmation = verdict::Confirmation::Unconfirmed;
  for (verdict::SourceLocation& location : result.findings[3].locations) location.file = "idx.h";
  result.findings[4].confirmation = verdict::Confirmation::Unconfirmed;
  const auto causes = root_causes(result);
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(other_pairs(result, causes[0]),
            (std::vector<std::string>{"idx.h:3 and k.cl:6 (read-write)", "idx.h:7 and idx.h:8 (read-write)",
                                      "lines 4 and 5 (read-write, possible)"}));
  EXPECT_EQ(distinct_pairs(result, causes[0]), (std::vector<std::size_t>{0, 1, 3, 2}));
}

TEST(RootCauses, KeepApartWhatIsBenignOrLetPass) {
  verdict::ClassResult result;
  result.findings = {race("t", 1, 2, ""), race("t", 3, 4, ""), race("t", 5, 6, "")};
  result.findings[1].benign = true;
  EXPECT_EQ(root_causes(result).size(), 2U);
  EXPECT_EQ(root_causes(result, [](std::size_t finding) { return finding == 2 ? "known" : ""; }).size(), 3U);
}

}  // namespace
}  // namespace launchproof::reports
