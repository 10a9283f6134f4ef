// Tests loop-carried values for which no closed form is sought.
#include "verify/analysis/opaque_recurrences.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

// Returns how many values of the loops in this body are opaque, if more than `most` operations make a value
// opaque.
std::size_t opaque(const std::string& body, unsigned most) {
  const CompiledKernel k(
      "__kernel void k(__global float *a, __global const float *b, int n) {\n  int i = get_global_id(0);\n" +
      body + "\n}\n");
  const FlowGraph graph(k.kernel);
  std::size_t count = 0;
  for (const bool one : opaque_recurrences(graph, most)) count += one ? 1 : 0;
  return count;
}

constexpr const char* kSum =
    "float s = 0; for (int j = 0; j < n; j++) s = native_exp(s) + b[j] * b[i]; a[i] = s;";

TEST(OpaqueRecurrences, OperationsOfAnIterationCount) {
  // The exponential, the product and the sum are opaque. None of them computes the counter j.
  EXPECT_EQ(opaque(kSum, 2), 1U);
  EXPECT_EQ(opaque(kSum, 3), 0U);
}

TEST(OpaqueRecurrences, OperationsOfInnerLoopsCountSeveralTimes) {
  const std::string nested =
      "float s = 0;\n"
      "for (int j = 0; j < n; j++) {\n"
      "  float t = 0;\n"
      "  for (int k = 0; k < n; k++) t = native_exp(t) + b[k];\n"
      "  s = s + t;\n"
      "}\n"
      "a[i] = s;";
  // An iteration needs two operations for t, and eight times two plus one for s.
  EXPECT_EQ(opaque(nested, 1), 2U);
  EXPECT_EQ(opaque(nested, 2), 1U);
  EXPECT_EQ(opaque(nested, 16), 1U);
  EXPECT_EQ(opaque(nested, 17), 0U);
}

TEST(OpaqueRecurrences, WhatIsComputedOfIntegersIsNot) {
  EXPECT_EQ(opaque("int s = i; for (int j = 0; j < n; j++) s = s * 5 + 1; a[s & 7] = 1;", 0), 0U);
}

}  // namespace
}  // namespace launchproof::analysis
