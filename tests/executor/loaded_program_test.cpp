// Tests how the executing process loads modules of device code.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

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
  EXPECT_EQ(described.architecture, 70U);
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

// Conversions to integers saturate (PTX ISA 9.0, `cvt`).
TEST(LoadedProgram, ConvertsHalvesToNarrowIntegers) {
  LoadedProgram program(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 a, .param .u16 x)
{
  .reg .u64 %rd<2>;
  .reg .b16 %h<6>;
  ld.param.u64 %rd1, [a];
  ld.param.u16 %h1, [x];
  cvt.rzi.s8.f16 %h2, %h1;
  cvt.rzi.u8.f16 %h3, %h1;
  cvt.rni.s16.f16 %h4, %h1;
  st.global.u8 [%rd1], %h2;
  st.global.u8 [%rd1+1], %h3;
  st.global.u16 [%rd1+2], %h4;
  ret;
}
)");
  struct Result {
    std::int8_t low;
    std::uint8_t high;
    std::int16_t word;
    bool operator==(const Result&) const = default;
  };
  const auto converted = [&](std::uint16_t half) {
    Result result{};
    KernelLaunch launch;
    launch.kernel = "k";
    launch.parameters.assign(16, '\0');
    const std::uint64_t to = reinterpret_cast<std::uint64_t>(&result);
    std::memcpy(launch.parameters.data(), &to, 8);
    std::memcpy(launch.parameters.data() + 8, &half, 2);
    EXPECT_EQ(program.run(launch).problem, "");
    return result;
  };
  EXPECT_EQ(converted(0x4580), (Result{5, 5, 6}));          // 5.5
  EXPECT_EQ(converted(0x5b00), (Result{127, 224, 224}));    // 224
  EXPECT_EQ(converted(0xdc00), (Result{-128, 0, -256}));    // -256
  EXPECT_EQ(converted(0x7c00), (Result{127, 255, 32767}));  // infinity
}

// Unaligned barriers may be met at different places; nothing is proved about them. No space separates `.reg`
// from its type.
TEST(LoadedProgram, MeetsAtBarriersOfDifferentPlaces) {
  LoadedProgram program(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 a)
{
  .reg.u64 %rd<4>;
  .reg.pred %p<2>;
  .reg.u32 %r<8>;
  .shared .align 4 .u32 tile[64];
  ld.param.u64 %rd1, [a];
  mov.u32 %r1, %tid.x;
  mov.u64 %rd2, tile;
  mul.wide.u32 %rd3, %r1, 4;
  add.u64 %rd2, %rd2, %rd3;
  add.u64 %rd1, %rd1, %rd3;
  st.shared.u32 [%rd2], %r1;
  setp.lt.u32 %p1, %r1, 32;
  @%p1 bra $low;
  barrier.sync 0;
  ld.shared.u32 %r2, [%rd2+-128];
  bra $end;
$low:
  barrier.sync 0;
  ld.shared.u32 %r2, [%rd2+128];
$end:
  st.global.u32 [%rd1], %r2;
  ret;
}
)");
  std::vector<std::uint32_t> out(64);
  KernelLaunch launch;
  launch.kernel = "k";
  launch.local_size[0] = 64;
  const std::uint64_t to = reinterpret_cast<std::uint64_t>(out.data());
  launch.parameters.assign(reinterpret_cast<const char*>(&to), 8);
  EXPECT_EQ(program.run(launch).problem, "");
  EXPECT_EQ(out[5], 37U);
  EXPECT_EQ(out[37], 5U);
}

// Tests `shfl.sync` of PTX ISA 9.0 for a segment that a register specifies.
TEST(LoadedProgram, ShufflesInSegmentsOfAnyLength) {
  const auto shuffled = [](const std::string& mode, std::uint32_t by, std::uint32_t segment) {
    LoadedProgram program(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 a, .param .u32 b, .param .u32 c)
{
  .reg .u64 %rd<4>;
  .reg .pred %p<2>;
  .reg .u32 %r<8>;
  ld.param.u64 %rd1, [a];
  ld.param.u32 %r1, [b];
  ld.param.u32 %r2, [c];
  mov.u32 %r3, %tid.x;
  shfl.sync.)" + mode + R"(.b32 %r4|%p1, %r3, %r1, %r2, -1;
  selp.b32 %r5, 100, 0, %p1;
  add.u32 %r4, %r4, %r5;
  mul.wide.u32 %rd2, %r3, 4;
  add.u64 %rd1, %rd1, %rd2;
  st.global.u32 [%rd1], %r4;
  ret;
}
)");
    std::vector<std::uint32_t> out(32);
    KernelLaunch launch;
    launch.kernel = "k";
    launch.local_size[0] = 32;
    launch.parameters.assign(16, '\0');
    const std::uint64_t to = reinterpret_cast<std::uint64_t>(out.data());
    std::memcpy(launch.parameters.data(), &to, 8);
    std::memcpy(launch.parameters.data() + 8, &by, 4);
    std::memcpy(launch.parameters.data() + 12, &segment, 4);
    EXPECT_EQ(program.run(launch).problem, "");
    return out;
  };
  const auto down = shuffled("down", 3, 9);  // lanes 0 to 9
  EXPECT_EQ(down[6], 109U);
  EXPECT_EQ(down[7], 7U);
  EXPECT_EQ(down[20], 20U);
  const auto down_in_four = shuffled("down", 1, 0x1c03);  // segments of four lanes
  EXPECT_EQ(down_in_four[30], 131U);
  EXPECT_EQ(down_in_four[27], 27U);
  const auto up = shuffled("up", 2, 0x1802);  // from the third lane of each eight on
  EXPECT_EQ(up[3], 3U);
  EXPECT_EQ(up[4], 102U);
  EXPECT_EQ(up[8 + 3], 11U);
  const auto index = shuffled("idx", 5, 0x1807);  // the sixth lane of each eight
  EXPECT_EQ(index[17], 121U);
  const auto crossed = shuffled("bfly", 1, 8);
  EXPECT_EQ(crossed[7], 106U);
  EXPECT_EQ(crossed[8], 8U);
}

// A comparison gives one or zero, as a half and as a pair of halves.
TEST(LoadedProgram, SetsHalvesByComparisons) {
  LoadedProgram program(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 a, .param .u32 x, .param .u32 y)
{
  .reg .u64 %rd<2>;
  .reg .b16 %h<4>;
  .reg .b32 %r<4>;
  ld.param.u64 %rd1, [a];
  ld.param.u32 %r1, [x];
  ld.param.u32 %r2, [y];
  cvt.u16.u32 %h1, %r1;
  cvt.u16.u32 %h2, %r2;
  set.lt.f16.f16 %h3, %h1, %h2;
  set.eq.f16x2.f16x2 %r3, %r1, %r2;
  cvt.rmi.f16.f16 %h1, 0xbe00;
  cvt.rpi.f16.f16 %h2, 0xbe00;
  st.global.u16 [%rd1], %h3;
  st.global.u16 [%rd1+8], %h1;
  st.global.u16 [%rd1+10], %h2;
  st.global.u32 [%rd1+4], %r3;
  ret;
}
)");
  struct Result {
    std::uint32_t less, equal;
    std::uint16_t below, above;  // -1.5
  } result{};
  KernelLaunch launch;
  launch.kernel = "k";
  launch.parameters.assign(16, '\0');
  const std::uint64_t to = reinterpret_cast<std::uint64_t>(&result);
  const std::uint32_t x = 0x40003c00, y = 0x40004400;  // 2 and 1, 2 and 4
  std::memcpy(launch.parameters.data(), &to, 8);
  std::memcpy(launch.parameters.data() + 8, &x, 4);
  std::memcpy(launch.parameters.data() + 12, &y, 4);
  EXPECT_EQ(program.run(launch).problem, "");
  EXPECT_EQ(result.less, 0x3c00U);
  EXPECT_EQ(result.equal, 0x3c000000U);
  EXPECT_EQ(result.below, 0xc000U);
  EXPECT_EQ(result.above, 0xbc00U);
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

// The newest version that the device supports is used, as by a driver.
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
  EXPECT_EQ(back.architecture, module.architecture);
  ASSERT_EQ(back.kernels.size(), 1U);
  EXPECT_EQ(back.kernels[0].parameters.size(), 3U);
  EXPECT_EQ(back.variables.at(1).initial, module.variables.at(1).initial);
  // A truncated message is rejected.
  for (std::size_t length = 0; length < writer.bytes().size(); length += 7) {
    MessageReader cut(std::string_view(writer.bytes()).substr(0, length));
    EXPECT_THROW(take_module(cut), ConnectionLost) << length;
  }
}

}  // namespace
}  // namespace launchproof::executor
