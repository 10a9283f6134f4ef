#include <gtest/gtest.h>

#include "verify/repair/candidate.h"

namespace launchproof::repair {
namespace {

// Returns the text with the given line edits applied.
std::string changed(const std::string& text, const std::vector<verdict::SourceEdit>& edits) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  std::string made;
  std::size_t next = 0;
  for (const verdict::SourceEdit& edit : edits) {
    for (; next + 1 < edit.line; ++next) made += lines.at(next) + "\n";
    next += edit.removed;
    for (const std::string& line : edit.inserted) made += line + "\n";
  }
  for (; next < lines.size(); ++next) made += lines[next] + "\n";
  return made;
}

TEST(LineEdits, TurnOneTextIntoTheOther) {
  const std::vector<std::string> texts{
      "", "a\nb\nc\nd\n", "a\nx\nb\nc\nd\n", "b\nc\n", "a\nb\nc\nd\ne\n", "a\ny\nc\nz\nd\n", "a\na\na\nb\n"};
  for (const std::string& from : texts)
    for (const std::string& to : texts)
      EXPECT_EQ(changed(from, line_edits(from, to)), to) << from << "->" << to;
}

TEST(LineEdits, AreAsFewLinesAsCanBe) {
  const auto edits = line_edits("a\nb\nc\nd\n", "a\nx\nb\nc\nd\ny\n");
  ASSERT_EQ(edits.size(), 2U);
  EXPECT_EQ(edits[0], (verdict::SourceEdit{2, 0, {"x"}}));
  EXPECT_EQ(edits[1], (verdict::SourceEdit{5, 0, {"y"}}));
  EXPECT_EQ(line_edits("a\nb\n", "a\nc\n").at(0), (verdict::SourceEdit{2, 1, {"c"}}));
  EXPECT_TRUE(line_edits("a\n", "a\n").empty());
}

TEST(Applied, MakesEditsInAnyOrder) {
  EXPECT_EQ(applied("abcdef", {{4, 1, "E"}, {0, 0, "<"}, {6, 0, ">"}, {1, 2, ""}}), "<adEf>");
}

}  // namespace
}  // namespace launchproof::repair
