// Tests the rows of the page, call sites in them, and the page over several runs.
#include "reports/html/html_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "reports/html/html.h"
#include "reports/html/html_runs.h"
#include "reports/words/call_site.h"
#include "tests/reports/sample.h"

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::Property;
using verdict::Results;
using verdict::Verdict;

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t times_in(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

ClassResult verified(const std::string& kernel, const std::string& launch) {
  ClassResult result;
  result.kernel = kernel;
  result.source = "k.cl";
  result.launch = launch;
  result.properties[Property::DataRace].verdict = Verdict::Verified;
  result.facts = {"n = " + launch};
  verdict::conclude(result, false);
  return result;
}

TEST(PageRows, VerifiedClassesOfAKernelAreOneRowThatListsEach) {
  Results results;
  results.results = {verified("a", "1"), verified("b", "2"), verified("a", "3")};
  const std::vector<PageRow> rows = page_rows(results, {});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].numbers, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(rows[1].numbers, std::vector<std::size_t>{1});
  const std::string page = html_report(results);
  EXPECT_TRUE(holds(page, "2 classes, the first: 1"));
  EXPECT_TRUE(holds(page, "1 more launch class that ended like this one"));
  EXPECT_TRUE(holds(page, "given: n = 3")) << "what the other one rests on is not lost";
}

TEST(PageRows, WhatWasAskedOtherwiseOrIsNotVerifiedStaysApart) {
  Results results;
  results.results = {verified("a", "1"), verified("a", "2"), verified("a", "3"), verified("a", "4")};
  results.results[1].properties[Property::OutOfBounds] = {
      .verdict = Verdict::NotAsked, .reason = "size of `a` not known", .causes = {}};
  results.results[2].source_text = "another text";
  results.results[3].properties[Property::DataRace].verdict = Verdict::Unknown;
  for (ClassResult& result : results.results) verdict::conclude(result, false);
  EXPECT_EQ(page_rows(results, {}).size(), 4U);
}

TEST(PageRows, TheWorstComesFirstAndWhatIsNewBeforeWhatIsKnown) {
  const Results results = sample();
  std::size_t last = 0;
  const Acceptance acceptance = sample_acceptance(results);
  const std::vector<PageRow> rows = page_rows(results, acceptance);
  const std::vector<Verdict> order{Verdict::Error,       Verdict::Defect,  Verdict::PossibleDefect,
                                   Verdict::Unsupported, Verdict::Unknown, Verdict::ProbablyEqual,
                                   Verdict::Verified,    Verdict::NotAsked};
  bool was_known = false;
  for (const PageRow& row : rows) {
    const Verdict verdict = results.results[row.numbers.front()].verdict;
    const auto place = static_cast<std::size_t>(std::ranges::find(order, verdict) - order.begin());
    EXPECT_GE(place, last);
    if (place > last) was_known = false;
    EXPECT_FALSE(was_known && row.is_new) << "row of result " << row.numbers.front();
    was_known = was_known || !row.is_new;
    last = place;
  }
  EXPECT_GT(rows.size(), 5U);
}

TEST(PageRows, NewOnlyIsOfferedWithABaselineAlone) {
  const Results results = sample();
  const Acceptance acceptance = sample_acceptance(results);
  const std::string page = html_report(results, acceptance);
  EXPECT_TRUE(holds(page, "name=\"new\""));
  std::size_t fresh = 0;
  for (const PageRow& row : page_rows(results, acceptance)) fresh += row.is_new ? 1 : 0;
  EXPECT_GT(fresh, 0U);
  EXPECT_EQ(times_in(page, "\" data-new>"), fresh);
  EXPECT_FALSE(holds(html_report(results), "name=\"new\""));
}

TEST(CallSite, IsCutToTheFunctionAndTheFile) {
  EXPECT_EQ(short_call_site("main at app/src/sum.cpp:88"), "main at sum.cpp:88");
  EXPECT_EQ(
      short_call_site("void clblast::Xdot<float>::DoDot(unsigned long, Buffer<float> const&) const at "
                      "/usr/src/clblast/xdot.cpp:61 (/usr/lib/libclblast.so.1+0x4f2a) and 2 other places"),
      "clblast::Xdot::DoDot at xdot.cpp:61 and 2 other places");
  EXPECT_EQ(short_call_site("run (/opt/a (b)/app+0x1f)"), "run");
  EXPECT_EQ(short_call_site("wrap at w.h:3, inlined into main at m.cpp:9"), "wrap at w.h:3");
  EXPECT_EQ(short_call_site("Queue::operator()(int) at q.cpp:2"), "Queue::operator()(int) at q.cpp:2");
  EXPECT_EQ(short_call_site("an unknown function (/bin/app+0x0)"), "an unknown function");
  EXPECT_EQ(short_call_site(""), "");
}

Run run(const std::string& sample, const std::string& when, std::uint64_t verified, std::uint64_t defects) {
  Run one;
  one.sample = sample;
  one.name = "night of " + when;
  one.when = when;
  one.link = "runs/" + when + "/report.html";
  one.classes = verified + defects;
  one.launches = 10;
  if (verified > 0) one.by_verdict[Verdict::Verified] = verified;
  if (defects > 0) one.by_verdict[Verdict::Defect] = defects;
  return one;
}

TEST(RunsPage, ListsTheNewestRunFirstWithWhatChanged) {
  reports::Run second = run("app", "2026-11-28 03:00", 3, 1);
  second.is_compared = true;
  second.added = 1;
  reports::Run broken = run("app", "2026-11-29 03:00", 0, 0);
  broken.trouble = "results.json: the file ends too early <&>";
  const std::string page = html_runs(
      {second, run("app", "2026-11-27 03:00", 4, 0), run("other", "2026-11-27 04:00", 1, 0), broken});
  EXPECT_TRUE(holds(page, "4 runs of 2 applications"));
  EXPECT_LT(page.find("night of 2026-11-29"), page.find("night of 2026-11-28"));
  EXPECT_LT(page.find("night of 2026-11-28"), page.find("night of 2026-11-27 03:00"));
  EXPECT_TRUE(holds(page, "<td class=\"change worse\">1 new</td>"));
  EXPECT_EQ(times_in(page, "first run"), 2U);
  EXPECT_TRUE(holds(page, "href=\"runs/2026-11-28%2003%3A00/report.html\""));
  EXPECT_TRUE(holds(page, "ends too early &lt;&amp;&gt;"));
  EXPECT_EQ(times_in(page, "<rect class=\"bad\""), 1U);
  EXPECT_EQ(times_in(page, "<rect class=\"good\""), 3U);
}

TEST(RunsPage, ItsBarsTellNewFromKnown) {
  reports::Run second = run("app", "2026-11-28 03:00", 3, 2);
  second.is_compared = true;
  second.known[Verdict::Defect] = 1;
  const std::string page = html_runs({second, run("app", "2026-11-27 03:00", 4, 1)});
  EXPECT_EQ(times_in(page, "<rect class=\"bad known\""), 1U);
  EXPECT_EQ(times_in(page, "<rect class=\"bad\""), 2U);
  EXPECT_TRUE(holds(page, "2 defect (1 known)"));
  EXPECT_TRUE(holds(page, "pale: known from the run before"));
}

TEST(RunsPage, ItsBarsStayInThePicture) {
  std::vector<reports::Run> runs;
  runs.reserve(100);
  for (int i = 0; i < 100; ++i) runs.push_back(run("app", "2026-" + std::to_string(1000 + i), i, 100 - i));
  const std::string page = html_runs(runs);
  EXPECT_EQ(times_in(page, "<g><title>"), 60U) << "of the newest runs";
  EXPECT_TRUE(holds(page, "2026-1099: 1 defect, 99 verified"));
  EXPECT_TRUE(holds(page, "y=\"0.00\""));
  EXPECT_FALSE(holds(page, "y=\"-"));
  EXPECT_TRUE(holds(html_runs({}), "0 runs of 0 applications"));
}

}  // namespace
}  // namespace launchproof::reports
