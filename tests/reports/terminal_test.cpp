#include "reports/terminal/terminal.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "reports/words/paint.h"
#include "tests/reports/sample.h"

namespace launchproof::reports {
namespace {

std::string plain(const verdict::Results& results, unsigned width = 110) {
  return terminal_report(results, {.colours = false, .width = width, .quiet = false});
}

verdict::Results only(std::size_t index) {
  verdict::Results results = sample();
  results.results = {results.results.at(index)};
  results.notes.clear();
  return results;
}

bool contains(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

TEST(Terminal, ADefectAsACompilerWouldSayIt) {
  EXPECT_EQ(plain(only(0)),
            R"(kernel  launches  verdict   time  launch
reduce        12  defect   31 ms  global (65536), local (256)

reduce.cl:9:20: defect: two work-items of a group touch `partial[64]` with no barrier between [data-race, read-write]
    9 |       partial[lid] += partial[lid + step];
      |                    ^~ first access
reduce.cl:9:23: note: second access
    9 |       partial[lid] += partial[lid + step];
      |                       ^~~~~~~~~~~~~~~~~~~ second access
      Work-item 64 writes `partial[64]` (step = 128, lid = 64) and work-item 0 reads it (step = 64, lid = 0): no barrier that orders `partial` lies between line 9 in iteration 0 and line 9 in iteration 1 of the loop in line 7.
      work-item A: global (64, 0, 0), local (64, 0, 0) of group (0, 0, 0): write `partial[64]`, bytes 256..259 of `partial`, step = 128, lid = 64, iteration 0 of the loop at reduce.cl:7:3
      work-item B: global (0, 0, 0), local (0, 0, 0) of group (0, 0, 0): read `partial[64]`, bytes 256..259 of `partial`, step = 64, lid = 0, iteration 1 of the loop at reduce.cl:7:3
      they meet at byte 256 of the memory object; `partial` has 1024 bytes
      interval: from the barrier at line 6 to the end of the kernel
      fix: add `barrier(CLK_LOCAL_MEM_FENCE);` at the end of the body of the loop in line 7; with this change, `data-race` is verified for this launch, and no other property is worse:
        --- reduce.cl
        +++ reduce.cl
        @@ -8,6 +8,7 @@
             if (lid < step)
               partial[lid] += partial[lid + step];
             // the barrier belongs here
        +    barrier(CLK_LOCAL_MEM_FENCE);
           }
           if (lid == 0)
             out[get_group_id(0)] = partial[0];
      in kernel `reduce`, global (65536), local (256)
      launched by sum_blocks(float const*, unsigned long) at app/sum.cpp:88

Assumed:
  local size = (256, 1, 1)
  `in` and `out` are different buffers
  accesses to `out` in bounds: size not known

Not asked:
  out-of-bounds: size of `out` not known

1 launch class of 1 kernel (12 launches): 1 defect
)");
}

TEST(Terminal, PossibleDefectsNameWhatTheyNeed) {
  const std::string text = plain(only(2));
  EXPECT_TRUE(contains(text, "filters.cl:8:31: possible defect: two work-items may write `out[7]`")) << text;
  EXPECT_TRUE(contains(text, "filters.cl:8:31: note: second access, at the place shown above\n")) << text;
  EXPECT_TRUE(contains(text, "needs: index[3] = 7\n")) << text;
  EXPECT_TRUE(contains(
      text,
      "approximation: needs index[3] = index[71]; contents of `index` are not recorded (filters.cl:8:6)"));
}

TEST(Terminal, TabsStayUnderTabs) {
  const std::string text = plain(only(1));
  EXPECT_TRUE(contains(
      text,
      "    4 | \t\tout[i] = (in[i] + in[i + 1]) / 2;\n      | \t\t                  ^~~~~~~~~ access\n"))
      << text;
}

TEST(Terminal, LongLinesAreCutAroundThePlace) {
  verdict::Results results = only(1);
  const std::string before = plain(results);
  const std::string shown = "out[i] = (in[i] + in[i + 1]) / 2;";
  std::string& source = results.results[0].source_text;
  const std::size_t at = source.find(shown);
  ASSERT_NE(at, std::string::npos);
  source.insert(at + shown.size(), std::string(400'000, 'x'));
  const std::string text = plain(results);
  EXPECT_TRUE(contains(text, shown + "xxx"));
  EXPECT_TRUE(contains(text, "xxx...\n"));
  EXPECT_LT(text.size(), before.size() + 2'000);
}

TEST(Terminal, WhatHasNoFindingSaysItsReasonOnce) {
  EXPECT_TRUE(contains(
      plain(only(7)),
      "program 3b7f21c09d: unknown: the 10 s of this class are used up [data-race, barrier-divergence, "
      "out-of-bounds, null-access]\n"));
  EXPECT_TRUE(contains(plain(only(8)),
                       "unsupported: images are not understood (program 3b7f21c09d:41:3) [data-race,"));
  EXPECT_TRUE(
      contains(plain(only(1)), "unknown: depends on accesses in bounds, and out-of-bounds is defect"));
}

std::size_t number_of(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST(Terminal, TheLaunchOfAClassIsSaidOnce) {
  for (const std::size_t number : {1U, 3U, 7U, 8U})
    EXPECT_EQ(number_of(plain(only(number)), "      in kernel `"), 1U) << plain(only(number));
  verdict::Results results = only(7);
  results.results[0].properties[verdict::Property::NullAccess].reason = "another one";
  results.results[0].call_site = "run at app.cpp:7";
  const std::string text = plain(results);
  EXPECT_TRUE(contains(text,
                       "out-of-bounds]\n      in kernel `sort`, global (32, 32), local (8, 8)\n"
                       "      launched by run at app.cpp:7\n"))
      << text;
  EXPECT_EQ(number_of(text, "in kernel `sort`"), 1U) << text;
}

TEST(Terminal, ANeededValueIsNamedOnceForAClass) {
  verdict::Results results = only(2);
  verdict::ClassResult& result = results.results[0];
  verdict::Finding other = result.findings[0];
  other.id = "77ab";
  other.property = verdict::Property::OutOfBounds;
  other.witness->needs[1] = {"n", "9"};
  result.findings.push_back(other);
  const std::string text = plain(results);
  EXPECT_EQ(number_of(text, "needs: index[3] = 7"), 1U) << text;
  EXPECT_TRUE(contains(text,
                       "      needs: index[3] = 7; `out-of-bounds` needs it too\n"
                       "      needs: index[71] = 7\n"))
      << text;
  EXPECT_TRUE(contains(text, "      needs: 1 value that is named above\n      needs: n = 9\n")) << text;
}

TEST(Terminal, WhatIsLetPassNamesNothingForOthers) {
  verdict::Results results = only(0);
  verdict::ClassResult& result = results.results[0];
  verdict::Finding other = result.findings[0];
  other.id = "5f1c0a7e2b904d14";
  other.locations[0].line = 5;
  result.findings.push_back(other);
  result.fixes[0].findings.push_back(other.id);
  result.findings[0].witness->needs = result.findings[1].witness->needs = {{"n", "9"}};
  const Acceptance acceptance{
      .baseline = Comparison{.findings = {{{0, 0}, Change::Unchanged}, {{0, 1}, Change::New}}},
      .suppressed = {}};
  const std::string text = terminal_report(results, {.acceptance = &acceptance});
  EXPECT_TRUE(contains(text, "let pass: in the baseline")) << text;
  EXPECT_TRUE(contains(text, "needs: n = 9\n")) << text;
  EXPECT_TRUE(contains(text, "+    barrier(CLK_LOCAL_MEM_FENCE);")) << text;
}

TEST(Terminal, AReasonNamesEachLineOnce) {
  verdict::Results results = only(7);
  verdict::PropertyResult& answer = results.results[0].properties[verdict::Property::NullAccess];
  answer.reason = "rests on what is read (k.cl:4)";
  const auto cause = [](std::uint32_t line, std::uint32_t column) {
    return verdict::Approximation{.cause = verdict::Cause::VoidedRace,
                                  .detail = "",
                                  .location = {.file = "k.cl", .line = line, .column = column, .role = ""}};
  };
  answer.causes = {cause(4, 7), cause(41, 7), cause(41, 9)};
  EXPECT_TRUE(contains(plain(results), "unknown: rests on what is read (k.cl:4) (k.cl:41:7) [null-access]"))
      << plain(results);
}

TEST(Terminal, BenignRacesAndUnreachableSitesAreListed) {
  EXPECT_TRUE(contains(plain(only(4)), "filters.cl:13:10: benign: several work-items write the same value"));
  EXPECT_TRUE(contains(plain(only(4)), "1 verified\n"));
  EXPECT_TRUE(
      contains(plain(only(5)),
               "Reached by no work-item under the launch facts:\n  fill.cl:2:3 write in kernel `fill`\n"));
}

TEST(Terminal, ABenignRaceIsADefectUnderStrict) {
  verdict::Results results = only(4);
  conclude(results.results[0], true);
  EXPECT_TRUE(contains(plain(results), "filters.cl:13:10: defect: several work-items write the same value"))
      << plain(results);
}

TEST(Terminal, TheTableKeepsToItsWidth) {
  verdict::Results results = sample();
  results.results[0].launch = std::string(300, 'x');
  results.results[1].kernel = "\xe4\xb8\xad\xe6\x96\x87";
  results.results[2].kernel = std::string(90, 'k');
  std::istringstream lines(plain(results, 90));
  std::string line;
  std::getline(lines, line);
  const std::size_t launch = line.find("launch", line.find("time"));
  for (std::size_t i = 0; i < results.results.size() && std::getline(lines, line); ++i) {
    EXPECT_LE(columns(line), 90U) << line;
    const std::size_t cell = i == 0 ? line.find("xxx") : line.find("global");
    EXPECT_EQ(columns(line.substr(0, cell)), launch) << line;
  }
}

TEST(Terminal, ThousandsOfClassesShareRows) {
  verdict::Results results = only(0);
  const verdict::ClassResult defect = results.results[0];
  verdict::ClassResult proved;
  proved.kernel = "copy";
  proved.source = "copy.cl";
  proved.launches = 2;
  proved.properties[verdict::Property::DataRace] = {verdict::Verdict::Verified, "", {}};
  proved.unreachable = {{"copy.cl", 4, 3, "write"}, {"copy.cl", 4, 3, "write"}};
  conclude(proved, false);
  results.results.insert(results.results.end(), 5000, proved);
  for (int i = 0; i < 99; ++i) {
    results.results.push_back(defect);
    results.results.back().findings[0].locations[0].column += static_cast<std::uint32_t>(i) + 1;
  }
  const std::string text = plain(results);
  EXPECT_TRUE(contains(text, "copy       10000  verified")) << text;
  EXPECT_TRUE(contains(text, "5000 classes of copy.cl")) << text;
  EXPECT_TRUE(contains(text, "copy.cl:4:3 write in kernel `copy`  (5000 of 5100 classes)")) << text;
  EXPECT_TRUE(contains(text, "80 launch classes more with findings or notes")) << text;
  EXPECT_LT(text.size(), 60'000U);
}

TEST(Terminal, ClassesThatEndedAlikeAreOneRow) {
  verdict::Results results = only(0);
  results.results.push_back(results.results[0]);
  results.results[1].launch = "global (2048)";
  results.results[1].findings[0].message = "another witness";
  const std::string text = plain(results);
  EXPECT_TRUE(contains(text, "2 classes, the first: " + results.results[0].launch.substr(0, 10))) << text;
  EXPECT_FALSE(contains(text, "another witness")) << text;
  EXPECT_TRUE(contains(text, "1 more launch class ended like this one")) << text;
  results.results[1].findings[0].locations[0].line += 1;
  const std::string apart = plain(results);
  EXPECT_TRUE(contains(apart, "another witness")) << apart;
  EXPECT_FALSE(contains(apart, "ended like this one")) << apart;
}

TEST(Terminal, OneThatIsNotLetPassIsNeverFoldedIntoOneThatIs) {
  const auto undecided = [](const std::string& launch) {
    verdict::ClassResult result = sample().results[5];
    result.launch = launch;
    result.properties.begin()->second = {.verdict = verdict::Verdict::Unknown,
                                         .reason = "no answer",
                                         .causes = {{.cause = verdict::Cause::SolverTimeout}}};
    conclude(result, false);
    return result;
  };
  verdict::Results results;
  Acceptance acceptance{.baseline = Comparison{}, .suppressed = {}};
  constexpr std::size_t kClasses = 30;  // more than are shown in full
  for (std::size_t i = 0; i < kClasses; ++i) {
    results.results.push_back(undecided("launch " + std::to_string(i)));
    results.results.back().source += std::to_string(i / 2);
    if (i != kClasses - 1)
      acceptance.baseline->still_undecided.insert({i, results.results[i].properties.begin()->first});
  }
  const std::string text =
      terminal_report(results, {.colours = false, .width = 100, .quiet = false, .acceptance = &acceptance});
  const std::string details = text.substr(text.find("no answer"));
  EXPECT_LT(details.find("in kernel `" + results.results.back().kernel + "`, launch 29"),
            details.find("let pass"))
      << text;
}

TEST(Terminal, NothingIsCutWithoutAWidth) {
  verdict::Results results = only(0);
  results.results[0].kernel = std::string(300, 'k');
  results.results[0].launch = std::string(300, 'l');
  const std::string text = terminal_report(results, {});
  const std::string table = text.substr(0, text.find("\n\n"));
  EXPECT_TRUE(contains(table, results.results[0].kernel));
  EXPECT_TRUE(contains(table, results.results[0].launch));
  EXPECT_FALSE(contains(plain(results).substr(0, table.size()), results.results[0].launch + "\n\n"));
}

TEST(Terminal, ColoursOnlyWhenToldAndNeverFromNames) {
  EXPECT_FALSE(contains(plain(sample()), "\x1b"));
  EXPECT_FALSE(contains(plain(hostile_sample()), "\x1b"))
      << "a kernel's name must not reach the terminal as it is";
  EXPECT_TRUE(contains(terminal_report(sample(), {.colours = true, .width = 100, .quiet = false}),
                       "\x1b[1;31mdefect"));
}

TEST(Terminal, QuietIsTheSummaryLineAlone) {
  EXPECT_EQ(terminal_report(sample(), {.colours = false, .width = 100, .quiet = true}),
            "10 launch classes of 9 kernels (309 launches): 3 verified, 3 defect, 1 possible-defect, 1 "
            "unsupported, 1 "
            "unknown, 1 error\n");
  EXPECT_EQ(summary_line({}), "Nothing was verified: there are no launch classes.");
}

TEST(Terminal, AnErrorWithoutPropertiesIsSaid) {
  verdict::Results results;
  verdict::ClassResult result;
  result.kernel = "k";
  result.source = "k.cl";
  result.reason = "the worker could not be started";
  conclude(result, false);
  results.results.push_back(result);
  EXPECT_TRUE(contains(plain(results), "k.cl: error: the worker could not be started [every property]"))
      << plain(results);
}

}  // namespace
}  // namespace launchproof::reports
