#include "reports/formats/sarif.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/reports/sample.h"

namespace launchproof::reports {
namespace {

using Json = nlohmann::json;

Json run_of(const verdict::Results& results, const Acceptance& acceptance = {}) {
  return Json::parse(sarif_log(results, acceptance)).at("runs").at(0);
}

Json result_of(const Json& run, const std::string& kernel) {
  for (const Json& result : run.at("results")) {
    if (result.at("properties").at("kernel") == kernel) return result;
  }
  return {};
}

TEST(Sarif, BothAccessesAndTheirInterleavingAreThere) {
  const Json race = result_of(run_of(sample()), "reduce");
  EXPECT_EQ(race.at("ruleId"), "data-race");
  EXPECT_EQ(race.at("level"), "error");
  ASSERT_EQ(race.at("relatedLocations").size(), 2U);
  EXPECT_EQ(race.at("relatedLocations")[1].at("message").at("text"), "second access");
  const Json region = race.at("locations")[0].at("physicalLocation").at("region");
  EXPECT_EQ(region.at("startLine"), 9);
  EXPECT_EQ(region.at("startColumn"), 20);
  const Json flows = race.at("codeFlows").at(0).at("threadFlows");
  ASSERT_EQ(flows.size(), 2U);
  const Json first = flows[0].at("locations");
  const Json second = flows[1].at("locations");
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0].at("location").at("message").at("text"), "in iteration 0 of this loop");
  EXPECT_EQ(first[1].at("state").at("step").at("text"), "128");
  EXPECT_EQ(first[1].at("executionOrder"), second[1].at("executionOrder")) << "nothing orders the accesses";
  EXPECT_NE(first[0].at("executionOrder"), second[0].at("executionOrder"));
}

TEST(Sarif, MessagesEndWithTheFixOrTheRemedy) {
  const Json run = run_of(sample());
  const auto message = [&](const char* kernel) {
    return result_of(run, kernel).at("message").at("text").get<std::string>();
  };
  EXPECT_NE(message("reduce").find(". Fix: add `barrier(CLK_LOCAL_MEM_FENCE);` at the end"),
            std::string::npos);
  EXPECT_NE(message("blur").find(" To fix it: Check the index"), std::string::npos) << message("blur");
  EXPECT_EQ(message("flag").find("To fix it"), std::string::npos) << "it is benign";
  for (const Json& rule : run.at("tool").at("driver").at("rules"))
    EXPECT_TRUE(rule.at("help").at("markdown").get<std::string>().starts_with("**")) << rule;
  for (const Json& result : run.at("results"))
    EXPECT_GE(result.at("locations").at(0).at("physicalLocation").at("region").at("startLine"), 1) << result;
}

TEST(Sarif, PairsOfLinesAreRelatedOnceAndPartsStayTogether) {
  verdict::Results results = sample();
  std::vector<verdict::Finding>& findings = results.results[0].findings;
  const verdict::Finding first = findings[0];
  findings.push_back(first);  // the same lines, in other columns
  findings.back().locations[0].column = 1;
  findings.push_back(first);
  for (verdict::SourceLocation& location : findings.back().locations) location.line = 12;
  for (verdict::SourceLocation& location : findings.back().locations) location.column = 3;
  findings.back().confirmation = verdict::Confirmation::Unconfirmed;
  std::size_t of_kernel = 0;
  const Json run = run_of(results);
  for (const Json& result : run.at("results")) of_kernel += result.at("properties").at("kernel") == "reduce";
  EXPECT_EQ(of_kernel, 1U);
  const Json race = result_of(run, "reduce");
  EXPECT_EQ(race.at("level"), "error");
  ASSERT_EQ(race.at("relatedLocations").size(), 3U) << race.at("relatedLocations");
  EXPECT_EQ(race.at("relatedLocations")[2].at("message").at("text"), "likewise, possible: first access");
}

TEST(Sarif, LevelsFollowWhatAFindingRestsOn) {
  const Json run = run_of(sample());
  EXPECT_EQ(result_of(run, "scatter").at("level"), "warning");
  EXPECT_EQ(result_of(run, "flag").at("level"), "note");
  EXPECT_EQ(result_of(run, "sort").at("kind"), "open");
  EXPECT_EQ(result_of(run, "fill"), Json()) << "what is proved is not a result";
}

TEST(Sarif, LaunchesOfOneFindingAreOneResult) {
  verdict::Results results = sample();
  verdict::ClassResult again = results.results[0];
  again.launch = "global (128), local (64)";
  for (auto& location : again.findings[0].locations) location.line += 0;
  results.results.push_back(again);
  const Json race = result_of(run_of(results), "reduce");
  EXPECT_EQ(race.at("occurrenceCount"), 2);
  EXPECT_EQ(race.at("properties").at("launches").size(), 2U);
  EXPECT_EQ(run_of(results).at("results").size(), run_of(sample()).at("results").size());
}

TEST(Sarif, FingerprintsHoldNoLineNumbers) {
  verdict::Results moved = sample();
  moved.results[0].source_text = "\n\n" + moved.results[0].source_text;
  for (auto& location : moved.results[0].findings[0].locations) location.line += 2;
  const Json before = result_of(run_of(sample()), "reduce");
  const Json after = result_of(run_of(moved), "reduce");
  EXPECT_EQ(after.at("partialFingerprints"), before.at("partialFingerprints"));
  EXPECT_NE(after.at("locations"), before.at("locations"));
}

TEST(Sarif, SuppressionsAndTheBaselineAreSaid) {
  const verdict::Results results = sample();
  const Json run = run_of(results, sample_acceptance(results));
  const Json suppressed = result_of(run, "half_barrier");
  EXPECT_EQ(suppressed.at("suppressions").at(0).at("justification"), "kept as a test of <the> tool & others");
  EXPECT_EQ(suppressed.at("baselineState"), "unchanged");
  EXPECT_EQ(result_of(run, "blur").at("suppressions"), Json::array()) << "the entry has expired";
  EXPECT_EQ(result_of(run, "blur").at("baselineState"), "new");
  EXPECT_EQ(result_of(run, "sort").at("baselineState"), "new");
  EXPECT_FALSE(result_of(run_of(results), "blur").contains("suppressions"));
}

TEST(Sarif, AFailureIsNoSuccessfulInvocation) {
  const auto successful = [](const verdict::Results& results) {
    return run_of(results).at("invocations").at(0).at("executionSuccessful").get<bool>();
  };
  EXPECT_FALSE(successful(sample())) << "a kernel does not compile";
  EXPECT_FALSE(successful({})) << "nothing was verified";
  verdict::Results good = sample();
  good.results = {good.results[5]};
  EXPECT_TRUE(successful(good));
  good.problems = {"launches are missing"};
  EXPECT_FALSE(successful(good));
  for (const verdict::Cause cause : {verdict::Cause::Interrupted, verdict::Cause::WorkerCrash}) {
    verdict::Results lost = sample();
    lost.results = {lost.results[5]};
    lost.results[0].verdict = verdict::Verdict::Unknown;
    verdict::PropertyResult& answer = lost.results[0].properties.begin()->second;
    answer = {.verdict = verdict::Verdict::Unknown, .reason = "lost", .causes = {{.cause = cause}}};
    EXPECT_FALSE(successful(lost)) << "what was to be asked was not";
    answer.causes = {{.cause = verdict::Cause::SolverTimeout}};
    EXPECT_TRUE(successful(lost)) << "unknown is an answer";
  }
}

TEST(Sarif, ColumnsAreCodePoints) {
  verdict::Results results = sample();
  verdict::ClassResult& result = results.results[1];
  result.source_text = "/* \xC3\xA9\xC3\xA9 */ out[i] = in[i + 1];\n";
  result.findings[0].locations = {{.file = "filters.cl", .line = 1, .column = 20, .role = "access"}};
  const Json region =
      result_of(run_of(results), "blur").at("locations")[0].at("physicalLocation").at("region");
  EXPECT_EQ(region.at("startColumn"), 18) << "two characters take two bytes each";
}

TEST(Sarif, PathsAreUris) {
  verdict::Results results = sample();
  results.results[1].source = "/a b/\xC3\xA9.cl";
  results.results[1].findings[0].locations[0].file = results.results[1].source;
  EXPECT_EQ(result_of(run_of(results), "blur")
                .at("locations")[0]
                .at("physicalLocation")
                .at("artifactLocation")
                .at("uri"),
            "file:///a%20b/%C3%A9.cl");
}

}  // namespace
}  // namespace launchproof::reports
