// Tests which inline assembly becomes a function, and of which form.
#include "verify/frontend/ptx/assembly.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace launchproof::frontend::ptx {
namespace {

const AssemblyOperand kResult{"b32", true, {}, ""};
const AssemblyOperand kValue{"b32", false, {}, ""};

// Returns the program of a function `f` with a result and a value of 32 bits; empty if there is none.
std::string program(const std::string& text) {
  const auto made = assembly_program("f", text, {kResult, kValue});
  return made ? made->program.text : "";
}

TEST(PtxAssembly, IsAFunctionOfItsOperands) {
  const std::string text = program("{ .reg .u32 t; add.u32 t, $1, 1; mul.lo.u32 $0, t, ${1}; }");
  EXPECT_NE(text.find("extern \"C\" __device__ void f(unsigned"), std::string::npos) << text;
  EXPECT_NE(text.find("& "), std::string::npos) << text;
}

TEST(PtxAssembly, MayBeAdressesAndConstants) {
  const auto made = assembly_program("f", "st.global.u32 [$0 + $2], $1;",
                                     {{"b64", false, {}, ""}, kValue, {"", false, {}, "-4"}});
  ASSERT_TRUE(made);
  EXPECT_NE(made->program.text.find("unsigned char*"), std::string::npos) << made->program.text;
  EXPECT_NE(made->program.text.find("-4"), std::string::npos) << made->program.text;
}

TEST(PtxAssembly, NamesTheMemoriesOfItsAddresses) {
  const AssemblyOperand wide{"b64", false, {}, ""};
  const auto copy = assembly_program("f", "cp.async.ca.shared.global [$0], [$1], 4;", {kValue, wide});
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->memories, (std::vector<std::string>{"shared", "global"}));
  EXPECT_FALSE(copy->is_pure);
  const auto load =
      assembly_program("f", "{ .reg .u64 t; add.u64 t, $1, 8; ld.u32 $0, [t]; }", {kResult, wide});
  ASSERT_TRUE(load);
  EXPECT_EQ(load->memories, (std::vector<std::string>{"", "generic"}));
  EXPECT_FALSE(assembly_program("f", "ld.u32 $0, [$1]; ld.shared.u32 $0, [$1];", {kResult, wide}));
  EXPECT_FALSE(assembly_program("f", "{ .reg .u64 t; cvta.to.shared.u64 t, $1; cvt.u32.u64 $0, t; }",
                                {kResult, wide}));
}

TEST(PtxAssembly, IsPureIfItOnlyComputes) {
  EXPECT_TRUE(assembly_program("f", "lop3.b32 $0, $1, $1, 1, 0x96;", {kResult, kValue})->is_pure);
  EXPECT_FALSE(assembly_program("f", "activemask.b32 $0;", {kResult})->is_pure);
}

TEST(PtxAssembly, MayStartWithAValueInItsResult) {
  const auto made = assembly_program("f", "add.u32 $0, $0, $1;", {kResult, kValue, {"b32", false, 0, ""}});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->program.text.find("PTX: "), std::string::npos) << made->program.text;
}

TEST(PtxAssembly, HasLabelsOfItsOwn) {
  EXPECT_NE(program("a_${:uid}: add.u32 $0, $1, 1; bra b_${:uid}; b_${:uid}:"), "");
}

TEST(PtxAssembly, MustBePtxWithItsOperandsAlone) {
  EXPECT_EQ(program("this is not an assembly"), "");
  EXPECT_EQ(program("add.u32 $0, $1, $2;"), "");
  EXPECT_EQ(program("add.u32 $0, ${1:x}, 1;"), "");
  EXPECT_EQ(program("} .func g() {"), "");
}

TEST(PtxAssembly, MustStandAlone) {
  EXPECT_EQ(program("mov.u32 $0, $1; exit;"), "");
  EXPECT_EQ(program("mov.u32 $0, $1; ret;"), "");
  EXPECT_EQ(program(".shared .b32 s; mov.u32 $0, $1;"), "");
  EXPECT_EQ(program("addc.u32 $0, $1, 1;"), "");
  EXPECT_NE(program("{ .reg .u32 t; add.cc.u32 t, $1, 1; addc.u32 $0, $1, 1; }"), "");
  EXPECT_EQ(
      program(
          "{ .reg .u32 t; .reg .pred p; setp.eq.u32 p, $1, 0; @p add.cc.u32 t, $1, 1; addc.u32 $0, $1, 1; }"),
      "");
}

TEST(PtxAssembly, RefusesInstructionsByName) {
  for (const char* text : {"frobnicate.u32 $0, $1;", "add.u32 $0, somewhere, 1;"}) {
    const std::string made = program(text);
    EXPECT_NE(made.find("PTX: "), std::string::npos) << made;
  }
}

TEST(PtxAssembly, RefusalsOfSeveralDoNotClash) {
  const auto one = assembly_program("f1", "frobnicate.u32 $0, $1;", {kResult, kValue});
  const auto other = assembly_program("f2", "twiddle.u32 $0, $1;", {kResult, kValue});
  ASSERT_TRUE(one && other);
  EXPECT_NE(one->program.text.find("void f1_refused_0()"), std::string::npos) << one->program.text;
  EXPECT_NE(other->program.text.find("void f2_refused_0()"), std::string::npos) << other->program.text;
}

TEST(PtxAssembly, TouchesMemoryByAccessesAndBarriers) {
  EXPECT_TRUE(assembly_program("f", "bar.sync 0;", {})->touches_memory);
  EXPECT_TRUE(assembly_program("f", "ld.shared.u32 $0, [$1];", {kResult, kValue})->touches_memory);
  EXPECT_FALSE(
      assembly_program("f", "shfl.sync.down.b32 $0, $1, 1, 31, -1;", {kResult, kValue})->touches_memory);
}

}  // namespace
}  // namespace launchproof::frontend::ptx
