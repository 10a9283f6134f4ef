#include "reports/words/source_paths.h"

#include <gtest/gtest.h>

#include "reports/acceptance/comparison.h"
#include "reports/acceptance/source_suppressions.h"
#include "reports/acceptance/suppressions.h"
#include "reports/formats/junit.h"
#include "reports/formats/sarif.h"
#include "reports/formats/trace.h"
#include "reports/terminal/comparison_text.h"
#include "reports/terminal/terminal.h"
#include "verify/verdict/fingerprint.h"

namespace launchproof::reports {
namespace {

verdict::Results recorded() {
  verdict::Results results;
  verdict::ClassResult& result = results.results.emplace_back();
  result.kernel = "k";
  result.source = "program-0123456789ab.cl";
  result.source_text = "kernel void k() {\n  t[0] = 1;\n}\n";
  result.source_path = "kernels/k.cl";
  verdict::Finding& finding = result.findings.emplace_back();
  finding.id = "0123456789abcdef";
  finding.message = "reaches the barrier at program-0123456789ab.cl:2";
  finding.locations = {{"program-0123456789ab.cl", 2, 3, "barrier"}, {"other.h", 1, 1, "branch"}};
  finding.approximations = {{verdict::Cause::LoopAbstraction, "", {"program-0123456789ab.cl", 2, 1, ""}}};
  result.properties[verdict::Property::DataRace].verdict = verdict::Verdict::Defect;
  result.verdict = verdict::Verdict::Defect;
  return results;
}

TEST(SourcePaths, StandWhereTheRecordedNameStood) {
  const verdict::Results shown = with_source_paths(recorded());
  const verdict::ClassResult& result = shown.results.at(0);
  EXPECT_EQ(result.source, "kernels/k.cl");
  EXPECT_EQ(result.findings[0].locations[0].file, "kernels/k.cl");
  EXPECT_EQ(result.findings[0].locations[1].file, "other.h");
  EXPECT_EQ(result.findings[0].approximations[0].location.file, "kernels/k.cl");
  EXPECT_EQ(result.findings[0].message, "reaches the barrier at kernels/k.cl:2");
  EXPECT_FALSE(has_source_paths(shown));
}

TEST(SourcePaths, LeaveFingerprintsAlone) {
  const verdict::Results results = recorded();
  EXPECT_EQ(verdict::fingerprints(with_source_paths(results)), verdict::fingerprints(results));
  EXPECT_EQ(
      verdict::undecided_fingerprint(with_source_paths(results).results[0], verdict::Property::DataRace),
      verdict::undecided_fingerprint(results.results[0], verdict::Property::DataRace));
}

TEST(SourcePaths, AreShownOnTheTerminalAndInSarif) {
  const verdict::Results results = recorded();
  EXPECT_NE(terminal_report(results, {}).find("kernels/k.cl:2:3: "), std::string::npos);
  EXPECT_EQ(terminal_report(results, {}).find("program-0123456789ab.cl"), std::string::npos);
  EXPECT_NE(sarif_log(results, {}).find("\"kernels/k.cl\""), std::string::npos);
}

constexpr const char* kRecordedName = "program-0123456789ab";

TEST(SourcePaths, AreShownInJUnitAndTraces) {
  verdict::Results results = recorded();
  results.results[0].class_keys = {"1f"};
  results.results[0].reason = "reaches the barrier at program-0123456789ab.cl:2";
  const std::string junit = junit_xml(results, {});
  EXPECT_NE(junit.find("classname=\"kernels/k.cl.k\""), std::string::npos) << junit;
  EXPECT_EQ(junit.find(kRecordedName), std::string::npos) << junit;
  RecordedLaunch launch;
  launch.class_key = "1f";
  const std::string trace = chrome_trace(results, {launch});
  EXPECT_NE(trace.find("kernels/k.cl:2"), std::string::npos) << trace;
  EXPECT_EQ(trace.find(kRecordedName), std::string::npos) << trace;
}

TEST(SourcePaths, AreShownInComparisons) {
  verdict::Results before = recorded(), now = recorded();
  before.results[0].source_path.clear();
  now.results[0].findings.clear();
  now.results[0].properties[verdict::Property::DataRace] = {
      verdict::Verdict::Unknown, "time, at program-0123456789ab.cl:2", {}, {}};
  const Comparison comparison = compare(before, now);
  for (const std::string& text :
       {comparison_text(comparison, before, now, false), comparison_json(comparison, before, now)}) {
    EXPECT_EQ(text.find(kRecordedName), std::string::npos) << text;
    EXPECT_NE(text.find("k.cl:2:3"), std::string::npos) << "the kernel's name: " << text;
    EXPECT_NE(text.find("kernels/k.cl"), std::string::npos) << "the file: " << text;
    EXPECT_NE(text.find("time, at kernels/k.cl:2"), std::string::npos) << text;
  }
}

TEST(SourcePaths, SuppressionsMayNameWhatIsShown) {
  for (const char* name : {"kernels/k.cl", "k.cl", "program-*"}) {
    const Suppressed suppressed =
        suppress(recorded(), {{.file = name, .reason = "known", .expires = "never"}}, "2026-01-01");
    EXPECT_EQ(suppressed.findings.size(), 1U) << name;
  }
  EXPECT_TRUE(suppress(recorded(), {{.file = "j.cl", .reason = "known", .expires = "never"}}, "2026-01-01")
                  .findings.empty());
}

TEST(SourcePaths, CommentsAreNamedByWhatIsShown) {
  verdict::Results results = recorded();
  results.results[0].findings[0].locations[0].line = 2;
  results.results[0].source_text =
      "kernel void k() {\n  t[0] = 1;  // launchproof-ignore[data-race]: known\n}\n";
  Suppressed suppressed;
  add_source_suppressions(results, suppressed);
  EXPECT_EQ(suppressed.findings.size(), 1U);
  ASSERT_EQ(suppressed.entries.size(), 1U);
  EXPECT_EQ(suppressed.entries[0].file, "kernels/k.cl");
}

TEST(SourcePaths, AProgramWithoutAFileIsNamedAfterItsKernel) {
  verdict::Results results = recorded();
  results.results[0].kernel = "void ns::reduce<int>(int*)";
  results.results[0].source_path.clear();
  const verdict::ClassResult first = results.results[0];
  EXPECT_TRUE(has_source_paths(results));
  EXPECT_EQ(with_source_paths(results).results[0].findings[0].locations[0].file, "reduce.cl");
  EXPECT_EQ(with_source_paths(results).results[0].findings[0].message, "reaches the barrier at reduce.cl:2");
  EXPECT_EQ(verdict::fingerprints(with_source_paths(results)), verdict::fingerprints(results));

  // A second kernel of the program is in the same file. A kernel with this name in another program is not.
  results.results.push_back(first);
  results.results.back().kernel = "second";
  results.results.push_back(first);
  results.results.back().source = "program-abcdef012345.cl";
  const verdict::Results shown = with_source_paths(results);
  EXPECT_EQ(shown.results[1].source, "reduce.cl");
  EXPECT_EQ(shown.results[2].source, "reduce-abcdef012345.cl");
  results.results[2].source = "program-abcdef012345.ptx";
  EXPECT_EQ(with_source_paths(results).results[2].source, "reduce.ptx");
  EXPECT_FALSE(has_source_paths(shown));
}

TEST(SourcePaths, AProgramOfAKernelWithoutANameKeepsItsOwn) {
  verdict::Results results = recorded();
  results.results[0].kernel.clear();
  results.results[0].source_path.clear();
  EXPECT_FALSE(has_source_paths(results));
}

}  // namespace
}  // namespace launchproof::reports
