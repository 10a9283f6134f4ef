// Tests recording on PoCL, a real driver, and with real applications if they are installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "application.h"
#include "capture/launch_class.h"

namespace launchproof::tests {
namespace {

capture::Capture recorded(const Folder& folder, std::vector<std::string> command) {
  Application run{std::move(command), Way::None};
  run.capture.clear();
  const Outcome plain = run.in(folder);
  run.way = Way::Layer;
  run.capture = "run.lpcap";
  const Outcome outcome = run.in(folder);
  EXPECT_EQ(outcome.status, plain.status) << outcome.err;
  EXPECT_EQ(outcome.out, plain.out);
  EXPECT_EQ(outcome.err, plain.err);
  return capture::read_capture(folder.path() + "/run.lpcap");
}

std::set<std::string> kernels_of(const capture::Capture& captured) {
  std::set<std::string> names;
  for (const capture::Launch& launch : captured.launches) names.insert(launch.kernel);
  return names;
}

TEST(Pocl, RunsTheSmallApplications) {
  const Folder folder;
  folder.write("headers/included.h", "#define INCLUDED 4\n");
  const std::vector<std::pair<std::vector<std::string>, std::uint64_t>> cases{
      {{app("vector_add"), "20"}, 20}, {{app("opened")}, 1},         {{app("objects")}, 4},
      {{app("threads"), "50"}, 400},   {{app("leaving")}, 1},        {{app("linking"), "-Iheaders"}, 2},
      {{app("autotuner")}, 1},         {{app("typed_arguments")}, 2}};
  for (const auto& [command, launches] : cases) {
    EXPECT_EQ(recorded(folder, command).launch_count(), launches) << command[0];
    std::filesystem::remove_all(folder.path() + "/run.lpcap");
  }
}

// Each branch that the compiler took leaves a mark in the output.
TEST(Pocl, RecordsTheBranchesThatTheCompilerTakes) {
  const Folder folder;
  folder.write("there.h",
               "#pragma once\n#if __has_attribute(always_inline)\n#define C 1\n#else\n#define C 0\n#endif\n");
  folder.write("k.cl",
               "#include \"there.h\"\n#include \"there.h\"\n"
               "#if __has_builtin(__builtin_popcountg)\n#define A 0\n#elif "
               "__has_builtin(__builtin_clz)\n#define A 1\n#else\n"
               "#define A 2\n#endif\n#ifdef __clang_major__\n#if __clang_major__ > 18\n#define B "
               "0\n#else\n#define B 1\n#endif\n"
               "#endif\nkernel void k(global int* out) { out[0] = A; out[1] = B; out[2] = C; }\n");
  const auto captured = recorded(folder, {app("questions"), "k.cl", "-I."});
  ASSERT_EQ(captured.programs.size(), 1U);
  ASSERT_EQ(captured.programs[0].taken.size(), 1U);
  EXPECT_EQ(captured.programs[0].taken[0].device, captured.devices.at(0).id);
  const std::vector<std::int32_t>& branches = captured.programs[0].taken[0].branches;
  ASSERT_EQ(branches.size(), 4U);
  const std::string out = Application{{app("questions"), "k.cl", "-I."}, Way::None}.in(folder).out;
  EXPECT_EQ(out.substr(0, 6), std::to_string(branches[1]) + " " + std::to_string(branches[3]) + " " +
                                  std::to_string(1 - branches[0]) + " ");
  EXPECT_EQ(branches[2], 0);

  // Nothing is asked about a program that tests nothing.
  folder.write("plain.cl", "#ifdef cl_khr_fp64\n#endif\nkernel void k(global int* out) { out[0] = 1; }\n");
  std::filesystem::remove_all(folder.path() + "/run.lpcap");
  EXPECT_TRUE(recorded(folder, {app("questions"), "plain.cl"}).programs.at(0).taken.empty());
}

#ifdef __x86_64__
// Names that are asked of every device are not among them.
TEST(Pocl, RecordsWhatTheCompilerPredefines) {
  const Folder folder;
  folder.write(
      "k.cl",
      "#ifndef __SSE2_MATH__\n#define __SSE2_MATH__ 0\n#endif\n#ifndef __NOBODY__\n#define __NOBODY__ 3\n"
      "#endif\n#ifdef __FLT_MAX__\n#endif\n#ifdef __INTMAX_C_SUFFIX__\n#endif\n"
      "kernel void k(global int* out) { out[0] = __SSE2_MATH__; out[1] = __NOBODY__; out[2] = 2; }\n");
  const auto captured = recorded(folder, {app("questions"), "k.cl"});
  ASSERT_EQ(captured.programs.size(), 1U);
  ASSERT_EQ(captured.programs[0].taken.size(), 1U);
  const capture::TakenBranches& taken = captured.programs[0].taken[0];
  EXPECT_EQ(taken.branches, (std::vector<std::int32_t>{-1, 0, 0, 0}));
  EXPECT_EQ(taken.macros, (std::vector<std::pair<std::string, std::string>>{{"__SSE2_MATH__", "1"}}));
  EXPECT_EQ((Application{{app("questions"), "k.cl"}, Way::None}.in(folder).out.substr(0, 6)), "1 3 2 ");
}
#endif

TEST(Pocl, RecordsTheCompilersEnvironment) {
  const Folder folder;
  const auto captured = recorded(folder, {app("vector_add")});
  ASSERT_EQ(captured.devices.size(), 1U);
  const capture::Device& device = captured.devices[0];
  EXPECT_NE(device.platform_name.find("Portable"), std::string::npos);
  EXPECT_TRUE(device.opencl_c_version.starts_with("OpenCL C ")) << device.opencl_c_version;
  EXPECT_EQ(device.address_bits, 64U);
  EXPECT_FALSE(device.extensions.empty());
  EXPECT_TRUE(device.limit("local_mem_size").has_value());

  std::map<std::string, std::string> macros;
  for (const auto& [name, body] : device.macros) macros.emplace(name, body);
  EXPECT_EQ(macros["POCL_DEVICE_ADDRESS_BITS"], "64");
  EXPECT_EQ(macros["__CHAR_BIT__"], "8");
  EXPECT_GE(std::stoi("0" + macros["__OPENCL_C_VERSION__"]), 120);
  const auto is_undefined = [&](const char* name) {
    return std::ranges::any_of(device.undefined_macros, [&](const auto& one) { return one == name; });
  };
  EXPECT_TRUE(is_undefined("__NV_CL_C_VERSION"));
  EXPECT_TRUE(is_undefined("__AMD__"));
#ifdef __x86_64__
  EXPECT_EQ(macros["__x86_64__"], "1");
  EXPECT_TRUE(is_undefined("__aarch64__"));
#endif
}

// Debian's clblast-tests: 144 launches of two kernels.
TEST(Pocl, RecordsClblast) {
  if (!std::filesystem::exists("/usr/bin/clblast_test_xdot"))
    GTEST_SKIP() << "clblast-tests is not installed";
  const Folder folder;
  const Application run{{"clblast_test_xdot", "-platform", "0", "-device", "0"}, Way::Layer};
  EXPECT_EQ(run.in(folder).status, 0);
  const auto captured = capture::read_capture(folder.path() + "/run.lpcap");
  EXPECT_EQ(captured.launch_count(), 144U);
  EXPECT_EQ(kernels_of(captured).size(), 2U);
  EXPECT_EQ(capture::classify(captured).size(), 74U);
  EXPECT_TRUE(captured.remarks.empty());
}

TEST(Pocl, RecordsFfmpeg) {
  if (!std::filesystem::exists("/usr/bin/ffmpeg")) GTEST_SKIP() << "ffmpeg is not installed";
  const Folder folder;
  const auto captured = recorded(
      folder, {"ffmpeg", "-v", "error", "-init_hw_device", "opencl=ocl:0.0", "-filter_hw_device", "ocl", "-f",
               "lavfi", "-i", "testsrc=s=128x96:d=1:r=5", "-vf",
               "format=yuv420p,hwupload,avgblur_opencl=3,hwdownload,format=yuv420p", "-f", "null", "-"});
  EXPECT_EQ(captured.launch_count(), 30U);
  EXPECT_EQ(capture::classify(captured).size(), 4U);
  EXPECT_EQ(kernels_of(captured), (std::set<std::string>{"avgblur_horiz", "avgblur_vert"}));
}

}  // namespace
}  // namespace launchproof::tests
