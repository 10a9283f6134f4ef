// Tests the output of kernels, and how it ends a launch.
#include <gtest/gtest.h>

#include <cstring>

#include "executor/loaded_program.h"

namespace launchproof::executor {
namespace {

std::uint64_t address_of(const void* data) {
  return reinterpret_cast<std::uint64_t>(data);
}

// Runs one block of a kernel that receives two addresses and prints through them, as nvcc compiles printf().
LaunchResult print(const char* format, const void* arguments, std::uint32_t& returned,
                   std::uint64_t threads = 1) {
  LoadedProgram program(R"(
.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.visible .entry k(.param .u64 f, .param .u64 a, .param .u64 r)
{
  .reg .b64 %rd<4>;
  .reg .b32 %r<2>;
  ld.param.u64 %rd1, [f];
  ld.param.u64 %rd2, [a];
  ld.param.u64 %rd3, [r];
  {
    .param .b64 param0;
    st.param.b64 [param0+0], %rd1;
    .param .b64 param1;
    st.param.b64 [param1+0], %rd2;
    .param .b32 retval0;
    call.uni (retval0), vprintf, (param0, param1);
    ld.param.b32 %r1, [retval0+0];
  }
  st.global.u32 [%rd3], %r1;
  ret;
}
)");
  KernelLaunch launch;
  launch.kernel = "k";
  launch.local_size[0] = threads;
  launch.parameters.assign(24, '\0');
  const std::uint64_t words[] = {address_of(format), address_of(arguments), address_of(&returned)};
  std::memcpy(launch.parameters.data(), words, sizeof words);
  return program.run(launch);
}

TEST(Output, ConversionsTakeTheirArguments) {
  struct {
    std::int32_t first = -5;
    std::int64_t second = 1LL << 40;
    double third = 0.25;
    std::int32_t letter = 'x';
    const char* text = "abc";
    std::uint32_t last = 255;
  } const arguments;
  std::uint32_t returned = 0;
  const LaunchResult result = print("%4d|%lld|%.3f|%c|%-5s|%#x|100%%|%q\n", &arguments, returned);
  EXPECT_EQ(result.end, LaunchEnd::Completed);
  EXPECT_EQ(result.printed, "  -5|1099511627776|0.250|x|abc  |0xff|100%|%q\n");
  EXPECT_EQ(returned, 6U);
}

TEST(Output, WidthsAndMissingTextsArePrinted) {
  struct {
    std::int32_t width = 6, precision = 2;
    double number = 2.0 / 3;
    const char* text = nullptr;
  } const arguments;
  std::uint32_t returned = 0;
  EXPECT_EQ(print("%*.*f %s %", &arguments, returned).printed, "  0.67 (null) %");
}

TEST(Output, EachThreadPrints) {
  std::uint32_t returned = 7;
  EXPECT_EQ(print("line\n", nullptr, returned, 3).printed, "line\nline\nline\n");
  EXPECT_EQ(returned, 0U);
}

TEST(Output, AnAssertionThatFailsEndsTheLaunch) {
  LoadedProgram program(R"(
.version 7.0
.target sm_70
.address_size 64
.extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 c);
.global .align 1 .b8 text[6] = {105, 32, 60, 32, 50};
.visible .entry k(.param .u64 out)
{
  .reg .pred %p<2>;
  .reg .b64 %rd<6>;
  .reg .b32 %r<3>;
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 2;
  @%p1 bra good;
  mov.u64 %rd1, text;
  cvta.global.u64 %rd2, %rd1;
  mov.u32 %r2, 42;
  mov.u64 %rd3, 1;
  {
    .param .b64 param0;
    st.param.b64 [param0+0], %rd2;
    .param .b64 param1;
    st.param.b64 [param1+0], %rd2;
    .param .b32 param2;
    st.param.b32 [param2+0], %r2;
    .param .b64 param3;
    st.param.b64 [param3+0], %rd2;
    .param .b64 param4;
    st.param.b64 [param4+0], %rd3;
    call.uni __assertfail, (param0, param1, param2, param3, param4);
  }
good:
  ld.param.u64 %rd4, [out];
  mul.wide.u32 %rd5, %r1, 4;
  add.s64 %rd4, %rd4, %rd5;
  st.global.u32 [%rd4], 1;
  ret;
}
)");
  char text[6] = "i < 2";
  std::uint32_t out[4] = {};
  program.place({{"text", address_of(text)}});
  KernelLaunch launch;
  launch.kernel = "k";
  launch.local_size[0] = 2;
  launch.parameters.assign(8, '\0');
  const std::uint64_t word = address_of(out);
  std::memcpy(launch.parameters.data(), &word, sizeof word);
  EXPECT_EQ(program.run(launch).end, LaunchEnd::Completed);
  EXPECT_EQ(out[1], 1U);
  launch.local_size[0] = 4;
  const LaunchResult result = program.run(launch);
  EXPECT_EQ(result.end, LaunchEnd::Assertion);
  EXPECT_EQ(result.failed_asserts,
            "i < 2:42: i < 2: block: [0,0,0], thread: [2,0,0] Assertion `i < 2` failed.\n");
  EXPECT_EQ(out[2], 0U);
}

TEST(Output, ATrapEndsTheLaunch) {
  LoadedProgram program(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry k()
{
  .reg .pred %p<2>;
  .reg .b32 %r<2>;
  mov.u32 %r1, %ctaid.x;
  setp.ne.u32 %p1, %r1, 1;
  @%p1 bra good;
  trap;
good:
  ret;
}
)");
  KernelLaunch launch;
  launch.kernel = "k";
  EXPECT_EQ(program.run(launch).end, LaunchEnd::Completed);
  launch.groups[0] = 2;
  EXPECT_EQ(program.run(launch).end, LaunchEnd::Trap);
}

// Proofs treat the product of a tensor core as arbitrary, so no execution may use it.
TEST(Output, TensorCoresAreNotExecuted) {
  LoadedProgram program(R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out)
{
  .reg .f32 %f<9>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [out];
  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f5, %f6, %f7, %f8};
  st.global.f32 [%rd1], %f1;
  ret;
}
)");
  KernelLaunch launch;
  launch.kernel = "k";
  launch.local_size[0] = 32;
  float out = 3;
  launch.parameters.assign(8, '\0');
  const std::uint64_t word = address_of(&out);
  std::memcpy(launch.parameters.data(), &word, sizeof word);
  const LaunchResult result = program.run(launch);
  EXPECT_EQ(result.end, LaunchEnd::NotExecuted);
  EXPECT_NE(result.problem.find("tensor cores"), std::string::npos) << result.problem;
  EXPECT_EQ(out, 3);
}

// For a proof, a texture read yields any value; nothing is executed with it.
TEST(Output, CubesOfTexturesAreNotExecuted) {
  LoadedProgram program(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 texture)
{
  .reg .f32 %f<7>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd2, [texture];
  mov.f32 %f5, 0f00000000;
  mov.f32 %f6, 0f00000000;
  tex.cube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd2, {%f5, %f6, %f6, %f6}];
  st.global.f32 [%rd1], %f1;
  ret;
}
)");
  KernelLaunch launch;
  launch.kernel = "k";
  float out = 3;
  launch.parameters.assign(16, '\0');
  const std::uint64_t word = address_of(&out);
  std::memcpy(launch.parameters.data(), &word, sizeof word);
  const LaunchResult result = program.run(launch);
  EXPECT_EQ(result.end, LaunchEnd::NotExecuted);
  EXPECT_NE(result.problem, "");
  EXPECT_EQ(out, 3);
}

}  // namespace
}  // namespace launchproof::executor
