// Tests that the conditions of annotations are moved into one block where that changes nothing.
#include <algorithm>

#include "tests/verify/frontend/support.h"

namespace launchproof::frontend {
namespace {

// Returns whether the invariant of a loop is at the loop's head.
bool stands_at_head(const std::string& condition) {
  const model::KernelModel kernel =
      model_of("kernel void f(global int* a, int n, int m) { for (int i = 0; __invariant(" + condition +
               "), i < n; i++) a[i] = 1; }");
  EXPECT_EQ(kernel.annotations.size(), 1U);
  EXPECT_EQ(kernel.loops.size(), 1U);
  return !kernel.annotations.empty() && !kernel.loops.empty() &&
         kernel.annotations[0].block == kernel.loops[0].header;
}

TEST(ShortCircuits, OfVariablesAreFolded) {
  EXPECT_TRUE(stands_at_head("i >= 0"));
  EXPECT_TRUE(stands_at_head("i >= 0 || n > 3"));
  EXPECT_TRUE(stands_at_head("i >= 0 && n > 3"));
  EXPECT_TRUE(stands_at_head("i == 0 || (n > 3 && m > 4) || (m == 1 && (n == 2 || n == 3))"));
  EXPECT_TRUE(stands_at_head("!(i == 0 || n > 3) || (n > m ? i < n : i < m)"));
  EXPECT_TRUE(stands_at_head("__implies(n > 3 && m > 3, i >= 0 || i == n)"));
  EXPECT_TRUE(stands_at_head("n == 0 || i / 4 >= 0"));
}

// An operand that may fail or that accesses memory is computed only if the program computes it.
TEST(ShortCircuits, OfWhatMayGoWrongStay) {
  EXPECT_FALSE(stands_at_head("n == 0 || i % n >= 0"));
  EXPECT_FALSE(stands_at_head("i == 0 || a[i - 1] == 1"));
}

TEST(ShortCircuits, OfTheProgramStay) {
  const auto blocks = [](const std::string& condition) {
    return model_of("kernel void f(global int* a, int n, int m) { " + condition + "; a[n] = 1; }")
        .blocks.size();
  };
  EXPECT_GT(blocks("if (n > 3 || m > 3) a[m] = 2"), blocks("if (n > 3) a[m] = 2"));
  EXPECT_GT(blocks("int x = n > 3 || m > 3; a[x] = 2"), 1U);
  EXPECT_EQ(blocks("__assert(n > 3 || m > 3)"), 1U);
}

TEST(ShortCircuits, TheirValuesAreKept) {
  // The translation computes short circuits of constants.
  const auto condition = [](const std::string& text) {
    const model::KernelModel kernel =
        model_of("kernel void f(global int* a) { int one = 1, two = 2; __assert(" + text + "); a[0] = 1; }");
    EXPECT_EQ(kernel.blocks.size(), 1U) << text;
    return kernel.values.at(kernel.annotations.at(0).condition).literal;
  };
  for (const auto& [text, value] :
       {std::pair{"one == 1 || two == 1", 1}, std::pair{"one == 2 || two == 2", 1},
        std::pair{"one == 2 || two == 1", 0}, std::pair{"one == 1 && two == 2", 1},
        std::pair{"one == 1 && two == 1", 0}, std::pair{"one == 2 && two == 2", 0},
        std::pair{"!(one == 1 && two == 1)", 1}, std::pair{"one == 1 ? two == 1 : two == 2", 0},
        std::pair{"one == 2 ? two == 1 : two == 2", 1}})
    EXPECT_EQ(condition(text), static_cast<std::uint64_t>(value)) << text;
}

}  // namespace
}  // namespace launchproof::frontend
