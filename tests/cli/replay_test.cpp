// Tests `launchproof replay` and `export-repro` on kernel files through the command line. Tests with captures
// are in tests/apps.
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kRacyReplay =
    "__kernel void racy(__global int *a) {\n"
    "  a[get_global_id(0) / 2] = get_global_id(0);\n"
    "}\n";

class ReplayTest : public ProgramTest {
 protected:
  Ran replay(std::vector<std::string> words) const {
    words.insert(words.begin(), {"replay", "--local-size=8", "--num-groups=2"});
    return run(words);
  }
};

TEST_F(ReplayTest, ExecutesAndShowsWhatWasSeen) {
  const Ran ran = replay({write("k.cl", kRacyReplay), "--format=json"});
  EXPECT_EQ(ran.status, 10) << ran.err;
  const Json result = Json::parse(ran.out).at("results").at(0);
  EXPECT_EQ(result.at("verdict"), "defect");
  EXPECT_EQ(result.at("engine"), "replay");
  ASSERT_EQ(result.at("findings").size(), 1U);
  EXPECT_EQ(result.at("findings").at(0).at("confirmation"), "confirmed");
  EXPECT_EQ(result.at("findings").at(0).at("locations").at(0).at("line"), 2);
  EXPECT_EQ(replay({path("k.cl"), "--error-exitcode=3"}).status, 3);
}

TEST_F(ReplayTest, NothingSeenIsNoProof) {
  const Ran ran = replay(
      {write("k.cl", "__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }"), "--format=json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out).at("results").at(0).at("verdict"), "not-asked");
}

TEST_F(ReplayTest, WhatWasMadeUpIsSaidAndIsNoDefect) {
  const std::string file = write("k.cl",
                                 "__kernel void k(__global int *a, __global int *idx) {\n"
                                 "  a[idx[get_global_id(0)] & 3] = get_global_id(0);\n}\n");
  const Ran first = replay({file, "--contents-seed=7", "--format=json"});
  EXPECT_EQ(first.status, 10) << first.err;
  const Json result = Json::parse(first.out).at("results").at(0);
  EXPECT_EQ(result.at("verdict"), "possible-defect");
  EXPECT_NE(result.at("findings")
                .at(0)
                .at("replay")
                .get<std::string>()
                .find("made up (seed 7): the contents of idx"),
            std::string::npos);
  const auto counts = [](const Ran& ran) {
    return Json::parse(ran.out).at("results").at(0).at("findings").dump();
  };
  EXPECT_EQ(counts(replay({file, "--contents-seed=7", "--format=json"})), counts(first));
}

TEST_F(ReplayTest, AKernelThatNeverEndsIsUnknownWithItsLine) {
  const Ran ran = replay({write("k.cl",
                                "__kernel void k(__global volatile int *a) {\n"
                                "  while (a[0] >= 0 || a[0] < 0)\n    ;\n}\n"),
                          "--timeout=2", "--format=json"});
  EXPECT_EQ(ran.status, 11) << ran.err;
  const Json result = Json::parse(ran.out).at("results").at(0);
  EXPECT_EQ(result.at("verdict"), "unknown");
  EXPECT_NE(result.at("reason").get<std::string>().find("k.cl:"), std::string::npos) << result.at("reason");
}

// The command in a finding of `check` reproduces only this finding.
TEST_F(ReplayTest, AFindingsCommandReplaysIt) {
  const std::string file = write("k.cl", kRacyReplay);
  const Ran checked = run({"check", file, "--local-size=8", "--num-groups=2", "--format=json"});
  const Json finding = Json::parse(checked.out).at("results").at(0).at("findings").at(0);
  const std::string id = finding.at("id");
  EXPECT_EQ(finding.at("confirmation"), "confirmed");
  EXPECT_EQ(finding.at("repro"),
            "launchproof replay " + file + " --local-size 8 --num-groups 2 --finding " + id);
  const Ran again = replay({file, "--finding", id, "--format=json"});
  EXPECT_EQ(again.status, 10);
  EXPECT_EQ(Json::parse(again.out).at("results").at(0).at("findings").at(0).at("id"), id);
  const Ran none = replay({file, "--finding", "0123"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find(id), std::string::npos) << none.err;
}

// A printed command can be pasted into a shell, whatever the names in it.
TEST_F(ReplayTest, PrintedCommandsWorkAsTheyAre) {
  const std::string file = write("it's a kernel.cl", kRacyReplay);
  const Ran checked = run({"check", file, "--global-size=16", "--local-size=8", "-D", "TEXT=a b", "--buffer",
                           "a=64", "-o", path("out dir")});
  EXPECT_EQ(checked.status, 10) << checked.err;
  const Json finding = Json::parse(read("out dir/results.json")).at("results").at(0).at("findings").at(0);
  const std::string html = read("out dir/report.html");
  const auto pasted = [&](const std::string& command) {
    const std::string line = "cd '" + path("") + "' && PATH=\"" +
                             fs::path(LAUNCHPROOF_PROGRAM).parent_path().string() + ":$PATH\" && " + command +
                             " > pasted.txt 2>&1";
    return WEXITSTATUS(std::system(line.c_str()));  // NOLINT(concurrency-mt-unsafe)
  };
  for (const char* name : {"repro", "export_repro"}) {
    const std::string command = finding.at(name);
    const bool replays = name == std::string("repro");
    const std::string id = finding.at("id");
    const std::string printed = (replays ? "launchproof replay " : "launchproof export-repro ") + id;
    EXPECT_NE(checked.out.find(" it with: " + printed + "\n"), std::string::npos) << checked.out;
    EXPECT_EQ(pasted(printed), replays ? 10 : 0) << printed << read("pasted.txt");
    fs::remove_all(path("repro-" + id));
    EXPECT_NE(html.find(">" + printed + "<"), std::string::npos) << printed;
    EXPECT_EQ(pasted(command), replays ? 10 : 0) << command << read("pasted.txt");
  }
  EXPECT_EQ(read("repro-" + finding.at("id").get<std::string>() + "/kernel.cl"),
            std::string("#define TEXT a b\n#line 1\n") + kRacyReplay);
}

// Without results that an id is found in, each report has the whole command, which works by itself.
TEST_F(ReplayTest, WithoutResultsTheWholeCommandIsPrinted) {
  const std::string file = write("k.cl", kRacyReplay);
  const Ran checked =
      run({"check", file, "--local-size=8", "--num-groups=2", "--junit", "j.xml", "--text", "t.txt"});
  const std::string begin = "launchproof replay " + file + " --local-size 8 --num-groups 2 --finding ";
  expect_holds(checked.out, "replay it with: " + begin);
  expect_holds(read("t.txt"), "replay it with: " + begin);
  expect_holds(read("j.xml"), "replay it with: " + begin);
  const std::string id = checked.out.substr(checked.out.find(begin) + begin.size(), 16);
  EXPECT_EQ(run({"replay", file, "--local-size=8", "--num-groups=2", "--finding", id}).status, 10);
  EXPECT_EQ(run({"replay", id}).status, 2) << "no results have it";
  // Results that lie too deep are not found either.
  const Ran deep = run({"check", file, "--local-size=8", "--num-groups=2", "-o", path("a/b/c")});
  expect_holds(deep.out, "replay it with: launchproof replay " + file);
  EXPECT_NE(read("a/b/c/report.html").find("launchproof replay " + file), std::string::npos);
  EXPECT_EQ(run({"replay", id}).status, 2);
}

// Reports that are made later name the results that are there.
TEST_F(ReplayTest, ReportsOfResultsNameFindingsByTheirIds) {
  write("k.cl", kRacyReplay);
  run({"check", "k.cl", "--local-size=8", "--num-groups=2", "-o", "out"});
  const std::string id =
      Json::parse(read("out/results.json")).at("results").at(0).at("findings").at(0).at("id");
  EXPECT_EQ(
      run({"report", "out", "--junit", "j.xml", "--sarif", "s.sarif", "--text", "t.txt", "-o", "h.html"})
          .status,
      0);
  for (const char* name : {"j.xml", "s.sarif", "t.txt", "h.html"}) {
    expect_holds(read(name), "launchproof replay " + id);
    EXPECT_EQ(read(name).find("launchproof replay k.cl"), std::string::npos) << name;
  }
  fs::rename(path("out/results.json"), path("old.json"));
  EXPECT_EQ(run({"report", "old.json", "--text", "t.txt"}).status, 0);
  expect_holds(read("t.txt"), "launchproof replay k.cl");
}

// A launch that is executed as a whole is printed as a launch, with the made-up contents.
TEST_F(ReplayTest, AWholeLaunchIsExecutedAgain) {
  const std::string file = write("k.cl", kRacyReplay);
  const Json finding = Json::parse(replay({file, "--contents-seed=9", "--format=json"}).out)
                           .at("results")
                           .at(0)
                           .at("findings")
                           .at(0);
  EXPECT_EQ(finding.at("repro"),
            "launchproof replay " + file + " --local-size 8 --num-groups 2 --contents-seed 9");
}

TEST_F(ReplayTest, ChecksCanLeaveReplaysOut) {
  const Ran checked = run({"check", write("k.cl", kRacyReplay), "--local-size=8", "--num-groups=2",
                           "--no-replay", "--format=json"});
  EXPECT_EQ(Json::parse(checked.out).at("results").at(0).at("findings").at(0).at("confirmation"), "exact");
}

TEST_F(ReplayTest, ExportsAFindingOfAFile) {
  const std::string file = write("k.cl", kRacyReplay);
  const Ran checked = run({"check", file, "--local-size=8", "--num-groups=2", "--format=json"});
  const std::string id = Json::parse(checked.out).at("results").at(0).at("findings").at(0).at("id");
  const std::vector<std::string> words{"export-repro",   id,   file,       "--local-size=8",
                                       "--num-groups=2", "-o", path("out")};
  EXPECT_EQ(run(words).status, 0);
  EXPECT_EQ(read("out/kernel.cl"), kRacyReplay);
  EXPECT_NE(read("out/host.c").find("clEnqueueNDRangeKernel"), std::string::npos);
  EXPECT_EQ(read("out/host.c").find(path("")), std::string::npos);
  const Ran again = run(words);  // not over something that is there
  EXPECT_EQ(again.status, 2);
  EXPECT_NE(again.err.find("not an empty folder"), std::string::npos) << again.err;
}

// The newest results in the current folder define the id of a finding.
TEST_F(ReplayTest, AnIdAloneNamesAFindingOfTheLastResults) {
  write("k.cl", kRacyReplay);
  const Ran checked = run({"check", "k.cl", "--local-size=8", "--num-groups=2", "-o", "results"});
  EXPECT_EQ(checked.status, 10) << checked.err;
  const Json finding = Json::parse(read("results/results.json")).at("results").at(0).at("findings").at(0);
  const std::string id = finding.at("id");
  expect_holds(checked.out, "replay it with: launchproof replay " + id + "\n");
  expect_holds(checked.out, "export it with: launchproof export-repro " + id + "\n");
  const Ran replayed = run({"replay", id, "--format=json"});
  EXPECT_EQ(replayed.status, 10) << replayed.err;
  EXPECT_EQ(Json::parse(replayed.out).at("results").at(0).at("findings").at(0).at("id"), id);
  expect_holds(run({"replay", id}).out, "replay it with: launchproof replay " + id + "\n");
  EXPECT_EQ(run({"export-repro", id, "-o", "out"}).status, 0);
  EXPECT_EQ(read("out/kernel.cl"), kRacyReplay);
  for (const char* command : {"replay", "export-repro"}) {
    const Ran none = run({command, "0123456789abcdef"});
    EXPECT_EQ(none.status, 2);
    expect_holds(none.err, "no results in the current folder");
  }
}

// Drivers disagree about quotes in their options.
TEST_F(ReplayTest, ExportsADefineWithBlanks) {
  const std::string text =
      "__kernel void k(__global int *a) {\n  a[get_global_id(0) / (HALF)] = get_global_id(0);\n}\n";
  const std::vector<std::string> launch{
      write("k.cl", text), "--local-size=8", "--num-groups=2", "-D", "HALF=1 + 1", "-D", "PLAIN=1"};
  std::vector<std::string> words{"check", "--format=json"};
  words.insert(words.end(), launch.begin(), launch.end());
  const std::string id = Json::parse(run(words).out).at("results").at(0).at("findings").at(0).at("id");
  words = {"export-repro", id};
  words.insert(words.end(), launch.begin(), launch.end());
  words.insert(words.end(), {"-o", path("out")});
  const Ran ran = run(words);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(read("out/kernel.cl"), "#define HALF 1 + 1\n#line 1\n" + text);
  EXPECT_NE(read("out/host.c").find("\"-DPLAIN=1\""), std::string::npos) << read("out/host.c");
  EXPECT_EQ(read("out/host.c").find("HALF"), std::string::npos);
}

TEST_F(ReplayTest, BadInput) {
  EXPECT_EQ(replay({write("bad.cl", "__kernel void k(__global int *a) { a[0] = undeclared; }\n")}).status, 2);

  EXPECT_EQ(run({"replay", path("missing.lpcap")}).status, 2);
  EXPECT_EQ(replay({write("k.cl", kRacyReplay), "--class=1"}).status, 2);
  EXPECT_EQ(replay({path("k.cl"), "--kernel=none"}).status, 2);
  EXPECT_EQ(run({"replay"}).status, 2);
  EXPECT_EQ(run({"export-repro", "id", "a", "b"}).status, 2);
}

// The stored witness is replaced by one that a search would not find, which shows that it is used.
TEST_F(ReplayTest, AFindingIsExecutedAsItIsStored) {
  const std::string file = write("k.cl", kRacyReplay);
  const std::vector<std::string> launch{"--local-size=8", "--num-groups=2"};
  ASSERT_EQ(run({"check", file, launch[0], launch[1], "-o", "out", "-q"}).status, 10);
  Json results = Json::parse(read("out/results.json"));
  Json& finding = results.at("results").at(0).at("findings").at(0);
  const auto id = finding.at("id").get<std::string>();
  EXPECT_NE(finding.at("repro").get<std::string>().find("--results out"), std::string::npos);
  // The finding names work-items 12 and 13, in the second group.
  for (std::size_t i = 0; i < 2; ++i) {
    Json& item = finding.at("witness").at("work_items").at(i);
    item.at("local_id") = {4 + i, 0, 0};
    item.at("group_id") = {1, 0, 0};
    item.at("global_id") = {12 + i, 0, 0};
  }
  finding.at("confirmation") = "exact";
  results.erase("digest");
  write("out/results.json", results.dump());
  const Ran ran = replay({file, "--finding", id, "--results", "out", "--format=json"});
  EXPECT_EQ(ran.status, 10) << ran.err;
  const Json answer = Json::parse(ran.out);
  const Json& shown = answer.at("results").at(0);
  EXPECT_EQ(shown.at("engine"), "replay");
  EXPECT_EQ(shown.at("questions"), 0) << "nothing is searched";
  EXPECT_EQ(shown.at("findings").at(0).at("confirmation"), "confirmed");
  EXPECT_EQ(shown.at("findings").at(0).at("witness").at("work_items").at(0).at("global_id").at(0), 12);
  EXPECT_NE(answer.at("notes").dump().find("out/results.json, without a new search"), std::string::npos);
}

// A replay of one finding has more time for it than a check has for all findings.
TEST_F(ReplayTest, AFindingHasALimitOfItsOwn) {
  const std::string file = write("k.cl",
                                 "__kernel void k(__global const int *a, __global int *b, int n) {\n"
                                 "  int found = 0;\n  for (int i = 0; i < n; ++i)\n"
                                 "    if (a[i & 15] == 12345678 + i) found = 1;\n"
                                 "  if (!found) b[get_global_id(0) / 2] = get_global_id(0);\n}\n");
  const std::vector<std::string> launch{"--local-size=8", "--num-groups=1", "--arg=n=150000000",
                                        "--buffer=a=64"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.end(), launch.begin(), launch.end());
    words.insert(words.end(), {file, "--format=json"});
    return Json::parse(run(words).out).at("results").at(0).at("findings").at(0);
  };
  const Json checked = with({"check", "--timeout=1", "-o", "out"});
  EXPECT_EQ(checked.at("confirmation"), "unconfirmed") << "a check has no time for so many iterations";
  const Json shown = with({"replay", "--results=out", "--finding", checked.at("id").get<std::string>()});
  EXPECT_EQ(shown.at("confirmation"), "confirmed") << shown.at("replay");
}

TEST_F(ReplayTest, AReplayThatComesToALimitNamesTheOption) {
  const std::string file = write("k.cl",
                                 "__kernel void k(__global volatile int *a, __global int *b) {\n"
                                 "  while (a[0] >= 0 || a[0] < 0)\n    ;\n  b[0] = get_global_id(0);\n}\n");
  const Json found = Json::parse(run({"check", file, "--local-size=8", "--num-groups=2", "--timeout=0.5",
                                      "-o", "out", "--format=json"})
                                     .out)
                         .at("results")
                         .at(0)
                         .at("findings")
                         .at(0);
  const Ran one = replay({file, "--results=out", "--finding", found.at("id").get<std::string>(),
                          "--timeout=0.5", "--format=json"});
  const auto text =
      Json::parse(one.out).at("results").at(0).at("findings").at(0).at("replay").get<std::string>();
  EXPECT_NE(text.find("k.cl:2; the replay had 3 s and 512 MiB, and --timeout and --memory give it more"),
            std::string::npos)
      << text;
  const Json all = Json::parse(replay({file, "--timeout=0.5", "--format=json"}).out).at("results").at(0);
  EXPECT_NE(all.at("reason").get<std::string>().find("(--timeout raises it)"), std::string::npos) << all;
}

TEST_F(ReplayTest, AStoredFindingOfAnotherProgramIsSearchedAgain) {
  const std::string file = write("k.cl", kRacyReplay);
  ASSERT_EQ(run({"check", file, "--local-size=8", "--num-groups=2", "-o", "out", "-q"}).status, 10);
  const auto id = Json::parse(read("out/results.json"))
                      .at("results")
                      .at(0)
                      .at("findings")
                      .at(0)
                      .at("id")
                      .get<std::string>();
  write("k.cl", std::string(kRacyReplay) + "// edited\n");
  const Ran ran = replay({file, "--finding", id, "--results", "out", "--format=json"});
  EXPECT_EQ(ran.status, 10) << ran.err;
  const Json answer = Json::parse(ran.out);
  EXPECT_NE(answer.at("notes").dump().find("its entry is for another program or launch"), std::string::npos);
  EXPECT_EQ(answer.at("results").at(0).at("engine").get<std::string>().find("replay"), std::string::npos);
  // The same holds for a finding without a witness.
  write("k.cl", kRacyReplay);
  Json results = Json::parse(read("out/results.json"));
  results.at("results").at(0).at("findings").at(0).at("witness").at("work_items").erase(1);
  results.erase("digest");
  write("out/results.json", results.dump());
  const Ran incomplete = replay({file, "--finding", id, "--results", "out", "--format=json"});
  EXPECT_EQ(incomplete.status, 10) << incomplete.err;
  EXPECT_NE(incomplete.out.find("its witness lacks a work-item"), std::string::npos);
}

}  // namespace
}  // namespace launchproof::cli::testing
