// Tests outputs that are closed, full, or a pipe without a reader, and words that are not commands.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "cli/options/format_options.h"
#include "cli/options/registry.h"
#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

constexpr const char* kRacyOutput = "__kernel void racy(__global int *a) {\n  a[0] = get_global_id(0);\n}\n";
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

// `-` in place of a file.
class DashTest : public OutputsTest {
 protected:
  // Runs `check` on a racy kernel with this text as standard input.
  Ran with_input(std::vector<std::string> words, const std::string& input) const {
    const std::string file = write("input.txt", input);
    const Ran ran = run(words, [&] { ::dup2(::open(file.c_str(), O_RDONLY | O_CLOEXEC), STDIN_FILENO); });
    EXPECT_FALSE(exists("-")) << "a file called - was written by " << words[0];
    return ran;
  }
  Ran racy(std::vector<std::string> more, const std::string& input = "") const {
    std::vector<std::string> words{"check", write("racy.cl", kRacyOutput), "--local-size=8",
                                   "--num-groups=2"};
    words.insert(words.end(), more.begin(), more.end());
    return with_input(words, input);
  }
};

TEST_F(DashTest, AReportIsPrintedAndTheSummaryGoesToTheErrorOutput) {
  for (const FormatOption& one : format_options({})) {
    if (one.option == "--trace") continue;  // of captures
    const Ran ran = racy({one.option, "-"});
    EXPECT_EQ(ran.status, 10) << ran.err;
    expect_holds(ran.err, "1 launch class of 1 kernel");
    const Ran named = racy({one.option, "named.txt"});
    if (one.option == "--text")
      expect_holds(ran.out, "1 launch class of 1 kernel");
    else
      EXPECT_EQ(ran.out.substr(0, 40), read("named.txt").substr(0, 40)) << one.option;
    EXPECT_EQ(ran.out.find(": -"), std::string::npos) << "its own name is not listed: " << ran.out;
    EXPECT_EQ(racy({one.option, "-", "-q"}).err, "");
  }
}

TEST_F(DashTest, ReportsOfResultsArePrinted) {
  racy({"-o", "out"});
  expect_holds(run({"report", "out", "--text", "-"}).out, "defect (confirmed)");
  expect_holds(run({"report", "out", "-o", "-"}).out, "<!doctype html>");
  expect_holds(run({"report", ".", "--index", "-o", "-"}).out, "<!doctype html>");
  const Ran both = run({"report", "out", "--junit", "-", "-o", "page.html"});
  EXPECT_EQ(both.out.find("<?xml"), 0U);
  expect_holds(both.err, "report: page.html");
  EXPECT_FALSE(exists("-"));
}

TEST_F(DashTest, InputIsRead) {
  racy({"-o", "out"});
  const std::string results = read("out/results.json");
  EXPECT_EQ(racy({"--baseline", "-"}, results).status, 0);
  const std::string suppressions = R"({"schema": "launchproof.suppressions/1", "suppressions": [
    {"kernel": "racy", "reason": "known", "expires": "never"}]})";
  EXPECT_EQ(racy({"--suppressions", "-"}, suppressions).status, 0);
  expect_holds(with_input({"report", "-", "--text", "-"}, results).out, "defect (confirmed)");
  EXPECT_EQ(with_input({"diff", "-", "out"}, results).status, 0);
  // The commands that a check of standard input prints.
  const Ran checked =
      with_input({"check", "-", "--local-size=8", "--num-groups=2", "--format=json"}, kRacyOutput);
  const std::string id = checked.out.substr(checked.out.find("\"id\": \"") + 7, 16);
  const Ran replayed =
      with_input({"replay", "-", "--local-size=8", "--num-groups=2", "--finding", id}, kRacyOutput);
  EXPECT_EQ(replayed.status, 10) << replayed.err;
  EXPECT_EQ(with_input({"export-repro", id, "-", "--local-size=8", "--num-groups=2"}, kRacyOutput).status, 0);
  EXPECT_TRUE(exists("repro/host.c"));
}

TEST_F(DashTest, WhatItCannotMeanIsRefusedWithTheRemedy) {
  for (const auto& [words, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"-o", "-"}, "--output: `-` is not a folder; name a folder, or write ./-"},
           {{"--cache", "-"}, "--cache: `-` is not a folder"},
           {{"-I", "-"}, "-I: `-` is not a folder"},
           {{"--dump-smt", "-"}, "--dump-smt: `-` is not a folder"},
           {{"--stats", "-"}, "--stats: `-` is not standard output here"},
           {{"--dump-houdini", "-"}, "--dump-houdini: `-` is not standard output here"},
           {{"--contents", "a=file:-"}, "--contents: replays read the contents again"},
           {{"--sarif", "-", "--junit", "-"}, "both print on standard output; name a file for --sarif"},
           {{"--sarif", "-", "--format=json"}, "--sarif and --format both print on standard output"},
           {{"--baseline", "-", "--suppressions", "-"}, "both read standard input (`-`)"},
           {{"-", "--baseline", "-"}, "both read standard input (`-`)"},
           {{"--baseline", "-", "--first-run-ok"}, "--first-run-ok makes the baseline"},
           {{"--spec", "-:racy"}, "-:racy: write /dev/stdin:racy"}}) {
    const Ran ran = racy(words);
    EXPECT_EQ(ran.status, 2) << words[0];
    expect_holds(ran.err, message);
    EXPECT_EQ(ran.out, "");
  }
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"verify", "-"},
                                             {"capture", "show", "-"},
                                             {"capture", "merge", "-", "-o", "x"},
                                             {"diff", "-", "x", "--equivalence"}}) {
    const Ran ran = with_input(words, "");
    EXPECT_EQ(ran.status, 2);
    expect_holds(ran.err, "-: a capture is a folder, which standard input cannot hold");
  }
  expect_holds(with_input({"capture", "import", "-", "-o", "x"}, "[]").err, "name its file");
  expect_holds(with_input({"run", "--baseline", "-", "--", "/bin/true"}, "").err, "is the application's");
}

// Every option whose value is a file or folder either takes `-` or refuses it.
TEST_F(DashTest, NoOptionTakesItForAName) {
  for (const OptionSpec& spec : option_specs()) {
    if ((spec.commands & Command::Check) == 0) continue;
    const bool is_path = spec.value == "FILE" || spec.value == "DIR" || spec.value == "PATH" ||
                         spec.value == "LIST" || spec.value == "RESULTS";
    if (!is_path || spec.names == "--batch") continue;
    racy({spec.each_name().back(), "-"}, "{}");
    for (const auto& entry : std::filesystem::directory_iterator(path("")))
      EXPECT_NE(entry.path().filename(), "-") << spec.names;
  }
}

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
