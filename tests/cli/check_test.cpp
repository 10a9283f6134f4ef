// Tests `launchproof check` through the command line: verdicts, exit statuses, bad input, limits.
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;

constexpr const char* kSafe =
    "__kernel void safe(__global int *a) {\n"
    "  a[get_global_id(0)] = 1;\n"
    "}\n";
constexpr const char* kRacy =
    "__kernel void racy(__global int *a) {\n"
    "  a[get_global_id(0) / 2] = get_global_id(0);\n"
    "}\n";
// Needs a solver, because rewriting does not settle whether i * i mod n is injective.
constexpr const char* kHard =
    "__kernel void hard(__global int *a, uint n) {\n"
    "  uint i = get_global_id(0);\n"
    "  a[(i * i * 2654435761u + i * n) % 1000003u] = i;\n"
    "}\n";

const std::vector<std::string> kLaunch{"--local-size=8", "--num-groups=2"};

class CheckTest : public ProgramTest {
 protected:
  Ran check(std::vector<std::string> words, const std::function<void()>& prepare = {}) const {
    words.insert(words.begin(), "check");
    words.insert(words.end(), kLaunch.begin(), kLaunch.end());
    return run(words, prepare);
  }
};

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "`" << part << "` is not in: " << text;
}

TEST_F(CheckTest, VerifiedIsStatusZero) {
  const Ran ran = check({write("safe.cl", kSafe)});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_part(ran.out, "verified");
}

constexpr const char* kPromising =
    "__kernel void promising(__global int *a, int n, int m) {\n"
    "  __requires(n <= 16);\n"
    "  __requires(m > 3);\n"
    "  int i = get_global_id(0) + 1;\n"
    "  __assume(i != 16);\n"
    "  __function_wide_invariant(__write_implies(a, m > 3));\n"
    "  if (i < n + 1) a[i] = m;\n"
    "}\n";

TEST_F(CheckTest, OnlyNeededAnnotationsAreAssumed) {
  const std::string file = write("promising.cl", kPromising);
  Ran ran = check({file, "--buffer=a=64"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.out.find("__requires"), std::string::npos) << "16 ids, less one, need no bound:\n" << ran.out;
  expect_part(ran.out, "given __assume(i != 16) (promising.cl:5)");
  EXPECT_EQ(ran.out.find("__function_wide_invariant"), std::string::npos) << "no loop, nothing is said:\n"
                                                                          << ran.out;
  ran = check({file, "--buffer=a=68", "--format=json"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  const Json result = Json::parse(ran.out)["results"][0];
  EXPECT_EQ(result["assumptions"].dump().find("given"), std::string::npos) << result["assumptions"];
  EXPECT_EQ(result["notes"].size(), 0U) << result["notes"];
}

TEST_F(CheckTest, AnnotationsMayBeLeftOutOfAccount) {
  const std::string file = write("promising.cl", kPromising);
  EXPECT_EQ(check({file, "--buffer=a=64", "--arg=n=16"}).status, 0);
  EXPECT_EQ(check({file, "--buffer=a=64", "--arg=n=16", "--only-requires"}).status, 10);
  EXPECT_EQ(check({file, "--buffer=a=64", "--arg=n=15", "--only-requires"}).status, 0);
  Ran ran = check({file, "--buffer=a=64", "--arg=n=17"});
  EXPECT_NE(ran.status, 0) << ran.out << ran.err;
  expect_part(ran.out, "no work-item of these launch facts keeps to __requires(n <= 16) (promising.cl:2) [");
  EXPECT_EQ(check({file, "--buffer=a=64", "--arg=n=17", "--no-annotations"}).status, 10);
}

TEST_F(CheckTest, InvariantsMayBeTakenForGuesses) {
  const std::string file = write("wrong.cl",
                                 "__kernel void k(__global int *a) {\n"
                                 "  int x = 0;\n"
                                 "  for (int i = 0; __invariant(x < 2), i < 4; i++) x++;\n"
                                 "  a[get_global_id(0)] = x;\n"
                                 "}\n");
  EXPECT_EQ(check({file, "--buffer=a=64"}).status, 10);
  const Ran ran = check({file, "--buffer=a=64", "--invariants-as-candidates"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
}

TEST_F(CheckTest, ASyntaxErrorIsShownInItsLine) {
  const Ran ran = check({write("open.cl", "__kernel void k(__global int *a) {\n  a[0] = 1\n}\n")});
  EXPECT_EQ(ran.status, 2) << ran.out << ran.err;
  expect_part(ran.out,
              "open.cl:2:11: expected ';' after expression\n"
              "    2 |   a[0] = 1\n"
              "      |           ^\n");
}

// An unsupported construct is also shown in its source line.
TEST_F(CheckTest, AnUnsupportedConstructIsShownInItsLine) {
  const Ran ran = check({write("asm.cl", "__kernel void k(__global int *a) {\n  __asm__(\"nop\");\n}\n")});
  EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
  expect_part(ran.out, "    2 |   __asm__(\"nop\");\n      |   ^");
}

TEST_F(CheckTest, RacesBetweenGroupsMayBeLeftOut) {
  const std::string file = write("groups.cl",
                                 "__kernel void groups(__global int *a) {\n"
                                 "  a[get_local_id(0)] = get_group_id(0);\n"
                                 "}\n");
  EXPECT_EQ(check({file}).status, 10);
  const Ran ran = check({file, "--only-intra-group"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_part(ran.out, "work-items of different groups do not race: not asked (--only-intra-group)");
  EXPECT_EQ(check({write("racy.cl", kRacy), "--only-intra-group"}).status, 10);
}

TEST_F(CheckTest, ADefineMayHoldBlanksAndQuotes) {
  const std::string file = write("k.cl",
                                 "__kernel void k(__global int *a) {\n"
                                 "  a[get_global_id(0) / (FOO)] = get_global_id(0);\n"
                                 "}\n");
  EXPECT_EQ(check({file, "-D", "FOO=1"}).status, 0);
  EXPECT_EQ(check({file, "-D", "FOO=3 - 2"}).status, 0);
  EXPECT_EQ(check({file, "-D", "FOO=1 + 2"}).status, 10);
  const Ran ran = check({file, "-D", R"(FOO=sizeof("a b\"") - 4)"});  // five bytes
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
}

TEST_F(CheckTest, BuildOptionsThatAreNotKnownAreSaid) {
  const std::string file = write("safe.cl", kSafe);
  EXPECT_EQ(check({file, "--build-options=-cl-mad-enable"}).out.find("the build option"), std::string::npos);
  const std::string note = "the build option -cl-frobnicate is not known and was ignored";
  const Ran ran = check({file, "--build-options=-cl-frobnicate", "-o", path("out")});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_part(ran.out, note);
  expect_part(read("out/results.json"), note);
  expect_part(read("out/report.html"), note);
}

TEST_F(CheckTest, OptionsOfGpuVerifyThatChangeNothingAreSaid) {
  const std::string file = write("k.cl", kSafe);
  const Ran ran = check({file, "--no-infer"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_part(
      ran.out + ran.err,
      "--no-infer changes nothing: guessed invariants of the two-thread engine are chosen by --only-rule");
  const std::string list = write("list", "--blockDim=8 --gridDim=2 --findbugs " + file + "\n");
  const Ran batch = run({"check", "--batch", list});
  EXPECT_EQ(batch.status, 0) << batch.err;
  EXPECT_EQ(Json::parse(batch.out).at("notes").size(), 1U);
}

TEST_F(CheckTest, DivergenceAlone) {
  const std::string racy = write("k.cl", kRacy);
  const Ran ran = check({racy, "--only-divergence", "--format=json"});
  EXPECT_EQ(ran.status, 0) << ran.out;
  const Json properties = Json::parse(ran.out).at("results").at(0).at("properties");
  EXPECT_EQ(properties.at("barrier-divergence"), "verified");
  EXPECT_EQ(properties.value("data-race", "not-asked"), "not-asked");
  const std::string divergent = write("d.cl",
                                      "__kernel void d(__global int *a) {\n"
                                      "  if (get_local_id(0)) barrier(CLK_LOCAL_MEM_FENCE);\n"
                                      "}\n");
  EXPECT_EQ(check({divergent, "--only-divergence"}).status, 10);
}

TEST_F(CheckTest, PointersHaveTheWidthThatIsGiven) {
  const std::string file = write("k.cl",
                                 "__kernel void k(__global int *a) {\n"
                                 "  a[sizeof(size_t) == 4 ? get_global_id(0) : 0] = get_global_id(0);\n"
                                 "}\n");
  EXPECT_EQ(check({file, "--address-bits=32"}).status, 0);
  EXPECT_EQ(check({file, "--address-bits=64"}).status, 10);
}

TEST_F(CheckTest, FactsThatContradictEachOtherAreNamed) {
  const std::string file = write("safe.cl", kSafe);
  const Ran round = check({file, "--global-offset", "18446744073709551610"});
  EXPECT_EQ(round.status, 2) << round.out;
  expect_part(round.err, "global offset 18446744073709551610");
  const std::string required =
      write("required.cl",
            "__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(__global int *a) { a[0] = 1; }");
  const Ran other = check({required});
  EXPECT_EQ(other.status, 2) << other.out;
  expect_part(other.err, "reqd_work_group_size");
}

TEST_F(CheckTest, SitesThatNothingReachesAreNamed) {
  const std::string file =
      write("dead.cl",
            "__kernel void dead(__global int *a, int n) {\n  if (n > 5)\n    a[0] = get_global_id(0);\n}\n");
  const Ran text = check({file, "--arg", "n=3"});
  EXPECT_EQ(text.status, 0) << text.err;
  expect_part(text.out, "Reached by no work-item under the launch facts");
  expect_part(text.out, "dead.cl:3:");
  expect_part(text.out, "no access is reached under the launch facts");
  const Json result = Json::parse(check({file, "--arg", "n=3", "--format=json"}).out).at("results").at(0);
  EXPECT_EQ(result.at("unreachable").at(0).at("line"), 3);
  EXPECT_EQ(check({file, "--arg", "n=6"}).status, 10);
}

TEST_F(CheckTest, TwoEnginesSayWhichOfThemSettledWhat) {
  const std::string file =
      write("walk.cl",
            "__kernel void walk(__global int *a, int n) {\n  int id = get_global_id(0), at = 8 * id;\n"
            "  for (int i = 0; __invariant(at / 8 == id), __invariant(at >= 0), i < n; i++) {\n"
            "    a[at] = i;\n    at = 8 * id + ((at * at + i) & 7);\n  }\n}\n");
  const std::vector<std::string> options{file, "--arg", "n=1000", "--engine", "portfolio"};
  const Ran text = check(options);
  EXPECT_EQ(text.status, 0) << text.out << text.err;
  expect_holds(text.out, "Decided by each engine:");
  expect_holds(text.out, "two-thread: data-race");
  std::vector<std::string> as_json = options;
  as_json.emplace_back("--format=json");
  const Json result = Json::parse(check(as_json).out).at("results").at(0);
  EXPECT_EQ(result.at("engine"), "access, two-thread");
  EXPECT_EQ(result.at("property_details").at("data-race").at("engine"), "two-thread");
  EXPECT_EQ(result.at("property_details").at("null-access").at("engine"), "access");
  EXPECT_NE(result.at("facts").dump().find("(not minimised)"), std::string::npos);
  EXPECT_EQ(check({file, "--engine", "both"}).status, 2);
}

// The two-thread engine may be asked here; the test accepts both that it was and that it was not.
TEST_F(CheckTest, NamesOfNoArrayAreToldOnce) {
  const std::string file =
      write("own.cl", "__kernel void own(__global int *a) { a[get_global_id(0)] = 1; }\n");
  for (const std::string engine : {"two-thread", "portfolio", "auto"}) {
    const auto notes = [&](const std::string& name) {
      return Json::parse(check({file, "--engine", engine, "--adversarial-array", name, "--format=json"}).out)
          .at("results")
          .at(0)
          .at("notes")
          .dump();
    };
    EXPECT_EQ(notes("b"), R"(["`--adversarial-array b`: the kernel has no array of this name"])") << engine;
    EXPECT_EQ(notes("a"), "[]") << engine;
  }
}

// A question that takes CaDiCaL long, namely the factors of a product of two primes, is passed to cvc5 if
// that is installed.
TEST_F(CheckTest, BothEnginesAskCvc5WhereItIsInstalled) {
  write_script("cvc5", "#!/bin/sh\necho asked > \"$0.was\"\nexit 1\n");
  const std::string file = write("hard.cl",
                                 "__kernel void hard(__global uint *a, uint x, uint y) {\n"
                                 "  __requires(x > 1 && y > 1);\n"
                                 "  __assert((ulong)x * y != 4611685975477714963ul || x == 2147483647u ||"
                                 " y == 2147483647u);\n"
                                 "  a[get_global_id(0)] = x;\n}\n");
  const auto asks = [&](const std::vector<std::string>& options) {
    std::filesystem::remove(path("cvc5.was"));
    std::vector<std::string> words{"--no-replay", "--no-cache", file};
    words.insert(words.end(), options.begin(), options.end());
    const std::string folders = path("") + ":" + std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe)
    const Ran ran = check(words, [&] { ::setenv("PATH", folders.c_str(), 1); });
    EXPECT_NE(ran.status, 13) << ran.out << ran.err;
    return exists("cvc5.was");
  };
  for (const std::string engine : {"--engine=two-thread", "--engine=access", "--engine=portfolio"}) {
    EXPECT_TRUE(asks({engine, "--timeout=4"})) << engine;
    EXPECT_FALSE(asks({engine, "--timeout=1", "--solver=cadical,z3"})) << engine;
  }
}

// Two concurrent passes have a solver each.
TEST_F(CheckTest, TheTwoThreadEngineUsesASecondProcessor) {
  cpu_set_t processors;
  ASSERT_EQ(::sched_getaffinity(0, sizeof processors, &processors), 0);
  if (CPU_COUNT(&processors) < 2) GTEST_SKIP() << "there is one processor";
  const std::string solver =
      write_script("cvc5-counted", "#!/bin/sh\necho begun >> \"$0.was\"\nexec cvc5 \"$@\"\n");
  const std::string file = write("two_loops.cl",
                                 "__kernel void k(__global int *a) {\n  __local int t[64];\n"
                                 "  int l = get_local_id(0);\n  for (int i = l; i < 64; i += 8) t[i] = l;\n"
                                 "  for (int i = get_global_id(0); i < 1024; i += 16) a[i] = i;\n}\n");
  const auto begun = [&](const std::vector<std::string>& options) {
    std::filesystem::remove(path("cvc5-counted.was"));
    std::vector<std::string> words{
        "check", "--no-cache", "--engine=two-thread", "--local-size=8", "--num-groups=2", "--solver",
        solver,  file};
    words.insert(words.end(), options.begin(), options.end());
    const Ran ran = run(words);
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    const std::string lines = read("cvc5-counted.was");
    return std::ranges::count(lines, '\n');
  };
  EXPECT_EQ(begun({}), 2);
  EXPECT_EQ(begun({"--omit-optimisation=passes-at-once"}), 1);
  EXPECT_EQ(begun({"--cross-check=1:z3"}), 1);
}

// A solver that refutes every question.
constexpr const char* kLiar =
    "#!/bin/sh\n"
    "while read -r line; do case \"$line\" in '(check-sat)') echo unsat;;\n"
    "'(echo '*) line=${line#*\\\"}; echo \"${line%\\\"*}\";; esac; done\n";

TEST_F(CheckTest, ASecondSolverFindsALie) {
  const std::string liar = write_script("liar", kLiar);
  const std::string file = write("racy.cl", kRacy);
  EXPECT_EQ(check({file, "--solver", liar}).status, 0);
  const Ran found = check({file, "--solver", liar, "--cross-check", "1:z3"});
  EXPECT_EQ(found.status, 13) << found.out << found.err;
  expect_part(found.out, "says unsat, z3 says sat");
  const std::size_t at = found.out.find("launchproof-disagreement-");
  ASSERT_NE(at, std::string::npos);
  const Ran json = check({file, "--solver", liar, "--cross-check", "1:z3", "--format=json"});
  expect_part(json.out, "\"solvers-disagree\"");
}

TEST_F(CheckTest, AnswersThatAgreeAreCounted) {
  const std::string file = write("hard.cl", kHard);
  const Ran ran = check({file, "--format=json", "--arg", "n=1", "--cross-check", "1:z3"});
  const Json result = Json::parse(ran.out).at("results").at(0);
  EXPECT_GE(result.at("cross_checked").get<int>(), 1) << ran.out;
  const Ran without = check({file, "--format=json", "--arg", "n=1", "--cross-check", "off"});
  EXPECT_EQ(Json::parse(without.out).at("results").at(0).at("cross_checked"), 0);
  for (const char* wrong : {"often", "1:", "1:/no/such", "1:yices"})
    EXPECT_EQ(check({file, "--cross-check", wrong}).status, 2) << wrong;
}

TEST_F(CheckTest, ADefectIsStatusTenOrWhatIsAsked) {
  const std::string file = write("racy.cl", kRacy);
  const Ran ran = check({file});
  EXPECT_EQ(ran.status, 10) << ran.out << ran.err;
  expect_part(ran.out, "racy.cl:2");
  EXPECT_EQ(check({file, "--error-exitcode", "42"}).status, 42);
  EXPECT_EQ(check({file, "--quiet"}).out, "");
}

TEST_F(CheckTest, JsonIsOneDocument) {
  const Ran ran = check({write("racy.cl", kRacy), "--format=json"});
  const Json json = Json::parse(ran.out);
  EXPECT_EQ(json.at("schema"), "launchproof.results/1");
  EXPECT_EQ(json.at("results").at(0).at("kernel"), "racy");
  EXPECT_EQ(json.at("results").at(0).at("verdict"), "defect");
  expect_part(json.at("results").at(0).at("repro"), "--num-groups 2");
}

TEST_F(CheckTest, EveryKernelOfEveryFile) {
  const Ran ran =
      check({write("two.cl", std::string(kSafe) + kRacy), write("one.cl", kSafe), "--format=json"});
  const Json json = Json::parse(ran.out);
  ASSERT_EQ(json.at("results").size(), 3U);
  EXPECT_EQ(json.at("results").at(0).at("verdict"), "verified");
  EXPECT_EQ(json.at("results").at(1).at("verdict"), "defect");
  EXPECT_EQ(ran.status, 10);
  EXPECT_EQ(check({path("two.cl"), "--kernel=safe"}).status, 0);
}

TEST_F(CheckTest, ReportsGoIntoTheFolderThatIsNamed) {
  const Ran ran = check({write("racy.cl", kRacy), "-o", path("new/out")});
  EXPECT_EQ(ran.status, 10);
  expect_part(ran.out, "new/out/report.html");
  expect_part(read("new/out/report.html"), "racy");
  EXPECT_EQ(Json::parse(read("new/out/results.json")).at("results").size(), 1U);
  const Ran report = run({"report", path("new/out/results.json"), "-o", path("again.html")});
  EXPECT_EQ(report.status, 0) << report.err;
  expect_part(read("again.html"), "racy");
}

// An open size may be any number.
TEST_F(CheckTest, SizesOfAnyNumber) {
  const std::string safe = write("safe.cl", kSafe), racy = write("racy.cl", kRacy);
  const Ran all = run({"check", safe, "--local_size=[*]", "--num_groups=*", "--format=json"});
  EXPECT_EQ(all.status, 0) << all.out << all.err;
  Json result = Json::parse(all.out).at("results").at(0);
  EXPECT_EQ(result.at("launch"), "global (any), local (any)");
  EXPECT_NE(result.at("assumptions").dump().find("less than 2^31 work-items"), std::string::npos);

  // A defect is reported with the sizes of a launch that has it, and with a command that executes that
  // launch.
  const Ran some = run({"check", racy, "--local_size=*", "--num_groups=*", "--format=json"});
  EXPECT_EQ(some.status, 10) << some.out << some.err;
  result = Json::parse(some.out).at("results").at(0);
  EXPECT_EQ(result.at("verdict"), "defect");
  const Json& finding = result.at("findings").at(0);
  EXPECT_EQ(finding.at("confirmation"), "confirmed");
  const std::string repro = finding.at("repro");
  EXPECT_EQ(repro.find('*'), std::string::npos) << repro;
  expect_part(repro, "--local-size ");
  EXPECT_NE(result.at("notes").dump().find("sizes were left open"), std::string::npos);

  for (const char* command : {"replay", "export-repro"}) {
    std::vector<std::string> words{command, racy, "--local-size=*", "--num-groups=1"};
    if (words[0] == "export-repro") words.insert(words.begin() + 1, "0123456789abcdef");
    const Ran ran = run(words);
    EXPECT_EQ(ran.status, 2) << command;
    expect_part(ran.err, "only `check` accepts `*` as a size");
  }
}

// An extension that a program enables is available, whatever the device. An extension whose macro it only
// tests is not.
TEST_F(CheckTest, ExtensionsThatAreEnabled) {
  const std::string half =
      "__kernel void k(__global half *a) { half x = a[get_global_id(0)]; a[get_global_id(0)] = x + x; }\n";
  const Ran enabled =
      check({write("on.cl", "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + half), "--format=json"});
  EXPECT_EQ(enabled.status, 0) << enabled.out << enabled.err;
  EXPECT_NE(Json::parse(enabled.out)
                .at("results")
                .at(0)
                .at("assumptions")
                .dump()
                .find("the device has `cl_khr_fp16`"),
            std::string::npos);
  EXPECT_EQ(check({write("off.cl", half)}).status, 2);
  EXPECT_EQ(check({write("asked.cl", "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" +
                                         half + "#else\n__kernel void k() {}\n#endif\n")})
                .status,
            0);
}

TEST_F(CheckTest, BadInputIsStatusTwoWithACause) {
  const auto expect_refused = [&](const Ran& ran, const std::string& part) {
    EXPECT_EQ(ran.status, 2) << part << ": " << ran.out << ran.err;
    expect_part(ran.err + ran.out, part);
  };
  const auto refused = [&](const std::vector<std::string>& words, const std::string& part) {
    expect_refused(check(words), part);
  };
  const auto refused_sizes = [&](const std::string& local, const std::string& groups,
                                 const std::vector<std::string>& more, const std::string& part) {
    std::vector<std::string> words{"check", path("safe.cl"), "--local-size=" + local,
                                   "--num-groups=" + groups};
    words.insert(words.end(), more.begin(), more.end());
    expect_refused(run(words), part);
  };
  const std::string safe = write("safe.cl", kSafe);
  refused({path("missing.cl")}, "No such file");
  refused({write("empty.cl", "")}, "is empty");
  refused({path(".")}, "is a folder");
  refused({write("host.cu", "int main() { return 0; }")}, "holds no kernel");
  refused({write("bad.cl", "__kernel void bad(__global int *a) {\n  a[0] = undeclared;\n}\n")}, "bad.cl:2");
  refused({write("none.cl", "int f(int x) { return x; }\n")}, "no kernel");
  refused({write("binary.cl", std::string("\x7f"
                                          "ELF\x02\x01\0\0\xff\xfe",
                                          10))},
          "binary.cl:1:1");
  refused({write("include.cl", "#include \"nowhere.h\"\n")}, "include.cl:1:10: 'nowhere.h' file not found");
  refused({safe, "--kernel=other"}, "its kernels: safe");
  for (const char* size : {"0", "-8", "18446744073709551616"}) {
    refused_sizes(size, "2", {}, "--local-size: `" + std::string(size) + "`");
    refused_sizes("8", size, {}, "--num-groups: `" + std::string(size) + "`");
  }
  refused_sizes("9223372036854775808", "2", {}, "--num-groups: the global size is beyond 64 bits");
  refused({safe, "--global-offset=18446744073709551615"}, "together beyond 64 bits");
  refused_sizes("8", "1073741824", {"--address-bits=32"}, "does not fit the device's addresses");
  refused({safe, "--arg=n=1"}, "it has a");
  refused({safe, "--arg=a=1"}, "use --buffer");
  const std::string takes =
      write("takes.cl", "__kernel void takes(__global int *a, uchar n) { a[0] = n; }\n");
  refused({takes, "--arg=n=256"}, "beyond the 1 byte of uchar");
  refused({takes, "--arg=n=many"}, "not an integer");
  refused({takes, "--buffer=a=-1"}, "not a number of bytes");
  refused({takes, "--buffer=a=99999999999999999999"}, "not a number of bytes");
  refused({safe, "--solver=mathsat"}, "mathsat");
  refused({safe, "--solver=/no/such/solver"}, "/no/such/solver");
  refused({safe, "--solver=cadical:int"}, "cadical does not support integers");
  refused({safe, "--frobnicate"}, "--frobnicate");
  refused({safe, "-o", "/proc/nowhere"}, "/proc/nowhere");
  refused({safe, "-o", safe}, "-o");
}

TEST_F(CheckTest, ANameThatOneOfTwoFilesHasIsFine) {
  const std::string hard = write("hard.cl", kHard), safe = write("safe.cl", kSafe);
  EXPECT_NE(check({hard, safe, "--arg=n=1", "--timeout=1"}).status, 2);
  EXPECT_EQ(check({safe, write("racy.cl", kRacy), "--arg=n=1", "--quiet", "--error-exitcode=3"}).status, 3);
  EXPECT_EQ(check({safe, write("safe2.cl", kSafe), "--arg=n=1"}).status, 2);
}

TEST_F(CheckTest, AFullDiskLosesTheReportAndNotTheSummary) {
  const Ran ran = check({write("safe.cl", kSafe), "-o", path("out")}, [] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &small);
  });
  EXPECT_EQ(ran.status, 13) << ran.out << ran.err;
  expect_part(ran.err, "report.html");
  expect_part(ran.out, "verified");
}

TEST_F(CheckTest, DamagedResultsAreRefused) {
  EXPECT_EQ(run({"report", write("r.json", "{\"schema\": \"launchproof.results/999\"}")}).status, 2);
  EXPECT_EQ(run({"report", write("s.json", "not json")}).status, 2);
  EXPECT_EQ(run({"report", path("missing.json")}).status, 2);
}

TEST_F(CheckTest, ASolverThatDiesOrDoesNotKnowIsUnknown) {
  const std::string hard = write("hard.cl", kHard);
  const std::string dying = write_script("dying", "#!/bin/sh\nread line\nkill -9 $$\n");
  const std::string unsure = write_script(
      "unsure",
      "#!/bin/sh\nwhile read -r line; do case \"$line\" in *check-sat*) echo unknown;; "
      "*print-success*) ;; *echo*) echo \"$line\" | sed 's/.*\\(\".*\"\\).*/\\1/';; esac; done\n");
  for (const std::string& solver : {dying, unsure}) {
    const Ran ran = check({hard, "--solver", solver, "--timeout=5", "--format=json"});
    EXPECT_EQ(ran.status, 11) << solver << ran.out << ran.err;
    EXPECT_EQ(Json::parse(ran.out).at("results").at(0).at("verdict"), "unknown");
  }
}

TEST_F(CheckTest, AClassOverItsTimeIsUnknownAndTheOthersAreAnswered) {
  const std::string stuck = write_script("stuck", "#!/bin/sh\nexec sleep 60\n");
  const auto begin = std::chrono::steady_clock::now();
  // The second class needs no solver.
  const Ran ran = check({write("hard.cl", kHard), write("idle.cl", "__kernel void idle(int n) { n = 1; }\n"),
                         "--solver", stuck, "--timeout=0.5", "--jobs=1", "--format=json"});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  const Json results = Json::parse(ran.out).at("results");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results.at(0).at("verdict"), "unknown");
  EXPECT_EQ(results.at(1).at("verdict"), "verified");
}

// Assumptions that the proof can do without are sought in the rest of the class's time.
TEST_F(CheckTest, AProofIsNotLostWhileItsAssumptionsAreTriedWithout) {
  const std::string slow =
      write_script("slow",
                   "#!/bin/sh\nwhile IFS= read -r line; do case \"$line\" in *check-sat*) sleep 0.15;; esac;"
                   " printf '%s\\n' \"$line\"; done | cvc5 --lang smt2 --incremental --produce-models -q\n");
  std::string text =
      "__kernel void k(__global int *a, __global int *b, __global int *c, __global int *d, int n) {\n"
      "  int i = get_global_id(0);\n";
  for (int value = 0; value < 16; ++value) text += "  __assume(n != " + std::to_string(value) + ");\n";
  text +=
      "  a[(i * 5) ^ (n & 3)] = i;\n  b[(i * 7) ^ (n | 3)] = i;\n"
      "  c[(i * 9) ^ (n + 3)] = i;\n  d[(i * 3) ^ n] = i;\n}\n";
  const Ran ran =
      check({write("promising.cl", text), "--solver", slow, "--timeout=4", "--no-replay", "--format=json"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
}

// The solver kills the process when it is asked about the assertion. The properties decided by then, the
// launch and the findings are kept; undecided properties are unknown.
TEST_F(CheckTest, AClassThatIsStoppedKeepsWhatWasDecided) {
  const std::string deadly =
      write_script("deadly",
                   "#!/bin/sh\nwhile IFS= read -r line; do case \"$line\" in *check-sat*) sleep 0.2;;"
                   " *00b3d*) kill -SEGV $PPID;; esac;"
                   " printf '%s\\n' \"$line\"; done | cvc5 --lang smt2 --incremental --produce-models -q\n");
  for (const std::string place : {"i", "i / 2"}) {
    const std::string file = write("stopped.cl",
                                   "__kernel void k(__global int *a, uint n) {\n"
                                   "  uint i = get_global_id(0);\n"
                                   "  a[" +
                                       place +
                                       " ^ (n & 1u)] = i;\n"
                                       "  __assert((i * n * n ^ n) != 0xb3du);\n}\n");
    const bool races = place != "i";
    const Ran ran =
        check({file, "--solver", deadly, "--buffer=a=4096", "--no-replay", "--no-cache", "--format=json"});
    EXPECT_EQ(ran.status, races ? 10 : 11) << ran.out << ran.err;
    const Json result = Json::parse(ran.out).at("results").at(0);
    EXPECT_EQ(result.at("verdict"), races ? "possible-defect" : "unknown");
    EXPECT_EQ(result.at("kernel"), "k");
    expect_part(result.at("launch"), "local (");
    const Json& properties = result.at("properties");
    EXPECT_EQ(properties.at("out-of-bounds"), "verified");
    EXPECT_EQ(properties.at("barrier-divergence"), "verified");
    EXPECT_EQ(properties.at("data-race"), races ? "possible-defect" : "verified");
    EXPECT_EQ(properties.at("assertion"), "unknown");
    expect_part(result.at("property_details").at("assertion").at("reason"), "signal 11");
    EXPECT_EQ(result.at("findings").empty(), !races);
  }
}

TEST_F(CheckTest, AClassOverItsMemoryIsUnknown) {
  std::string large = "__constant int table[] = {";
  for (int i = 0; i < 200000; ++i) large += std::to_string(i) + ",";
  large += "0};\n__kernel void k(__global int *a) { a[get_global_id(0)] = table[get_global_id(0)]; }\n";
  const Ran ran = check({write("large.cl", large), "--memory=64", "--format=json"});
  EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
  expect_part(Json::parse(ran.out).at("results").at(0).at("reason"), "--memory");
}

TEST_F(CheckTest, QuestionsCanBeLookedAt) {
  const std::string file = write("mixed.cl",
                                 "__kernel void mixed(__global int *a, uint n) {\n"
                                 "  uint i = get_global_id(0);\n"
                                 "  a[(i ^ n) & 1023u] = i;\n"
                                 "}\n");
  for (int twice = 0; twice < 2; ++twice)
    EXPECT_EQ(check({file, "--stats", path("questions.csv"), "--dump-smt", path("questions")}).status, 0);
  std::istringstream lines(read("questions.csv"));
  std::string header, line;
  std::getline(lines, header);
  EXPECT_EQ(header, "kernel,question,solver,nodes,slice,work,milliseconds,result,reason");
  std::size_t count = 0, refuted = 0;
  while (std::getline(lines, line)) {
    ++count;
    refuted += line.find(",unsat,") != std::string::npos ? 1 : 0;
    EXPECT_TRUE(line.starts_with("\"mixed\",")) << line;
  }
  EXPECT_GE(refuted, 2U) << "one from each run, as none is taken from the cache";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path("questions"))) {
    ++files;
    const std::string text = read("questions/" + entry.path().filename().string());
    expect_part(text, "(declare-fun ");
    expect_part(text, "(check-sat)\n");
    EXPECT_EQ(text.find('\x01'), std::string::npos);
  }
  EXPECT_EQ(files, count);
}

TEST_F(CheckTest, TheModelCanBePrinted) {
  const Ran ran = run({"check", write("safe.cl", kSafe), "--dump-model"});
  EXPECT_EQ(ran.status, 0);
  expect_part(ran.out, "safe");
}

TEST_F(CheckTest, ABatchAnswersLineByLine) {
  write("safe.cl", kSafe);
  write("racy.cl", kRacy);
  write("two.cl", std::string(kSafe) + kRacy);
  const std::string list = write("list",
                                 "# a comment\n"
                                 "--local-size 4 --num-groups=1 racy.cl\n"
                                 "\n"
                                 "safe.cl\n"
                                 "missing.cl\n"
                                 "two.cl\n"
                                 "--timeout 3 safe.cl\n"
                                 "--num_groups [3] --arg m=1 safe.cl\n");
  const Ran ran = check({"--batch", list});
  std::istringstream lines(ran.out);
  std::vector<Json> all;
  for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line));
  ASSERT_EQ(all.size(), 6U) << ran.out << ran.err;
  std::ranges::sort(all, {}, [](const Json& one) { return one.at("line").get<int>(); });
  EXPECT_EQ(all[0].at("line"), 2);
  EXPECT_EQ(all[0].at("source"), "racy.cl");
  EXPECT_EQ(all[0].at("results").at(0).at("verdict"), "defect");
  EXPECT_EQ(all[1].at("line"), 4);
  EXPECT_EQ(all[1].at("results").at(0).at("verdict"), "verified");
  expect_part(all[2].at("error"), "missing.cl");
  EXPECT_EQ(all[3].at("results").size(), 2U);
  expect_part(all[4].at("error"), "--timeout");
  expect_part(all[5].at("error"), "m");
  EXPECT_EQ(ran.status, 10);
}

constexpr const char* kWindow =
    "typedef float real;\n"
    "struct window { ushort first; uint step[2]; struct { real weight; } more; };\n"
    "__kernel void k(__global real *out, const struct window w, real x) {\n"
    "  uint i = get_global_id(0);\n"
    "  if (x == 2.0f && w.more.weight == 0.5f) out[w.first + i * w.step[1]] = i;\n"
    "}\n";

TEST_F(CheckTest, StructuresAreGivenByFieldOrAsBytes) {
  const std::string file = write("k.cl", kWindow);
  const std::vector<std::string> common{file, "--buffer=out=64", "--arg=x=2", "--arg=w.first=0",
                                        "--arg=w.step[0]=0"};
  const auto status = [&](std::vector<std::string> words) {
    words.insert(words.begin(), common.begin(), common.end());
    const Ran ran = check(words);
    EXPECT_NE(ran.status, 2) << ran.err;
    return ran.status;
  };
  EXPECT_EQ(status({"--arg=w.step[1]=1", "--arg=w.more.weight=0.5"}), 0);
  EXPECT_EQ(status({"--arg=w.step[1]=2", "--arg=w.more.weight=0.5"}), 10);
  EXPECT_EQ(status({"--arg=w.step[1]=2", "--arg=w.more.weight=0.25"}), 0) << "nothing is written";
  EXPECT_EQ(check({file, "--buffer=out=64", "--arg=x=2",
                   "--arg=w=bytes:000000000000000001000000"
                   "0000003f"})
                .status,
            0);
  EXPECT_EQ(check({file, "--buffer=out=64", "--arg=x=2",
                   "--arg=w=bytes:000000000000000002000000"
                   "0000003f"})
                .status,
            10);
  const Ran wrong = check({file, "--arg=w.second=1"});
  EXPECT_EQ(wrong.status, 2);
  expect_part(wrong.err,
              "struct window has no field `second`; it has the fields w.first, w.step[..], w.more");
}

TEST_F(CheckTest, AReplayAndABatchKnowStructuresToo) {
  const std::string file = write("k.cl", kWindow);
  const Ran ran = check({file, "--buffer=out=64", "--arg=x=2", "--arg=w=zero", "--arg=w.step[1]=2",
                         "--arg=w.more.weight=0.5", "--format=json"});
  const Json result = Json::parse(ran.out).at("results").at(0);
  EXPECT_EQ(result.at("findings").at(0).at("confirmation"), "confirmed");
  expect_part(result.at("findings").at(0).at("repro"), "w.step[1]=2");
  const std::string list = write("list",
                                 "--buffer=out=64 --arg=x=2 --arg=w=zero --arg=w.step[1]=2 --arg "
                                 "w.more.weight=0.5 " +
                                     file + "\n");
  EXPECT_EQ(check({"--batch", list}).status, 10);
}

TEST_F(CheckTest, ABatchPrintsALineWhenItIsDecided) {
  write("safe.cl", kSafe);
  // The factors of a product of two large primes are not found within the time.
  write("slow.cl",
        "__kernel void slow(__global int *a, ulong x, ulong y) {\n"
        "  if (x > 1 && y > 1 && x < 4294967296UL && y < 4294967296UL && x * y == 18446743979220271189UL)\n"
        "    a[0] = get_global_id(0);\n}\n");
  const std::string list = write("list", "slow.cl\nsafe.cl\n--local-size=8 none.cl\n");
  const Ran ran = check({"--batch", list, "--jobs=2", "--timeout=3"});
  std::istringstream lines(ran.out);
  std::vector<int> order;
  for (std::string line; std::getline(lines, line);) {
    const Json answer = Json::parse(line);
    order.push_back(answer.at("line").get<int>());
    if (!answer.contains("error")) {
      EXPECT_EQ(answer.at("results").at(0).at("class_keys").size(), 1U);
    }
  }
  EXPECT_EQ(order, (std::vector<int>{3, 2, 1})) << "what is wrong with the options is known first";
}

TEST_F(CheckTest, ACompileErrorIsSaidOnce) {
  const std::string file = write("k.cl",
                                 "__kernel void one(__global int *a) { a[0] = missing; }\n"
                                 "__kernel void two(__global int *a) { a[0] = 1; }\n");
  const Ran ran = check({file, "--sarif=s.json", "--junit=j.xml"});
  EXPECT_EQ(ran.status, 2);
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
    return found;
  };
  EXPECT_EQ(count(ran.out + ran.err, "undeclared identifier 'missing'"), 1U) << ran.out << ran.err;
  expect_part(ran.out, "k.cl:1:");
  EXPECT_EQ(Json::parse(read("s.json")).at("runs").at(0).at("results").size(), 1U);
  EXPECT_EQ(count(read("j.xml"), "undeclared identifier"), 1U) << read("j.xml");
}

TEST_F(CheckTest, WhatCouldNotBeAskedIsNoSuccessInContinuousIntegration) {
  const std::string file =
      write("k.cl", "__kernel void k(__global int *signal) { signal[get_global_id(0) + 2] = 1; }\n");
  const Ran plain = check({file});
  EXPECT_EQ(plain.status, 0);
  expect_part(plain.out, "in bounds if `signal` has at least 72 bytes");
  const Ran strict = check({file, "--strict"});
  EXPECT_EQ(strict.status, 11);
  expect_part(strict.out, "accept it with --allow-not-asked");
  EXPECT_EQ(check({file, "--ci", "-o", "out"}).status, 11);
  expect_part(read("out/junit.xml"), "<error type=\"not-asked\"");
  EXPECT_EQ(check({file, "--ci", "-o", "out", "--allow-not-asked"}).status, 0);
  EXPECT_EQ(read("out/junit.xml").find("<error"), std::string::npos);
  EXPECT_EQ(check({file, "--strict", "--buffer=signal=72"}).status, 0);
  EXPECT_EQ(check({file, "--strict", "--buffer=signal=71"}).status, 10) << "the size is the least";
  EXPECT_EQ(check({file, "--strict", "--only-divergence"}).status, 0) << "what an option leaves out";
}

TEST_F(CheckTest, WhatBuffersHoldMayDecide) {
  const std::string file = write("k.cl",
                                 "__kernel void k(__global int *a, __global const int *idx) {\n"
                                 "  a[idx[get_global_id(0)]] = get_global_id(0);\n}\n");
  const std::string hint =
      "buffer contents may decide undecided answers, or whether a defect happens, in 1 launch class: give it "
      "with "
      "--contents";
  const Ran open = check({file, "--buffer=a=64", "--buffer=idx=64", "--no-replay"});
  EXPECT_EQ(open.status, 10) << open.out;
  expect_part(open.out, hint);
  const Ran chosen = check({file, "--buffer=a=64", "--buffer=idx=64"});
  EXPECT_EQ(chosen.status, 10) << chosen.out;
  expect_part(chosen.out, hint);
  std::string digits;
  for (int i = 0; i < 16; ++i)
    digits += (i < 10 ? "0" + std::to_string(i) : std::string("0") + char('a' + i - 10)) + "000000";
  const Ran decided = check({file, "--buffer=a=64", "--contents=idx=bytes:" + digits});
  EXPECT_EQ(decided.status, 0) << decided.out;
  EXPECT_EQ(decided.out.find("may decide"), std::string::npos);
  for (const char* text : {kSafe, kRacy}) {
    const Ran decided_anyway = check({write("anyway.cl", text), "--buffer=a=64"});
    EXPECT_EQ(decided_anyway.out.find("may decide"), std::string::npos) << decided_anyway.out;
  }
}

}  // namespace
}  // namespace launchproof::cli::testing
