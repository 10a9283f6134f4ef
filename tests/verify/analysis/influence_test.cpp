// Tests which values an access depends on, and which ones only the rest of the kernel depends on.
#include "verify/analysis/influence.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "verify/analysis/ordering.h"
#include "verify/frontend/frontend.h"

namespace launchproof::analysis {
namespace {

struct Compiled {
  model::KernelModel kernel;
  model::LaunchFacts facts;

  explicit Compiled(const std::string& text)
      : Compiled(frontend::translate({{.file_name = "k.cl", .text = text}}, {})) {}
  explicit Compiled(const frontend::Translation& translation) {
    EXPECT_TRUE(translation.compiled);
    kernel = translation.kernels.at(0);
    facts.local_size = {8, 1, 1};
    facts.global_size = {16, 1, 1};
    facts.arguments.resize(kernel.parameters.size());
  }

  std::vector<model::SiteId> sites(std::uint32_t line) const {
    std::vector<model::SiteId> result;
    for (model::SiteId id = 0; id < kernel.sites.size(); ++id)
      if (kernel.locations.at(kernel.sites[id].location).line == line) result.push_back(id);
    EXPECT_FALSE(result.empty());
    return result;
  }
  Influence on(std::uint32_t line) const {
    return influence_on(kernel, facts, MemoryRegions(kernel, facts), sites(line), false);
  }
};

// Line 2 holds `what`; the access in question is in line 3.
Compiled kernel(const std::string& what, const std::string& access = "a[i] = i;") {
  return Compiled(
      "__kernel void k(__global int *a, __global int *b, __global const int *c, float x) { int i = "
      "get_global_id(0);\n" +
      what + "\n" + access + "\n}");
}

TEST(Influence, OfABranchThatPassesByIsNone) {
  const Influence found = kernel("if (c[i] > native_sin(x)) b[i] = 1;").on(3);
  EXPECT_FALSE(found.undefined);
  EXPECT_FALSE(found.parameters[2]);
  EXPECT_FALSE(found.parameters[3]);
}

TEST(Influence, OfABranchThatDecidesTheAccess) {
  for (const char* what :
       {"if (c[i] > native_sin(x)) return;", "if (c[i] > native_sin(x))", "while (c[i] > native_sin(x)) ++i;",
        "for (int j = 0; c[j] > native_sin(x); ++j) b[i] = j;",
        "do { if (c[i] > native_sin(x)) return; } while (b[i]++ < 3);"}) {
    const Influence found = kernel(what).on(3);
    EXPECT_TRUE(found.undefined) << what;
    EXPECT_TRUE(found.parameters[2]) << what;
  }
}

// A value that is merged where branches meet depends on the path that was taken.
TEST(Influence, OfABranchThatDecidesTheAddress) {
  for (const char* what : {"if (c[i] > native_sin(x)) i = 0;", "i = c[i] > native_sin(x) ? i : 0;",
                           "for (int j = 0; j < 9; ++j) { if (c[j] > native_sin(x)) break; i = j; }"})
    EXPECT_TRUE(kernel(what).on(3).undefined) << what;
}

TEST(Influence, OfABranchThatDecidesAStoreThatIsRead) {
  const Compiled read = kernel("if (c[i] > native_sin(x)) b[i] = 1;", "a[b[i]] = i;");
  EXPECT_TRUE(read.on(3).undefined);
  const std::vector<bool> writes = read.on(3).writes;
  for (const model::SiteId id : read.sites(2))
    EXPECT_EQ(writes[id], read.kernel.sites[id].kind == model::AccessKind::Write);
}

// A barrier that only some work-items reach decides in which interval an access is.
TEST(Influence, OfABranchAroundABarrier) {
  EXPECT_TRUE(kernel("if (c[i] > native_sin(x)) barrier(CLK_LOCAL_MEM_FENCE);").on(3).undefined);
  EXPECT_TRUE(kernel("b[i] = 0;", "a[i] = i;\nif (c[i] > native_sin(x)) barrier(CLK_LOCAL_MEM_FENCE);")
                  .on(3)
                  .undefined);
}

TEST(Influence, OfALoopThatMayNeverEnd) {
  EXPECT_TRUE(kernel("while (x > native_sin(x)) x += 1;").on(3).undefined);
  EXPECT_TRUE(kernel("while (1) { if (x > native_sin(x)) ++x;", "a[i] = i; }").on(3).undefined);
  // A value that is only used after the access decides nothing.
  EXPECT_FALSE(kernel("b[i] = 0;", "a[i] = i;\nwhile (x > native_sin(x)) x += 1;").on(3).undefined);
}

// The host may have written to any non-constant program-scope variable, whatever memory it lies in.
TEST(Influence, OfAVariableIsKnownOnlyWhereItIsConstant) {
  const auto is_undefined = [](const std::string& variable) {
    frontend::Translation translation =
        frontend::translate({{.file_name = "k.cu",
                              .text = variable + " v[4] = {0, 1, 2, 3};\n__global__ void k(int *a) {\n"
                                                 "a[v[threadIdx.x & 3]] = 1;\n}",
                              .language = frontend::SourceLanguage::Cuda}},
                            {});
    const Compiled one(translation);
    return influence_on(one.kernel, one.facts, MemoryRegions(one.kernel, one.facts), one.sites(3), false)
        .undefined;
  };
  EXPECT_TRUE(is_undefined("__constant__ int"));
  EXPECT_TRUE(is_undefined("__device__ int"));
  EXPECT_FALSE(is_undefined("__constant__ const int"));
  EXPECT_FALSE(is_undefined("__device__ const int"));
}

// The value stored in the padding of a vector of three matters if it meets another access.
TEST(Influence, OfPaddingIsNoneWherePaddingMeetsPadding) {
  const auto is_undefined = [](const std::string& body) {
    const Compiled one(
        "__kernel void k(__global float3 *a, __global float *b, __local float3 *t) { int i = "
        "get_local_id(0);\n\n" +
        body + "\n}");
    return influence_on(one.kernel, one.facts, MemoryRegions(one.kernel, one.facts), one.sites(3), true)
        .undefined;
  };
  EXPECT_FALSE(is_undefined("a[i / 2] = (float3)(1.0f, 2.0f, 3.0f); a[i] = (float3)(b[0], b[1], b[2]);"));
  EXPECT_FALSE(is_undefined("t[i / 2] = vload3(i, b); b[i] = 1.0f;"));
  EXPECT_TRUE(is_undefined("a[i / 2] = (float3)(1.0f, 2.0f, 3.0f); ((__global float *)a)[i] = 4.0f;"));
  EXPECT_TRUE(is_undefined("*(__global float3 *)((__global char *)a + i) = (float3)(1.0f, 2.0f, 3.0f);"));
  EXPECT_TRUE(is_undefined("float x; a[i / 2] = (float3)(1.0f, 2.0f, x);"));
  // A read that may find the stored value.
  EXPECT_TRUE(is_undefined("t[i] = vload3(i, b); b[i] = ((__local float *)t)[i];"));
}

// Returns the block of the access in line 3.
bool may_be_ordered(const std::string& what, Relaxed relaxed) {
  const Compiled one = kernel(what);
  const std::vector<bool> ordered = possibly_ordered_blocks(FlowGraph(one.kernel), one.facts,
                                                            MemoryRegions(one.kernel, one.facts), relaxed);
  return ordered[one.kernel.sites[one.sites(3).front()].block];
}

TEST(Ordering, FencesAndAtomicsThatDecideMayOrder) {
  EXPECT_TRUE(may_be_ordered("mem_fence(CLK_GLOBAL_MEM_FENCE);", Relaxed::ResultDecides));
  EXPECT_TRUE(may_be_ordered("if (atomic_inc(b) == 3)", Relaxed::ResultDecides));
  EXPECT_TRUE(may_be_ordered("while (atomic_cmpxchg(b, 0, 1)) ;", Relaxed::ResultDecides));
  EXPECT_TRUE(may_be_ordered("b[1] = atomic_inc(b); if (b[1] == 3)", Relaxed::ResultDecides));
  EXPECT_FALSE(may_be_ordered("b[1] = atomic_inc(b + 8);", Relaxed::ResultDecides));
  EXPECT_TRUE(may_be_ordered("b[1] = atomic_inc(b + 8);", Relaxed::ResultUsed));
  EXPECT_FALSE(may_be_ordered("atomic_inc(b);", Relaxed::ResultUsed));
}

// A plain flag races with the store that it waits for; with a fence, it may be intended as synchronisation.
TEST(Ordering, PlainFlagsOrderNothingByThemselves) {
  EXPECT_FALSE(may_be_ordered("b[1] = i; while (b[0] == 0) ;", Relaxed::ResultUsed));
  EXPECT_TRUE(
      may_be_ordered("b[1] = i; if (i == 3) mem_fence(CLK_GLOBAL_MEM_FENCE); else while (b[0] == 0) ;",
                     Relaxed::ResultUsed));
}

}  // namespace
}  // namespace launchproof::analysis
