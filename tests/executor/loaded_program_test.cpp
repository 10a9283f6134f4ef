// Modules of device code as the executing process loads them.
#include <gtest/gtest.h>

#include <cstring>

#include "executor/loaded_program.h"
#include "tests/verify/device_code/made_files.h"

namespace launchproof::executor {
namespace {

constexpr const char* kText = R"(
.version 7.0
.target sm_70
.address_size 64
.global .align 4 .u32 counter = 5;
.const .align 4 .f32 table[4] = {0f3F800000, 0f40000000};
.visible .entry _Z5writePi6Thingsj(.param .u64 a, .param .align 8 .b8 s[20], .param .u32 n)
{
  .reg .u64 %rd<8>;
  .reg .u32 %r<8>;
  .shared .align 4 .b8 tile[128];
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [s];
  ld.param.u32 %r1, [s+8];
  ld.param.u32 %r2, [n];
  ld.global.u32 %r3, [counter];
  ld.const.u32 %r4, [table+4];
  add.u32 %r5, %r1, %r2;
  add.u32 %r5, %r5, %r3;
  st.global.u32 [%rd1], %r5;
  st.global.u32 [%rd2], %r4;
  ret;
}
)";

TEST(LoadedProgram, IsDescribed) {
  const LoadedProgram program(kText);
  const LoadedModule& described = program.described();
  EXPECT_EQ(described.problem, "");
  ASSERT_EQ(described.kernels.size(), 1U);
  const LoadedKernel& kernel = described.kernels.front();
  EXPECT_EQ(kernel.name, "_Z5writePi6Thingsj");
  EXPECT_EQ(kernel.static_shared_bytes, 128U);
  ASSERT_EQ(kernel.parameters.size(), 3U);
  EXPECT_EQ(kernel.parameters[1].offset, 8U);
  EXPECT_EQ(kernel.parameters[1].size, 20U);
  EXPECT_EQ(kernel.parameters[2].offset, 28U);
  ASSERT_EQ(described.variables.size(), 2U);
  EXPECT_EQ(described.variables[0].initial, std::string("\x05\0\0\0", 4));
  EXPECT_EQ(described.variables[1].initial, std::string("\0\0\x80\x3f\0\0\0\x40\0\0\0\0\0\0\0\0", 16));
}

TEST(LoadedProgram, RunsAKernel) {
  LoadedProgram program(kText);
  std::uint32_t counter = 100, out = 0, other = 0;
  float table[4] = {1, 8, 1, 1};
  program.place({{"counter", reinterpret_cast<std::uint64_t>(&counter)},
                 {"table", reinterpret_cast<std::uint64_t>(table)}});
  KernelLaunch launch;
  launch.kernel = "_Z5writePi6Thingsj";
  launch.parameters.assign(32, '\0');
  const std::uint64_t first = reinterpret_cast<std::uint64_t>(&out),
                      second = reinterpret_cast<std::uint64_t>(&other);
  const std::uint32_t in_structure = 20, n = 3;
  std::memcpy(launch.parameters.data(), &first, 8);
  std::memcpy(launch.parameters.data() + 8, &second, 8);
  std::memcpy(launch.parameters.data() + 16, &in_structure, 4);
  std::memcpy(launch.parameters.data() + 28, &n, 4);
  EXPECT_EQ(program.run(launch).end, LaunchEnd::Completed);
  EXPECT_EQ(out, 123U);
  EXPECT_EQ(other, 0x41000000U);
  launch.parameters.resize(16);
  EXPECT_EQ(program.run(launch).problem, "the launch passes too few bytes of parameters");
  launch.kernel = "other";
  EXPECT_EQ(program.run(launch).problem, "the module has no kernel other");
}

TEST(LoadedProgram, WhatCannotBeLoadedSaysWhy) {
  EXPECT_NE(LoadedProgram("no PTX").described().problem, "");
  EXPECT_NE(LoadedProgram(std::string("\x7f"
                                      "ELF",
                                      4))
                .described()
                .problem,
            "");
}

// The newest that the device takes is taken, as a driver does.
TEST(LoadedProgram, IsOfTheArchitectureOfTheDevice) {
  const auto entry = [](std::uint32_t architecture) {
    const std::string text = ".version 7.0\n.target sm_70\n.address_size 64\n.entry k" +
                             std::to_string(architecture) + "()\n{\n  ret;\n}\n";
    return device_code::testing::fat_entry(1, architecture, text, 0, text.size());
  };
  const LoadedProgram program(device_code::testing::fat_binary({entry(70), entry(100), entry(90), entry(80)}),
                              90);
  ASSERT_EQ(program.described().problem, "");
  EXPECT_EQ(program.described().kernels.at(0).name, "k90");
  const LoadedProgram newer(device_code::testing::fat_binary({entry(100)}), 86);
  EXPECT_TRUE(newer.described().has_no_ptx);
  EXPECT_NE(newer.described().problem.find("newer than the device's sm_86"), std::string::npos);
}

TEST(LoadedProgram, AnInstructionThatIsNotUnderstoodIsNamedWhenTheKernelRuns) {
  LoadedProgram program(
      ".version 7.0\n.target sm_70\n.address_size 64\n.entry k()\n{\n  frobnicate.u32 1;\n  ret;\n}\n");
  ASSERT_EQ(program.described().problem, "");
  KernelLaunch launch;
  launch.kernel = "k";
  EXPECT_NE(program.run(launch).problem.find("frobnicate"), std::string::npos) << program.run(launch).problem;
}

TEST(Messages, ComeBackAsTheyWere) {
  const LoadedModule module = LoadedProgram(kText).described();
  MessageWriter writer;
  put(writer, module);
  MessageReader reader(writer.bytes());
  const LoadedModule back = take_module(reader);
  EXPECT_EQ(back.ptx, module.ptx);
  ASSERT_EQ(back.kernels.size(), 1U);
  EXPECT_EQ(back.kernels[0].parameters.size(), 3U);
  EXPECT_EQ(back.variables.at(1).initial, module.variables.at(1).initial);
  // A message that is cut is no message.
  for (std::size_t length = 0; length < writer.bytes().size(); length += 7) {
    MessageReader cut(std::string_view(writer.bytes()).substr(0, length));
    EXPECT_THROW(take_module(cut), ConnectionLost) << length;
  }
}

}  // namespace
}  // namespace launchproof::executor
