// Tests calls of each pipe function.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/verify/frontend/support.h"
#include "verify/frontend/builtins/builtin_table.h"

namespace launchproof::frontend {
namespace {

using model::AccessKind;
using model::KernelModel;
using model::Op;

constexpr const char* kWithPipes = "-cl-std=CL2.0";

std::uint32_t bytes_of(const KernelModel& kernel, AccessKind kind, const std::string& array) {
  std::uint32_t bytes = 0;
  for (const model::Site& site : kernel.sites)
    if (site.kind == kind && site.arrays.size() == 1 && kernel.arrays[site.arrays[0]].name == array)
      bytes += site.bytes;
  return bytes;
}

TEST(Pipes, PacketsAreAccessesOfAllTheirBytes) {
  for (const auto& [type, bytes] : {std::pair{"char", 1U},
                                    {"short2", 4U},
                                    {"float4", 16U},
                                    {"double3", 32U},
                                    {"struct { char a; int b; short c; }", 12U}}) {
    SCOPED_TRACE(type);
    const std::string packet = std::string("typedef ") + type + " T;\n";
    const std::string extension = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    const KernelModel written =
        model_of(extension + packet + "kernel void f(write_only pipe T p, global T* a) { write_pipe(p, a); }",
                 kWithPipes);
    EXPECT_EQ(bytes_of(written, AccessKind::Read, "a"), bytes);
    EXPECT_EQ(bytes_of(written, AccessKind::Write, "a"), 0U);
    const KernelModel read =
        model_of(extension + packet + "kernel void f(read_only pipe T p, global T* a) { read_pipe(p, a); }",
                 kWithPipes);
    EXPECT_EQ(bytes_of(read, AccessKind::Write, "a"), bytes);
    EXPECT_EQ(bytes_of(read, AccessKind::Read, "a"), 0U);
    // Only where the call succeeds.
    for (const model::Site& site : read.sites) EXPECT_NE(site.block, 0U);
  }
}

TEST(Pipes, GroupsMeetAtReservationsAndCommits) {
  const std::string text =
      "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
      "kernel void f(read_only pipe int p, write_only pipe int q, global int* a) {\n"
      "  int v = 0;\n"
      "  reserve_id_t r = work_group_reserve_read_pipe(p, 4), s = work_group_reserve_write_pipe(q, 4);\n"
      "  read_pipe(p, r, 0, &v); write_pipe(q, s, 1, &v);\n"
      "  work_group_commit_read_pipe(p, r); work_group_commit_write_pipe(q, s);\n"
      "  r = sub_group_reserve_read_pipe(p, 1); s = sub_group_reserve_write_pipe(q, 1);\n"
      "  sub_group_commit_read_pipe(p, r); sub_group_commit_write_pipe(q, s);\n"
      "  r = reserve_read_pipe(p, 1); s = reserve_write_pipe(q, 1);\n"
      "  if (is_valid_reserve_id(r)) { commit_read_pipe(p, r); commit_write_pipe(q, s); }\n"
      "  a[get_global_id(0)] = get_pipe_num_packets(p) + get_pipe_num_packets(q) + get_pipe_max_packets(p) + "
      "get_pipe_max_packets(q);\n"
      "}\n";
  DeviceEnvironment device;
  device.extensions.emplace_back("cl_khr_subgroups");
  const KernelModel kernel = model_of(text, kWithPipes, device);
  ASSERT_EQ(kernel.barriers.size(), 8U);
  for (std::size_t i = 0; i < 8; ++i) {
    const model::Barrier& barrier = kernel.barriers[i];
    EXPECT_EQ(barrier.kind, model::Convergence::Collective);
    EXPECT_EQ(barrier.is_of_sub_group(), i >= 4) << barrier.function;
    EXPECT_EQ(barrier.function.find("__"), std::string::npos);
    EXPECT_FALSE(barrier.same.empty());
  }
  EXPECT_EQ(bytes_of(kernel, AccessKind::Write, "a"), 4U);
  EXPECT_TRUE(
      std::ranges::any_of(kernel.values, [](const model::Value& value) { return value.op == Op::Pipe; }));
  // The table lists each of them as supported, under the names that Clang gives them.
  for (const char* name : {"__read_pipe_2", "__write_pipe_4", "__work_group_commit_read_pipe",
                           "__get_pipe_max_packets_wo", "is_valid_reserve_id"}) {
    ASSERT_NE(find_builtin(name), nullptr) << name;
    EXPECT_EQ(find_builtin(name)->kind, BuiltinKind::Exact) << name;
  }
}

TEST(Pipes, LargePacketsAreUnsupported) {
  const Translation result =
      translate({{"test.cl",
                  "typedef struct { int a[300]; } T;\n"
                  "kernel void f(read_only pipe T p, global T* a) {\n  read_pipe(p, a); }",
                  kWithPipes,
                  "",
                  {}}},
                {});
  ASSERT_EQ(result.kernels.size(), 1U);
  const KernelModel& kernel = result.kernels.front();
  ASSERT_EQ(kernel.unsupported.size(), 1U);
  EXPECT_EQ(kernel.locations[kernel.unsupported.front().location].line, 3U);
}

}  // namespace
}  // namespace launchproof::frontend
