// Tests contracts in comments and strings: their formulas, and the source that they are rewritten to.
#include "verify/frontend/contracts/contracts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "verify/frontend/contracts/condition.h"
#include "verify/frontend/frontend.h"

namespace launchproof::frontend {
namespace {

std::string post(const std::string& formula, const ContractNames& names = {}) {
  try {
    return postcondition_of(parse_formula(formula), names);
  } catch (const FormulaError& error) {
    return std::string("refused: ") + error.what();
  }
}

std::string pre(const std::string& formula) {
  try {
    return precondition_of(parse_formula(formula), {});
  } catch (const FormulaError& error) {
    return std::string("refused: ") + error.what();
  }
}

TEST(Formulas, BindAsInTheLanguageAndImplicationsTheLoosest) {
  EXPECT_EQ(pre("a + b * c == d || !e && f"), "(((a + (b * c)) == d) || ((!e) && f))");
  EXPECT_EQ(pre("a -> b -> c"), "(!a || (!b || c))");
  EXPECT_EQ(pre("a -> b <-> c"), "((bool)(!a || b) == (bool)c)");
  EXPECT_EQ(pre("0 <= i < n"), "((0 <= i) && (i < n))");
  EXPECT_EQ(pre("a - b - c == -d % 2"), "(((a - b) - c) == ((-d) % 2))");
  EXPECT_EQ(pre("n == 2 ^ (m - 1)"), "(n == (1L << ((m - 1))))");
  EXPECT_EQ(pre("n == 0x10 * blockDim.x"), "(n == (0x10 * (long)blockDim.x))");
}

TEST(Formulas, QuantifiersTakeTheirBoundsFromWhatTheyAssume) {
  EXPECT_EQ(post("forall i. 0 <= i -> i < n -> c[i] == 1"), "__forall(i, 0, n, (c[i] == 1))");
  EXPECT_EQ(post("\\forall i [c[i]]. n >= i && m < i -> c[i] == 1"),
            "__forall(i, (long)(m) + 1, (long)(n) + 1, (c[i] == 1))");
  EXPECT_EQ(post("forall i. forall j. 0 <= i && i < n && 0 <= j && j < i -> p(i, j)"),
            "__forall(i, 0, n, __forall(j, 0, i, p(i, j)))");
  EXPECT_EQ(post("forall i. 0 <= i < n && c[i] > 0 -> q(i)"), "__forall(i, 0, n, (!((c[i] > 0)) || q(i)))");
  EXPECT_EQ(post("exists i. 0 <= i < n && c[i] > 0"), "__exists(i, 0, n, (c[i] > 0))");
  EXPECT_EQ(post("c[0] == sum(k, a[k], 0, n - 1)"), "(c[0] == __sum(k, 0, (long)((n - 1)) + 1, a[k]))");
  EXPECT_EQ(post("s[blockIdx.x] == blockDim.x"),
            "__forall(launchproof_blockIdx_x, 0, (long)gridDim.x, "
            "(s[launchproof_blockIdx_x] == (long)blockDim.x))");
  EXPECT_EQ(post("forall t : thread. n@t == 1"), "(n == 1)");
}

TEST(Formulas, AreRefusedWithTheReason) {
  const std::string no_upper = "refused: the quantifier over `i` has no upper bound";
  EXPECT_EQ(post("forall i. 0 <= i -> c[i] == 1"), no_upper);
  EXPECT_EQ(post("forall i. 0 <= i && i < i + 1 -> c[i] == 1"), no_upper);
  EXPECT_EQ(post("forall i. forall j. 0 <= j < 4 && 0 <= i < j -> c[i] == 1"), no_upper);
  EXPECT_EQ(post("exists i. i < 3"), "refused: the quantifier over `i` has no lower bound");
  EXPECT_NE(post("active(t)").find("refused"), std::string::npos);
  EXPECT_NE(post("loop_count_2 == 1").find("refused"), std::string::npos);
  EXPECT_NE(post("3 ^ n == 1").find("powers of 2"), std::string::npos);
  EXPECT_NE(post("a ==").find("a name is expected"), std::string::npos);
  EXPECT_NE(post("(a == b").find("is missing"), std::string::npos);
  EXPECT_NE(post("a b").find("not expected"), std::string::npos);
  EXPECT_NE(post("x@t == 1").find("not a thread"), std::string::npos);
  EXPECT_NE(post("exists t : thread. c[0] == 1").find("threads"), std::string::npos);
  EXPECT_NE(post("forall x : real. c[0] == 1").find("`real`"), std::string::npos);
  EXPECT_NE(
      post("forall t : thread. forall u : thread. threadIdx.x@t == threadIdx.x@u").find("more than one"),
      std::string::npos);
  EXPECT_NE(pre("a[0] == 1").find("memory"), std::string::npos);
  EXPECT_NE(pre("forall i. 0 <= i < n -> i < m").find("quantifiers"), std::string::npos);
  EXPECT_NE(pre("n == sum(k, k, 0, 3)").find("sum"), std::string::npos);
  EXPECT_NE(post(std::string(1000, '(') + "a").find("nested too deeply"), std::string::npos);
  EXPECT_NE(post(std::string(1000, '!') + "a").find("nested too deeply"), std::string::npos);
}

TEST(Formulas, DoNotConfuseAVariableWithWhatADefinitionNames) {
  ContractNames names;
  names.values.emplace("h", parse_formula("n * 2"));
  names.arrays.emplace("c0", "c");
  EXPECT_EQ(post("c[0] == h", names), "(c[0] == ((n * 2)))");
  EXPECT_EQ(post("forall i. 0 <= i < h -> c[i] == c0[i + 1]", names),
            "__forall(i, 0, ((n * 2)), (c[i] == __old(c[(i + 1)])))");
  EXPECT_NE(post("forall n. 0 <= n < 3 -> c[n] == h", names).find("refused"), std::string::npos);
  EXPECT_NE(post("c0 == c", names).find("without an index"), std::string::npos);
}

const char* const kContract =
    "/*@ ghost int m, h;\n"
    "    requires n == m * blockDim.x; requires h == n + 1;\n"
    "    ensures c[0] == h */\n"
    "__global__ void k(int *c, int n)\n"
    "{ // the body\n"
    "  c[0] = n + 1;\n"
    "}\n";

TEST(Contracts, BecomeStatementsAtTheirLines) {
  EXPECT_EQ(with_contracts(kContract),
            "/*@ ghost int m, h;\n"
            "    requires n == m * blockDim.x; requires h == n + 1;\n"
            "    ensures c[0] == h */\n"
            "__global__ void k(int *c, int n, int m)\n"
            "{\n#line 2\n__requires((n == (m * (long)blockDim.x)));"
            "\n#line 3\n__postcondition((c[0] == ((n + 1))));"
            "\n#line 5\n // the body\n"
            "  c[0] = n + 1;\n"
            "}\n");
}

TEST(Contracts, InStringsLeaveEmptyStatements) {
  const std::string source =
      "__kernel void k(__global int *c) {\n"
      "  declare_postcondition(\"c[0] == 1\",  // one\n"
      "                        \"c[1] \" \"== 2\");\n"
      "  while (c[0] < 1) { declare_invariant(\"loop_count\n < 3\"); ++c[0]; }\n"
      "  assert(\"c[0] == 1\");\n"
      "}\n";
  const std::string made = with_contracts(source).value_or("");
  EXPECT_NE(
      made.find(
          "\n#line 2\n__postcondition((c[0] == 1));\n#line 3\n__postcondition((c[1] == 2));\n#line 1\n"),
      std::string::npos)
      << made;
  EXPECT_NE(made.find("{ ;\n ++c[0]; }"), std::string::npos) << made;
  EXPECT_EQ(made.find("declare"), std::string::npos);
  EXPECT_EQ(made.find("assert"), std::string::npos);
  const auto after = made.substr(made.find("#line 1\n") + 8);
  EXPECT_EQ(std::ranges::count(after, '\n'), std::ranges::count(source, '\n')) << "lines keep their numbers";
}

TEST(Contracts, AreOfKernelsAndBeginWithTheirWords) {
  const auto same = [](const std::string& source) {
    return with_contracts(source).value_or(source) == source;
  };
  EXPECT_TRUE(same("__global__ void k(int *c) { c[0] = 1; }\n"));
  EXPECT_TRUE(same("/*@ note: it ensures nothing */ __global__ void k(int *c) { c[0] = 1; }\n"));
  EXPECT_TRUE(same("/*@ ensures \\result == 1; */ int f() { return 1; }\n__global__ void k(int *c) {}\n"));
  EXPECT_TRUE(same("/*@ ensures c[0] == 1 */ __global__ void k(int *c);\n")) << "no body";
  EXPECT_TRUE(same("/*@ ensures c[0] == 1 */ __global__ void k(int *c);\n__global__ void l(int *c) {}\n"));
  EXPECT_TRUE(same("const char *s = \"/*@ ensures c[0] == 1 */\"; __global__ void k(int *c) {}\n"));
  EXPECT_TRUE(same("// declare_postcondition(\"c[0] == 1\");\n__global__ void k(int *c) {}\n"));
  EXPECT_TRUE(same("__global__ void k(int *c) { declare_postcondition(c); }\n"));
  EXPECT_TRUE(may_state_contracts(kContract));
  EXPECT_FALSE(may_state_contracts("// ensures\n__global__ void k(int *c) {}\n"));
}

TEST(Contracts, ThatAreNotUnderstoodSaySoWhenTheyAreAsked) {
  const auto refusal = [](const std::string& text) {
    ProgramSource source;
    source.file_name = "kernel.cu";
    source.text = text;
    source.language = SourceLanguage::Cuda;
    source.asks_postconditions = true;
    const Translation translation = translate({source}, {});
    EXPECT_TRUE(translation.compiled) << text;
    const auto stated = translation.postconditions.find("k");
    return stated == translation.postconditions.end() ? "not stated" : stated->second.refusal;
  };
  EXPECT_EQ(refusal(kContract), "");
  EXPECT_EQ(refusal("\n/*@ ensures c[\"0\"] */\n__global__ void k(int *c) {}\n"),
            "the postcondition is not understood: `\"` stands where a name is expected (kernel.cu:2)");
  EXPECT_EQ(refusal("/*@ ghost int c0[]; ensures c[0] == c0[0] */\n__global__ void k(int *c) {}\n"),
            "the precondition in line 1 is not understood: no precondition says what `c0` holds, as in "
            "`forall i. a[i] == c0[i]` (kernel.cu:1)");
}

}  // namespace
}  // namespace launchproof::frontend
