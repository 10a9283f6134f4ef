#include "reports/words/commands.h"

#include <gtest/gtest.h>

#include "reports/formats/junit.h"
#include "reports/formats/sarif.h"
#include "reports/html/html.h"
#include "reports/terminal/terminal.h"
#include "tests/reports/sample.h"

namespace launchproof::reports {
namespace {

constexpr const char* kReplay = "launchproof replay reduce.cl --local-size 256 --finding 5f1c0a7e2b904d13";
constexpr const char* kExport = "launchproof export-repro 5f1c0a7e2b904d13 reduce.cl --local-size 256";

verdict::Results with_commands() {
  verdict::Results results = sample();
  results.results.resize(1);
  results.results[0].findings[0].repro = kReplay;
  results.results[0].findings[0].export_repro = kExport;
  return results;
}

TEST(FindingCommands, AnIdSufficesWhereItIsFound) {
  const verdict::Results results = with_commands();
  verdict::Finding finding = results.results[0].findings[0];
  EXPECT_EQ(FindingCommands(results, false).replay(finding), kReplay);
  EXPECT_EQ(FindingCommands(results, false).export_repro(finding), kExport);
  const FindingCommands commands(results, true);
  EXPECT_EQ(commands.replay(finding), "launchproof replay 5f1c0a7e2b904d13");
  EXPECT_EQ(commands.export_repro(finding), "launchproof export-repro 5f1c0a7e2b904d13");
  finding.id = "0000000000000000";
  EXPECT_EQ(commands.replay(finding), kReplay) << "these results do not have it";
}

TEST(FindingCommands, AFindingWithoutACommandHasNone) {
  verdict::Results results = with_commands();
  verdict::Finding& finding = results.results[0].findings[0];
  finding.export_repro.clear();
  EXPECT_EQ(FindingCommands(results, true).export_repro(finding), "");
  EXPECT_EQ(FindingCommands(results, true).replay(finding), "launchproof replay 5f1c0a7e2b904d13");
}

// `replay ID` executes the first finding with the id.
TEST(FindingCommands, AnotherClassWithTheIdKeepsItsCommand) {
  verdict::Results results = with_commands();
  results.results.push_back(results.results[0]);
  results.results[1].findings[0].repro = "launchproof replay app.lpcap --class 2 --finding 5f1c0a7e2b904d13";
  const FindingCommands commands(results, true);
  EXPECT_EQ(commands.replay(results.results[0].findings[0]), "launchproof replay 5f1c0a7e2b904d13");
  EXPECT_EQ(commands.replay(results.results[1].findings[0]), results.results[1].findings[0].repro);
}

TEST(FindingCommands, AreAlikeInEveryReport) {
  const verdict::Results results = with_commands();
  for (const bool finds_by_id : {false, true}) {
    const FindingCommands commands(results, finds_by_id);
    for (const std::string& report :
         {terminal_report(results, {.finds_by_id = finds_by_id}), junit_xml(results, {}, {}, finds_by_id),
          sarif_log(results, {}, finds_by_id), html_report(results, {}, finds_by_id)}) {
      const verdict::Finding& finding = results.results[0].findings[0];
      for (const std::string& command : {commands.replay(finding), commands.export_repro(finding)})
        EXPECT_NE(report.find(command), std::string::npos) << command << "\n" << report;
      EXPECT_EQ(report.find("replay reduce.cl") == std::string::npos, finds_by_id) << report;
    }
  }
}

}  // namespace
}  // namespace launchproof::reports
