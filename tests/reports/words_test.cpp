#include "reports/words/words.h"

#include <gtest/gtest.h>

#include <limits>

#include "reports/words/paint.h"

namespace launchproof::reports {
namespace {

TEST(Words, CountsAndTimes) {
  EXPECT_EQ(count_of(1, "launch", "launches"), "1 launch");
  EXPECT_EQ(count_of(0, "launch", "launches"), "0 launches");
  EXPECT_EQ(seconds_text(0), "<1 ms");
  EXPECT_EQ(seconds_text(0.0312), "31 ms");
  EXPECT_EQ(seconds_text(0.9996), "1.0 s");
  EXPECT_EQ(seconds_text(61.24), "61.2 s");
  EXPECT_EQ(seconds_text(-1), "?");
  EXPECT_EQ(seconds_text(std::numeric_limits<double>::infinity()), "?");
}

TEST(Words, PlacesLeaveOutWhatIsNotKnown) {
  EXPECT_EQ(place({.file = "k.cl", .line = 3, .column = 5, .role = ""}), "k.cl:3:5");
  EXPECT_EQ(place({.file = "k.cl", .line = 3, .column = 0, .role = ""}), "k.cl:3");
  EXPECT_EQ(place({.file = "k.cl", .line = 0, .column = 9, .role = ""}), "k.cl");
  EXPECT_EQ(place({}), "?");
  EXPECT_EQ(bytes_text(12, 4), "bytes 12..15");
  EXPECT_EQ(bytes_text(12, 1), "byte 12");
  EXPECT_EQ(bytes_text(static_cast<std::uint64_t>(-4), 4), "bytes -4..-1");
  EXPECT_EQ(meeting_text({}), "");
  EXPECT_EQ(meeting_text({.work_items = {}, .array_bytes = 1}), "the array has 1 byte");
}

TEST(Words, WhyAFindingWasNotReplayedIsSaidOnce) {
  verdict::Finding finding;
  finding.confirmation = verdict::Confirmation::Exact;
  for (const char* replay : {"it takes too long", "not replayed: it takes too long"}) {
    finding.replay = replay;
    EXPECT_EQ(confirmation_text(finding),
              "exact: nothing in the question was approximated; not replayed: it takes too long");
  }
  finding.confirmation = verdict::Confirmation::Unconfirmed;
  EXPECT_EQ(confirmation_text(finding),
            "not confirmed: depends on the named approximations; not replayed: it takes too long");
}

TEST(Words, CleanKeepsTextAndReplacesTheRest) {
  EXPECT_EQ(clean("a\tb\nc \xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80"),
            "a\tb\nc \xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80");
  EXPECT_EQ(clean("a\r\nb"), "a\nb");
  const std::string mark = "\xEF\xBF\xBD";
  EXPECT_EQ(clean("\x1b[31m"), mark + "[31m");
  EXPECT_EQ(clean(std::string_view("\0", 1)), mark);
  EXPECT_EQ(clean("a\rb"), "a" + mark + "b");
  EXPECT_EQ(clean("\xff"), mark);
  EXPECT_EQ(clean("\xc0\xaf"), mark + mark) << "overlong";
  EXPECT_EQ(clean("\xed\xa0\x80"), mark + mark + mark) << "surrogate";
  EXPECT_EQ(clean("\xf4\x90\x80\x80"), mark + mark + mark + mark) << "beyond U+10FFFF";
  EXPECT_EQ(clean("\xe4\xb8"), mark + mark) << "cut";
  EXPECT_EQ(clean("\xc2\x9b"), mark) << "C1 control";
  EXPECT_EQ(clean("\xe2\x80\xae"), mark) << "right-to-left override";
}

TEST(Paint, ColumnsAsATerminalShowsThem) {
  EXPECT_EQ(columns("abc"), 3U);
  EXPECT_EQ(columns("\xc3\xa9"), 1U);
  EXPECT_EQ(columns("e\xcc\x81"), 1U) << "combining";
  EXPECT_EQ(columns("\xe4\xb8\xad"), 2U) << "wide";
  EXPECT_EQ(padded("\xe4\xb8\xad", 4), "\xe4\xb8\xad  ");
  EXPECT_EQ(cut("abcdef", 6), "abcdef");
  EXPECT_EQ(cut("abcdefg", 6), "abc...");
  EXPECT_EQ(cut("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad", 5), "\xe4\xb8\xad...");
  EXPECT_EQ(cut("abcdef", 2), "..");
}

TEST(Paint, OnlyWhenTold) {
  EXPECT_EQ(Paint(false)(Style::Bad, "x"), "x");
  EXPECT_EQ(Paint(true)(Style::Bad, "x"), "\x1b[1;31mx\x1b[0m");
  EXPECT_EQ(Paint(true)(Style::Plain, "x"), "x");
}

}  // namespace
}  // namespace launchproof::reports
