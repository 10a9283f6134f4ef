// Tests that results shown as one ended alike in everything except for numbers.
#include "verify/verdict/fold.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace launchproof::verdict {
namespace {

ClassResult possible() {
  ClassResult result;
  result.kernel = "k";
  result.source = "k.cl";
  result.properties[Property::OutOfBounds] = {Verdict::PossibleDefect, "at byte 64", {}};
  result.properties[Property::DataRace] = {
      Verdict::Unknown, "in time", {{Cause::SolverTimeout, "5 s", {"k.cl", 7, 1, ""}}}};
  Finding finding;
  finding.property = Property::OutOfBounds;
  finding.kind = "past the end";
  finding.message = "at byte 64";
  finding.locations = {{"k.cl", 3, 5, "access"}};
  finding.approximations = {{Cause::ContentsNotRecorded, "needs 3", {"k.cl", 2, 1, ""}}};
  finding.witness = Witness{};
  result.findings.push_back(finding);
  conclude(result, false);
  return result;
}

std::size_t parts_with(const std::function<void(ClassResult&)>& change) {
  Results results;
  results.results = {possible(), possible()};
  change(results.results[1]);
  return folded(results).size();
}

TEST(Fold, NumbersDoNotTellApart) {
  EXPECT_EQ(parts_with([](ClassResult& result) {
              result.launch = "global (7)";
              result.reason = "out-of-bounds: at byte 68";
              result.seconds = 7;
              result.findings[0].message = "at byte 68";
              result.findings[0].witness->address = 68;
              result.findings[0].repro = "launchproof replay --class 2";
              result.findings[0].approximations[0].detail = "needs 4";
              result.properties[Property::OutOfBounds].reason = "at byte 68";
            }),
            1U);
}

TEST(Fold, WhatEndedOtherwiseStaysApart) {
  const std::function<void(ClassResult&)> changes[] = {
      [](ClassResult& r) { r.kernel = "other"; },
      [](ClassResult& r) { r.source = "other.cl"; },
      [](ClassResult& r) { r.verdict = Verdict::Unknown; },
      [](ClassResult& r) { r.properties[Property::DataRace].verdict = Verdict::Verified; },
      [](ClassResult& r) { r.properties[Property::DataRace].causes[0].cause = Cause::ClassTimeout; },
      [](ClassResult& r) { r.properties[Property::NullAccess] = {Verdict::Verified, "", {}}; },
      [](ClassResult& r) { r.findings[0].locations[0].line = 4; },
      [](ClassResult& r) { r.findings[0].kind = "before the start"; },
      [](ClassResult& r) { r.findings[0].confirmation = Confirmation::Replayed; },
      [](ClassResult& r) { r.findings[0].approximations.clear(); },
      [](ClassResult& r) { r.findings.push_back(r.findings[0]); },
      [](ClassResult& r) { r.findings.clear(); },
  };
  std::size_t number = 0;
  for (const auto& change : changes) EXPECT_EQ(parts_with(change), 2U) << "change " << number++;
}

TEST(Fold, VerifiedClassesStayAsTheyWereProved) {
  Results results;
  ClassResult proved;
  proved.properties[Property::DataRace] = {Verdict::Verified, "", {}};
  conclude(proved, false);
  results.results = {proved, possible(), proved, possible()};
  const std::vector<std::vector<std::size_t>> expected{{0}, {1, 3}, {2}};
  EXPECT_EQ(folded(results), expected);
  const std::string json = to_json(results);
  EXPECT_NE(json.find("\"rows\""), std::string::npos);
  EXPECT_EQ(results_from_json(json), results);
}

}  // namespace
}  // namespace launchproof::verdict
