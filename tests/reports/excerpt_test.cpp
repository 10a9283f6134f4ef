#include "reports/words/excerpt.h"

#include <gtest/gtest.h>

namespace launchproof::reports {
namespace {

std::string marked(std::string_view line, std::uint32_t column) {
  const Range range = mark_at(line, column);
  return std::string(line.substr(range.begin, range.end - range.begin));
}

TEST(Excerpt, MarksTheNameWithItsSubscripts) {
  EXPECT_EQ(marked("  out[i] = a[b[2]][j] + 1;", 3), "out[i]");
  EXPECT_EQ(marked("  out[i] = a[b[2]][j] + 1;", 12), "a[b[2]][j]");
  EXPECT_EQ(marked("  out[i] = a[b[2]][j] + 1;", 10), "=");
  EXPECT_EQ(marked("  x += 1;", 5), "+=");
  EXPECT_EQ(marked("  barrier(CLK_LOCAL_MEM_FENCE);", 3), "barrier(CLK_LOCAL_MEM_FENCE)");
  EXPECT_EQ(marked("  f(a,", 3), "f") << "a bracket that closes on a later line";
  EXPECT_EQ(marked("  (a)", 3), "(");
}

TEST(Excerpt, MarksTheLineWhenTheColumnIsNotKnown) {
  EXPECT_EQ(marked("\t  x = 1;", 0), "x = 1;");
  EXPECT_EQ(marked("  x;", 99), "x;");
  EXPECT_EQ(marked("", 1), "");
  EXPECT_EQ(marked("   ", 0), "");
}

TEST(Excerpt, LinesOfAnyLineEnds) {
  EXPECT_EQ(lines_of("a\nb"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(lines_of("a\r\n\r\nb\n"), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_TRUE(lines_of("").empty());
}

TEST(Excerpt, OnlyLocationsInTheSourceOfTheClass) {
  verdict::ClassResult result;
  result.source = "dir/k.cl";
  result.source_text = "x";
  EXPECT_TRUE(in_source(result, {.file = "dir/k.cl", .line = 1, .column = 1, .role = ""}));
  EXPECT_TRUE(in_source(result, {.file = "/other/k.cl", .line = 1, .column = 1, .role = ""}));
  EXPECT_FALSE(in_source(result, {.file = "dir/header.h", .line = 1, .column = 1, .role = ""}));
  EXPECT_FALSE(in_source(result, {.file = "dir/k.cl", .line = 0, .column = 0, .role = ""}));
  result.source_text.clear();
  EXPECT_FALSE(in_source(result, {.file = "dir/k.cl", .line = 1, .column = 1, .role = ""}));
}

TEST(Excerpt, JoinsNeighboursAndMarksGaps) {
  verdict::ClassResult result;
  result.source = "k.cl";
  result.source_text = "x";
  const auto at = [](std::uint32_t line) {
    return verdict::SourceLocation{.file = "k.cl", .line = line, .role = ""};
  };
  std::vector<std::uint32_t> numbers;
  for (const ExcerptLine& line : excerpt(result, nullptr, {at(9), at(2), at(3), at(50)}, 10, 1))
    numbers.push_back(line.number);
  EXPECT_EQ(numbers, (std::vector<std::uint32_t>{1, 2, 3, 4, 0, 8, 9, 10})) << "line 50 is not in the source";
  const auto both = excerpt(result, nullptr, {at(2), at(2)}, 10, 0);
  ASSERT_EQ(both.size(), 1U);
  EXPECT_EQ(both[0].locations, (std::vector<std::size_t>{0, 1}));
}

TEST(Excerpt, GivesALineAsItIs) {
  EXPECT_EQ(line_of("a\r\nb\n\nc", 1), "a");
  EXPECT_EQ(line_of("a\r\nb\n\nc", 2), "b");
  EXPECT_EQ(line_of("a\r\nb\n\nc", 3), "");
  EXPECT_EQ(line_of("a\r\nb\n\nc", 4), "c");
  EXPECT_EQ(line_of("a\r\nb\n\nc", 5), std::nullopt);
  EXPECT_EQ(line_of("a\n", 2), std::nullopt);
  EXPECT_EQ(line_of("a\n", 0), std::nullopt);
  EXPECT_EQ(line_of("", 1), std::nullopt);
}

// An included file may have the same base name as the source.
TEST(Excerpt, TellsIncludedFilesFromTheSource) {
  verdict::ClassResult result;
  result.source = "k.cl";
  result.source_text = "source\n";
  result.included = {{"lib/k.cl", "one\ntwo\n"}};
  const verdict::SourceLocation own{.file = "k.cl", .line = 1, .role = ""};
  const verdict::SourceLocation included{.file = "lib/k.cl", .line = 2, .role = ""};
  const verdict::SourceLocation other{.file = "lib/m.h", .line = 2, .role = ""};
  EXPECT_TRUE(in_source(result, own));
  EXPECT_FALSE(in_source(result, included));
  EXPECT_EQ(included_file(result, own), nullptr);
  EXPECT_EQ(included_file(result, included), result.included.data());
  EXPECT_EQ(text_at(result, own), "source\n");
  EXPECT_EQ(text_at(result, included), "one\ntwo\n");
  EXPECT_EQ(text_at(result, other), "");
  const auto lines = excerpt(result, result.included.data(), {own, included}, 2, 0);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].number, 2U);
  EXPECT_EQ(lines[0].locations, std::vector<std::size_t>{1});
}

TEST(Excerpt, FindsTheMacrosThatLinesUse) {
  const std::vector<std::string> lines{"#define IDX(i) ((i) + 1)", "#define OTHER 3", "# define PUT(a, i) \\",
                                       "  a[IDX(i)] = 0",          "PUT(t, l);",      "#define PUT(a, i)"};
  EXPECT_EQ(macro_lines(lines, {5}), (std::vector<std::uint32_t>{1, 3, 4}));
  EXPECT_EQ(macro_lines(lines, {4}), (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(macro_lines({"#define A B", "#define B A", "A", "#define A"}, {3}),
            (std::vector<std::uint32_t>{1, 2}))
      << "of each name, what is defined before the use";
  EXPECT_TRUE(macro_lines(lines, {0, 99}).empty());
}

}  // namespace
}  // namespace launchproof::reports
