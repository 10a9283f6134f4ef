#include "reports/words/fix_text.h"

#include <gtest/gtest.h>

namespace launchproof::reports {
namespace {

verdict::ClassResult with_fix(std::vector<verdict::SourceEdit> edits) {
  verdict::ClassResult result;
  result.source = "k.cl";
  for (char c = 'a'; c <= 't'; ++c) result.source_text += std::string(1, c) + "\n";
  verdict::Finding finding;
  finding.id = "1";
  result.findings = {finding};
  result.fixes.push_back({"do it", "", std::move(edits), {"1"}, true});
  return result;
}

TEST(UnifiedDiff, ShowsThreeLinesAroundAChange) {
  const auto result = with_fix({{6, 1, {"F", "G"}}});
  EXPECT_EQ(unified_diff(result, result.fixes[0]),
            "--- k.cl\n+++ k.cl\n@@ -3,7 +3,8 @@\n c\n d\n e\n-f\n+F\n+G\n g\n h\n i\n");
}

TEST(UnifiedDiff, JoinsChangesThatAreNear) {
  const auto result = with_fix({{1, 0, {"new"}}, {4, 0, {"newer"}}, {20, 1, {}}});
  EXPECT_EQ(unified_diff(result, result.fixes[0]),
            "--- k.cl\n+++ k.cl\n@@ -1,6 +1,8 @@\n+new\n a\n b\n c\n+newer\n d\n e\n f\n"
            "@@ -17,4 +19,3 @@\n q\n r\n s\n-t\n");
}

TEST(UnifiedDiff, NamesTheIncludedFileThatChanges) {
  auto result = with_fix({{2, 1, {"B"}}});
  result.included = {{"a.h", "x\ny\n"}, {"b.h", "p\nq\nr\n"}};
  result.fixes[0].file = "b.h";
  EXPECT_EQ(unified_diff(result, result.fixes[0]), "--- b.h\n+++ b.h\n@@ -1,3 +1,3 @@\n p\n-q\n+B\n r\n");
}

TEST(FixOf, IsTheOneThatNamesTheFinding) {
  auto result = with_fix({});
  EXPECT_EQ(fix_of(result, result.findings[0]), result.fixes.data());
  result.findings[0].id = "2";
  EXPECT_EQ(fix_of(result, result.findings[0]), nullptr);
}

TEST(WhatIsVerified, NamesThePropertiesOfAFixThatLeavesOthers) {
  auto result = with_fix({});
  EXPECT_NE(what_is_verified(result, result.fixes[0]).find("every property"), std::string::npos);
  result.fixes[0].is_complete = false;
  EXPECT_NE(what_is_verified(result, result.fixes[0]).find("`data-race` is verified"), std::string::npos);
}

TEST(FixText, SaysWhatNoSizeWasGivenFor) {
  verdict::ClassResult result;
  verdict::Fix fix;
  fix.is_complete = true;
  EXPECT_EQ(what_is_verified(result, fix).find("unknown size"), std::string::npos);
  result.properties[verdict::Property::OutOfBounds].causes.push_back(
      {verdict::Cause::SizeNotKnown, "the size of `a` is not known", {}});
  EXPECT_NE(what_is_verified(result, fix).find("accesses to arrays of unknown size are not checked"),
            std::string::npos);
}

}  // namespace
}  // namespace launchproof::reports
