// Tests the targets of calls through pointers.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "verify/frontend/ptx/call_targets.h"
#include "verify/frontend/ptx/parser.h"

namespace launchproof::frontend::ptx {
namespace {

// Returns the names of the functions that the call in this kernel body may reach, in order, each followed by
// a blank.
std::string targets(const std::string& body) {
  const Module module = parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.func f() { ret; }\n.func g() { ret; }\n"
      ".global .align 8 .u64 table[2] = {g, f};\n.global .align 8 .u64 half[2] = {g};\n"
      ".global .align 8 .u64 mixed[2] = {g, 1};\n"
      ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<9>;\n.reg .pred %p<3>;\n" +
      body + "\ncall %rd1, (), P;\nret;\n}\n");
  std::string names;
  const Function& kernel = module.functions.back();
  for (const Statement& statement : kernel.body)
    if (statement.instruction.opcode == "call")
      for (const Function* function : call_targets(module, kernel, statement.instruction).functions)
        names += function->name + " ";
  return names;
}

TEST(PtxCallTargets, AreTheFunctionsThatARegisterHolds) {
  EXPECT_EQ(targets("mov.u64 %rd1, f;"), "f ");
  EXPECT_EQ(targets("mov.u64 %rd2, f; mov.u64 %rd1, %rd2; @%p1 mov.u64 %rd1, g;"), "f g ");
  EXPECT_EQ(targets("mov.u64 %rd2, g; selp.b64 %rd1, f, %rd2, %p1;"), "f g ");
}

TEST(PtxCallTargets, AreThoseOfATable) {
  EXPECT_EQ(targets("mov.u64 %rd2, table; add.s64 %rd3, %rd2, %rd4; ld.global.u64 %rd1, [%rd3+8];"), "g f ");
  EXPECT_EQ(targets("ld.global.u64 %rd1, [table];"), "g f ");
}

TEST(PtxCallTargets, AreNotKnownWhereAnotherValueMayCome) {
  EXPECT_EQ(targets(""), "");
  EXPECT_EQ(targets("ld.param.u64 %rd1, [p];"), "");
  EXPECT_EQ(targets("mov.u64 %rd1, f; @%p1 add.u64 %rd1, %rd1, 1;"), "");
  EXPECT_EQ(targets("mov.u64 %rd1, f; @%p1 ld.param.u64 %rd1, [p];"), "");
  EXPECT_EQ(targets("mov.u64 %rd1, k;"), "");
  EXPECT_EQ(targets("ld.global.u64 %rd1, [half];"), "");
  EXPECT_EQ(targets("ld.global.u64 %rd1, [mixed];"), "");
}

TEST(PtxCallTargets, AreNotKnownWhereTheTableMayBeWrittenTo) {
  const std::string load = "ld.global.u64 %rd1, [table];";
  EXPECT_EQ(targets(load + " st.global.u64 [table], %rd5;"), "");
  EXPECT_EQ(targets(load + " mov.u64 %rd2, table; add.s64 %rd3, %rd2, 8; st.global.u64 [%rd3], %rd5;"), "");
  EXPECT_EQ(targets(load + " mov.u64 %rd2, table; st.global.u64 [%rd5], %rd2;"), "");
  EXPECT_EQ(targets(load + " mov.u64 %rd2, table; atom.global.exch.b64 %rd4, [%rd2], %rd5;"), "");
  EXPECT_EQ(targets(load + " mov.u64 %rd2, table; call f, (%rd2);"), "f ");
}

}  // namespace
}  // namespace launchproof::frontend::ptx
