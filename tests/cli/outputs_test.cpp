// Outputs that are closed, full, or a pipe whose reader left; words that are no command.
#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

constexpr const char* kSafe = "__kernel void safe(__global int *a) { a[get_global_id(0)] = 1; }\n";

class OutputsTest : public ProgramTest {
 protected:
  // `check` of a safe kernel with its files in `out`, standard descriptors prepared first.
  Ran check(const std::function<void()>& prepare) const {
    return run({"check", write("safe.cl", kSafe), "--local-size=8", "--num-groups=2", "-o", "out"}, prepare);
  }
  void expect_written() const {
    EXPECT_NE(read("out/results.json").find("\"verified\""), std::string::npos);
    EXPECT_NE(read("out/report.html").find("safe"), std::string::npos);
  }
};

void redirect(const char* file, int descriptor) {
  ::dup2(::open(file, O_WRONLY | O_CLOEXEC), descriptor);
}

TEST_F(OutputsTest, AFullOutputIsStatusThirteenAndTheFilesAreWritten) {
  const Ran ran = check([] { redirect("/dev/full", STDOUT_FILENO); });
  EXPECT_EQ(ran.status, 13);
  EXPECT_NE(ran.err.find("No space left on device"), std::string::npos) << ran.err;
  expect_written();
}

TEST_F(OutputsTest, AFullErrorOutputCrashesNothing) {
  EXPECT_EQ(check([] { redirect("/dev/full", STDERR_FILENO); }).status, 0);
  expect_written();
}

TEST_F(OutputsTest, ClosedDescriptorsCrashNothing) {
  EXPECT_EQ(check([] { ::close_range(0, 2, 0); }).status, 13);
  expect_written();
}

TEST_F(OutputsTest, AReaderThatLeftCostsNothing) {
  const Ran ran = check([] {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) ::_exit(99);
    ::close(ends[0]);
    ::dup2(ends[1], STDOUT_FILENO);
  });
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  expect_written();
}

// The application sees what a shell would give it.
TEST_F(OutputsTest, TheApplicationKeepsTheBrokenPipeSignal) {
  const Ran ran = run({"record", "-q", "-o", "c", "--", "/bin/sh", "-c", "kill -PIPE $$; exit 0"});
  EXPECT_EQ(ran.status, 141) << ran.err;
}

TEST_F(OutputsTest, WhatIsPrintedOnRequestMustArrive) {
  for (const char* word : {"--version", "--help"}) {
    EXPECT_EQ(run({word}, [] { redirect("/dev/full", STDOUT_FILENO); }).status, 13) << word;
  }
}

TEST_F(OutputsTest, AReportNeedsAFolder) {
  ASSERT_EQ(check({}).status, 0);
  const Ran ran = run({"report", "out/results.json", "-o", "none/report.html"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("there is no folder none"), std::string::npos) << ran.err;
}

TEST_F(OutputsTest, WordsThatAreNoCommandAreNamed) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"prove"}, "`prove` is no command"},
      {{"capture"}, "capture show"},
      {{"capture", "hide"}, "`capture hide` is no command"}};
  for (const auto& [words, part] : wrong) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  }
  EXPECT_NE(run({"capture", "show", "--help"}).out.find("launchproof capture show ["), std::string::npos);
}

}  // namespace
}  // namespace launchproof::cli::testing
