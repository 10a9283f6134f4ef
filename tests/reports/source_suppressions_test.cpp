#include "reports/acceptance/source_suppressions.h"

#include <gtest/gtest.h>

#include "reports/acceptance/acceptance.h"
#include "verify/verdict/waivers.h"

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::Finding;
using verdict::Property;
using verdict::Results;
using verdict::Verdict;

IgnoreComment only(const std::string& source) {
  const std::vector<IgnoreComment> found = ignore_comments(source);
  EXPECT_EQ(found.size(), 1U) << source;
  return found.empty() ? IgnoreComment{} : found.front();
}

TEST(IgnoreComments, BehindCodeTheyAreAboutItsLineAndAloneAboutTheNextOne) {
  const IgnoreComment behind = only("int a;\na[0] = i;  // launchproof-ignore[data-race]: all write one\n");
  EXPECT_EQ(behind.place, 2U);
  EXPECT_EQ(behind.line, 2U);
  EXPECT_EQ(behind.properties, std::vector<std::string>{"data-race"});
  EXPECT_EQ(behind.reason, "all write one");
  EXPECT_EQ(behind.trouble, "");
  const IgnoreComment alone = only(
      "  //  launchproof-ignore[data-race , out-of-bounds]:why: that\n\n  // more\n/* and */\na[0] = i;\n");
  EXPECT_EQ(alone.place, 1U);
  EXPECT_EQ(alone.line, 5U);
  EXPECT_EQ(alone.properties, (std::vector<std::string>{"data-race", "out-of-bounds"}));
  EXPECT_EQ(alone.reason, "why: that");
  const IgnoreComment block = only("a[0] = i; /* launchproof-ignore[data-race]: reason */ b[0] = i;\n");
  EXPECT_EQ(block.line, 1U);
  EXPECT_EQ(block.reason, "reason");
  EXPECT_EQ(only("// launchproof-ignore[data-race]: reason\r\na[0] = i;\r\n").reason, "reason");
}

TEST(IgnoreComments, ThoseWithoutPropertyOrReasonSuppressNothing) {
  EXPECT_NE(only("// launchproof-ignore: reason\n").trouble.find("names no property"), std::string::npos);
  EXPECT_NE(only("// launchproof-ignore[]: reason\n").trouble.find("`` is not a property"),
            std::string::npos);
  EXPECT_EQ(only("// launchproof-ignore[data-rase]: reason\n").trouble,
            "`data-rase` is not a property; did you mean `data-race`?");
  for (const char* text : {"// launchproof-ignore[data-race]\n", "// launchproof-ignore[data-race]:\n",
                           "// launchproof-ignore[data-race]:   \n", "/* launchproof-ignore[data-race]: */\n",
                           "// launchproof-ignore[data-race] reason\n"})
    EXPECT_NE(only(text).trouble.find("gives no reason"), std::string::npos) << text;
  EXPECT_TRUE(ignore_comments("int launchproof-ignore[data-race]: reason;\n").empty()) << "no comment";
  EXPECT_TRUE(ignore_comments("// see launchproof-ignore[data-race]: reason\n").empty())
      << "not its first word";
}

Finding race_at(std::uint32_t first, std::uint32_t second) {
  Finding finding;
  finding.property = Property::DataRace;
  finding.confirmation = verdict::Confirmation::Replayed;
  finding.locations = {{.file = "k.cl", .line = first}, {.file = "k.cl", .line = second}};
  return finding;
}

Results results_of(const std::string& text, std::vector<Finding> findings) {
  ClassResult result;
  result.kernel = "k";
  result.source = "k.cl";
  result.source_text = text;
  result.findings = std::move(findings);
  result.properties[Property::DataRace].verdict = Verdict::Defect;
  verdict::conclude(result, false);
  Results results;
  results.results = {result};
  return results;
}

Acceptance accepted(const Results& results) {
  Acceptance acceptance;
  if (has_ignore_comments(results)) add_source_suppressions(results, acceptance.suppressed.emplace());
  return acceptance;
}

TEST(SourceSuppressions, AFindingOfThePropertyAtTheLinePasses) {
  const std::string text = "a[0] = i;  // launchproof-ignore[data-race]: same value\nb[0] = i;\n";
  const Results results = results_of(text, {race_at(1, 2), race_at(2, 2)});
  const Acceptance acceptance = accepted(results);
  EXPECT_EQ(why_accepted(acceptance, FindingNumber{0, 0}), "suppressed by k.cl:1: same value");
  EXPECT_EQ(why_accepted(acceptance, FindingNumber{0, 1}), "");
  EXPECT_EQ(verdict::exit_status(results, waivers(acceptance)), 10) << "the other one counts";
  EXPECT_EQ(verdict::exit_status(results_of(text, {race_at(1, 2)}),
                                 waivers(accepted(results_of(text, {race_at(1, 2)})))),
            0);
  EXPECT_TRUE(remarks(*acceptance.suppressed).empty());
}

TEST(SourceSuppressions, OtherLinesPropertiesAndFilesDoNotPass) {
  const Results other =
      results_of("a[0] = i;  // launchproof-ignore[out-of-bounds]: halo\n", {race_at(1, 1)});
  EXPECT_EQ(why_accepted(accepted(other), FindingNumber{0, 0}), "");
  ASSERT_EQ(remarks(*accepted(other).suppressed).size(), 1U);
  EXPECT_EQ(remarks(*accepted(other).suppressed)[0],
            "k.cl:1: launchproof-ignore[out-of-bounds] matches no finding of these results: remove it");
  Finding included = race_at(1, 1);
  for (verdict::SourceLocation& location : included.locations) location.file = "other.h";
  const Results elsewhere = results_of("a[0] = i;  // launchproof-ignore[data-race]: x\n", {included});
  EXPECT_EQ(why_accepted(accepted(elsewhere), FindingNumber{0, 0}), "");
}

TEST(SourceSuppressions, CommentsOfIncludedFilesCountInTheirFile) {
  Finding included = race_at(1, 1);
  for (verdict::SourceLocation& location : included.locations) location.file = "lib/other.h";
  Results results = results_of("a[0] = i;\n", {included, race_at(1, 1)});
  results.results[0].included = {
      {"lib/other.h", "b[0] = i;  // launchproof-ignore[data-race]: same value\n"}};
  EXPECT_TRUE(has_ignore_comments(results));
  const Acceptance acceptance = accepted(results);
  EXPECT_EQ(why_accepted(acceptance, FindingNumber{0, 0}), "suppressed by lib/other.h:1: same value");
  EXPECT_EQ(why_accepted(acceptance, FindingNumber{0, 1}), "") << "line 1 of the source is another line";
}

TEST(SourceSuppressions, WhatIsMalformedIsSaidAndCounts) {
  const Results results = results_of("a[0] = i;  // launchproof-ignore[data-race]\n", {race_at(1, 1)});
  const Acceptance acceptance = accepted(results);
  EXPECT_EQ(verdict::exit_status(results, waivers(acceptance)), 10);
  ASSERT_EQ(remarks(*acceptance.suppressed).size(), 1U);
  EXPECT_EQ(
      remarks(*acceptance.suppressed)[0],
      "k.cl:1: launchproof-ignore gives no reason; write `// launchproof-ignore[data-race]: reason`; it "
      "suppresses nothing");
}

}  // namespace
}  // namespace launchproof::reports
