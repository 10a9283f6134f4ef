// Tests --ci, --baseline, --suppressions, `diff`, and the reports that options name: a failing run must never
// pass.
#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/options/format_options.h"
#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;

constexpr const char* kSafeForCi = "__kernel void safe(__global int *a) {\n  a[get_global_id(0)] = 1;\n}\n";
constexpr const char* kRacyForCi = "__kernel void racy(__global int *a) {\n  a[0] = get_global_id(0);\n}\n";
constexpr const char* kOther = "__kernel void other(__global int *a) {\n  a[1] = get_global_id(0);\n}\n";
constexpr const char* kOpen = "__kernel void open(__global int *a) {\n  __asm__(\"nop\");\n}\n";

void expect_said(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "`" << part << "` is not in: " << text;
}

class CiTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("safe.cl", kSafeForCi);
    write("racy.cl", kRacyForCi);
    write("other.cl", kOther);
    write("open.cl", kOpen);
  }

  Ran check(const std::vector<std::string>& words) const {
    std::vector<std::string> all{"check", "--local-size=8", "--num-groups=2"};
    all.insert(all.end(), words.begin(), words.end());
    return run(all);
  }

  // Expects status 2, no verification, and a message with these parts.
  void expect_refused(const std::vector<std::string>& words, const std::vector<std::string>& parts) const {
    const Ran ran = check(words);
    EXPECT_EQ(ran.status, 2) << ran.out;
    EXPECT_EQ(ran.out, "");
    for (const std::string& part : parts) expect_said(ran.err, part);
  }

  std::string edited(const std::string& file, const std::string& from, const std::string& to) const {
    std::string text = read(file);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  }

  static std::string suppressions(const std::string& pattern, const std::string& expires = "never") {
    return R"({"schema": "launchproof.suppressions/1", "suppressions": [{)" + pattern +
           (pattern.empty() ? "" : ", ") + R"("reason": "known", "expires": ")" + expires + "\"}]}";
  }
};

TEST_F(CiTest, EveryFileIsInTheFolder) {
  const Ran ran = check({"racy.cl", "--ci"});
  EXPECT_EQ(ran.status, 10) << ran.err;
  EXPECT_EQ(ran.err.find("racy.cl:2:8"), std::string::npos)
      << "a short run names failures in its summary alone";
  EXPECT_EQ(ran.err.find('\x1b'), std::string::npos);
  EXPECT_EQ(ran.err.find('\r'), std::string::npos);
  expect_said(ran.out, "racy.cl:2:8: defect (confirmed): ");
  for (const char* name : {"results.json", "report.html", "results.sarif", "junit.xml"}) {
    EXPECT_TRUE(exists(std::string("launchproof-results/") + name)) << name;
    expect_said(ran.out, name);
  }
  EXPECT_EQ(Json::parse(read("launchproof-results/results.sarif")).at("version"), "2.1.0");
  expect_said(read("launchproof-results/junit.xml"), "<failure type=\"defect\"");
}

TEST_F(CiTest, ARunThatFailsEarlyLeavesNoOldSuccess) {
  ASSERT_EQ(check({"safe.cl", "--ci", "--allow-not-asked", "-o", "out", "--sarif", "own.sarif"}).status, 0);
  ASSERT_TRUE(exists("own.sarif"));
  EXPECT_EQ(check({"none.cl", "--ci", "-o", "out", "--sarif", "own.sarif"}).status, 2);
  for (const char* name : {"out/junit.xml", "out/results.sarif", "out/results.json", "own.sarif"})
    EXPECT_FALSE(exists(name)) << name;
}

TEST_F(CiTest, RunReplacesTheFolderThatItMade) {
  const std::vector<std::string> words{"run", "--ci",     "-o", "out", "--text", "out/summary.txt",
                                       "--",  "/bin/true"};
  const Ran first = run(words);
  ASSERT_TRUE(exists("out/session.json")) << first.err;
  write("out/results.json", "old");
  write("out/.report.html.4711.part", "of a run that was killed");
  std::filesystem::create_directories(path("out/blobs"));
  const std::string blob = "out/blobs/" + std::string(64, 'a');
  write(blob, "old");
  const Ran second = run(words);
  EXPECT_EQ(second.status, first.status) << second.err;
  EXPECT_EQ(Json::parse(read("out/results.json")).at("schema"), "launchproof.results/1");
  EXPECT_TRUE(exists("out/session.json"));
  EXPECT_FALSE(exists(blob)) << "nothing of the earlier run is left";
  EXPECT_FALSE(exists("out/.report.html.4711.part"));
  // Without --ci, a capture is never overwritten.
  const Ran plain = run({"run", "-o", "out", "--", "/bin/true"});
  EXPECT_EQ(plain.status, 2);
  expect_said(plain.err, "holds a capture already");
}

TEST_F(CiTest, RunRefusesWhatItDidNotMakeAndRemovesNothing) {
  const auto refused = [&](const std::string& part) {
    const Ran ran = run({"run", "--ci", "-o", "out", "--", "/bin/true"});
    EXPECT_EQ(ran.status, 2) << ran.err;
    expect_said(ran.err, part);
  };
  std::filesystem::create_directories(path("out"));
  write("out/results.json", "of somebody");
  refused(
      "is not empty and `run --ci` did not make it, so it is not replaced; empty it or name another folder");
  EXPECT_EQ(read("out/results.json"), "of somebody");
  EXPECT_FALSE(exists("out/session.json"));

  std::filesystem::remove_all(path("out"));
  record("out", "a[0] = get_global_id(0);", capture::Size3{8, 1, 1});
  ASSERT_EQ(run({"verify", "--ci", "out"}).status, 10);
  const std::string junit = read("out/junit.xml");
  refused("holds a capture that `run --ci` did not make");
  EXPECT_EQ(read("out/junit.xml"), junit);
  EXPECT_TRUE(exists("out/session.json"));

  std::filesystem::remove_all(path("out"));
  run({"run", "--ci", "-o", "out", "--", "/bin/true"});
  write("out/notes.txt", "mine");
  refused("holds notes.txt, which `run --ci` does not write");
  EXPECT_TRUE(exists("out/junit.xml"));
  EXPECT_EQ(read("out/notes.txt"), "mine");
  std::filesystem::remove(path("out/notes.txt"));
  std::filesystem::create_directories(path("out/blobs/more"));
  refused("holds blobs/more, which `run --ci` does not write");
  EXPECT_TRUE(exists("out/junit.xml"));
}

// Two programs have a kernel with the same name and launch; one of them is undecided.
TEST_F(CiTest, ResultsDoNotDifferFromThemselves) {
  std::filesystem::create_directories(path("one/src"));
  std::filesystem::create_directories(path("other/src"));
  const std::string one =
      write("one/src/k.cl", "__kernel void k(__global int *a) {\n  a[get_global_id(0)] = 1;\n}\n");
  const std::string other =
      write("other/src/k.cl", "__kernel void k(__global int *a) {\n  __asm__(\"nop\");\n}\n");
  ASSERT_EQ(check({one, other, "-o", "out", "-q"}).status, 11);
  const Ran same = run({"diff", "out", "out"});
  EXPECT_EQ(same.status, 0) << same.out;
  expect_said(same.out, "; 0 newly undecided, ");
  EXPECT_EQ(check({one, other, "-q", "--baseline", "out"}).status, 0);
  // The class that was decided is now undecided, and the other one does not excuse that.
  write("one/src/k.cl", read("other/src/k.cl") + "\n");
  EXPECT_EQ(check({one, other, "-q", "--baseline", "out"}).status, 11);
  // Classes of a baseline without keys are matched by the programs' texts.
  Json old = Json::parse(read("out/results.json"));
  for (Json& result : old.at("results")) result.erase("class_keys");
  old.erase("digest");
  write("old.json", old.dump());
  write("one/src/k.cl", "__kernel void k(__global int *a) {\n  a[get_global_id(0)] = 1;\n}\n");
  EXPECT_EQ(check({one, other, "-q", "--baseline", "old.json"}).status, 0);
}

TEST_F(CiTest, FilesAreWrittenWhereOptionsSay) {
  const Ran ran = check({"racy.cl", "--sarif=a.sarif", "--junit=b.xml", "--text=c.txt"});
  EXPECT_EQ(ran.status, 10);
  expect_said(read("a.sarif"), "data-race");
  expect_said(read("b.xml"), "<testsuites");
  expect_said(read("c.txt"), "1 defect");
  expect_refused({"racy.cl", "--sarif=none/a.sarif"}, {"--sarif: there is no folder none"});
  expect_refused({"racy.cl", "--junit=."}, {"--junit: . is a folder"});
}

TEST_F(CiTest, AFileThatCannotBeWrittenIsNoSuccess) {
  const Ran ran = check({"safe.cl", "--junit=/dev/full"});
  EXPECT_EQ(ran.status, 13);
  expect_said(ran.err, "/dev/full: the report could not be written: No space left on device");
  EXPECT_EQ(check({"racy.cl", "--junit=/dev/full"}).status, 10) << "a defect is never hidden";
}

TEST_F(CiTest, ReportsAreMadeOfResultsLater) {
  ASSERT_EQ(check({"racy.cl", "-o", "out", "-q"}).status, 10);
  const Ran ran = run({"report", "out", "--sarif", "a.sarif", "--junit", "b.xml", "--text", "c.txt"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, "SARIF: a.sarif\nJUnit: b.xml\ntext: c.txt\n");
  EXPECT_EQ(run({"report", "out", "--sarif", "a.sarif", "-o", "page.html"}).status, 0);
  EXPECT_TRUE(exists("page.html"));
  const Ran trace = run({"report", "out", "--trace", "t.json"});
  EXPECT_EQ(trace.status, 2);
  expect_said(trace.err, "--trace: these results are for kernel files");
}

TEST_F(CiTest, EachFormatWritesItsFile) {
  record("c.lpcap", "a[get_global_id(0)] = 1;", capture::Size3{8, 1, 1});
  ASSERT_EQ(run({"verify", "c.lpcap", "-q"}).status, 0);
  for (const FormatOption& format : format_options({})) {
    const std::string file = "report" + format.option;
    const Ran ran = run({"report", "c.lpcap", format.option, file});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(ran.out, format.label + ": " + file + "\n");
    EXPECT_FALSE(read(file).empty()) << format.option;
    expect_said(run({"report", "--index", ".", format.option, file}).err, format.option);
  }
}

TEST_F(CiTest, ATraceShowsTheLaunchesOfACapture) {
  record("c.lpcap", "a[get_global_id(0) / 2] = get_global_id(0);", capture::Size3{8, 1, 1});
  EXPECT_EQ(run({"verify", "c.lpcap", "--trace", "t.json", "-q"}).status, 10);
  const Json event = Json::parse(read("t.json")).at("traceEvents").at(1);
  EXPECT_EQ(event.at("name"), "k");
  EXPECT_EQ(event.at("cat"), "defect");
  EXPECT_EQ(event.at("args").at("launches"), 2);
  EXPECT_EQ(run({"report", "c.lpcap", "--trace", "again.json"}).status, 0);
  EXPECT_EQ(read("again.json"), read("t.json"));
  std::filesystem::rename(path("c.lpcap"), path("moved.lpcap"));
  EXPECT_EQ(run({"report", "moved.lpcap", "--trace", "again.json"}).status, 0)
      << "the capture beside the results";
  std::filesystem::remove(path("moved.lpcap/session.json"));
  const Ran gone = run({"report", "moved.lpcap", "--trace", "again.json"});
  EXPECT_EQ(gone.status, 2);
  expect_said(gone.err, "the capture of these results, c.lpcap, does not exist");
}

TEST_F(CiTest, OnlyWhatIsNewBesideTheBaselineFails) {
  ASSERT_EQ(check({"racy.cl", "safe.cl", "open.cl", "-o", "old", "-q"}).status, 10);
  const Ran same = check({"racy.cl", "safe.cl", "open.cl", "--baseline", "old"});
  EXPECT_EQ(same.status, 0) << same.out;
  expect_said(same.out, "let pass: in the baseline");
  expect_said(same.out, "Since the baseline: 0 new, 1 unchanged, 0 fixed;");
  EXPECT_EQ(check({"racy.cl", "other.cl", "--baseline", "old/results.json"}).status, 10);
  EXPECT_EQ(check({"racy.cl", "other.cl", "--baseline", "old", "--error-exitcode=77"}).status, 77);
  write("racy.cl", std::string("// moved\n\n") + kRacyForCi);
  EXPECT_EQ(check({"racy.cl", "--baseline", "old"}).status, 0);
  write("safe.cl", "__kernel void safe(__global int *a) {\n  __asm__(\"nop\");\n}\n");
  EXPECT_EQ(check({"safe.cl", "--baseline", "old"}).status, 11) << "newly undecided";
  EXPECT_EQ(check({"broken.cl", "--baseline", "old"}).status, 2);
}

// Otherwise, the same command would find the new defects in its own baseline on the next run.
TEST_F(CiTest, NoInputIsWrittenOver) {
  ASSERT_EQ(check({"safe.cl", "--ci", "--allow-not-asked", "-o", "out", "-q"}).status, 0);
  const std::string kernel = read("racy.cl"), results = read("out/results.json");
  expect_refused({"racy.cl", "--ci", "-o", "out", "--baseline", "out"},
                 {"--baseline", "keep a baseline apart"});
  expect_refused({"racy.cl", "--text", "racy.cl"}, {"--text would be written over the input"});
  expect_refused({"racy.cl", "--sarif", "x", "--junit", "./x"}, {"--sarif and --junit are the same file"});
  expect_refused({"racy.cl", "-o", "out", "--junit", "out/results.json"}, {"are the same file"});
  EXPECT_EQ(run({"report", "out", "--junit", "out/results.json"}).status, 2);
  EXPECT_EQ(read("racy.cl"), kernel);
  EXPECT_EQ(read("out/results.json"), results);
}

// A run without results leaves no green file of the previous run behind.
TEST_F(CiTest, OldFilesAreGoneWhateverEndsTheRun) {
  for (const char* solver : {"--solver=/no/such/solver", "--baseline=nowhere"}) {
    ASSERT_EQ(check({"safe.cl", "--ci", "--allow-not-asked", "-o", "out", "-q"}).status, 0);
    EXPECT_EQ(check({"racy.cl", "--ci", "-o", "out", solver}).status, 2);
    for (const char* file : {"junit.xml", "results.sarif", "results.json", "report.html"})
      EXPECT_FALSE(std::filesystem::exists(path(std::string("out/") + file))) << file << " " << solver;
  }
}

// A launch that was not checked then may hide any finding now.
TEST_F(CiTest, ABaselineOfOtherSourcesHidesNothing) {
  std::filesystem::create_directories(path("a"));
  std::filesystem::create_directories(path("b"));
  write("a/k.cl", kRacyForCi);
  write("b/k.cl", kSafeForCi);
  ASSERT_EQ(check({"a/k.cl", "b/k.cl", "-o", "old", "-q"}).status, 10);
  write("b/k.cl", kRacyForCi);
  EXPECT_EQ(check({"a/k.cl", "b/k.cl", "--baseline", "old", "-q"}).status, 10);
  EXPECT_EQ(check({"a/k.cl", "--baseline", "old", "-q"}).status, 0);
}

TEST_F(CiTest, ABaselineThatIsNoneIsRefused) {
  ASSERT_EQ(check({"racy.cl", "-o", "out", "-q", "--sarif", "a.sarif", "--junit", "b.xml"}).status, 10);
  const auto refused = [&](const std::string& name, const std::vector<std::string>& parts) {
    std::vector<std::string> all{"--baseline: ", name};
    all.insert(all.end(), parts.begin(), parts.end());
    expect_refused({"racy.cl", "--baseline", name}, all);
  };
  refused("a.sarif", {"a SARIF log of `Launchproof`", "give a results.json"});
  write("other.sarif", R"({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "OtherTool"}}}]})");
  refused("other.sarif", {"a SARIF log of `OtherTool`"});
  refused("b.xml", {"a JUnit file"});
  write("other.json", R"({"findings": []})");
  refused("other.json", {"JSON of another tool"});
  write("capture.json", R"({"schema": "launchproof.capture/2"})");
  refused("capture.json", {"JSON of the schema `launchproof.capture/2`"});
  write("newer.json", edited("out/results.json", "launchproof.results/1", "launchproof.results/2"));
  refused("newer.json", {"schema", "launchproof.results/2", "verify again"});
  write("cut.json", read("out/results.json").substr(0, 900));
  refused("cut.json", {"line ", "the file ends too early", "verify again"});
  write("edited.json", edited("out/results.json", "\"verdict\": \"defect\"", "\"verdict\": \"verified\""));
  refused("edited.json", {"digest", "was edited", "verify again"});
  Json foreign = Json::parse(read("out/results.json"));
  foreign["tool"] = "othertool 3";
  foreign.erase("digest");
  write("foreign.json", foreign.dump());
  refused("foreign.json", {"these are results of `othertool 3`"});
  refused("nothing.json", {"No such file"});
  record("c.lpcap", "a[0] = 1;", capture::Size3{8, 1, 1});
  refused("c.lpcap", {"a capture without results; run `launchproof verify c.lpcap` first"});
}

TEST_F(CiTest, SuppressionsLetFindingsPass) {
  write("s.json", suppressions(R"("kernel": "racy")"));
  const Ran ran =
      check({"racy.cl", "safe.cl", "--suppressions", "s.json", "--junit", "j.xml", "--sarif", "a.sarif"});
  EXPECT_EQ(ran.status, 0) << ran.out;
  expect_said(ran.out, "let pass: suppressed: known");
  expect_said(read("j.xml"), "<skipped message=\"defect, suppressed: known");
  expect_said(read("a.sarif"), "\"justification\": \"known\"");
  EXPECT_EQ(check({"racy.cl", "other.cl", "--suppressions", "s.json"}).status, 10);
  EXPECT_EQ(check({"racy.cl", "open.cl", "--suppressions", "s.json"}).status, 11);
  const Ran unused = check({"safe.cl", "--suppressions", "s.json"});
  EXPECT_EQ(unused.status, 0);
  expect_said(unused.out, "suppression 1 (kernel `racy`) matches no finding");
  write("late.json", suppressions(R"("kernel": "racy")", "2020-01-31"));
  const Ran late = check({"racy.cl", "--suppressions", "late.json"});
  EXPECT_EQ(late.status, 10);
  expect_said(late.out, "expired on 2020-01-31");
}

TEST_F(CiTest, TheFirstRunMakesTheBaseline) {
  const std::vector<std::string> words{"racy.cl", "--baseline", "accepted/results.json", "--first-run-ok"};
  const Ran first = check(words);
  EXPECT_EQ(first.status, 0) << first.err;
  expect_said(first.out, "baseline: accepted/results.json");
  expect_said(first.out, "First run, without a baseline: 1 finding");
  expect_said(first.out, "let pass: accepted in the first run, as the baseline");
  expect_said(first.out, "a[0] = get_global_id(0);");
  expect_said(first.out, "1 defect (all accepted)");
  const std::string made = read("accepted/results.json");
  const Ran second = check(words);
  EXPECT_EQ(second.status, 0);
  expect_said(second.out, "Since the baseline: 0 new, 1 unchanged");
  write("racy.cl",
        "__kernel void racy(__global int *a) {\n  a[0] = get_global_id(0);\n  a[1] = get_local_id(0);\n}\n");
  EXPECT_EQ(check(words).status, 10);
  EXPECT_EQ(read("accepted/results.json"), made) << "later runs leave it alone";
  // The name of a folder counts as one, too.
  EXPECT_EQ(check({"racy.cl", "--baseline", "kept", "--first-run-ok"}).status, 0);
  EXPECT_TRUE(exists("kept/results.json"));
}

TEST_F(CiTest, NoBaselineIsMadeOfARunThatFailed) {
  write("broken.cl", "__kernel void broken(__global int *a) { a[0] = }\n");
  const Ran broken = check({"broken.cl", "--baseline", "b.json", "--first-run-ok"});
  EXPECT_NE(broken.status, 0);
  EXPECT_FALSE(exists("b.json"));
  const Ran empty = run({"run", "--baseline", "b.json", "--first-run-ok", "--", "/bin/true"});
  EXPECT_EQ(empty.status, 12);
  expect_said(empty.err,
              "--first-run-ok: b.json is not written, and nothing is accepted: nothing was verified");
  EXPECT_FALSE(exists("b.json"));
  expect_refused({"racy.cl", "-o", "out", "--baseline", "out", "--first-run-ok"},
                 {"would be written over --baseline", "keep a baseline apart from the results"});
  expect_refused({"racy.cl", "--first-run-ok"}, {"name the baseline"});
  expect_refused({"racy.cl", "--baseline", "b.json"}, {"--baseline: "});
}

TEST_F(CiTest, NothingIsAcceptedWithoutABaselineFile) {
  // A file stands where the folder would be, so that even root cannot write the baseline.
  write("file", "");
  const Ran ran = check({"racy.cl", "--baseline", "file/b.json", "--first-run-ok"});
  EXPECT_EQ(ran.status, 10) << ran.err;
  EXPECT_EQ(ran.out.find("accepted"), std::string::npos) << ran.out;
  expect_said(ran.out, "a[0] = get_global_id(0);");
  const Ran wrong = check({"racy.cl", "--buffer", "missing=8", "--baseline", "kept.json", "--first-run-ok"});
  EXPECT_NE(wrong.status, 0);
  EXPECT_EQ(wrong.out.find("accepted"), std::string::npos) << wrong.out;
  EXPECT_FALSE(exists("kept.json"));
}

TEST_F(CiTest, IdsAreUniqueAndARaceIsOneFinding) {
  write("both.cl", "__kernel void both(__global int *a) {\n  a[get_global_id(0) + 8] += 1;\n}\n");
  const Ran ran = check({"both.cl", "--buffer", "a=64", "-o", "out", "--progress", "json"});
  EXPECT_EQ(ran.status, 10) << ran.err;
  const Json results = Json::parse(read("out/results.json"));
  std::vector<std::string> ids;
  for (const Json& finding : results.at("results").at(0).at("findings")) ids.push_back(finding.at("id"));
  ASSERT_EQ(ids.size(), 2U) << results;
  EXPECT_NE(ids[0], ids[1]);
  for (const std::string& id : ids) {
    const Ran replay = run({"replay", "--results", "out", "--finding", id, "both.cl", "--local-size=8",
                            "--num-groups=2", "--buffer", "a=64"});
    EXPECT_EQ(replay.status, 10) << replay.out << replay.err;
    expect_said(replay.out, "out-of-bounds");
  }
  expect_said(ran.err, "\"findings\":1,");
}

TEST_F(CiTest, OnlyWhatIsNewIsPrintedInFull) {
  ASSERT_EQ(check({"racy.cl", "-o", "old", "-q"}).status, 10);
  const std::string full = check({"racy.cl"}).out;
  const Ran ran = check({"racy.cl", "other.cl", "--baseline", "old"});
  EXPECT_EQ(ran.status, 10);
  expect_said(full, "a[0] = get_global_id(0);");
  EXPECT_EQ(ran.out.find("a[0] = get_global_id(0);"), std::string::npos) << "known: one line";
  expect_said(ran.out, "racy.cl:2:8: defect (confirmed): ");
  expect_said(ran.out, "let pass: in the baseline");
  expect_said(ran.out, "a[1] = get_global_id(0);");
}

TEST_F(CiTest, CommentsInTheSourceSuppress) {
  write("quiet.cl",
        "__kernel void quiet(__global int *a) {\n"
        "  // launchproof-ignore[data-race]: any winner will do\n"
        "  a[0] = get_global_id(0);\n"
        "  a[1] = 7;  // launchproof-ignore[out-of-bounds]: not needed\n"
        "}\n");
  const Ran ran = check({"quiet.cl", "--sarif", "a.sarif", "--junit", "j.xml", "-o", "out"});
  EXPECT_EQ(ran.status, 0) << ran.out;
  expect_said(ran.out, "let pass: suppressed by quiet.cl:2: any winner will do");
  expect_said(ran.out, "quiet.cl:4: launchproof-ignore[out-of-bounds] matches no finding");
  expect_said(read("a.sarif"), "\"kind\": \"inSource\"");
  expect_said(read("j.xml"), "suppressed by quiet.cl:2");
  expect_said(read("out/report.html"), "suppressed by quiet.cl:2: any winner will do");
  // Results hold the source, so that reports made later show the same text.
  EXPECT_EQ(run({"report", "out", "--text", "later.txt"}).status, 0);
  expect_said(read("later.txt"), "suppressed by quiet.cl:2");
}

TEST_F(CiTest, RunsOfAFolderHaveAPage) {
  std::filesystem::create_directories(path("runs"));
  ASSERT_EQ(check({"safe.cl", "-q", "-o", "runs/1"}).status, 0);
  std::filesystem::create_directories(path("runs/2"));
  ASSERT_EQ(check({"safe.cl", "racy.cl", "-q", "-o", "runs/2/of day"}).status, 10);
  const auto hour = std::chrono::hours(1);
  std::filesystem::last_write_time(path("runs/1/results.json"),
                                   std::filesystem::last_write_time(path("runs/1/results.json")) - hour);
  std::filesystem::create_directories(path("runs/3"));
  write("runs/3/results.json", "{");
  const Ran ran = run({"report", "--index", "runs", "-o", "index.html"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_said(ran.out, "index: index.html");
  const std::string page = read("index.html");
  expect_said(page, "3 runs of 1 application");
  expect_said(page, "href=\"runs/2/of%20day/report.html\"");
  expect_said(page, "<td class=\"change worse\">1 new</td>");
  expect_said(page, "the file ends too early");
  EXPECT_EQ(run({"report", "--index", "runs"}).status, 0);
  EXPECT_TRUE(exists("runs/index.html"));
  EXPECT_EQ(run({"report", "--index", "racy.cl"}).status, 2);
  std::filesystem::create_directories(path("none"));
  expect_said(run({"report", "--index", "none"}).err, "none holds no results.json");
  EXPECT_EQ(run({"report", "--index", "runs", "--sarif", "a.sarif"}).status, 2);
  EXPECT_EQ(run({"report", "--index", "runs/1", "runs/2", "-o", "both.html"}).status, 0);
  expect_said(read("both.html"), "2 runs of 1 application");
  expect_said(read("both.html"), "<small>runs/2/of day</small>");
  expect_said(run({"report", "--index", "runs/1", "runs/2"}).err, "name the page of several folders with -o");
  EXPECT_EQ(run({"report", "runs/1", "runs/2"}).status, 2);
}

TEST_F(CiTest, SuppressionsThatAreWrongAreRefused) {
  write("all.json", suppressions(R"("kernel": "*")"));
  expect_refused({"racy.cl", "--suppressions", "all.json"},
                 {"--suppressions: all.json, suppressions[0]", "matches everything", "--force"});
  EXPECT_EQ(check({"racy.cl", "--suppressions", "all.json", "--force"}).status, 0);
  write("typo.json", suppressions(R"("kernel": "racy", "kernle": "x")"));
  expect_refused({"racy.cl", "--suppressions", "typo.json"}, {"\"kernle\" is not known"});
  expect_refused({"racy.cl", "--suppressions", "none.json"}, {"No such file"});
  expect_refused({"racy.cl", "--force"}, {"--force: give a --suppressions file as well"});
  expect_refused({"--batch", "list", "--ci"}, {"--batch prints JSON"});
}

TEST_F(CiTest, DiffSaysWhatChanged) {
  ASSERT_EQ(check({"racy.cl", "safe.cl", "-o", "old", "-q"}).status, 10);
  ASSERT_EQ(check({"racy.cl", "other.cl", "open.cl", "safe.cl", "-o", "new", "-q"}).status, 10);
  const Ran ran = run({"diff", "old", "new"});
  EXPECT_EQ(ran.status, 10);
  expect_said(ran.out, "New:\n  other.cl:2:8: defect (confirmed)");
  expect_said(ran.out, "Newly undecided:\n  open.cl: unsupported");
  expect_said(ran.out, "1 new, 1 unchanged, 0 fixed");
  EXPECT_EQ(run({"diff", "old", "new", "--error-exitcode=0"}).status, 0);
  const Ran back = run({"diff", "new", "old", "--format=json"});
  EXPECT_EQ(back.status, 0) << back.out;
  const Json json = Json::parse(back.out);
  EXPECT_EQ(json.at("schema"), "launchproof.diff/1");
  EXPECT_EQ(json.at("findings").at(0).at("change"), "not-judged") << "`other` was not launched";
  EXPECT_EQ(run({"diff", "old", "old"}).status, 0);
  EXPECT_EQ(run({"diff", "old"}).status, 2);
  EXPECT_EQ(run({"diff", "old", "none"}).status, 2);
  ASSERT_EQ(check({"safe.cl", "open.cl", "-o", "undecided", "-q"}).status, 11);
  EXPECT_EQ(run({"diff", "old", "undecided"}).status, 11);
}

TEST_F(CiTest, DiffOfCaptures) {
  record("a.lpcap", "a[get_global_id(0) / 2] = get_global_id(0);", capture::Size3{8, 1, 1});
  record("b.lpcap", "a[get_global_id(0)] = get_global_id(0);", capture::Size3{8, 1, 1});
  ASSERT_EQ(run({"verify", "a.lpcap", "-q"}).status, 10);
  const Ran without = run({"diff", "a.lpcap", "b.lpcap"});
  EXPECT_EQ(without.status, 2);
  expect_said(without.err, "run `launchproof verify b.lpcap` first");
  ASSERT_EQ(run({"verify", "b.lpcap", "-q"}).status, 0);
  const Ran fixed = run({"diff", "a.lpcap", "b.lpcap"});
  EXPECT_EQ(fixed.status, 0) << fixed.out;
  expect_said(fixed.out, "Fixed:\n");
  EXPECT_EQ(run({"diff", "b.lpcap", "a.lpcap"}).status, 10);
}

// A problem that belongs to no class must still fail, in every file.
TEST_F(CiTest, AnApplicationThatFailsIsNoSuccess) {
  const Ran ran = run({"run", "--ci", "-o", "out", "--", "/bin/sh", "-c", "exit 3"});
  EXPECT_EQ(ran.status, 3) << ran.err;
  expect_said(read("out/junit.xml"), "<error type=\"problem\" message=\"the application returned 3\"");
  const Json run_of = Json::parse(read("out/results.sarif")).at("runs").at(0);
  EXPECT_FALSE(run_of.at("invocations").at(0).at("executionSuccessful").get<bool>());
  expect_said(ran.err, "problem: the application returned 3");
}

TEST_F(CiTest, AnEmptyRecordingIsNoSuccess) {
  EXPECT_EQ(run({"run", "--ci", "-o", "out", "--", "/bin/true"}).status, 12);
  expect_said(read("out/junit.xml"), "<error type=\"nothing verified\"");
}

TEST_F(CiTest, ANameThatNoKernelHasIsAnErrorInEveryFile) {
  EXPECT_EQ(check({"safe.cl", "--arg", "nn=3", "--ci", "-o", "out"}).status, 2);
  const std::string junit = read("out/junit.xml");
  EXPECT_NE(junit.find("<error"), std::string::npos) << junit;
}

}  // namespace
}  // namespace launchproof::cli::testing
