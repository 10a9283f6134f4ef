// Tests which definitions of a register become registers of their own.
#include "verify/frontend/ptx/register_webs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/verify/frontend/ptx/module_text.h"
#include "verify/frontend/ptx/parser.h"

namespace launchproof::frontend::ptx {
namespace {

// Returns the number of registers that stand for %rd2 after splitting.
std::size_t registers_in(const std::string& instructions) {
  Module module = parse(testing::module_of(instructions));
  split_registers(module);
  return static_cast<std::size_t>(
      std::ranges::count(module.functions[0].variables, std::string("%rd2"), &Variable::name));
}

TEST(PtxRegisterWebs, AnOffsetAndAnAddressAreTwo) {
  EXPECT_EQ(registers_in("mul.wide.u32 %rd2, %r1, 4; add.s64 %rd2, %rd1, %rd2; st.global.u32 [%rd2], %r1;"),
            2U);
  EXPECT_EQ(registers_in("mul.wide.u32 %rd2, %r1, 4; st.global.u32 [%rd2], %r1;"), 1U);
}

TEST(PtxRegisterWebs, UsesFollowTheirDefinitions) {
  Module module = parse(
      testing::module_of("mul.wide.u32 %rd2, %r1, 4; add.s64 %rd2, %rd1, %rd2; st.global.u32 [%rd2], %r1;"));
  split_registers(module);
  const std::vector<Statement>& body = module.functions[0].body;
  const Variable* offset = body[0].instruction.operands[0].variable;
  const Variable* address = body[1].instruction.operands[0].variable;
  EXPECT_NE(offset, address);
  EXPECT_NE(offset->symbol, address->symbol);
  EXPECT_EQ(body[1].instruction.operands[2].variable, offset);
  EXPECT_EQ(body[2].instruction.operands[0].variable, address);
}

TEST(PtxRegisterWebs, DefinitionsThatReachOneUseAreOne) {
  // Around a loop.
  EXPECT_EQ(registers_in("mov.u64 %rd2, %rd1; L: st.global.u32 [%rd2], %r1; add.s64 %rd2, %rd2, 4;"
                         "@%p1 bra L;"),
            1U);
  // From both ways of a branch.
  EXPECT_EQ(registers_in("@%p1 bra L; mov.u64 %rd2, %rd1; bra M; L: mov.u64 %rd2, %rd3;"
                         "M: st.global.u32 [%rd2], %r1;"),
            1U);
  // An instruction with a predicate leaves what was there for some threads.
  EXPECT_EQ(registers_in("mov.u64 %rd2, %rd1; @%p1 mov.u64 %rd2, %rd3; st.global.u32 [%rd2], %r1;"), 1U);
  // So does the function's beginning.
  EXPECT_EQ(registers_in("@%p1 bra L; mov.u64 %rd2, %rd1; L: st.global.u32 [%rd2], %r1;"
                         "mov.u64 %rd3, %rd2;"),
            1U);
}

TEST(PtxRegisterWebs, BranchesByATableAreFollowed) {
  const std::string table = "T: .branchtargets L, M; brx.idx %r1, T; ";
  EXPECT_EQ(registers_in("mul.wide.u32 %rd2, %r1, 4; " + table +
                         "L: mov.u64 %rd2, %rd1; M: st.global.u32 [%rd2], %r1;"),
            1U);
  EXPECT_EQ(registers_in("mul.wide.u32 %rd2, %r1, 4; mov.u64 %rd3, %rd2; " + table +
                         "L: M: mov.u64 %rd2, %rd1; st.global.u32 [%rd2], %r1;"),
            2U);
}

TEST(PtxRegisterWebs, WhatIsNotUnderstoodStays) {
  // A label that is not there.
  EXPECT_EQ(registers_in("mul.wide.u32 %rd2, %r1, 4; add.s64 %rd2, %rd1, %rd2; @%p1 bra NOWHERE;"), 1U);
  // An instruction that may read its first operand.
  EXPECT_EQ(registers_in("mul.wide.u32 %rd2, %r1, 4; add.s64 %rd2, %rd1, %rd2; frob.b64 %rd2, %rd1;"), 1U);
}

}  // namespace
}  // namespace launchproof::frontend::ptx
