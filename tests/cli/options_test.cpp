#include "cli/options/options.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace launchproof::cli {
namespace {

using Words = std::vector<std::string>;

Arguments arguments(const Words& words) {
  return parse(words).arguments;
}

std::string usage_error(const Words& words) {
  try {
    parse(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Options, TheApplicationKeepsItsOwnOptions) {
  const Arguments all =
      arguments({"run", "--quiet", "-o", "out", "--", "./app", "--quiet", "-o", "x", "--", "y"});
  EXPECT_EQ(all.command, Command::Run);
  EXPECT_TRUE(all.quiet);
  EXPECT_EQ(all.output, "out");
  EXPECT_EQ(all.operands, (Words{"./app", "--quiet", "-o", "x", "--", "y"}));
}

TEST(Options, TheDoubleHyphenMayBeLeftOut) {
  EXPECT_EQ(arguments({"record", "-q", "./app", "--size", "3"}).operands, (Words{"./app", "--size", "3"}));
}

TEST(Options, AnApplicationMustBeNamed) {
  EXPECT_NE(usage_error({"run"}).find("no application is named"), std::string::npos);
  EXPECT_NE(usage_error({"run", "--"}).find("no application is named"), std::string::npos);
  EXPECT_NE(usage_error({"run", "--strikt", "./app"}).find("--strikt"), std::string::npos);
}

TEST(Options, ValuesFollowAnEqualsSignOrABlank) {
  const Arguments one = arguments({"check", "--local-size=8", "--arg=n=-3", "k.cl"});
  EXPECT_EQ(one.local_size, "8");
  EXPECT_EQ(one.values, Words{"n=-3"});
  const Arguments other = arguments({"check", "k.cl", "--local-size", "8", "--arg", "n=-3"});
  EXPECT_EQ(other.local_size, "8");
  EXPECT_EQ(other.values, Words{"n=-3"});
  EXPECT_EQ(other.operands, Words{"k.cl"});
}

TEST(Options, ListsTakeOneValueEach) {
  const Arguments all = arguments(
      {"check", "--arg", "a=1", "--arg", "b=2", "k.cl", "--buffer", "x=64", "-D", "N=4", "-DM", "l.cl"});
  EXPECT_EQ(all.values, (Words{"a=1", "b=2"}));
  EXPECT_EQ(all.buffers, Words{"x=64"});
  EXPECT_EQ(all.defines, (Words{"N=4", "M"}));
  EXPECT_EQ(all.operands, (Words{"k.cl", "l.cl"}));
}

TEST(Options, BuildOptionsMayBeginWithAHyphen) {
  EXPECT_EQ(arguments({"check", "k.cl", "--build-options", "-DX=1 -cl-fast-relaxed-math"}).build_options,
            "-DX=1 -cl-fast-relaxed-math");
}

TEST(Options, UnderscoresAreHyphens) {
  const Arguments all =
      arguments({"check", "--local_size=[8,8]", "--num_groups=2", "--arg=my_value=1", "a_b.cl"});
  EXPECT_EQ(all.local_size, "[8,8]");
  EXPECT_EQ(all.num_groups, "2");
  EXPECT_EQ(all.values, Words{"my_value=1"});
  EXPECT_EQ(all.operands, Words{"a_b.cl"});
}

TEST(Options, ThoseOfGpuVerifyAreKnown) {
  const Arguments all =
      arguments({"check", "--blockDim=[8,8]", "--gridDim=2", "--no-benign-tolerance", "--pointer-bitwidth=32",
                 "--check_array_bounds", "--omit-infer=r5", "--loop_unwind", "3", "--findbugs", "k.cl"});
  EXPECT_EQ(all.local_size, "[8,8]");
  EXPECT_EQ(all.num_groups, "2");
  // What could not be checked does not change the status.
  EXPECT_FALSE(all.strict);
  EXPECT_TRUE(all.no_benign_tolerance);
  EXPECT_EQ(all.address_bits, 32U);
  EXPECT_EQ(all.operands, Words{"k.cl"});
  ASSERT_EQ(all.notes.size(), 4U);
  EXPECT_EQ(all.notes[0],
            "--check-array-bounds changes nothing: out-of-bounds accesses are always checked if sizes "
            "are given");
  EXPECT_EQ(all.notes[2], "--loop-unwind changes nothing: loops are not unrolled");
  EXPECT_EQ(arguments({"equal", "a.cu:k", "b.cu:k", "--blockDim=8", "--gridDim", "2"}).local_size, "8");
  EXPECT_EQ(parse_batch_line("--blockDim=4 --no-infer k.cl", {}).local_size, "4");
  EXPECT_EQ(parse_batch_line("--blockDim=4 --no-infer k.cl", {}).notes.size(), 1U);
  EXPECT_NE(
      usage_error({"check", "k.cl", "--findbugs", "--loop-unwind"}).find("--loop-unwind lacks its value"),
      std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--findbugs=3"}).find("--findbugs takes no value"),
            std::string::npos);
  EXPECT_NE(usage_error({"verify", "x.lpcap", "--findbugs"}), "no error");
  EXPECT_EQ(arguments({"replay", "k.cu", "--blockDim=8", "--gridDim", "2"}).local_size, "8");
  EXPECT_EQ(arguments({"export-repro", "3f2a", "k.cl", "--blockDim=8"}).local_size, "8");
  EXPECT_NE(usage_error({"check", "k.cl", "--address-bits=16"}).find("give 32 or 64"), std::string::npos);
}

// Every option of GPUVerify's own command line, in GPUVerify's order.
TEST(Options, EveryOptionOfGpuVerifyIsTakenOrRefusedWithARemedy) {
  const Words taken{"--findbugs",
                    "--verify",
                    "--no-benign-tolerance",
                    "--only-divergence",
                    "--only-intra-group",
                    "--verbose",
                    "--silent",
                    "--time",
                    "--time-as-csv=a",
                    "--timeout=30",
                    "--opencl",
                    "--cuda",
                    "--local_size=8",
                    "--num_groups=2",
                    "--blockDim=8",
                    "--gridDim=2",
                    "--pointer-bitwidth=64",
                    "--adversarial-abstraction",
                    "--equality-abstraction",
                    "--asymmetric-asserts",
                    "--math-int",
                    "--no-annotations",
                    "--only-requires",
                    "--invariants-as-candidates",
                    "--no-barrier-access-checks",
                    "--no-inline",
                    "--only-log",
                    "--kernel-args=k,0x1",
                    "--kernel-arrays=k,4",
                    "--warp-sync=32",
                    "--race-instrumenter=original",
                    "--solver=z3",
                    "--debug",
                    "--keep-temps",
                    "--gen-smt2",
                    "--clang-opt=-w",
                    "--opt-opt=-x",
                    "--bugle-opt=-x",
                    "--vcgen-opt=/x",
                    "--cruncher-opt=/x",
                    "--boogie-opt=/x",
                    "--stop-at-opt",
                    "--stop-at-gbpl",
                    "--stop-at-bpl",
                    "--stop-at-cbpl",
                    "--no-infer",
                    "--omit-infer=r5",
                    "--staged-inference",
                    "--infer-info",
                    "--k-induction-depth=2",
                    "--boogie-file=x.bpl",
                    "--cache=c",
                    "-DN=4",
                    "-Ifolder"};
  for (const std::string& word : taken)
    EXPECT_EQ(arguments({"check", word, "k.cl"}).operands, Words{"k.cl"}) << word;
  for (const char* word :
       {"--json", "--show-intercepted", "--check-intercepted=1", "--check-all-intercepted"})
    EXPECT_NE(usage_error({"check", word, "k.cl"}).find("launchproof capture"), std::string::npos) << word;
}

TEST(Options, BeginningsOfGpuVerifysOptionsStandForThem) {
  const Arguments all = arguments({"check", "--vcgen-op=/x", "--bloc=8", "--only-req", "k.cl"});
  EXPECT_EQ(all.local_size, "8");
  EXPECT_TRUE(all.only_requires);
  EXPECT_EQ(all.notes, Words{"--vcgen-opt changes nothing: no Boogie programs are generated"});
  EXPECT_NE(usage_error({"check", "--stop-at", "k.cl"}), "no error");     // four begin so
  EXPECT_NE(usage_error({"check", "--frobnicate", "k.cl"}), "no error");  // none does
  EXPECT_EQ(arguments({"check", "--text=t", "k.cl"}).text, "t");          // an option of our own
  EXPECT_NE(usage_error({"verify", "--vcgen-op=/x", "x.lpcap"}), "no error");
}

TEST(Options, FeaturesOfTheDeviceAreKnownByName) {
  EXPECT_EQ(arguments({"check", "k.cl", "--device_features=images,fp64"}).device_features, "images,fp64");
  EXPECT_EQ(arguments({"replay", "k.cl", "--device-features", "none"}).device_features, "none");
  EXPECT_NE(usage_error({"check", "k.cl", "--device-features=image"})
                .find("--device-features: `image` is not a feature of OpenCL C 3.0"),
            std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--device-features=pipes"}).find("also has generic_address_space"),
            std::string::npos);
  EXPECT_NE(usage_error({"verify", "x.lpcap", "--device-features=full"}), "no error");
  EXPECT_EQ(repeat_command(arguments({"check", "k.cl", "--device-features=none"}), Words{"k.cl"}),
            "launchproof check k.cl --device-features none");
}

TEST(Options, BugFindingModeNeedsItsEngineAndGuessesNothing) {
  const Words good{"check", "k.cl", "--engine=two-thread", "--find-bugs"};
  EXPECT_TRUE(arguments(good).find_bugs);
  EXPECT_EQ(
      arguments({"check", "k.cl", "--engine=two-thread", "--find_bugs", "--loop_unwind=64"}).loop_unwind,
      "64");
  for (const std::string number : {"0", "65", "-1", "2x", "99999999999"})
    EXPECT_NE(
        usage_error({"check", "k.cl", "--engine=two-thread", "--find-bugs", "--loop-unwind=" + number})
            .find("--loop-unwind: `" + number + "` is not a number of iterations; give one from 1 to 64"),
        std::string::npos)
        << number;
  for (const std::string engine : {"access", "portfolio", "auto"})
    EXPECT_NE(usage_error({"check", "k.cl", "--engine=" + engine, "--find-bugs"})
                  .find("--engine is " + engine + "; give --engine=two-thread"),
              std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--find-bugs"}).find("--engine is auto"), std::string::npos);
  // As with GPUVerify, the number alone says that loops are unrolled.
  const Arguments unwound = arguments({"check", "k.cl", "--loop-unwind=3"});
  EXPECT_TRUE(unwound.find_bugs);
  EXPECT_EQ(unwound.engine, "two-thread");
  EXPECT_EQ(unwound.notes.size(), 1U);
  EXPECT_NE(usage_error({"check", "k.cl", "--engine=access", "--loop-unwind=3"})
                .find("--loop-unwind: loops are unrolled with --find-bugs alone"),
            std::string::npos);
  for (const std::string other : {"--omit-rule=loopBound", "--only-rule=loopBound", "--refute=seq:DYN",
                                  "--dump-houdini=/dev/null", "--k-induction-depth=2"}) {
    Words both = good;
    both.push_back(other);
    EXPECT_NE(usage_error(both).find("so " + other.substr(0, other.find('=')) + " has no effect"),
              std::string::npos)
        << other;
  }
  for (const std::string number : {"0", "17", "-1", "2x"})
    EXPECT_NE(
        usage_error({"check", "k.cl", "--k-induction-depth=" + number})
            .find("--k-induction-depth: `" + number + "` is not a depth of induction; give one from 1 to 16"),
        std::string::npos)
        << number;
  const std::string again = repeat_command(
      arguments({"check", "--engine=two-thread", "--find-bugs", "--loop-unwind=7", "k.cl"}), Words{"k.cl"});
  EXPECT_EQ(again, "launchproof check k.cl --engine two-thread --find-bugs --loop-unwind 7");
}

TEST(Options, RulesAreThoseThatThereAre) {
  for (const std::string option : {"--omit-rule", "--only-rule"}) {
    EXPECT_NE(usage_error({"check", "k.cl", "--engine=two-thread", option + "=noSuchRule"})
                  .find("`noSuchRule` is not a rule of the two-thread engine"),
              std::string::npos)
        << option;
    EXPECT_NE(usage_error({"check", "k.cl", "--engine=two-thread", option + "=loopBuond"})
                  .find("did you mean `loopBound`?"),
              std::string::npos);
    EXPECT_TRUE(arguments({"check", "k.cl", "--engine=two-thread", option + "=loopBound"}).notes.empty());
  }
}

TEST(Options, WhatTheTwoThreadEngineRemembersIsChosen) {
  const Words good{"check",
                   "k.cl",
                   "--race_instrumenter=original",
                   "--omit-optimisation=uniformity",
                   "--omit-optimisation",
                   "typed-memory"};
  EXPECT_EQ(arguments(good).race_instrumenter, "original");
  EXPECT_EQ(arguments(good).omit_optimisations, (Words{"uniformity", "typed-memory"}));
  EXPECT_TRUE(arguments(good).notes.empty());
  EXPECT_EQ(arguments({"check", "k.cl"}).race_instrumenter, "watchdog-multiple");
  Words elsewhere = good;
  elsewhere.emplace_back("--engine=access");
  ASSERT_EQ(arguments(elsewhere).notes.size(), 2U);
  for (const std::string other :
       {"--omit-rule=loopBound", "--only-rule=loopBound", "--refute=seq:DYN", "--dump-houdini=/dev/null",
        "--adversarial-abstraction", "--adversarial-array=tile", "--k-induction-depth=2"}) {
    EXPECT_EQ(arguments({"check", "k.cl", "--engine=access", other}).notes,
              Words{other.substr(0, other.find('=')) +
                    " has no effect: it applies to the two-thread engine, and --engine is access"});
    EXPECT_TRUE(arguments({"check", "k.cl", other}).notes.empty()) << other;
  }
  for (const std::string engine : {"access", "portfolio", "auto"})
    EXPECT_EQ(
        arguments({"check", "k.cl", "--no-inline", "--engine", engine}).notes,
        Words{"--modular has no effect: it applies to the two-thread engine, and --engine is " + engine});
  EXPECT_TRUE(arguments({"check", "k.cl", "--modular", "--engine=two-thread"}).notes.empty());
  EXPECT_NE(usage_error({"check", "k.cl", "--modular", "--find-bugs", "--engine=two-thread"})
                .find("--modular takes contracts for them"),
            std::string::npos);
  EXPECT_EQ(arguments(elsewhere).notes[0],
            "--race-instrumenter has no effect: it applies to the two-thread engine, and --engine is access");
  EXPECT_NE(usage_error({"check", "k.cl", "--race-instrumenter=watchdog"})
                .find("--race-instrumenter: `watchdog` is none of original, watchdog-single, "
                      "watchdog-multiple"),
            std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--omit-optimisation=speed"})
                .find("--omit-optimisation: `speed` is not an optimisation"),
            std::string::npos);
  EXPECT_EQ(repeat_command(arguments(good), Words{"k.cl"}),
            "launchproof check k.cl --race-instrumenter original --omit-optimisation uniformity "
            "--omit-optimisation typed-memory");
}

TEST(Options, WhatIsWrongIsNamed) {
  EXPECT_NE(usage_error({"check", "--no-such", "k.cl"}).find("--no-such"), std::string::npos);
  EXPECT_NE(usage_error({"check"}).find("no kernel file"), std::string::npos);
  EXPECT_NE(usage_error({"verify"}).find("no input"), std::string::npos);
  EXPECT_NE(usage_error({"verify", "a", "b"}), "no error");
  EXPECT_NE(usage_error({"frobnicate"}), "no error");
  EXPECT_NE(usage_error({}), "no error");
  EXPECT_NE(usage_error({"check", "k.cl", "--format=xml"}).find("xml"), std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--refute=DYN"}).find("begins with neither seq: nor par:"),
            std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--refute=seq:BASE"}).find("`BASE` is none of"), std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--refute=par:DYN,"}).find("`` is none of"), std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--refute=par:LU(17)"}).find("from 1 to 16"), std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--dump-houdini=/no/such/folder/x"}).find("cannot be written"),
            std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--stats=/no/such/folder/x"}).find("cannot be written"),
            std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--dump-smt=/dev/null/x"}).find("is not a writable folder"),
            std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--barrier-rule=hip"}).find("neither opencl nor cuda"),
            std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--timeout=0"}).find("--timeout"), std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--timeout=soon"}).find("--timeout"), std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--memory=1"}).find("--memory"), std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--error-exitcode=300"}).find("--error-exitcode"),
            std::string::npos);
  EXPECT_NE(usage_error({"check", "k.cl", "--jobs=-1"}).find("--jobs"), std::string::npos);
}

TEST(Options, HelpAndVersionAreTextAndNoError) {
  EXPECT_EQ(parse({"--version"}).text, version_text() + "\n");
  EXPECT_NE(parse({"--help"}).text.find("check"), std::string::npos);
  EXPECT_NE(parse({"check", "--help"}).text.find("--local-size"), std::string::npos);
  EXPECT_NE(parse({"capture", "show", "--help"}).text.find("CAPTURE"), std::string::npos);
  EXPECT_NE(parse({"capture", "show", "--help"}).text.find("launchproof capture show ["), std::string::npos);
  EXPECT_NE(parse({"check", "--help"}).text.find("launchproof check [OPTIONS] FILE..."), std::string::npos);
  EXPECT_NE(parse({"run", "--help"}).text.find("--error-exitcode"), std::string::npos);
  EXPECT_TRUE(parse({"run", "--", "app", "--help"}).text.empty());
}

TEST(Options, NestedCommandsAreFound) {
  EXPECT_EQ(arguments({"capture", "show", "x.lpcap"}).command, Command::CaptureShow);
  EXPECT_EQ(arguments({"report", "results.json", "-o", "r.html"}).output, "r.html");
}

TEST(Batch, ALineOverridesTheCommandLine) {
  const Arguments defaults = arguments({"check", "--batch", "list", "--local-size=8", "--strict"});
  const Arguments line = parse_batch_line("--local-size 4 --arg 'a=1' \"my kernel.cl\"", defaults);
  EXPECT_EQ(line.local_size, "4");
  EXPECT_TRUE(line.strict);
  EXPECT_EQ(line.operands, Words{"my kernel.cl"});
  EXPECT_EQ(parse_batch_line("k.cl", defaults).local_size, "8");
  EXPECT_THROW(parse_batch_line("--local-size 4", defaults), UsageError);
  EXPECT_THROW(parse_batch_line("--batch other", defaults), UsageError);
  EXPECT_THROW(parse_batch_line("'open k.cl", defaults), UsageError);
}

TEST(Sides, EachLaunchHasAFileAndAKernel) {
  Arguments defaults;
  defaults.command = Equal;
  defaults.local_size = "8";
  defaults.values = {"n=1", "m=2"};
  const std::vector<Arguments> side =
      parse_side("a/b.cl:first --local-size 4 --arg n=3 then 'c d.cl:second'", defaults);
  ASSERT_EQ(side.size(), 2U);
  EXPECT_EQ(side[0].operands, Words{"a/b.cl"});
  EXPECT_EQ(side[0].kernel, "first");
  EXPECT_EQ(side[0].local_size, "4");
  EXPECT_EQ(side[0].values, (Words{"n=3", "m=2"}));
  EXPECT_EQ(side[1].operands, Words{"c d.cl"});
  EXPECT_EQ(side[1].kernel, "second");
  EXPECT_EQ(side[1].local_size, "8");
  EXPECT_EQ(side[1].values, defaults.values);
}

TEST(Sides, WhatIsNoLaunchIsRefused) {
  for (const char* text : {"", "then a.cl:k", "a.cl:k then", "a.cl:k b.cl:l"})
    EXPECT_THROW(parse_side(text, {}), UsageError) << text;
  EXPECT_NE(usage_error({"equal", "a.cl:k"}).find("two sides are compared"), std::string::npos);
  EXPECT_NE(
      usage_error({"equal", "a.cl:k", "b.cl:k", "--arithmetic=fast"}).find("none of bits, real, integer"),
      std::string::npos);
  EXPECT_NE(usage_error({"equal", "a.cl:k", "b.cl:k", "--bind", "out"}).find("LEFT=RIGHT"),
            std::string::npos);
}

TEST(Words, SplitAndJoinAreInverse) {
  const Words words{"plain", "two words", "it's", "a\\b", "\"q\"", "", "-D", "N=4"};
  EXPECT_EQ(split_words(join_words(words)), words);
  EXPECT_EQ(split_words("  a\t'b c' d\\ e  "), (Words{"a", "b c", "d e"}));
}

TEST(RepeatCommand, HoldsWhatDecidesTheVerdict) {
  const Arguments all =
      arguments({"check", "k.cl", "-q", "--jobs=3", "--local-size=8", "--strict", "--barrier-rule=cuda",
                 "--arg", "n=1", "--build-options=-DA -DB", "--timeout", "2.5"});
  EXPECT_EQ(repeat_command(all, all.operands),
            "launchproof check k.cl --local-size 8 --arg n=1 --barrier-rule cuda --build-options '-DA -DB' "
            "--strict --timeout 2.5");
}

// LAUNCHPROOF_UPDATE_DOCS=1 rewrites the page.
TEST(CommandsPage, IsUpToDate) {
  const std::string path = LAUNCHPROOF_SOURCE_DIR "/docs/commands.md";
  if (std::getenv("LAUNCHPROOF_UPDATE_DOCS") != nullptr) std::ofstream(path) << commands_page();
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), commands_page()) << "run this test with LAUNCHPROOF_UPDATE_DOCS=1";
}

// Each example command on the page is accepted by the parser of that command.
TEST(CommandsPage, HasAnExampleForEachCommand) {
  std::istringstream page(commands_page());
  std::string command;
  int headings = 0, examples = 0;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## launchproof ")) {
      command = line.substr(3, line.find(" [OPTIONS]") - 3);
      ++headings;
    } else if (line.starts_with("    launchproof ")) {
      EXPECT_TRUE(line.substr(4).starts_with(command)) << line;
      std::istringstream words(line.substr(4 + std::string("launchproof ").size()));
      std::vector<std::string> given;
      for (std::string word; words >> word;) given.push_back(word);
      EXPECT_NO_THROW(arguments(given)) << line;
      ++examples;
    }
  }
  EXPECT_GT(headings, 5);
  EXPECT_EQ(headings, examples);
}

TEST(Options, ContentsAreOfOneMode) {
  EXPECT_EQ(arguments({"run", "./app"}).recorded_contents, "none");
  EXPECT_EQ(arguments({"record", "--contents=all", "./app"}).recorded_contents, "all");
  EXPECT_NE(usage_error({"run", "--cuda=yes", "./app"}).find("none of auto, on, off"), std::string::npos);
  EXPECT_NE(usage_error({"run", "--device-type-as=GPU", "./app"}).find("neither gpu nor cpu"),
            std::string::npos);
  EXPECT_EQ(arguments({"run", "--platform=1", "./app"}).platform, "1");
  for (const char* wrong : {"--platform=x", "--platform=-1", "--platform=1.5", "--platform=99999999999"})
    EXPECT_NE(usage_error({"run", wrong, "./app"}).find("is not the number of a platform"), std::string::npos)
        << wrong;
  EXPECT_NE(usage_error({"run", "--contents=some", "./app"}).find("none of none, arguments, all"),
            std::string::npos);
}

TEST(Options, LimitsOfContentsAreBytes) {
  EXPECT_EQ(parse_contents_limit("64M,1G").buffer, std::uint64_t{64} << 20);
  EXPECT_EQ(parse_contents_limit("64M,2G").total, std::uint64_t{2} << 30);
  EXPECT_EQ(parse_contents_limit("100").buffer, 100U);
  EXPECT_EQ(parse_contents_limit("1k").total, std::uint64_t{1} << 30);
  for (const char* wrong : {"", "x", "1T", "1M,", "-1", "1kk", "18446744073709551615G", "1,2,3"}) {
    EXPECT_NE(
        usage_error({"run", std::string("--contents-limit=") + wrong, "./app"}).find("--contents-limit"),
        std::string::npos)
        << wrong;
  }
}

}  // namespace
}  // namespace launchproof::cli
