// Tests which variables hold which values of a kernel model.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "verify/frontend/frontend.h"

namespace launchproof::frontend {
namespace {

using model::NumberKind;

Translation translated(const std::string& text, SourceLanguage language = SourceLanguage::OpenCl) {
  ProgramSource source;
  source.file_name = "k.cl";
  source.text = text;
  source.language = language;
  Translation translation = translate({source}, DeviceEnvironment());
  EXPECT_TRUE(translation.compiled);
  return translation;
}

// Returns the kinds of the values that a variable holds.
std::multiset<NumberKind> kinds_of(const Translation& translation, const std::string& kernel,
                                   const std::string& variable) {
  std::multiset<NumberKind> kinds;
  for (const model::Variable& one : translation.variables.at(kernel))
    if (one.name == variable) kinds.insert(one.kind);
  return kinds;
}

constexpr const char* kLoop =
    "__kernel void k(__global int *a, __global const float *x, float scale) {\n"
    "  int lid = get_local_id(0);\n"
    "  uint count = get_local_size(0);\n"
    "  for (int stride = 1; stride < count; stride *= 2) {\n"
    "    float weight = x[lid + stride] * scale;\n"
    "    if (weight > 0) a[lid + stride] = stride;\n"
    "  }\n"
    "}\n";

TEST(Variables, AreKnownByTheValuesThatTheyHold) {
  const Translation translation = translated(kLoop);
  EXPECT_EQ(kinds_of(translation, "k", "lid"), std::multiset{NumberKind::Signed});
  EXPECT_EQ(kinds_of(translation, "k", "count"), std::multiset{NumberKind::Unsigned});
  EXPECT_EQ(kinds_of(translation, "k", "weight"), std::multiset{NumberKind::Float});
  // The values as the loop carries them, and as they continue.
  EXPECT_EQ(kinds_of(translation, "k", "stride"), (std::multiset{NumberKind::Signed, NumberKind::Signed}));
}

TEST(Variables, NameValuesOfTheModelInOrder) {
  const Translation translation = translated(kLoop);
  const model::Variables& variables = translation.variables.at("k");
  ASSERT_FALSE(variables.empty());
  EXPECT_TRUE(std::ranges::is_sorted(variables, {}, &model::Variable::value));
  for (const model::Variable& one : variables) {
    ASSERT_LT(one.value, translation.kernels.at(0).values.size());
    EXPECT_NE(translation.kernels.at(0).values[one.value].op, model::Op::Constant);
  }
}

TEST(Variables, OfFunctionsThatAreInlinedAreKnown) {
  const Translation translation = translated(
      "int twice(int x) { int doubled = 2 * x; return doubled; }\n"
      "__kernel void k(__global int *a) { a[twice(get_global_id(0))] = 1; }\n");
  EXPECT_EQ(kinds_of(translation, "k", "doubled").size(), 1U);
}

TEST(Variables, OfCudaAreKnown) {
  const Translation translation =
      translated("__global__ void k(int *a) { int i = threadIdx.x + 1; a[i] = 1; }\n", SourceLanguage::Cuda);
  const std::string kernel = translation.variables.begin()->first;
  EXPECT_EQ(kinds_of(translation, kernel, "i").size(), 1U);
}

}  // namespace
}  // namespace launchproof::frontend
