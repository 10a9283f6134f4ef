#include "tests/oracle/kernel_under_test.h"

namespace launchproof::oracle {
namespace {

constexpr const char* kOneGroupOf8 = "--local-size 8";
constexpr const char* kTwoGroups = "--local-size 4 --num-groups 2";

TEST(Race, OwnElementIsClean) {
  EXPECT_EQ(verdict_of("kernel void k(global int* a) { a[get_global_id(0)] = 1; }", kTwoGroups), "clean");
}

TEST(Race, BetweenGroupsWhateverBarriersCameBetween) {
  // Group 0 writes the cell repeatedly. The read by group 1 races with those writes, although no two accesses
  // within one group race.
  const char* source =
      "kernel void k(global int* a, global int* b, int n) {"
      "  if (get_group_id(0) == 0) {"
      "    for (int i = 0; i < n; ++i) {"
      "      if (get_local_id(0) == i % 4) a[0] = i;"
      "      barrier(CLK_GLOBAL_MEM_FENCE);"
      "    }"
      "  } else {"
      "    b[get_global_id(0)] = GET; } }";
  const std::string launch = "--local-size 4 --num-groups 2 --arg n=2000";
  EXPECT_EQ(verdict_of(std::string("#define GET 1\n") + source, launch), "clean");
  EXPECT_EQ(verdict_of(std::string("#define GET a[0]\n") + source, launch), "defect data-race:read-write");
}

TEST(Race, OneCellWithDifferentValues) {
  const Judgement judgement =
      judge_text("kernel void k(global int* a) {\n  a[0] = get_local_id(0);\n}\n", kOneGroupOf8);
  EXPECT_EQ(summary(judgement), "defect data-race:write-write");
  EXPECT_EQ(judgement.findings.at(0).lines(), std::vector<std::uint32_t>{2});
  EXPECT_EQ(judgement.findings.at(0).object, "a");
}

TEST(Race, OneCellWithOneValueIsBenignUnlessStrict) {
  const char* source = "kernel void k(global int* a) { a[0] = 7; }";
  EXPECT_EQ(verdict_of(source, kTwoGroups), "clean data-race:write-write(benign)");
  EXPECT_EQ(verdict_of(source, "--local-size 4 --num-groups 2 --strict"),
            "defect data-race:write-write(benign)");
}

TEST(Race, BenignPairBesideAHarmfulOne) {
  EXPECT_EQ(verdict_of("kernel void k(global int* a) { a[0] = get_local_id(0) / 2; }", kOneGroupOf8),
            "defect data-race:write-write");
}

TEST(Race, BenignOnlyIfEveryByteAgrees) {
  // 0x0101 and 0x0201 have one byte in common.
  EXPECT_EQ(verdict_of("kernel void k(global short* a) { a[0] = get_local_id(0) == 0 ? 0x0101 : 0x0201; }",
                       kOneGroupOf8),
            "defect data-race:write-write");
}

TEST(Race, PaddingOfAVectorOfThreeIsOpenAndMeetsPaddingAlone) {
  EXPECT_EQ(verdict_of("kernel void k(global float3* a) { a[get_local_id(0) / 2] = (float3)(1, 2, 3); }",
                       kOneGroupOf8),
            "clean data-race:write-write(benign)");
  EXPECT_EQ(verdict_of("kernel void k(global float3* a, global float* b) {"
                       "  int i = get_local_id(0); a[i / 2] = vload3(i / 2, b); }",
                       kOneGroupOf8),
            "clean data-race:write-write(benign)");
  EXPECT_EQ(verdict_of("kernel void k(global float3* a) {"
                       "  int i = get_local_id(0); a[i / 2] = (float3)(1, 2, i); }",
                       kOneGroupOf8),
            "defect data-race:write-write");
  EXPECT_EQ(verdict_of("kernel void k(global float3* a) { int i = get_local_id(0);"
                       "  if (i == 0) a[0] = (float3)(1, 2, 3); if (i == 1) ((global float*)a)[3] = 0; }",
                       kOneGroupOf8),
            "defect data-race:write-write");
}

TEST(Race, ReadBesideWriteOfTheSameValueIsARace) {
  EXPECT_EQ(verdict_of("kernel void k(global int* a, global int* b) {"
                       "  if (get_local_id(0) == 0) a[0] = 0; else b[get_local_id(0)] = a[0]; }",
                       kOneGroupOf8),
            "defect data-race:read-write");
}

constexpr const char* kShift = R"(
kernel void k(global int* out, local int* t) {
  int i = get_local_id(0);
  t[i] = i;
  FENCE;
  out[get_global_id(0)] = t[(i + 1) % get_local_size(0)];
}
)";

TEST(Race, LocalFenceOrdersLocalMemory) {
  const std::string launch = std::string(kTwoGroups) + " -D ";
  EXPECT_EQ(verdict_of(kShift, launch + "FENCE=barrier(CLK_LOCAL_MEM_FENCE)"), "clean");
  EXPECT_EQ(verdict_of(kShift, launch + "FENCE=barrier(CLK_GLOBAL_MEM_FENCE)"),
            "defect data-race:read-write");
  EXPECT_EQ(verdict_of(kShift, launch + "FENCE=barrier(3)"), "clean");
  EXPECT_EQ(verdict_of(kShift, launch + "FENCE=barrier(0)"), "defect data-race:read-write");
  EXPECT_EQ(verdict_of(kShift, launch + "FENCE=mem_fence(CLK_LOCAL_MEM_FENCE)"),
            "defect data-race:read-write");
}

constexpr const char* kGlobalShift = R"(
kernel void k(global int* a, global int* out) {
  int i = get_global_id(0);
  a[i] = i;
  barrier(FENCE);
  out[i] = a[INDEX];
}
)";

TEST(Race, GlobalFenceOrdersGlobalMemoryOfTheGroupOnly) {
  const std::string inside = " -D INDEX=(get_group_id(0)*4+(get_local_id(0)+1)%4)";
  const std::string across = " -D INDEX=(i+1)%8";
  EXPECT_EQ(verdict_of(kGlobalShift, kTwoGroups + inside + " -D FENCE=2"), "clean");
  EXPECT_EQ(verdict_of(kGlobalShift, kTwoGroups + inside + " -D FENCE=1"), "defect data-race:read-write");
  EXPECT_EQ(verdict_of(kGlobalShift, kTwoGroups + across + " -D FENCE=2"), "defect data-race:read-write");
}

TEST(Race, LoopNeedsBothBarriers) {
  const char* source = R"(
kernel void k(global int* out, local int* t) {
  int i = get_local_id(0);
  int sum = 0;
  for (int r = 0; r < 3; r++) {
    t[i] = r + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += t[7 - i];
    SECOND;
  }
  out[i] = sum;
}
)";
  EXPECT_EQ(verdict_of(source, std::string(kOneGroupOf8) + " -D SECOND=barrier(1)"), "clean");
  EXPECT_EQ(verdict_of(source, std::string(kOneGroupOf8) + " -D SECOND="), "defect data-race:read-write");
}

TEST(Race, NestedLoopsWithBarriers) {
  const char* source = R"(
kernel void k(global int* out, local int* t) {
  int i = get_local_id(0);
  t[i] = i;
  for (int r = 0; r < 2; r++) {
    for (int s = 1; s < 8; s *= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int v = i >= s ? t[i - s] : 0;
      INNER;
      t[i] += v;
    }
  }
  out[i] = t[i];
}
)";
  EXPECT_EQ(verdict_of(source, std::string(kOneGroupOf8) + " -D INNER=barrier(1)"), "clean");
  EXPECT_EQ(verdict_of(source, std::string(kOneGroupOf8) + " -D INNER="), "defect data-race:read-write");
}

TEST(Race, WidthsOverlapInPart) {
  const char* source = R"(
kernel void k(global uchar* a, uint step) {
  uint i = get_local_id(0);
  if (i == 0) *(global uint*)a = 5;
  if (i == 1) *(global ushort*)(a + step) = 6;
}
)";
  EXPECT_EQ(verdict_of(source, "--local-size 2 --arg step=2"), "defect data-race:write-write");
  EXPECT_EQ(verdict_of(source, "--local-size 2 --arg step=4"), "clean");
}

TEST(Race, VectorsAreOneAccess) {
  EXPECT_EQ(
      verdict_of("kernel void k(global float* a) { vstore4((float4)(get_local_id(0)), get_local_id(0), a); }",
                 kOneGroupOf8),
      "clean");
  EXPECT_EQ(
      verdict_of(
          "kernel void k(global float* a) { vstore4((float4)(get_local_id(0)), 0, a + get_local_id(0)); }",
          kOneGroupOf8),
      "defect data-race:write-write");
  EXPECT_EQ(
      verdict_of("kernel void k(global uchar* a) { vstore3((uchar3)(get_local_id(0)), get_local_id(0), a); }",
                 kOneGroupOf8),
      "clean");
}

TEST(Race, AtomicsExcludeEachOtherButNothingElse) {
  EXPECT_EQ(verdict_of("kernel void k(global int* a) { atomic_add(a, 1); }", kTwoGroups), "clean");
  EXPECT_EQ(
      verdict_of("kernel void k(global int* a, global int* b) { atomic_inc(a); b[get_global_id(0)] = a[0]; }",
                 kTwoGroups),
      "defect data-race:atomic-read");
  EXPECT_EQ(verdict_of("kernel void k(global int* a) { if (get_local_id(0)) atomic_inc(a); else a[0] = 3; }",
                       kOneGroupOf8),
            "defect data-race:atomic-write");
  EXPECT_EQ(verdict_of("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                       "kernel void k(global int* a) {"
                       "  if (get_local_id(0)) atomic_inc(a); else atom_inc((global long*)a); }",
                       kOneGroupOf8),
            "defect data-race:atomic-atomic");
}

TEST(Race, AtomicScopes) {
  const char* source = R"(
kernel void k(global atomic_int* a) { atomic_fetch_add_explicit(a, 1, memory_order_relaxed, SCOPE); }
)";
  const std::string base = " --build-options -cl-std=CL2.0 -D SCOPE=memory_scope_";
  EXPECT_EQ(verdict_of(source, kTwoGroups + base + "device"), "clean");
  EXPECT_EQ(verdict_of(source, kTwoGroups + base + "work_group"), "defect data-race:atomic-atomic");
  EXPECT_EQ(verdict_of(source, kOneGroupOf8 + base + "work_group"), "clean");
  EXPECT_EQ(verdict_of(source, kOneGroupOf8 + base + "work_item"), "defect data-race:atomic-atomic");
}

TEST(Race, AtomicLoadsDoNotRaceWithReads) {
  const std::string launch = std::string(kOneGroupOf8) + " --build-options -cl-std=CL2.0";
  EXPECT_EQ(verdict_of("kernel void k(global atomic_int* a, global int* b) {"
                       " b[get_local_id(0)] = atomic_load(a) + *(global int*)a; }",
                       launch),
            "clean");
  EXPECT_EQ(verdict_of("kernel void k(global atomic_int* a, global int* b) {"
                       " if (get_local_id(0)) atomic_store(a, 1); else b[0] = *(global int*)a; }",
                       launch),
            "defect data-race:atomic-read");
}

TEST(Race, ArgumentsInOneObject) {
  const char* source =
      "kernel void k(global int* a, global int* b) { int i = get_global_id(0); a[i] = b[i + 1]; }";
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer a=32 --buffer b=32"), "clean");
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer a=32 --buffer b=@a"), "defect data-race:read-write");
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer a=64 --buffer b=@a+16"), "clean");
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer b=64 --buffer a=@b+4"), "clean");
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer b=64 --buffer a=@b+8"),
            "defect data-race:read-write");
}

TEST(Race, GroupsShareGlobalButNotLocalMemory) {
  EXPECT_EQ(
      verdict_of(
          "kernel void k(global int* a) { local int t; if (get_local_id(0) == 0) t = get_group_id(0); }",
          kTwoGroups),
      "clean");
  EXPECT_EQ(verdict_of("kernel void k(global int* a) { a[get_local_id(0)] = get_group_id(0); }", kTwoGroups),
            "defect data-race:write-write");
}

TEST(Race, DependsOnContents) {
  const char* source =
      "kernel void k(global int* a, global const int* at) { a[at[get_global_id(0)] & 15] = get_global_id(0); "
      "}";
  const std::string launch = "--local-size 4 --buffer a=64";
  const TemporaryFile file(std::string("// launch: ") + launch + "\n// contents: at=iota\n" + source);
  const CaseFile header = read_case(file.path());
  const Judgement judgement = judge(file.path(), launch_of(header));
  EXPECT_EQ(summary(judgement), "defect data-race:write-write");
  EXPECT_NE(judgement.findings.at(0).contents.find("everywhere"), std::string::npos)
      << "the given contents are clean";
  EXPECT_EQ(verdict_of(source, launch + " --contents at=iota"), "clean")
      << "contents of the launch are a fact";
  EXPECT_EQ(verdict_of(source, launch + " --contents at=bytes:02000000010000000200000003000000"),
            "defect data-race:write-write");
}

TEST(Race, SeenOnlyWhenWorkItemsInterleave) {
  // The last work-item raises the flag: in ascending order, no work-item reads the raised flag.
  const char* source = R"(
kernel void k(global int* flag, global int* a) {
  if (get_local_id(0) == 7) atomic_xchg(flag, 1);
  else if (atomic_or(flag, 0) == 1) a[0] = get_local_id(0);
}
)";
  EXPECT_EQ(verdict_of(source, "--local-size 8 --contents flag=zero"), "defect data-race:write-write");
}

TEST(Race, CalledFunctionsCarryTheirCallers) {
  const char* source =
      "void put(global int* a) {\n  a[0] = get_local_id(0);\n}\nkernel void k(global int* a) {\n  "
      "put(a);\n}\n";
  const Judgement judgement = judge_text(source, kOneGroupOf8);
  EXPECT_EQ(judgement.findings.at(0).lines(), (std::vector<std::uint32_t>{2, 5}));
}

TEST(Race, AsynchronousCopyLastsUntilItIsWaitedFor) {
  const char* source = R"(
kernel void k(global const int* a, global int* out) {
  local int t[8];
  event_t e = async_work_group_copy(t, a, 8, 0);
  MIDDLE;
  out[get_global_id(0)] = t[get_local_id(0)];
  LAST;
}
)";
  const std::string base = std::string(kOneGroupOf8) + " --build-options -cl-std=CL2.0 ";
  EXPECT_EQ(verdict_of(source, base + "-D 'MIDDLE=wait_group_events(1,&e)' -D LAST="), "clean");
  EXPECT_EQ(verdict_of(source, base + "-D MIDDLE=barrier(1) -D 'LAST=wait_group_events(1,&e)'"),
            "defect data-race:read-write");
}

// One work-item of each group stores a value, raises a flag and reads the flag of the other group.
constexpr const char* kFlags = R"(
kernel void k(global int* a, global atomic_int* flag, global int* out) {
  int g = get_group_id(0);
  if (get_local_id(0) == 0) {
    a[g] = g;
    BEFORE;
    atomic_store_explicit(&flag[g], 1, memory_order_STORE, memory_scope_SCOPE);
    int found = atomic_load_explicit(&flag[g ^ 1], memory_order_LOAD, memory_scope_device);
    BEHIND;
    if (found == 1) out[g] = a[g ^ 1];
  }
}
)";

std::string with_flags(const std::string& store, const std::string& load, const std::string& scope = "device",
                       const std::string& before = "", const std::string& behind = "") {
  std::string text = kFlags;
  const auto put = [&](const std::string& word, const std::string& by) {
    text.replace(text.find(word), word.size(), by);
  };
  put("BEFORE", before);
  put("STORE", store);
  put("SCOPE", scope);
  put("LOAD", load);
  put("BEHIND", behind);
  return verdict_of(
      text, std::string(kTwoGroups) + " --build-options -cl-std=CL2.0 --buffer flag=8 --contents flag=zero");
}

TEST(Race, AtomicsOfOtherGroupsOrderByReleaseAndAcquire) {
  EXPECT_EQ(with_flags("release", "acquire"), "clean");
  EXPECT_EQ(with_flags("relaxed", "acquire"), "defect data-race:read-write");
  EXPECT_EQ(with_flags("release", "relaxed"), "defect data-race:read-write");
  EXPECT_NE(with_flags("release", "acquire", "work_group").find("data-race:read-write"), std::string::npos);
}

TEST(Race, FencesReleaseAndAcquireForRelaxedAtomics) {
  const std::string release = "atomic_work_item_fence(2, memory_order_release, memory_scope_device)";
  const std::string acquire = "atomic_work_item_fence(2, memory_order_acquire, memory_scope_device)";
  EXPECT_EQ(with_flags("relaxed", "relaxed", "device", release, acquire), "clean");
  EXPECT_EQ(with_flags("relaxed", "relaxed", "device", acquire, acquire), "defect data-race:read-write");
  EXPECT_EQ(with_flags("relaxed", "relaxed", "device", release, release), "defect data-race:read-write");
  EXPECT_EQ(with_flags("relaxed", "relaxed", "device", "mem_fence(2)", "mem_fence(2)"),
            "defect data-race:read-write");
}

}  // namespace
}  // namespace launchproof::oracle
