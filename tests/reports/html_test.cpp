#include "reports/html/html.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "reports/html/page_parts.h"
#include "tests/reports/sample.h"

namespace launchproof::reports {
namespace {

std::size_t occurrences(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + word.size()))
    ++found;
  return found;
}

bool has(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

// Returns the page without its style and script, which hold no data.
std::string body(const std::string& page) {
  const std::size_t begin = page.find("<body>");
  const std::size_t end = page.find("<script>\n", begin);
  EXPECT_NE(begin, std::string::npos);
  EXPECT_NE(end, std::string::npos);
  return page.substr(begin, end - begin);
}

TEST(Html, ShowsEveryClassWithVerdictAndFacts) {
  const std::string page = html_report(sample());
  EXPECT_EQ(occurrences(page, "<tr data-class="), 9U) << "the two verified classes of `fill` are one row";
  EXPECT_EQ(occurrences(page, "<details class=\"class "), 9U);
  for (const char* verdict : {"verified", "defect", "possible-defect", "unknown", "unsupported", "error"}) {
    EXPECT_TRUE(has(page, std::string("data-verdict=\"") + verdict + "\"")) << verdict;
    EXPECT_TRUE(has(page, std::string("value=\"") + verdict + "\"")) << verdict;
  }
  EXPECT_TRUE(has(page, "4 of 10 launch classes with defects"));
  EXPECT_TRUE(has(page, "sum_blocks(float const*, unsigned long) at app/sum.cpp:88"));
  EXPECT_TRUE(has(page, "launchproof check reduce.cl --kernel reduce"));
  EXPECT_TRUE(has(page, "size of <code>out</code> not known"));
  EXPECT_TRUE(has(page, "Reached by no work-item"));
  EXPECT_TRUE(has(page, "the last line is cut off and was skipped"));
  EXPECT_TRUE(has(page, "<span aria-hidden=\"true\">≈</span> benign</span>"));
  EXPECT_TRUE(has(page, "needs index[3] = index[71]; contents of <code>index</code> are not recorded"));
  EXPECT_FALSE(has(body(page), "{{")) << "a tag of the template was not filled in";
}

// A red state must not look green: the test covers an accepted finding and a problem, each next to verified
// classes.
TEST(Html, SaysWhatIsLetPassAndKeepsItsVerdict) {
  const verdict::Results results = sample();
  const std::string page = html_report(results, sample_acceptance(results));
  EXPECT_EQ(occurrences(page, "data-verdict=\"defect\""),
            occurrences(html_report(results), "data-verdict=\"defect\""));
  EXPECT_TRUE(has(page, "Since the baseline: 2 new, 2 unchanged"));
  EXPECT_TRUE(has(page, "<small class=\"passed\">let pass</small>"));
  EXPECT_TRUE(has(page, "<small class=\"passed\">partly let pass</small>"))
      << "the defect of `blur` is new, what leans on it was open before";
  EXPECT_TRUE(
      has(page, "<strong>Let pass:</strong> suppressed: kept as a test of &lt;the&gt; tool &amp; others"));
  EXPECT_TRUE(has(page, "<strong>Let pass:</strong> in the baseline"));
  EXPECT_TRUE(has(page, "expired on 2026-01-31 and has no effect"));
  EXPECT_TRUE(has(page, "Let pass: undecided in the baseline as well"));
  EXPECT_FALSE(has(body(html_report(results)), "passed\""));
}

TEST(Html, SaysProblemsOfTheWholeFirst) {
  verdict::Results results = sample();
  results.results = {results.results[5]};
  EXPECT_TRUE(has(html_report(results), "<h1>1 launch class verified</h1>"));
  results.problems = {"the application ended with <status> 3"};
  const std::string page = html_report(results);
  EXPECT_TRUE(has(page, "<h1>1 launch class verified; 1 problem of the run</h1>"));
  EXPECT_TRUE(has(page, "<strong>Problem:</strong> the application ended with &lt;status&gt; 3"));
  EXPECT_LT(page.find("<strong>Problem:"), page.find("class=\"index\""));
}

TEST(Html, ListsWhatTheVerdictsRestOnOnce) {
  const std::string page = html_report(sample());
  EXPECT_TRUE(has(page, "Not asked <small>1</small>"));
  EXPECT_TRUE(has(page, "local size = (256, 1, 1) <small>1 of 10 classes</small>"));
  verdict::Results results = sample();
  for (int i = 0; i < 500; ++i) results.results[5].assumptions.push_back("assumption " + std::to_string(i));
  EXPECT_TRUE(has(html_report(results), "and 303 more: each launch class lists its own"));
}

TEST(Html, SaysWhichOfTwoEnginesSettledWhat) {
  verdict::Results results = sample();
  verdict::ClassResult& one = results.results[0];
  one.engine = "access, two-thread";
  ASSERT_TRUE(one.properties.contains(verdict::Property::DataRace));
  for (auto& [property, answer] : one.properties)
    answer.engine = property == verdict::Property::DataRace ? "two-thread" : "access";
  const std::string page = body(html_report(results));
  EXPECT_TRUE(has(page, "Decided by each engine"));
  EXPECT_TRUE(has(page, "by two-thread"));
  EXPECT_TRUE(has(page, "by access"));
  EXPECT_FALSE(has(body(html_report(sample())), "by two-thread"));
}

verdict::Results with_items(const verdict::Grid& grid, std::array<std::uint64_t, 3> group,
                            std::array<std::uint64_t, 3> local) {
  verdict::Results results = sample();
  results.results.resize(1);
  results.results[0].grid = grid;
  verdict::WorkItem& second = results.results[0].findings[0].witness->work_items[1];
  second.group_id = group;
  second.local_id = local;
  return results;
}

// A is work-item (64, 0, 0) of group (0, 0, 0).
TEST(Html, DrawsWhereTheWorkItemsAreInTheGrid) {
  const verdict::Grid line{.work_dim = 1, .global_size = {512, 1, 1}, .local_size = {128, 1, 1}};
  const std::string one = html_report(with_items(line, {0, 0, 0}, {1, 0, 0}));
  EXPECT_EQ(occurrences(one, "<figure class=\"plane\">"), 2U);
  EXPECT_TRUE(has(one, "The groups, 4"));
  EXPECT_TRUE(has(one, "A and B in group (0), 128 work-items"));
  EXPECT_EQ(occurrences(one, "class=\"mark ab\""), 2U) << "both are in the first group";

  const std::string two = html_report(with_items(line, {3, 0, 0}, {127, 0, 0}));
  EXPECT_EQ(occurrences(two, "<figure class=\"plane\">"), 3U);
  EXPECT_TRUE(has(two, "A in group (0), 128 work-items"));
  EXPECT_TRUE(has(two, "B in group (3), 128 work-items"));
  EXPECT_EQ(occurrences(two, "class=\"mark ab\""), 0U);
  // The fourth of four cells of 16 units each, after the margin of 16.
  EXPECT_TRUE(has(two, "<rect class=\"mark b\" x=\"64.0\" y=\"16.0\" width=\"16.0\" height=\"16.0\"/>"))
      << two;

  const verdict::Grid box{.work_dim = 3, .global_size = {128, 4, 4}, .local_size = {128, 2, 2}};
  const std::string layers = html_report(with_items(box, {0, 1, 1}, {5, 1, 1}));
  EXPECT_TRUE(has(layers, "The groups, 1 × 2 × 2"));
  EXPECT_TRUE(has(layers, "B in group (0, 1, 1), 128 × 2 × 2 work-items, layer 1 of 2 in dimension 2"));
}

TEST(Html, DrawsNoGridThatTheWorkItemsAreNotIn) {
  const verdict::Grid line{.work_dim = 1, .global_size = {512, 1, 1}, .local_size = {128, 1, 1}};
  EXPECT_EQ(occurrences(html_report(with_items(line, {4, 0, 0}, {0, 0, 0})), "<figure class=\"plane\">"), 0U);
  EXPECT_EQ(occurrences(html_report(with_items(line, {0, 0, 0}, {128, 0, 0})), "<figure class=\"plane\">"),
            0U);
  verdict::Results results = with_items(line, {0, 0, 0}, {0, 0, 0});
  results.results[0].grid.reset();
  EXPECT_EQ(occurrences(html_report(results), "<figure class=\"plane\">"), 0U);
}

TEST(Html, ClassesThatEndedAlikeAreOneRowWithTheOthersInside) {
  verdict::Results results = sample();
  results.results.push_back(results.results[0]);
  results.results.back().launch = "global (<2048>)";
  results.results.back().findings[0].message = "`partial` & another witness";
  results.results.back().findings[0].repro = "launchproof replay --class 7";
  const std::string page = html_report(results);
  EXPECT_EQ(occurrences(page, "<tr data-class="), 9U);
  EXPECT_EQ(occurrences(page, "<details class=\"alike\">"), 2U)
      << "of these, and of the verified ones of `fill`";
  EXPECT_TRUE(has(page, "2 classes, the first: "));
  EXPECT_TRUE(has(page, "1 more launch class that ended like this one"));
  EXPECT_TRUE(has(page, "global (&lt;2048&gt;)"));
  EXPECT_TRUE(has(page, "<code>partial</code> &amp; another witness"));
  EXPECT_TRUE(has(page, "launchproof replay --class 7"));
}

TEST(Html, MarksBothAccessesAndComparesTheWorkItems) {
  const std::string page = html_report(sample());
  EXPECT_TRUE(has(page, "<mark class=\"a\">+=</mark>"));
  EXPECT_TRUE(has(page, "<mark class=\"b\">partial[lid + step]</mark>"));
  EXPECT_TRUE(has(page, "<span class=\"tag a\">A · write</span><span class=\"tag b\">B · read</span>"));
  EXPECT_TRUE(has(page, "<mark class=\"ab\">=</mark>")) << "both work-items at one place";
  EXPECT_TRUE(has(page, "<tr class=\"differs\"><th scope=\"row\">step</th><td>128</td><td>64</td></tr>"));
  EXPECT_TRUE(has(page, "<tr><th scope=\"row\">array</th><td>partial</td><td>partial</td></tr>"));
  EXPECT_TRUE(has(page, "<tr class=\"aside\"><th scope=\"row\">group</th>")) << "equal for both";
  EXPECT_TRUE(has(page, "<td>7</td><td>–</td>")) << "a value that only one work-item has";
  EXPECT_TRUE(has(page, "from the barrier at line 6 to the end of the kernel"));
  EXPECT_TRUE(has(page, "they meet at byte 256 of the memory object; <code>partial</code> has 1024 bytes"));
}

TEST(Html, InlinedPlacesBelongToTheirAccess) {
  verdict::Results results = sample();
  results.results.resize(1);
  auto& locations = results.results[0].findings[0].locations;
  locations.insert(locations.begin() + 1,
                   {.file = "reduce.cl", .line = 12, .column = 3, .role = "first access inlined at"});
  const std::string page = html_report(results);
  EXPECT_TRUE(has(page, "<span class=\"tag c\">A · inlined here</span>"));
  EXPECT_TRUE(has(page, "<mark class=\"b\">partial[lid + step]</mark>")) << "the second access stays B's";
}

TEST(Html, DrawsWhereTheAccessesLieInTheArray) {
  verdict::Results results = sample();
  results.results.resize(2);
  const std::string page = html_report(results);
  EXPECT_EQ(occurrences(page, "<figure class=\"drawing\">"), 2U);
  // The access is past the end: the drawing ends after the access, so the array is narrower than the whole
  // drawing.
  EXPECT_TRUE(has(page, "<rect class=\"array\" x=\"8.0\" y=\"14\" width=\"399.6\""));
  // The access is before the start: the offset is in two's complement, and the array begins after the access.
  results.results[1].findings[0].witness->work_items[0].byte_offset = static_cast<std::uint64_t>(-4096);
  const std::string before = html_report(results);
  EXPECT_TRUE(has(before, "<rect class=\"array\" x=\"208.0\" y=\"14\" width=\"200.0\""));
  EXPECT_TRUE(has(before, "<td>bytes -4096..-4093</td>"));
  // Nothing is drawn if the two accesses lie in different arrays or the size is not known.
  results.results[0].findings[0].witness->work_items[1].array = "other";
  results.results[1].findings[0].witness->array_bytes.reset();
  EXPECT_EQ(occurrences(html_report(results), "<figure class=\"drawing\">"), 0U);
}

TEST(Html, ShowsTheStepsOfAReplayAndItsBarrierIntervals) {
  verdict::Results results = sample();
  const std::string page = html_report(results);
  EXPECT_EQ(occurrences(page, "data-step-line="), 5U);
  EXPECT_EQ(occurrences(page, "<strong>here it happens</strong>"), 2U);
  EXPECT_TRUE(has(page, "write <code>partial[64]</code>, stores 1.25"));
  EXPECT_TRUE(has(page, "read <code>partial[64]</code>, finds 0.5"));
  EXPECT_TRUE(has(page, "3 steps of this long replay are omitted."));
  EXPECT_TRUE(has(page, "Barrier intervals: both after 1 barrier: no barrier lies between"));
  EXPECT_EQ(occurrences(page, "<text class=\"barrier\""), 2U);
  EXPECT_EQ(occurrences(page, "<circle class="), 2U);

  verdict::Witness& witness = *results.results[0].findings[0].witness;
  witness.work_items[1].group_id = {3, 0, 0};
  witness.steps.back().barriers = 2;
  EXPECT_TRUE(
      has(html_report(results), "A after 2 barriers, B after 1 barrier of its group; no barrier orders"));
  witness.work_items[1].group_id = {0, 0, 0};
  EXPECT_TRUE(has(html_report(results), "the barriers between them do not order this memory"));
  witness.steps.clear();
  EXPECT_EQ(occurrences(html_report(results), "data-steps>"), 0U)
      << "nothing is made up where nothing was replayed";
  EXPECT_EQ(occurrences(html_report(results), "class=\"timeline\""), 0U);
}

TEST(Html, ShowsLinesThatStepsNameInTheExcerpt) {
  verdict::Results results = sample();
  results.results[0].findings[0].witness->steps[1].location.line = 2;
  EXPECT_TRUE(has(html_report(results), "data-line=\"2\""));
}

TEST(Html, DrawsWhichWorkItemTouchesWhat) {
  verdict::Results results = sample();
  const std::string page = html_report(results);
  EXPECT_EQ(occurrences(page, "<figure class=\"pattern\">"), 1U) << "of the first class of `fill`";
  EXPECT_EQ(occurrences(page, "class=\"touched\""), 15U);
  EXPECT_EQ(occurrences(page, "class=\"item idle\""), 1U) << "the last work-item does not come there";
  EXPECT_TRUE(has(page, "work-item (0, 0, 0): bytes 0..3; work-item (1, 0, 0): bytes 4..7"));
  EXPECT_TRUE(has(page, "work-item (15, 0, 0): nothing"));
  EXPECT_TRUE(has(page, "1 place is not drawn"));
  results.results[5].pattern->sites[0].first_iteration = true;
  EXPECT_TRUE(has(html_report(results), "in the first iteration of the loops around it"));
}

TEST(Html, ListsEachSourceOnce) {
  const std::string page = html_report(sample());
  EXPECT_EQ(occurrences(page, "<details class=\"source\""), 3U);
  EXPECT_EQ(occurrences(page, "// Sums one block of `in` per work-group."), 1U);
}

TEST(Html, LoadsNothing) {
  const std::string page = html_report(sample());
  EXPECT_FALSE(std::regex_search(page, std::regex("(src|href|action|srcset|poster)=\"?(https?:|//)")));
  EXPECT_FALSE(std::regex_search(page, std::regex("url\\(|@import|fetch\\(|XMLHttpRequest|<link|<iframe")));
  EXPECT_TRUE(has(page, "default-src 'none'"));
}

TEST(Html, HostileTextStaysText) {
  const std::string page = html_report(hostile_sample());
  EXPECT_EQ(occurrences(page, "<script>"), 1U);
  EXPECT_EQ(occurrences(page, "</script>"), 1U);
  EXPECT_EQ(occurrences(page, "</style>"), 1U);
  EXPECT_FALSE(has(page, "<img"));
  EXPECT_FALSE(has(page, "\x1b"));
  EXPECT_FALSE(has(page, "\xff"));
  EXPECT_FALSE(has(page, "\xe2\x80\xae"));
  EXPECT_TRUE(has(page, "{{verdict}}")) << "values are not read as a template";
  EXPECT_TRUE(has(page, "&lt;/script&gt;"));
  // A quote in a name must not end an attribute value.
  EXPECT_FALSE(std::regex_search(body(page), std::regex("onerror=\"")));
}

// All rows except the first ones, and the details of the classes, are compressed; the worst rows come first,
// and the page is small.
TEST(Html, OfManyClassesShowsTheWorstAndPacksTheRest) {
  const std::string page = html_report(large_sample(1'050));
  EXPECT_LT(page.size(), 500U * 1'050U) << "5 MB for 10,000";
  EXPECT_EQ(occurrences(page, "<tr data-class="), 300U);
  EXPECT_EQ(occurrences(page, "class=\"rows\""), 1U);
  EXPECT_EQ(occurrences(page, "class=\"pack\""), 11U);
  EXPECT_EQ(occurrences(page, "<details class=\"class "), 0U);
  EXPECT_LT(page.find("data-verdict=\"defect\""), page.find("data-verdict=\"verified\""));
  EXPECT_EQ(page.find("data-verdict=\"defect\"", page.find("data-verdict=\"verified\"")), std::string::npos);
  EXPECT_EQ(occurrences(html_report(sample()), "class=\"rows\""), 0U) << "a small page holds all";
}

TEST(Html, SaysWhenThereIsNothing) {
  const std::string page = html_report({});
  EXPECT_TRUE(has(page, "<h1>Nothing was verified</h1>"));
  EXPECT_TRUE(has(page, "There are no launch classes"));
}

TEST(Html, TheTemplateEscapesAllData) {
  const std::string page =
      std::string(kPageTemplate) + std::string(kClassTemplate) + std::string(kRowTemplate);
  EXPECT_EQ(occurrences(page, "{{{"), 6U)
      << "only style, script and what is rendered from the templates of a class and its row";
  EXPECT_EQ(occurrences(std::string(kRunsTemplate), "{{{"), 1U) << "the style";
  for (const char* whole : {"css", "script", "class_sections", "pack", "rows", "row_pack"})
    EXPECT_EQ(occurrences(std::string(kPageTemplate), "{{{" + std::string(whole) + "}}}"), 1U);
  EXPECT_EQ(occurrences(page, "{{&"), 0U);
  EXPECT_FALSE(has(std::string(kPageScript), "innerHTML"));
  EXPECT_FALSE(has(std::string(kPageScript), "</"));
  // Attribute values with data must be quoted, because escaping does not protect unquoted ones.
  EXPECT_FALSE(std::regex_search(page, std::regex("=\\{\\{")));
}

}  // namespace
}  // namespace launchproof::reports
