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

TEST(OutcomeText, KeepsWhatTheCallerNeeds) {
  Outcome outcome;
  outcome.result.kernel = "k";
  outcome.result.verdict = verdict::Verdict::Verified;
  outcome.input_error = "no parameter n";
  outcome.unused = {"n"};
  outcome.lasting = true;
  outcome.derives = true;
  outcome.files = {{{0, "k.h", "absent"}, {1, "/usr/k.h", std::string(64, 'a')}}, false};
  outcome.merged.push_back(
      {outcome.result, {3, 4}, {{"global (8)", {{0, "global (", "8", ")", 8, true, false}}}, {}}});
  const Outcome back = outcome_from_text(to_text(outcome));
  EXPECT_EQ(back.result.kernel, "k");
  EXPECT_TRUE(back.lasting);
  EXPECT_EQ(back.files, outcome.files);
  ASSERT_EQ(back.merged.size(), 1U);
  EXPECT_EQ(back.merged.front().jobs, outcome.merged.front().jobs);
  EXPECT_EQ(back.merged.front().words, outcome.merged.front().words);
  EXPECT_FALSE(Outcome().lasting) << "what nobody has judged is not kept";
  EXPECT_EQ(back.result.verdict, verdict::Verdict::Verified);
  EXPECT_EQ(back.input_error, "no parameter n");
  EXPECT_TRUE(back.derives);
  EXPECT_EQ(back.unused, std::vector<std::string>{"n"});
}

TEST(OutcomeText, KeepsTheSizesOfAnExample) {
  Outcome outcome;
  EXPECT_EQ(outcome_from_text(to_text(outcome)).sizes, std::nullopt);
  outcome.sizes = model::LaunchSizes{{4, 2, 1}, {std::uint64_t{1} << 40, 3, 1}};
  EXPECT_EQ(outcome_from_text(to_text(outcome)).sizes, outcome.sizes);
}

TEST(OutcomeText, DamageIsAnError) {
  EXPECT_THROW(outcome_from_text("{\"result\": 3"), std::runtime_error);
}

}  // namespace
}  // namespace launchproof::worker
