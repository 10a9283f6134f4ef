// Tests which registers and parameters hold addresses.
#include "verify/frontend/ptx/pointers.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/verify/frontend/ptx/module_text.h"
#include "verify/frontend/ptx/parser.h"

namespace launchproof::frontend::ptx {
namespace {

using Names = std::set<std::string>;

Names pointers_in(const std::string& instructions) {
  const Module module = parse(testing::module_of(instructions));
  const Pointers pointers(module);
  Names names;
  for (const Variable& variable : module.functions[0].variables)
    if (pointers.contains(variable)) names.insert(variable.name);
  return names;
}

TEST(PtxPointers, GoThroughSumsFromAParameterToAnAccess) {
  EXPECT_EQ(
      pointers_in("ld.param.u64 %rd1, [k_param_0]; cvta.to.global.u64 %rd2, %rd1; mul.wide.s32 %rd3, %r1, 4;"
                  "add.s64 %rd4, %rd2, %rd3; st.global.u32 [%rd4], %r1;"),
      (Names{"k_param_0", "%rd1", "%rd2", "%rd4"}));
  // Generic addresses are not converted.
  EXPECT_EQ(pointers_in("ld.param.u64 %rd1, [k_param_0]; mul.wide.s32 %rd3, %r1, 4;"
                        "add.s64 %rd4, %rd3, %rd1; mov.u64 %rd5, %rd4; ld.u32 %r1, [%rd5];"),
            (Names{"k_param_0", "%rd1", "%rd4", "%rd5"}));
}

TEST(PtxPointers, NumbersAreNone) {
  EXPECT_EQ(pointers_in("ld.param.u64 %rd1, [k_param_0]; shl.b64 %rd2, %rd1, 2; add.s64 %rd3, %rd2, %rd1;"),
            Names{});
  EXPECT_EQ(pointers_in("mov.u64 %rd1, 4096; ld.global.u32 %r1, [%rd1];"), Names{});
}

TEST(PtxPointers, VariablesAreSources) {
  EXPECT_EQ(
      pointers_in(".shared .align 4 .b8 s[64]; mov.u32 %r1, s; shl.b32 %r2, %r3, 2; add.s32 %r4, %r1, %r2;"
                  "st.shared.u32 [%r4], %r3;"),
      (Names{"%r1", "%r4"}));
}

TEST(PtxPointers, WhatIsKnownToBeAnAddressComesFirst) {
  // Both come from parameters of 64 bits; one of them is converted.
  EXPECT_EQ(pointers_in("ld.param.u64 %rd1, [k_param_0]; cvta.to.global.u64 %rd2, %rd1; .param .b64 other;"
                        "ld.param.u64 %rd3, [other]; add.s64 %rd4, %rd2, %rd3; ld.global.u32 %r1, [%rd4];"),
            (Names{"k_param_0", "%rd1", "%rd2", "%rd4"}));
}

}  // namespace
}  // namespace launchproof::frontend::ptx
