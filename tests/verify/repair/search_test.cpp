#include "verify/repair/search.h"

#include <gtest/gtest.h>

namespace launchproof::repair {
namespace {

using verdict::ClassResult;
using verdict::Finding;
using verdict::Property;
using verdict::Verdict;

const std::string kText = "void k() {\n  t[i] = 1;\n  f(t[j]);\n  u[i] = 1;\n  f(u[j]);\n}\n";

Finding race_on(const std::string& array, std::uint32_t line) {
  Finding finding;
  finding.id = array;
  finding.property = Property::DataRace;
  finding.confirmation = verdict::Confirmation::Exact;
  finding.locations = {{"k.cl", line, 3, "first access"}, {"k.cl", line + 1, 5, "second access"}};
  finding.witness.emplace();
  finding.witness->work_items.resize(2);
  for (verdict::WorkItem& item : finding.witness->work_items) item.array = array;
  return finding;
}

ClassResult result_with(std::vector<Finding> findings) {
  ClassResult result;
  for (const Property property : {Property::DataRace, Property::BarrierDivergence, Property::OutOfBounds})
    result.properties[property].verdict = Verdict::Verified;
  result.findings = std::move(findings);
  verdict::conclude(result, false);
  return result;
}

// Returns whether a barrier stands between the two lines.
bool is_ordered(const std::string& text, const std::string& array) {
  const std::size_t first = text.find(array + "[i]"), second = text.find(array + "[j]");
  const std::size_t barrier = text.find("barrier", first);
  return barrier != std::string::npos && barrier < second;
}

std::optional<Judged> judged(const std::string& text) {
  std::vector<Finding> left;
  if (!is_ordered(text, "t")) left.push_back(race_on("t", 2));
  if (!is_ordered(text, "u")) left.push_back(race_on("u", text.find("barrier") == std::string::npos ? 4 : 5));
  return Judged{result_with(std::move(left)), {}};
}

KernelFacts two_arrays() {
  KernelFacts known;
  known.file = "k.cl";
  for (const char* name : {"t", "u"}) known.arrays.push_back({name, model::Memory::Local, "int", 64, false});
  return known;
}

TEST(Search, CombinesChangesUntilEverythingIsVerified) {
  const ClassResult result = judged(kText)->result;
  ASSERT_TRUE(may_be_repaired(result));
  const auto fixes = find_fixes(result, kText, two_arrays(), judged, Limits());
  ASSERT_EQ(fixes.size(), 1U);
  EXPECT_TRUE(fixes[0].is_complete);
  EXPECT_EQ(fixes[0].findings, (std::vector<std::string>{"t", "u"}));
  EXPECT_EQ(fixes[0].title,
            "add `barrier(CLK_LOCAL_MEM_FENCE);` before line 3; then add `barrier(CLK_LOCAL_MEM_FENCE);` "
            "before line 5");
  ASSERT_EQ(fixes[0].edits.size(), 2U);
  EXPECT_EQ(fixes[0].edits[0].line, 3U);
  EXPECT_EQ(fixes[0].edits[1].line, 5U);
}

TEST(Search, OffersNothingThatDoesNotSettleAProperty) {
  const ClassResult result = judged(kText)->result;
  const auto half = [](const std::string& text) {
    ClassResult one = judged(text)->result;
    if (one.findings.empty()) one = result_with({race_on("u", 5)});
    return std::optional(Judged{std::move(one), {}});
  };
  EXPECT_TRUE(find_fixes(result, kText, two_arrays(), half, Limits()).empty());
}

TEST(Search, RefusesWhatMakesAPropertyWorse) {
  const ClassResult result = result_with({race_on("t", 2)});
  const auto diverges = [](const std::string&) {
    ClassResult one = result_with({});
    one.properties[Property::BarrierDivergence].verdict = Verdict::Unknown;
    verdict::conclude(one, false);
    return std::optional(Judged{std::move(one), {}});
  };
  EXPECT_TRUE(find_fixes(result, kText, two_arrays(), diverges, Limits()).empty());
}

TEST(Search, RefusesWhatKeepsCodeFromRunning) {
  const ClassResult result = result_with({race_on("t", 2)});
  const auto unreached = [](const std::string&) {
    ClassResult one = result_with({});
    one.unreachable.push_back({"k.cl", 3, 1, "read"});
    return std::optional(Judged{std::move(one), {}});
  };
  EXPECT_TRUE(find_fixes(result, kText, two_arrays(), unreached, Limits()).empty());
}

TEST(Search, KeepsToItsLimits) {
  const ClassResult result = result_with({race_on("t", 2)});
  unsigned trials = 0;
  const auto never = [&](const std::string&) -> std::optional<Judged> {
    ++trials;
    return std::nullopt;
  };
  Limits limits;
  limits.trials = 1;
  EXPECT_TRUE(find_fixes(result, kText, two_arrays(), never, limits).empty());
  EXPECT_EQ(trials, 1U);
}

TEST(Search, LeavesBenignFindingsAlone) {
  Finding benign = race_on("t", 2);
  benign.benign = true;
  EXPECT_FALSE(may_be_repaired(result_with({benign})));
  EXPECT_FALSE(may_be_repaired(result_with({})));
}

TEST(Search, RefusesAKernelThatReadsWhatNothingWrites) {
  const ClassResult result = judged(kText)->result;
  unsigned asked = 0;
  const auto verify = [&](const std::string& text) {
    std::optional<Judged> one = judged(text);
    one->reads_unwritten = [&] { return ++asked > 0; };
    return one;
  };
  EXPECT_TRUE(find_fixes(result, kText, two_arrays(), verify, Limits()).empty());
  EXPECT_GT(asked, 0U);
}

}  // namespace
}  // namespace launchproof::repair
