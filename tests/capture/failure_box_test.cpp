#include "capture/files/failure_box.h"

#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

using Box = CaptureTest;

TEST_F(Box, GivesWhatOtherProcessesTold) {
  const FailureBox box;
  ASSERT_FALSE(box.name().empty());
  EXPECT_TRUE(box.take().empty());
  EXPECT_EQ(in_child([&] {
              tell_failure(box.name().c_str(), "12-2", "a line");
              return 0;
            }),
            0);
  const auto taken = box.take();
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0].tag, "12-2");
  EXPECT_EQ(taken[0].line, "a line");
  EXPECT_TRUE(box.take().empty());
}

// The sender is unknown, so the message must not name a file outside of the capture.
TEST_F(Box, TakesNoOtherTagsAndLines) {
  const FailureBox box;
  for (const char* tag : {"", "../1", "1/2", "session", "1234567890123456789012345678901234567890"})
    tell_failure(box.name().c_str(), tag, "a line");
  tell_failure(box.name().c_str(), "1", "two\nlines");
  EXPECT_TRUE(box.take().empty());
}

TEST_F(Box, NeverWaits) {
  std::string gone;
  {
    const FailureBox box;
    gone = box.name();
    for (int i = 0; i < 5000; ++i) tell_failure(box.name().c_str(), "1", "a line");
    EXPECT_GT(box.take().size(), 0U);
  }
  tell_failure(gone.c_str(), "1", "a line");
  tell_failure(nullptr, "1", "a line");
  tell_failure("", "1", "a line");
}

TEST_F(Box, PutsIntoTheCaptureWhatCanBe) {
  ASSERT_EQ(create_capture(path().c_str(), sample_session(), false), "");
  const FailureBox box;
  tell_failure(box.name().c_str(), "7", R"({"record":"note","text":"no rights"})");
  EXPECT_TRUE(box.put_into(path()).empty());
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.processes.size(), 1U);
  EXPECT_EQ(capture.processes[0].stopped, "no rights");
  tell_failure(box.name().c_str(), "8", "a line");
  EXPECT_EQ(box.put_into(path() + "/nowhere").size(), 1U);
}

}  // namespace
}  // namespace launchproof::capture
