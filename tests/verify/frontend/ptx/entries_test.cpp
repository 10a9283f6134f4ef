// Tests modules of which only some kernels are wanted.
#include <gtest/gtest.h>

#include "verify/frontend/ptx/parser.h"
#include "verify/frontend/ptx/text/entries.h"

namespace launchproof::frontend::ptx {
namespace {

constexpr const char* kModule = R"(.version 8.0
.target sm_80
.address_size 64
.extern .shared .align 4 .b8 tile[];
.visible .func (.param .u32 r) helper()
{
  ret;
}
.visible .entry first(.param .u64 a)
.maxntid 128
{
  { .reg .u32 %r<2>; }
  ret;
}
.weak .entry second()
{
  ret; // } is no end
}
.entry third();
)";

TEST(PtxEntries, OthersAreLeftOut) {
  const std::string text = only_entries(kModule, {"second"});
  const Module module = parse(text);
  ASSERT_EQ(module.functions.size(), 2U);
  EXPECT_EQ(module.functions[0].name, "helper");
  EXPECT_EQ(module.functions[1].name, "second");
  EXPECT_TRUE(module.functions[1].has_body);
  EXPECT_EQ(module.functions[1].line, parse(kModule).functions[2].line);
  EXPECT_EQ(text.size(), std::string_view(kModule).size());
  EXPECT_EQ(module.variables.size(), 1U);
}

TEST(PtxEntries, WhatIsNotUnderstoodIsLeftAsItIs) {
  EXPECT_EQ(only_entries(".entry k() {", {}), ".entry k() {");
  EXPECT_EQ(only_entries("no PTX", {"k"}), "no PTX");
  EXPECT_EQ(only_entries(kModule, {"first", "second", "third"}), kModule);
}

}  // namespace
}  // namespace launchproof::frontend::ptx
