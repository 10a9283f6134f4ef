// Tests which failures are shown while classes are verified, in runs that end soon and in runs that last.
#include "cli/terminal/progress.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "reports/terminal/terminal.h"
#include "reports/terminal/terminal_findings.h"

namespace launchproof::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kNever{3'600'000};

verdict::ClassResult racy(const std::string& kernel, const std::string& source = "k.cl") {
  verdict::ClassResult result;
  result.kernel = kernel;
  result.source = source;
  result.launch = "global (16), local (8)";
  verdict::Finding& finding = result.findings.emplace_back();
  finding.id = "0123456789abcdef";
  finding.kind = "write-write";
  finding.confirmation = verdict::Confirmation::Replayed;
  finding.message = "two work-items write `a[0]`";
  finding.locations = {{source, 2, 8, "first access"}};
  result.properties[verdict::Property::DataRace].verdict = verdict::Verdict::Defect;
  conclude(result, false);
  return result;
}

// What is printed on standard error for these classes, one after the other, and which findings are named.
struct Shown {
  std::string text;
  std::set<std::string> named;
};

Shown shown(const std::vector<verdict::ClassResult>& results, ProgressTimes times,
            ProgressLine::Manner manner = ProgressLine::Manner::Plain) {
  Shown all;
  ::testing::internal::CaptureStderr();
  {
    ProgressLine line(manner, [](std::size_t) { return std::string("k"); }, times);
    EarlyFailures failures(line, false);
    for (const verdict::ClassResult& result : results) failures.add(result);
    all.named = failures.named();
  }
  all.text = ::testing::internal::GetCapturedStderr();
  return all;
}

std::size_t times_in(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(EarlyFailures, AreNotShownWhileARunIsShort) {
  const Shown none = shown({racy("first"), racy("second")}, {.patience = kNever});
  EXPECT_EQ(none.text, "");
  EXPECT_TRUE(none.named.empty());
}

TEST(EarlyFailures, AreShownWhenTheyAreFoundOnceARunLasts) {
  const Shown both = shown({racy("first"), racy("second")}, {.patience = milliseconds(0)});
  EXPECT_EQ(
      both.text,
      "k.cl:2:8: defect (confirmed): two work-items write `a[0]` [data-race, write-write] in kernel `first`\n"
      "k.cl:2:8: defect (confirmed): two work-items write `a[0]` [data-race, write-write] in kernel "
      "`second`\n");
  EXPECT_EQ(both.named.size(), 2U);
}

// Those that were found before the run lasted are shown with the first one after.
TEST(EarlyFailures, AreHeldUntilARunLasts) {
  ::testing::internal::CaptureStderr();
  constexpr milliseconds kPatience{200};
  ProgressLine line(ProgressLine::Manner::Plain, [](std::size_t) { return std::string("k"); },
                    {.patience = kPatience});
  EarlyFailures failures(line, false);
  const auto begin = std::chrono::steady_clock::now();
  failures.add(racy("first"));
  const bool is_early = std::chrono::steady_clock::now() - begin < kPatience;
  EXPECT_TRUE(failures.named().empty() || !is_early);
  while (!line.has_lasted()) {
  }
  failures.add(racy("second"));
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(times_in(text, "in kernel `first`"), 1U) << text;
  EXPECT_EQ(times_in(text, "in kernel `second`"), 1U) << text;
  EXPECT_EQ(failures.named().size(), 2U);
}

TEST(EarlyFailures, UndecidedClassesAreShownAndVerifiedOnesAreNot) {
  verdict::ClassResult open = racy("open"), good = racy("good");
  for (verdict::ClassResult* result : {&open, &good}) {
    result->findings.clear();
    result->properties.clear();
    result->properties[verdict::Property::DataRace].verdict = verdict::Verdict::Verified;
  }
  open.properties[verdict::Property::DataRace] = {verdict::Verdict::Unknown, "time", {}, {}};
  for (verdict::ClassResult* result : {&open, &good}) conclude(*result, false);
  const Shown one = shown({good, open}, {.patience = milliseconds(0)});
  EXPECT_EQ(one.text, "k.cl: unknown: data-race: time in kernel `open`\n");
  EXPECT_TRUE(one.named.empty()) << "the summary says which properties are open";
}

TEST(EarlyFailures, HaveALimit) {
  std::vector<verdict::ClassResult> many;
  many.reserve(60);
  for (int i = 0; i < 60; ++i) many.push_back(racy("k" + std::to_string(i)));
  const Shown some = shown(many, {.patience = milliseconds(0)});
  EXPECT_EQ(times_in(some.text, "two work-items"), 50U);
  EXPECT_EQ(times_in(some.text, "the summary lists further failures\n"), 1U);
  EXPECT_EQ(some.named.size(), 50U);
}

TEST(EarlyFailures, AreForPeople) {
  for (const ProgressLine::Manner manner : {ProgressLine::Manner::Silent, ProgressLine::Manner::Json})
    EXPECT_EQ(times_in(shown({racy("k")}, {.patience = milliseconds(0)}, manner).text, "two work-items"), 0U);
}

TEST(EarlyFailures, HaveTheNamesOfReports) {
  const Shown one = shown({racy("reduce", "program-0123456789ab.cl")}, {.patience = milliseconds(0)});
  EXPECT_EQ(one.text.find("reduce.cl:2:8: defect"), 0U) << one.text;
}

// The summary counts what was named, and refers to it. It has the details, and all that was not named.
TEST(EarlyFailures, AreNotRepeatedInTheSummary) {
  verdict::Results results;
  results.results = {racy("first"), racy("second")};
  const Shown first = shown({results.results[0]}, {.patience = milliseconds(0)});
  const std::string summary = reports::terminal_report(results, {.named = &first.named});
  EXPECT_NE(summary.find("1 finding was named above while classes were verified; the details follow\n"),
            std::string::npos)
      << summary;
  EXPECT_EQ(times_in(summary, "k.cl:2:8: defect (confirmed): named above [data-race, write-write]\n"), 1U)
      << summary;
  EXPECT_EQ(times_in(summary, "two work-items write"), 1U) << summary;
  EXPECT_EQ(times_in(summary, "in kernel `first`, global (16), local (8)"), 1U) << summary;
  const Shown none = shown(results.results, {.patience = kNever});
  const std::string whole = reports::terminal_report(results, {.named = &none.named});
  EXPECT_EQ(times_in(whole, "two work-items write"), 2U) << whole;
  EXPECT_EQ(times_in(whole, "named above"), 0U) << whole;
}

}  // namespace
}  // namespace launchproof::cli
