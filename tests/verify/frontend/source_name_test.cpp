#include "verify/frontend/names/source_name.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "verify/frontend/frontend.h"
#include "verify/frontend/opencl/assumed_device.h"

namespace launchproof::frontend {
namespace {

TEST(SourceName, OfVariables) {
  EXPECT_EQ(variable_name("table"), "table");
  EXPECT_EQ(variable_name("k.t"), "t");
  EXPECT_EQ(variable_name("k.t.1"), "t.1");
  EXPECT_EQ(variable_name("__const.k.t"), "t");
  EXPECT_EQ(variable_name(".str"), ".str");
  EXPECT_EQ(variable_name("_ZZ1kE1t"), "t");
  EXPECT_EQ(variable_name("_ZN2ns5tableE"), "ns::table");
  EXPECT_EQ(variable_name("_ZL6hidden"), "hidden");
  EXPECT_EQ(variable_name("_ZZN2ns1fIiEEvT_E4tile"), "tile");
  EXPECT_EQ(variable_name("_Znothing"), "_Znothing");
}

TEST(SourceName, OfVariablesThatShareAName) {
  EXPECT_EQ(variable_name("_ZZ1kE1t_0"), "t.1");
  EXPECT_EQ(variable_name("_ZZ1kE1t__10_"), "t.11");
  EXPECT_EQ(variable_name("_ZZ1kE3t_0"), "t_0");
}

TEST(SourceName, OfFunctions) {
  EXPECT_EQ(function_name("f"), "f");
  EXPECT_EQ(function_name("_Z1fi"), "f");
  EXPECT_EQ(function_name("_ZN2ns1fEi"), "ns::f");
  EXPECT_EQ(function_name("_ZN2ns1fEi.contract"), "ns::f");
}

std::vector<std::string> arrays_of(const std::string& text, const std::string& options = "") {
  const Translation translation =
      translate({{.file_name = "k.cl", .text = text, .options = options}}, assumed_device(options));
  std::vector<std::string> names;
  if (translation.kernels.empty()) return names;
  for (const model::Array& array : translation.kernels.front().arrays)
    if (array.parameter == model::kNone && !array.name.empty()) names.push_back(array.name);
  return names;
}

TEST(SourceName, OfArraysInCppForOpenCl) {
  const std::vector<std::string> names = arrays_of(
      "namespace ns { __global int table[8]; }\n"
      "__kernel void k(__global int* b) {\n"
      "  __local int t[8];\n"
      "  int l = get_local_id(0);\n"
      "  t[l] = ns::table[l];\n"
      "  b[l] = t[7 - l];\n"
      "}\n",
      "-cl-std=clc++2021");
  EXPECT_NE(std::ranges::find(names, "t"), names.end());
  EXPECT_NE(std::ranges::find(names, "ns::table"), names.end());
}

std::vector<std::string> types_of(const std::string& parameters) {
  const Translation translation = translate(
      {{.file_name = "k.cl", .text = "typedef float real;\n__kernel void k(" + parameters + ") {}\n"}}, {});
  std::vector<std::string> types;
  for (const model::Parameter& parameter : translation.kernels.at(0).parameters)
    types.push_back(parameter.type);
  return types;
}

TEST(SourceName, OfTypesOfValues) {
  EXPECT_EQ(types_of("const float a, real b, const real c, const uint d, volatile long e, const float4 f"),
            (std::vector<std::string>{"float", "float", "float", "uint", "long", "float4"}));
}

}  // namespace
}  // namespace launchproof::frontend
