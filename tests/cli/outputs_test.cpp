// Tests outputs that are closed, full, or a pipe without a reader, and words that are not commands.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "cli/options/format_options.h"
#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

constexpr const char* kSafeOutput = "__kernel void safe(__global int *a) { a[get_global_id(0)] = 1; }\n";

class OutputsTest : public ProgramTest {
 protected:
  // Runs `check` on a safe kernel with its files in `out`, after the standard descriptors are prepared.
  Ran check(const std::function<void()>& prepare) const {
    return run({"check", write("safe.cl", kSafeOutput), "--local-size=8", "--num-groups=2", "-o", "out"},
               prepare);
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

// The application gets the same descriptors as from a shell.
TEST_F(OutputsTest, TheApplicationKeepsTheSignalsOfOutputs) {
  for (const auto& [name, number] : {std::pair("PIPE", SIGPIPE), {"XFSZ", SIGXFSZ}}) {
    const Ran ran = run(
        {"record", "-q", "-o", name, "--", "/bin/sh", "-c", std::string("kill -") + name + " $$; exit 0"});
    EXPECT_EQ(ran.status, 128 + number) << ran.err;
  }
}

// A report that exceeds the file size limit is an error with a message, and leaves no partial file.
TEST_F(OutputsTest, AFileOfMoreThanTheLimitIsStatusThirteen) {
  const Ran ran = check([] {
    const rlimit limit{512, 512};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  });
  EXPECT_EQ(ran.status, 13) << ran.err;
  EXPECT_NE(ran.err.find("File too large; raise the limit"), std::string::npos) << ran.err;
  EXPECT_FALSE(exists("out/results.json"));
  EXPECT_TRUE(std::filesystem::is_empty(path("out")));
}

// The error comes before anything is created or started.
TEST_F(OutputsTest, AFileThatCannotBeWhereItIsToLieIsRefusedFirst) {
  write_script("app", "touch started\n");
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"/nonexistent/x", "there is no folder /nonexistent"}, {".", "is a folder; name a file in it"}};
  for (const FormatOption& format : format_options({})) {
    const std::string& option = format.option;
    for (const auto& [place, message] : wrong) {
      const Ran ran = run({"run", "-o", "r", option, place, "--", path("app")});
      EXPECT_EQ(ran.status, 2) << option << ran.err;
      EXPECT_NE(ran.err.find(option + ": "), std::string::npos) << ran.err;
      EXPECT_NE(ran.err.find(message), std::string::npos) << ran.err;
      EXPECT_FALSE(exists("r"));
      EXPECT_FALSE(exists("started"));
    }
  }
  // The program creates the folder itself.
  EXPECT_EQ(run({"check", write("safe.cl", kSafeOutput), "--local-size=8", "--num-groups=2", "-o", "new",
                 "--sarif", path("new/x.sarif")})
                .status,
            0);
  EXPECT_TRUE(exists("new/x.sarif"));
}

TEST_F(OutputsTest, ANamedPipeNeedsAReader) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const std::vector<std::string> words{
      "check", write("safe.cl", kSafeOutput), "--local-size=8", "--num-groups=2", "--sarif", path("pipe")};
  Ran ran = run(words);
  EXPECT_EQ(ran.status, 13);
  EXPECT_NE(ran.err.find("nobody reads from this pipe"), std::string::npos) << ran.err;
  const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ran = run(words);
  EXPECT_EQ(ran.status, 0) << ran.err;
  std::array<char, 16> begin{};
  EXPECT_GT(::read(reader, begin.data(), begin.size()), 0);
  EXPECT_EQ(begin[0], '{');
  ::close(reader);
}

// Standard output is appended to, whatever it is, and never replaced.
TEST_F(OutputsTest, AnOpenDescriptorIsNoPlaceForANewFile) {
  for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"}) {
    std::filesystem::remove(path("link"));
    std::filesystem::create_symlink("/dev/stdout", path("link"));
    write("all.txt", "before\n");
    const std::string place = std::string(name) == "link" ? path("link") : name;
    const Ran ran = run({"check", write("safe.cl", kSafeOutput), "--local-size=8", "--num-groups=2",
                         "--format=json", "--junit", place},
                        [&] { ::dup2(::open(path("all.txt").c_str(), O_WRONLY | O_APPEND), STDOUT_FILENO); });
    EXPECT_EQ(ran.status, 0) << ran.err;
    const std::string all = read("all.txt");
    EXPECT_EQ(all.find("before\n{"), 0U) << all;
    EXPECT_NE(all.find("</testsuites>"), std::string::npos) << all;
    EXPECT_TRUE(std::filesystem::is_symlink("/dev/stdout"));
  }
}

// A link to a file stays a link.
TEST_F(OutputsTest, AFileIsWrittenWhereALinkLeads) {
  std::filesystem::create_directory(path("elsewhere"));
  std::filesystem::create_symlink("elsewhere/x.xml", path("link.xml"));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run({"check", write("safe.cl", kSafeOutput), "--local-size=8", "--num-groups=2", "--junit",
                   path("link.xml")})
                  .status,
              0);
    EXPECT_TRUE(std::filesystem::is_symlink(path("link.xml")));
    EXPECT_NE(read("elsewhere/x.xml").find("<testsuites"), std::string::npos);
  }
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
      {{"prove"}, "unknown command `prove`; the commands"},
      {{"capture"}, "capture show"},
      {{"capture", "hide"}, "unknown command `capture hide`; the commands"}};
  for (const auto& [words, part] : wrong) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  }
  EXPECT_NE(run({"capture", "show", "--help"}).out.find("launchproof capture show ["), std::string::npos);
}

}  // namespace
}  // namespace launchproof::cli::testing
