#include "verify/worker/pool/wire.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

namespace launchproof::worker {
namespace {

class WireTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, d_ends.data()), 0); }
  void TearDown() override {
    for (const int end : d_ends) ::close(end);
  }
  std::array<int, 2> d_ends{};
};

TEST_F(WireTest, FramesArriveWholeAndInOrder) {
  ASSERT_TRUE(write_frame(d_ends[0], "one"));
  ASSERT_TRUE(write_frame(d_ends[0], ""));
  ASSERT_TRUE(write_frame(d_ends[0], "three"));
  FrameReader reader;
  ASSERT_TRUE(reader.fill(d_ends[1]));
  EXPECT_EQ(reader.next(), "one");
  EXPECT_EQ(reader.next(), "");
  EXPECT_EQ(reader.next(), "three");
  EXPECT_EQ(reader.next(), std::nullopt);
}

TEST_F(WireTest, HalfAFrameIsNoFrame) {
  const std::array<char, 6> half{8, 0, 0, 0, 'a', 'b'};
  ASSERT_EQ(::write(d_ends[0], half.data(), half.size()), 6);
  FrameReader reader;
  ASSERT_TRUE(reader.fill(d_ends[1]));
  EXPECT_EQ(reader.next(), std::nullopt);
  ASSERT_EQ(::write(d_ends[0], "cdefgh", 6), 6);
  ASSERT_TRUE(reader.fill(d_ends[1]));
  EXPECT_EQ(reader.next(), "abcdefgh");
}

TEST_F(WireTest, AClosedSocketIsToldAndNotASignal) {
  ::close(d_ends[1]);
  d_ends[1] = ::dup(d_ends[0]);  // something to close in TearDown
  EXPECT_FALSE(write_frame(d_ends[0], "nobody reads this"));
  std::string text;
  EXPECT_FALSE(read_frame(d_ends[0], text));
}

TEST(TaskOutcomeText, KeepsWhatThePoolPassesOn) {
  const MoreText numbers{[](const std::any& more) { return std::to_string(std::any_cast<int>(more)); },
                         [](const std::string& text) { return std::any(std::stoi(text)); }};
  TaskOutcome outcome;
  outcome.result.kernel = "k";
  outcome.interim = outcome.has_own_time = true;
  outcome.counts_for_kind = false;
  outcome.more = 7;
  const TaskOutcome back = task_outcome_from_text(to_text(outcome, numbers), numbers);
  EXPECT_EQ(back.result.kernel, "k");
  EXPECT_TRUE(back.interim);
  EXPECT_TRUE(back.has_own_time);
  EXPECT_FALSE(back.counts_for_kind);
  EXPECT_EQ(std::any_cast<int>(back.more), 7);
  EXPECT_FALSE(task_outcome_from_text(to_text(outcome, {}), {}).more.has_value());
  EXPECT_THROW(task_outcome_from_text("{\"result\": 3", {}), std::runtime_error);
}

}  // namespace
}  // namespace launchproof::worker
