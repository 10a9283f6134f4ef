#include <nlohmann/json.hpp>

#include "tests/oracle/errors.h"
#include "tests/oracle/kernel_under_test.h"
#include "tests/oracle/scalar.h"

namespace launchproof::oracle {
namespace {

Comparison compare_text(const std::string& text) {
  const TemporaryFile file(text);
  return compare(read_case(file.path()));
}

constexpr const char* kRace = "kernel void k(global int* a) { a[0] = get_local_id(0); }\n";

TEST(Judgement, UnknownFunctionIsNamed) {
  EXPECT_EQ(
      verdict_of("int mystery(int); kernel void k(global int* a) { a[0] = mystery(1); }", "--local-size 1"),
      "cannot-judge: the function 'mystery' is not known");
}

TEST(Judgement, DefectBeforeAnUnknownFunctionCounts) {
  EXPECT_EQ(
      verdict_of(
          "int mystery(int);\nkernel void k(global int* a) { a[0] = get_local_id(0); a[1] = mystery(1); }",
          "--local-size 4 --buffer a=0"),
      "defect out-of-bounds:write");
}

TEST(Judgement, EndlessLoopIsGivenUp) {
  EXPECT_EQ(verdict_of("kernel void k(int n) { while (n != 5) ; }", "--local-size 2 --arg n=4"),
            "cannot-judge: gave up: the step limit was reached");
}

TEST(Judgement, SpinningGivesWay) {
  // Work-item 0 spins on a value that work-item 1 sets: the execution must end although 0 runs first.
  EXPECT_EQ(verdict_of("kernel void k(volatile global int* f) {"
                       "  if (get_local_id(0) == 1) atomic_xchg(f, 1); else while (atomic_or(f, 0) != 1) ; }",
                       "--local-size 2 --contents f=zero"),
            "clean");
}

TEST(Judgement, DoesNotCompile) {
  EXPECT_EQ(verdict_of("kernel void k( {", "--local-size 1").substr(0, 37),
            "cannot-judge: it does not compile: /t");
}

// One process judges many files: leftovers of one must not affect the next.
TEST(Judgement, FilesAfterEachOther) {
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(
        verdict_of("#define N 4\nkernel void k(global int* a) { a[N] = 1; }", "--local-size 1 --buffer a=16"),
        "defect out-of-bounds:write");
    EXPECT_EQ(verdict_of("kernel void k( {", "--local-size 1").substr(0, 12), "cannot-judge");
    EXPECT_EQ(
        verdict_of("kernel void k(global int* a) { int N = 3; a[N] = 1; }", "--local-size 1 --buffer a=16"),
        "clean");
  }
}

TEST(Judgement, OneLineOfJson) {
  const Judgement judgement = judge_text(kRace, "--local-size 2");
  const std::string line = to_json_line("a \"b\".cl", judgement);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const nlohmann::json read = nlohmann::json::parse(line);
  EXPECT_EQ(read.at("path"), "a \"b\".cl");
  EXPECT_EQ(read.at("verdict"), "defect");
  EXPECT_EQ(read.at("findings").at(0).at("property"), "data-race");
}

TEST(Judgement, DivisionByZeroIsNotedOnly) {
  const Judgement judgement = judge_text(
      "kernel void k(global int* a, int n) { a[get_local_id(0)] = 3 / n; }", "--local-size 1 --arg n=0");
  EXPECT_EQ(summary(judgement), "clean");
  EXPECT_EQ(judgement.notes.count("division by zero at line 1"), 1U);
}

TEST(Judgement, TooManyWorkItems) {
  EXPECT_EQ(verdict_of(kRace, "--local-size 128").substr(0, 47),
            "cannot-judge: the launch has too many work-item");
}

TEST(Judgement, JsonHasTheFinding) {
  const auto json = nlohmann::json::parse(to_json(judge_text(kRace, "--local-size 2")));
  EXPECT_EQ(json.at("verdict"), "defect");
  const auto& finding = json.at("findings").at(0);
  EXPECT_EQ(finding.at("property"), "data-race");
  EXPECT_EQ(finding.at("lines"), nlohmann::json({1}));
  EXPECT_EQ(finding.at("work_items").at(0).at("local"), nlohmann::json({0, 0, 0}));
  EXPECT_FALSE(finding.at("benign").get<bool>());
}

TEST(Expectation, RightOnesAgree) {
  EXPECT_EQ(
      compare_text(
          std::string("// expect: defect\n// property: data-race\n// lines: 5\n// launch: --local-size 4\n") +
          kRace)
          .outcome,
      Comparison::Outcome::Agrees);
  EXPECT_EQ(compare_text("// expect: verified\n// launch: --local-size 4\nkernel void k() {}").outcome,
            Comparison::Outcome::Agrees);
}

TEST(Expectation, WrongOnesAreContradicted) {
  const std::string launch = "// launch: --local-size 4\n";
  for (const char* header : {"// expect: verified\n", "// expect: defect\n// property: out-of-bounds\n",
                             "// expect: possible-defect\n// property: data-race\n// lines: 2\n", ""}) {
    EXPECT_EQ(compare_text(header + launch + kRace).outcome, Comparison::Outcome::Contradicts) << header;
  }
  EXPECT_EQ(
      compare_text("// expect: defect\n// property: data-race\n" + launch + "kernel void k() {}").outcome,
      Comparison::Outcome::Contradicts);
  EXPECT_EQ(compare_text("// expect: verified\n" + launch + "int f(); kernel void k() { f(); }").outcome,
            Comparison::Outcome::Contradicts)
      << "what cannot be judged must be skipped openly";
}

TEST(Expectation, BenignRacesPassUnlessStrict) {
  const char* source = "kernel void k(global int* a) { a[0] = 1; }";
  EXPECT_EQ(compare_text(std::string("// expect: verified\n// launch: --local-size 4\n") + source).outcome,
            Comparison::Outcome::Agrees);
  EXPECT_EQ(
      compare_text(std::string("// expect: verified\n// launch: --local-size 4 --strict\n") + source).outcome,
      Comparison::Outcome::Contradicts);
  EXPECT_EQ(
      compare_text(std::string("// expect: defect\n// property: data-race\n// launch: --local-size 4\n") +
                   source)
          .outcome,
      Comparison::Outcome::Contradicts);
}

TEST(Expectation, SkipAndOracleLaunch) {
  const Comparison skipped =
      compare_text("// expect: verified\n// oracle: skip images\n// launch:\nkernel void k() {}");
  EXPECT_EQ(skipped.outcome, Comparison::Outcome::Skipped);
  EXPECT_EQ(skipped.message, "images");
  EXPECT_EQ(compare_text("// expect: verified\n// launch: --local-size 1024\n// oracle-launch: --local-size "
                         "4\nkernel void k() {}")
                .outcome,
            Comparison::Outcome::Agrees);
}

TEST(Options, WrongOnesAreNamed) {
  const auto message = [](const std::string& launch) -> std::string {
    try {
      judge_text("kernel void k(global int* a, int n) {} kernel void other() {}", launch);
    } catch (const UsageError& error) {
      return error.message;
    }
    return "";
  };
  EXPECT_EQ(message("--kernel k --local-size 0"), "--local-size: a dimension is zero");
  EXPECT_EQ(message("--kernel k --local-size x"), "--local-size: 'x' is not a non-negative number");
  EXPECT_EQ(message("--kernel k --local-size 1,1,1,1"),
            "--local-size: '1,1,1,1' has more than three dimensions");
  EXPECT_EQ(message("--local-size 1"), "the file has 2 kernels; give --kernel NAME");
  EXPECT_EQ(message("--kernel none"), "--kernel: the file has no kernel 'none'");
  EXPECT_EQ(message("--kernel k --arg m=1"), "--arg: the kernel has no parameter 'm'");
  EXPECT_EQ(message("--kernel k --arg n=many"), "--arg n: 'many' is not a value of its type");
  EXPECT_EQ(message("--kernel k --buffer b=1"), "--buffer: the kernel has no parameter 'b'");
  EXPECT_EQ(message("--kernel k --buffer a=@b"), "--buffer: the kernel has no parameter 'b'");
  EXPECT_EQ(message("--kernel k --buffer a=@a"), "--buffer a: refers to itself");
  EXPECT_EQ(message("--kernel k --contents a=pi"),
            "contents 'pi': expected zero, iota, random:SEED, bytes:HEX or properties");
  EXPECT_EQ(message("--kernel k --arg"), "--arg: a value must follow");
  EXPECT_EQ(message("--kernel k --num-groups 2 --global-size 2"),
            "--num-groups and --global-size: give one of them");
}

TEST(Options, ContentsOfElements) {
  EXPECT_EQ(element_bits(parse_contents("iota"), element_type_of("float4*"), 3), bits_of(3.0F));
  EXPECT_EQ(content_byte(parse_contents("iota"), element_type_of("uint*"), 8), 2);
  EXPECT_EQ(content_byte(parse_contents("iota"), element_type_of("int*"), -4), 255);
  EXPECT_EQ(content_byte(parse_contents("bytes:0aFF"), {}, 1), 255);
  EXPECT_EQ(content_byte(parse_contents("bytes:0aFF"), {}, 2), 0);
  EXPECT_EQ(element_type_of("_Atomic(ulong)*").bytes, 8);
  EXPECT_NE(element_bits(parse_contents("random:1"), {}, 0), element_bits(parse_contents("random:2"), {}, 0));
}

}  // namespace
}  // namespace launchproof::oracle
