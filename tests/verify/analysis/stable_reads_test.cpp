// Tests which of a work-item's own writes its reads find.
#include "verify/analysis/stable_reads.h"

#include <gtest/gtest.h>

#include <string>

#include "verify/analysis/flow_graph.h"
#include "verify/frontend/frontend.h"

namespace launchproof::analysis {
namespace {

// Returns whether the last read of `s` in the kernel body certainly finds the value that the work-item wrote
// last.
bool finds_own_write(const std::string& body, const std::string& parameters = "__local int *s") {
  const std::string text = "__kernel void k(__global int *out, __global const int *in, " + parameters +
                           ") {\n  int t = get_local_id(0);\n" + body + "\n}\n";
  frontend::Translation translation = frontend::translate({{.file_name = "k.cl", .text = text}}, {});
  EXPECT_TRUE(translation.compiled) << text;
  const model::KernelModel& kernel = translation.kernels.at(0);
  model::LaunchFacts facts;
  facts.local_size = {8, 1, 1};
  facts.global_size = {8, 1, 1};
  facts.arguments.resize(kernel.parameters.size());
  const FlowGraph graph(kernel);
  const MemoryRegions regions(kernel, facts);
  const StableReads reads(graph, regions);
  bool result = false;
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id)
    if (kernel.sites[id].kind == model::AccessKind::Read &&
        kernel.arrays[kernel.sites[id].arrays[0]].name == "s")
      result = reads.last_write(id) != model::kNone;
  return result;
}

TEST(LastWrite, IsKnownOnStraightWays) {
  EXPECT_TRUE(finds_own_write("s[t] = t; out[s[t]] = 1;"));
  EXPECT_TRUE(finds_own_write("s[t] = 0; if (in[t]) s[t] = 9; s[t] = t; out[s[t]] = 1;"));
  EXPECT_TRUE(finds_own_write("if (in[t]) { s[t] = t; out[s[t]] = 1; }"));
  EXPECT_TRUE(finds_own_write("for (int i = 0; i < in[0]; i++) { s[t] = t; out[s[t] + i] = 1; }"));
  EXPECT_TRUE(finds_own_write("s[t] = t; for (int i = 0; i < in[0]; i++) out[s[t] + i] = 1;"));
  EXPECT_TRUE(finds_own_write("s[t] = t; out[s[t]] = 1;", "__global int *s"));
}

TEST(LastWrite, IsNotKnownBehindABarrier) {
  EXPECT_FALSE(finds_own_write("s[t] = t; barrier(CLK_LOCAL_MEM_FENCE); out[s[t]] = 1;"));
  EXPECT_FALSE(finds_own_write("s[t] = t; if (in[0]) barrier(CLK_LOCAL_MEM_FENCE); out[s[t]] = 1;"));
  EXPECT_TRUE(finds_own_write("s[t] = t; barrier(CLK_GLOBAL_MEM_FENCE); out[s[t]] = 1;"));
}

TEST(LastWrite, IsNotKnownWhereAnotherMayComeBetween) {
  EXPECT_FALSE(finds_own_write("s[t] = t; if (in[t]) s[in[t]] = 0; out[s[t]] = 1;"));
  EXPECT_FALSE(finds_own_write("s[t] = t; atomic_inc(&s[in[t]]); out[s[t]] = 1;"));
  EXPECT_FALSE(finds_own_write("for (int i = 0; i < in[0]; i++) { out[s[t] + i] = 1; s[t] = t; }"));
  EXPECT_FALSE(
      finds_own_write("for (int i = 0; i < in[0]; i++) { if (i > 0) out[s[t] + i] = 1; s[t] = t; }"));
  EXPECT_FALSE(finds_own_write("for (int i = 0; i < in[0]; i++) s[t] = t; out[s[t]] = 1;"));
  EXPECT_FALSE(finds_own_write("if (in[t]) s[t] = t; out[s[t]] = 1;"));
}

TEST(LastWrite, IsOneOfTheSameWidth) {
  EXPECT_FALSE(finds_own_write("((__local char *)s)[4 * t] = t; out[s[t]] = 1;"));
  EXPECT_TRUE(finds_own_write("((__local int4 *)s)[t] = (int4)(t); out[s[4 * t]] = 1;"));
}

TEST(LastWrite, IsNotKnownWhereCopiesArriveAtSomeTime) {
  EXPECT_FALSE(
      finds_own_write("event_t e = async_work_group_copy(s, in, 8, 0); s[t] = t; out[s[t]] = 1; "
                      "wait_group_events(1, &e);"));
}

}  // namespace
}  // namespace launchproof::analysis
