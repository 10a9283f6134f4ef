#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "tests/verify/replay/launched_case.h"

namespace launchproof::replay {
namespace {

using verdict::Property;

const char* kTwoGroups = "--local-size 8 --num-groups 2";

// Returns the contents of the 32-bit words of the kernel's only buffer `out` after the launch.
std::vector<std::int32_t> words_of(const std::string& text, const std::string& launch = "") {
  const Launched launched(text, "--local-size 4 --num-groups 1 --buffer out=64 " + launch);
  Contents contents;
  contents.fill = Contents::Fill::Zero;
  Options options;
  options.keep_results = true;
  const Outcome outcome = launched.run(contents, options);
  EXPECT_EQ(outcome.status, Status::Completed) << outcome.reason;
  EXPECT_EQ(outcome.seen.size(), 0u);
  if (outcome.results.empty()) return {};
  std::vector<std::int32_t> words(16);
  std::memcpy(words.data(), outcome.results.begin()->second.data(), 64);
  return words;
}

std::int32_t value_of(const std::string& expression) {
  const auto words = words_of(
      "__kernel void k(__global int *out, int n) { if (get_global_id(0) == 1) out[0] = " + expression + "; }",
      "--arg n=7");
  return words.empty() ? -1 : words[0];
}

TEST(Replay, ComputesWhatTheKernelSays) {
  EXPECT_EQ(words_of(R"(
    __kernel void k(__global int *out) {
      __local int tile[4];
      int lid = get_local_id(0);
      tile[lid] = lid * lid;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[lid] = tile[3 - lid];
    })"),
            (std::vector<std::int32_t>{9, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Replay, ComputesBuiltIns) {
  EXPECT_EQ(value_of("max(n, 9) + min(n, 2) + clamp(n, 1, 3)"), 14);
  EXPECT_EQ(value_of("(int)(sqrt((float)(n + 9)) * 100.0f)"), 400);
  EXPECT_EQ(value_of("(int)dot((float4)(1, 2, 3, n), (float4)(1, 1, 1, 2))"), 20);
  EXPECT_EQ(value_of("mul_hi(0x40000000, n + 1)"), 2);
  EXPECT_EQ(value_of("(int)rotate((uint)n, (uint)4)"), 112);
  EXPECT_EQ(value_of("popcount(n) * 100 + clz(n)"), 329);
  EXPECT_EQ(value_of("convert_uchar_sat(n * 100)"), 255);
  EXPECT_EQ(value_of("convert_int_rte(2.5f) + convert_int(2.9f)"), 4);
  EXPECT_EQ(value_of("add_sat(0x7fffffff, n)"), 0x7fffffff);
  EXPECT_EQ(value_of("hadd(n, 8) * 10 + rhadd(n, 8)"), 78);
  EXPECT_EQ(value_of("any((int4)(0, -n, 0, 0)) * 10 + all((int2)(-1, n))"), 10);
  EXPECT_EQ(value_of("shuffle((int4)(4, 5, 6, n), (uint4)(3, 3, 0, 0)).x"), 7);
  EXPECT_EQ(value_of("isnan(nan(0u)) * 10 + isless(1.0f, 2.0f)"), 11);
  EXPECT_EQ(value_of("(int)(atan2((float)n, 0.0f) * 1000.0f)"), 1570);
  EXPECT_EQ(value_of("abs_diff(-3, n)"), 10);
  EXPECT_EQ(value_of("mad24(n, n, n) + mad_sat(n, n, 1)"), 106);
  EXPECT_EQ(value_of("(int)get_global_size(0) * 10 + (int)get_num_groups(0) + (int)get_work_dim()"), 42);
}

TEST(Replay, SeesARaceInAGroupOnceWithACount) {
  const Launched launched(R"(
__kernel void k(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  tile[lid] = lid;
  out[get_global_id(0)] = tile[(lid + 1) % 8];
})",
                          kTwoGroups);
  const Outcome outcome = launched.run();
  const auto races = of(outcome, Property::DataRace);
  ASSERT_EQ(races.size(), 1u);
  const Seen& seen = races[0];
  EXPECT_EQ(seen.property, Property::DataRace);
  EXPECT_EQ(seen.kind, "read-write");
  EXPECT_EQ(seen.count, 16u);
  EXPECT_EQ(std::min(line_of(seen), line_of(seen, 1)), 5u);
  EXPECT_EQ(std::max(line_of(seen), line_of(seen, 1)), 6u);
  EXPECT_EQ(seen.participants[0].work_item.group_id, seen.participants[1].work_item.group_id);
  EXPECT_EQ(seen.participants[0].work_item.array, "tile");
}

TEST(Replay, SeesARaceBetweenGroups) {
  const Launched launched(R"(
__kernel void k(__global int *out) {
  if (get_local_id(0) == 0) out[0] = get_group_id(0);
})",
                          kTwoGroups);
  const Outcome outcome = launched.run();
  ASSERT_EQ(outcome.seen.size(), 1u);
  EXPECT_FALSE(outcome.seen[0].benign);
  EXPECT_NE(outcome.seen[0].participants[0].work_item.group_id,
            outcome.seen[0].participants[1].work_item.group_id);
}

TEST(Replay, TellsBenignRacesApart) {
  const Launched launched("__kernel void k(__global int *out) { out[0] = 1; }", kTwoGroups);
  const Outcome outcome = launched.run();
  ASSERT_EQ(outcome.seen.size(), 1u);
  EXPECT_TRUE(outcome.seen[0].benign);
}

TEST(Replay, AReadByOneGroupIsNotHiddenByThoseOfTheNext) {
  const Launched launched(R"(
__kernel void k(__global int *a, __global int *out) {
  int i = get_global_id(0);
  out[i] = a[0];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 15) a[0] = 1;
})",
                          kTwoGroups);
  const auto races = of(launched.run(), Property::DataRace);
  ASSERT_EQ(races.size(), 1u);
  EXPECT_NE(races[0].participants[0].work_item.group_id, races[0].participants[1].work_item.group_id);
}

TEST(Replay, ALocalFenceDoesNotOrderGlobalMemory) {
  const std::string text = R"(
__kernel void k(__global int *a, __global int *out) {
  int i = get_local_id(0);
  a[i] = i;
  barrier(FENCE);
  out[i] = a[i ^ 1];
})";
  const char* launch = "--local-size 8 --num-groups 1";
  EXPECT_EQ(Launched(text, launch, "-D FENCE=CLK_LOCAL_MEM_FENCE").run().seen.size(), 1u);
  EXPECT_EQ(Launched(text, launch, "-D FENCE=CLK_GLOBAL_MEM_FENCE").run().seen.size(), 0u);
}

TEST(Replay, AtomicsExcludeEachOtherAndNothingElse) {
  const std::string text = R"(
__kernel void k(__global int *a) {
  atomic_inc(a);
  if (get_global_id(0) == 3) MORE;
})";
  EXPECT_EQ(Launched(text, kTwoGroups, "-D MORE=atomic_add(a,2)").run().seen.size(), 0u);
  const Outcome outcome = Launched(text, kTwoGroups, "-D MORE=a[0]=2").run();
  ASSERT_EQ(outcome.seen.size(), 1u);
  EXPECT_EQ(outcome.seen[0].kind, "atomic-write");
  EXPECT_EQ(outcome.seen[0].count, 13u);  // once for the write, and for each atomic after it
}

TEST(Replay, AtomicsCount) {
  EXPECT_EQ(words_of("__kernel void k(__global int *out) { atomic_add(out, (int)get_global_id(0)); }")[0], 6);
  EXPECT_EQ(words_of("__kernel void k(__global int *out) { atomic_max(out, (int)get_global_id(0)); }")[0], 3);
}

TEST(Replay, BytesOfAWordAreKeptApart) {
  const Launched apart("__kernel void k(__global uchar *a) { a[get_global_id(0)] = get_global_id(0); }",
                       kTwoGroups);
  EXPECT_EQ(apart.run().seen.size(), 0u);
  // The words come first, then bytes of the same chunk.
  const Launched mixed(R"(
__kernel void k(__global int *a) {
  __global uchar *bytes = (__global uchar *)a;
  int i = get_global_id(0);
  a[i] = i;
  bytes[4 * i + 4] = 77;
})",
                       "--local-size 8 --num-groups 1");
  EXPECT_EQ(mixed.run().seen.size(), 1u);
}

TEST(Replay, SeesDivergence) {
  const auto early = of(Launched(R"(
__kernel void k(__global int *a) {
  if (get_local_id(0) == 3) return;
  barrier(CLK_LOCAL_MEM_FENCE);
})",
                                 kTwoGroups)
                            .run(),
                        Property::BarrierDivergence);
  ASSERT_EQ(early.size(), 1u);
  EXPECT_EQ(early[0].count, 2u);
  EXPECT_EQ(line_of(early[0]), 4u);
  EXPECT_EQ(early[0].participants[1].work_item.access, "returns");
  EXPECT_EQ(early[0].participants[1].work_item.local_id[0], 3u);
  // All work-items pass one barrier equally often, in different iterations.
  const auto iterations = of(Launched(R"(
__kernel void k(__global int *a) {
  for (int i = 0; i < 4; i++)
    if ((i + get_local_id(0)) % 2) barrier(CLK_LOCAL_MEM_FENCE);
})",
                                      kTwoGroups)
                                 .run(),
                             Property::BarrierDivergence);
  EXPECT_EQ(iterations.size(), 1u);
}

TEST(Replay, AwaitsWorkItemsThatEndedByTheRule) {
  const auto seen = [](const std::string& body, model::BarrierRule rule) {
    Options options;
    options.barrier_rule = rule;
    return Launched("__kernel void k(__global int *a) {\n  int lid = get_local_id(0);\n" + body + "}",
                    kTwoGroups)
        .run({}, options)
        .seen.size();
  };
  const std::string returns = "if (lid == 0 || lid == 3) return; barrier(CLK_LOCAL_MEM_FENCE);";
  EXPECT_EQ(seen(returns, model::BarrierRule::OpenCl), 1u);
  EXPECT_EQ(seen(returns, model::BarrierRule::Cuda), 0u);
  const std::string other =
      "if (lid == 3) { barrier(CLK_LOCAL_MEM_FENCE); return; } barrier(CLK_GLOBAL_MEM_FENCE);";
  EXPECT_EQ(seen(other, model::BarrierRule::Cuda), 1u);
}

TEST(Replay, CatchesWhatLiesOutside) {
  const Outcome outcome =
      Launched(R"(
__kernel void k(__global int *a, __global int *none, __global int *out) {
  int i = get_global_id(0);
  if (i == 1) a[16] = 1;
  if (i == 2) a[-1] = 1;
  if (i == 3) none[5] = 1;
  if (i == 4) *(__global int *)0x123456789abcdef0UL = 1;
  out[i] = a[i];
})",
               "--local-size 8 --num-groups 2 --buffer a=64 --buffer none=null --buffer out=64")
          .run();
  ASSERT_EQ(outcome.status, Status::Completed);
  ASSERT_EQ(outcome.work_items, 16u);
  ASSERT_EQ(outcome.seen.size(), 4u);
  std::vector<std::string> kinds;
  kinds.reserve(outcome.seen.size());
  for (const Seen& seen : outcome.seen) kinds.push_back(seen.kind);
  EXPECT_EQ(kinds, (std::vector<std::string>{"past the end", "before the start", "null", "wild address"}));
  EXPECT_EQ(outcome.seen[2].property, Property::NullAccess);
  EXPECT_EQ(line_of(outcome.seen[3]), 7u);
}

// The address of an argument that is no memory lies far after an array.
TEST(Replay, AWildAddressInTheRoomOfAValueIsCaught) {
  for (const char* access : {"out[i] = p[1L << 38]", "p[1L << 38] = i", "atomic_inc(p + (1L << 38))"}) {
    const Outcome outcome = Launched(
                                "__kernel void k(__global int *a, int n, __global int *out) {\n"
                                "  int i = get_global_id(0);\n"
                                "  __global int *p = i & 1 ? a : out;\n"
                                "  if (i == n) " +
                                    std::string(access) + ";\n}",
                                "--local-size 8 --num-groups 2 --buffer a=64 --buffer out=64 --arg n=1")
                                .run();
    ASSERT_EQ(outcome.status, Status::Completed) << access;
    ASSERT_EQ(outcome.seen.size(), 1u) << access;
    EXPECT_EQ(outcome.seen[0].kind, "wild address") << access;
    EXPECT_EQ(line_of(outcome.seen[0]), 4u) << access;
  }
}

TEST(Replay, DivisionByZeroEndsNothingAndIsNoted) {
  for (const bool zero : {true, false}) {
    for (const char* quotient : {"5 / a[i]", "(int)0x80000000 % (a[i] - 1)", "(int)(7u / (uint)a[i])",
                                 "((int2)(7, 9) / (int2)(3, a[i])).y"}) {
      const std::string text = std::string(
                                   "__kernel void k(__global int *a, __global int *out) {\n"
                                   "  int i = get_global_id(0);\n  int b = ") +
                               quotient + ";\n  out[i] = b;\n}";
      Contents contents{.fill = Contents::Fill::Zero};
      contents.objects[object_of_unknown(0)] = std::vector<std::uint8_t>(64, zero ? 0 : 1);
      const Outcome outcome = Launched(text, kTwoGroups).run(contents);
      EXPECT_EQ(outcome.status, Status::Completed) << quotient;
      EXPECT_EQ(outcome.open_divisions, zero) << quotient;
    }
  }
}

TEST(Replay, AKernelThatNeverEndsIsUnknownWithItsLine) {
  Options options;
  options.seconds = 0.2;
  const Launched spin(R"(
__kernel void k(volatile __global int *a) {
  if (get_global_id(0) == 1)
    while (a[0] == 0)
      ;
})",
                      kTwoGroups);
  const Outcome outcome = spin.run({.fill = Contents::Fill::Zero}, options);
  EXPECT_EQ(outcome.status, Status::Unknown);
  EXPECT_TRUE(outcome.reason.find("kernel.cl:4") != std::string::npos) << outcome.reason;
  options = {};
  options.maximum_steps = 100'000;
  EXPECT_EQ(Launched("__kernel void k(__global int *a) { while (1) ; }", kTwoGroups).run({}, options).status,
            Status::Unknown);
}

TEST(Replay, AWorkItemThatWaitsForAnotherIsUnknownWithItsLine) {
  Options options;
  options.maximum_steps = 200'000;
  const Outcome outcome = Launched(R"(
__kernel void k(volatile __global int *a, __local volatile int *flag) {
  if (get_local_id(0) == 0) *flag = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 7) *flag = 1;
  while (*flag == 0)
    ;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
})",
                                   "--local-size 8 --num-groups 2 --local flag=4")
                              .run({}, options);
  EXPECT_EQ(outcome.status, Status::Unknown);
  EXPECT_TRUE(outcome.reason.find("kernel.cl:6") != std::string::npos) << outcome.reason;
}

TEST(Replay, AGroupThatWaitsForALaterOneIsLeft) {
  const char* text = R"(
__kernel void k(__global int *a, __global atomic_int *flag) {
  if (get_group_id(0) == WAITING)
    while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0)
      ;
  else
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  a[get_global_id(0)] = 1;
})";
  for (const int waiting : {0, 1}) {
    const Launched launched(text, kTwoGroups, "-cl-std=CL2.0 -DWAITING=" + std::to_string(waiting));
    const Outcome outcome = launched.run({.fill = Contents::Fill::Zero});
    // Groups are executed in order.
    EXPECT_EQ(outcome.is_waiting, waiting == 0);
    EXPECT_EQ(outcome.status, waiting == 0 ? Status::Unknown : Status::Completed) << outcome.reason;
    if (waiting == 0) {
      EXPECT_TRUE(outcome.reason.find("kernel.cl:4") != std::string::npos) << outcome.reason;
      EXPECT_LT(outcome.steps, 1'000'000U);
      EXPECT_FALSE(outcome.is_out_of_steps);
    }
  }
}

TEST(Replay, LargePrivateArraysFitOrAreRefused) {
  const std::string text = R"(
__kernel void k(__global int *out) {
  int deep[SIZE];
  int i = get_local_id(0);
  for (int j = 0; j < 8; ++j) deep[(i * 977 + j * (SIZE / 8)) % SIZE] = j;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = deep[(i * 977) % SIZE] + deep[(i * 977 + SIZE / 8) % SIZE];
})";
  const char* launch = "--local-size 64 --num-groups 1 --buffer out=256";
  const Outcome fits = Launched(text, launch, "-D SIZE=100000").run();
  EXPECT_EQ(fits.status, Status::Completed) << fits.reason;
  EXPECT_EQ(fits.seen.size(), 0u);
  const Outcome refused = Launched(text, launch, "-D SIZE=100000000").run();
  EXPECT_EQ(refused.status, Status::Unknown);
  EXPECT_TRUE(refused.reason.find("private memory") != std::string::npos) << refused.reason;
}

TEST(Replay, SeesReadsOfLocalMemoryThatNothingWrote) {
  const Launched launched(R"(
__kernel void k(__global int *out) {
  __local int tile[8];
  __local uchar bytes[8];
  int l = get_local_id(0);
  if (l < 6) tile[l] = l;
  bytes[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l]
      + bytes[7 - l];
})",
                          "--local-size 8 --num-groups 2");
  const Outcome outcome = launched.run();
  ASSERT_EQ(outcome.seen.size(), 1u);
  const Seen& seen = outcome.seen[0];
  EXPECT_EQ(seen.property, Property::UninitialisedRead);
  EXPECT_EQ(seen.kind, "never written");
  EXPECT_EQ(seen.count, 4u);  // two work-items of each group: what one group wrote is not the next one's
  EXPECT_EQ(line_of(seen), 9u);
  EXPECT_EQ(seen.participants[0].work_item.array, "tile");
  EXPECT_EQ(seen.participants[0].work_item.byte_offset, 24u);
}

TEST(Replay, SeesReadsOfBuffersWithoutContents) {
  const Launched launched(R"(
__kernel void k(__global int *a, __global int *out) {
  int i = get_global_id(0);
  if (i % 2) a[i] = i;
  out[i] = a[i];
})",
                          "--local-size 8 --num-groups 2 --buffer a=64 --buffer out=64");
  EXPECT_EQ(launched.run().seen.size(), 0u);
  Contents contents;
  contents.undefined = {1};
  const Outcome outcome = launched.run(contents);
  ASSERT_EQ(outcome.seen.size(), 1u);
  EXPECT_EQ(outcome.seen[0].property, Property::UninitialisedRead);
  EXPECT_EQ(outcome.seen[0].count, 8u);
  // This also holds if the kernel writes none of it.
  const Launched reading(
      "__kernel void k(__global int *a, __global int *out) { out[get_global_id(0)] = a[0]; }",
      "--local-size 8 --num-groups 2 --buffer a=64 --buffer out=64");
  EXPECT_EQ(reading.run(contents).seen.size(), 1u);
}

TEST(Replay, AWriteOfOtherBytesAfterAnEqualOneIsSeen) {
  // Each work-item stores 1 first, as the others do, and then its number.
  const Launched launched(R"(
__kernel void k(__global int *out, int n) {
  for (int j = 0; j < n; ++j) out[0] = j == 0 ? 1 : (int)get_global_id(0);
})",
                          "--local-size 8 --num-groups 1 --arg n=2");
  const auto races = of(launched.run(), Property::DataRace);
  ASSERT_EQ(races.size(), 1u);
  EXPECT_FALSE(races[0].benign);
}

TEST(Replay, ThreadsSeeTheSame) {
  const Launched launched(
      R"(
__kernel void k(__global int *a, __global int *out, __global int *sum) {
  __local int tile[64];
  int l = get_local_id(0), i = get_global_id(0);
  tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[63 - l];
  if (l == 5) out[(i + 64) % 16384] = 3;
  atomic_add(sum, 1);
  a[i] = i;
})",
      "--local-size 64 --num-groups 256 --buffer a=65536 --buffer out=65536 --buffer sum=4");
  for (const unsigned threads : {1U, 4U}) {
    Options options;
    options.threads = threads;
    options.keep_results = true;
    Outcome outcome = launched.run({.fill = Contents::Fill::Zero}, options);
    EXPECT_EQ(outcome.status, Status::Completed);
    EXPECT_EQ(outcome.groups, 256u);
    ASSERT_EQ(outcome.seen.size(), 1u);
    EXPECT_EQ(outcome.seen[0].kind, "write-write");
    EXPECT_EQ(outcome.seen[0].count, 256u);
    std::int32_t sum = 0;
    std::memcpy(&sum, outcome.results.at(3).data(), 4);
    EXPECT_EQ(sum, 16384);
  }
}

// The bytes of shadow per byte of data, both in whole chunks.
double shadow_of(const std::string& text) {
  const Outcome outcome = Launched(text, "--local-size 64 --num-groups 64 --buffer a=65536 --buffer b=65536")
                              .run({.fill = Contents::Fill::Zero});
  EXPECT_EQ(outcome.status, Status::Completed) << outcome.reason;
  EXPECT_GE(outcome.data_bytes, 4096u);
  return static_cast<double>(outcome.shadow_bytes) / static_cast<double>(outcome.data_bytes);
}

// At most eight bytes, except for bytes that several work-items read in addition to the one that wrote them.
TEST(Replay, ShadowTakesFewBytesForAByte) {
  const std::string words = "__kernel void k(__global int *a, __global int *b) { int i = get_global_id(0); ";
  const std::string bytes =
      "__kernel void k(__global uchar *a, __global uchar *b) { int i = get_global_id(0); ";
  EXPECT_LE(shadow_of(words + "b[0] = a[i]; }"), 0.25);  // what nothing writes needs none
  EXPECT_LE(shadow_of(words + "b[i] = a[i]; }"), 2);
  EXPECT_LE(shadow_of(words + "b[i] += i; }"), 2);
  EXPECT_LE(shadow_of(words +
                      "b[i] = a[i]; barrier(CLK_GLOBAL_MEM_FENCE); a[i] = b[i ^ 1] + b[i ^ 2] + b[i ^ 4]; }"),
            6);
  EXPECT_LE(shadow_of(words + "atomic_inc(&b[i / 64]); a[i] = 1; }"), 8);
  EXPECT_LE(shadow_of(bytes + "b[i] = a[i]; }"), 8);
  EXPECT_LE(shadow_of(bytes + "b[i] += 1; b[i] ^= i; }"), 8);
  const std::string among =
      "b[i] = i; barrier(CLK_GLOBAL_MEM_FENCE); a[i] = b[i ^ 1] + b[i ^ 2] + b[i ^ 4]; }";
  EXPECT_LE(shadow_of(words + among), 4);  // 6 for `b`, 2 for `a`
  const double shared_bytes = shadow_of(bytes + among);
  EXPECT_GT(shared_bytes, 8);
  EXPECT_LE(shared_bytes, 16);  // 24 for `b`, 8 for `a`
}

// Returns the results of a collective function for four work-items, whose values are 5, -3, 9 and 4.
std::vector<std::int32_t> collected(const std::string& call) {
  frontend::DeviceEnvironment device;
  device.opencl_c_version = "3.0";
  device.features = {"work_group_collective_functions"};
  const std::string text =
      "__kernel void k(__global int *out) { int i = get_local_id(0); int x = i == 0 ? 5 : i == 1 ? -3 : "
      "i == 2 ? 9 : 4; out[i] = " +
      call + "; }";
  const frontend::PreparedProgram program =
      frontend::prepare_program({source_of(text, "-cl-std=CL3.0")}, device);
  EXPECT_TRUE(program.compiled);
  if (!program.compiled) return {};
  Options options;
  options.keep_results = true;
  const Outcome outcome =
      Kernel(program, "k")
          .run(facts_for(program.kernels.front(),
                         cli::split_words("--local-size 4 --num-groups 1 --buffer out=16")),
               {}, options);
  EXPECT_EQ(outcome.status, Status::Completed) << outcome.reason;
  if (outcome.results.empty()) return {};
  std::vector<std::int32_t> words(4);
  std::memcpy(words.data(), outcome.results.begin()->second.data(), 16);
  return words;
}

TEST(Replay, CollectiveFunctionsSeeAllWorkItems) {
  using Words = std::vector<std::int32_t>;
  EXPECT_EQ(collected("work_group_all(x > -4) * 2 + work_group_all(x > 0)"), Words(4, 2));
  EXPECT_EQ(collected("work_group_any(x > 8) * 2 + work_group_any(x > 9)"), Words(4, 2));
  EXPECT_EQ(collected("work_group_broadcast(x, 1)"), Words(4, -3));
  EXPECT_EQ(collected("work_group_reduce_add(x)"), Words(4, 15));
  EXPECT_EQ(collected("work_group_reduce_min(x)"), Words(4, -3));
  EXPECT_EQ(collected("(int)work_group_reduce_max((uint)x)"), Words(4, -3));
  EXPECT_EQ(collected("work_group_scan_inclusive_add(x)"), (Words{5, 2, 11, 15}));
  EXPECT_EQ(collected("work_group_scan_exclusive_add(x)"), (Words{0, 5, 2, 11}));
  EXPECT_EQ(collected("(int)work_group_scan_inclusive_max((float)x)"), (Words{5, 5, 9, 9}));
  EXPECT_EQ(collected("(int)work_group_scan_exclusive_min((long)x) / 2"), (Words{-1 / 2, 2, -1, -1}));
}

TEST(Replay, RunsAMillionGroups) {
  const Launched launched(R"(
__kernel void k(__global int *out) {
  if (get_group_id(0) == 1048575 || get_group_id(0) == 3) out[get_local_id(0)] = get_group_id(0);
})",
                          "--local-size 1 --num-groups 1048576 --buffer out=64");
  const Outcome outcome = launched.run();
  EXPECT_EQ(outcome.status, Status::Completed) << outcome.reason;
  EXPECT_EQ(outcome.groups, 1048576u);
  ASSERT_EQ(outcome.seen.size(), 1u);
  EXPECT_EQ(outcome.seen[0].participants[1].work_item.group_id[0], 1048575u);
}

TEST(Replay, TooManyWorkItemsAreAnError) {
  const Outcome outcome =
      Launched("__kernel void k(__global int *a) { a[0] = 1; }", "--local-size 64 --num-groups 1000000000")
          .run();
  EXPECT_EQ(outcome.status, Status::Error);
  EXPECT_TRUE(outcome.reason.find("work-items") != std::string::npos) << outcome.reason;
}

TEST(Replay, MisalignedVectorsAreAccessedByteForByte) {
  const Launched launched(R"(
__kernel void k(__global uchar *a) {
  int i = get_global_id(0);
  *(__global int4 *)(a + 1 + 16 * i) = (int4)(i);
  *(__global double *)(a + 301 + 8 * i) = i;
  if (i == 3) *(__global int16 *)(a + 4090) = (int16)7;
  if (i == 5) *(__global short *)(a + 17) = 1;
})",
                          "--local-size 8 --num-groups 1 --buffer a=8192");
  Options options;
  options.keep_results = true;
  const Outcome outcome = launched.run({.fill = Contents::Fill::Zero}, options);
  EXPECT_EQ(outcome.status, Status::Completed) << outcome.reason;
  ASSERT_EQ(outcome.seen.size(), 1u);
  EXPECT_EQ(outcome.seen[0].participants[0].work_item.byte_offset, 17u);
  const auto& bytes = outcome.results.begin()->second;
  EXPECT_EQ(bytes[1 + 16 * 7], 7);
  EXPECT_EQ(bytes[4090 + 60], 7);  // beyond a boundary between chunks
}

TEST(Replay, ShiftsBeyondTheWidthAndTheLeastQuotientTrapNothing) {
  const auto words = words_of(R"(
    __kernel void k(__global int *out, int n) {
      if (get_global_id(0) != 0) return;
      int zero = n - 7, least = (int)(0x7fffffff + (uint)(n - 6));
      out[0] = 1 << (n * 100);
      out[1] = least / (zero - 1) == 0;
      out[2] = least % (zero - 1);
      out[3] = (int)((long)n / (long)zero) + (int)((ulong)n % (ulong)zero);
      out[4] = ((char)n << n * 9) >> n * 77;
      int4 many = (int4)(n, least, 5, zero) / (int4)(zero, zero - 1, zero, zero);
      out[5] = many.x * 0 + 1;
      out[6] = (short)n / (short)zero * 0 + 2;
    })",
                              "--arg n=7");
  ASSERT_EQ(words.size(), 16u);
  EXPECT_EQ(words[5], 1);
  EXPECT_EQ(words[6], 2);
}

TEST(Replay, MemoryIsLimited) {
  Options options;
  options.maximum_memory = 1 << 20;
  const Outcome outcome = Launched("__kernel void k(__global int *a) { a[get_global_id(0) * 1024] = 1; }",
                                   "--local-size 64 --num-groups 64")
                              .run({}, options);
  EXPECT_EQ(outcome.status, Status::Unknown);
  EXPECT_TRUE(outcome.reason.find("memory") != std::string::npos) << outcome.reason;
}

TEST(Replay, UnknownFunctionsAreNamed) {
  const Launched launched("int other(int); __kernel void k(__global int *a) { a[0] = other(1); }",
                          kTwoGroups);
  const Outcome outcome = launched.run();
  EXPECT_EQ(outcome.status, Status::Unsupported);
  EXPECT_TRUE(outcome.reason.find("other") != std::string::npos) << outcome.reason;
}

TEST(Replay, WhatDoesNotCompileOrFitIsAnError) {
  EXPECT_EQ(Launched("__kernel void k(", kTwoGroups).run().status, Status::Error);
  const Launched launched("__kernel void k(__global int *a, int n) { a[0] = n; }", kTwoGroups);
  model::LaunchFacts facts = launched.facts;
  facts.arguments.pop_back();
  EXPECT_EQ(launched.kernel.run(facts, {}, {}).status, Status::Error);
  facts.arguments.push_back(model::ValueArgument{{1, 2}});
  const Outcome outcome = launched.kernel.run(facts, {}, {});
  EXPECT_EQ(outcome.status, Status::Error);
  EXPECT_TRUE(outcome.reason.find("2 bytes") != std::string::npos) << outcome.reason;
}

TEST(Replay, SaysWhatItMadeUp) {
  const Launched launched(
      "__kernel void k(__global int *a, __global int *out, int n) { out[get_global_id(0)] = a[n]; }",
      "--local-size 8 --num-groups 2 --buffer a=64");
  const Outcome outcome = launched.run();
  EXPECT_EQ(outcome.made_up, (std::vector<std::string>{"the value of n: 4", "the contents of a"}));
  Contents contents;
  contents.objects[1].assign(64, 1);
  EXPECT_EQ(launched.run(contents).made_up.size(), 1u);
}

TEST(Replay, AWitnessExecutesOnlyItsGroups) {
  const Launched launched(R"(
__kernel void k(__global float *a, __global float *out) {
  __local float tile[256];
  int lid = get_local_id(0);
  for (int i = 0; i < 16; i++) {
    tile[lid] = a[get_global_id(0)] * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[(lid + i) % 256];
  }
})",
                          "--local-size 256 --num-groups 4096");
  Options options;
  options.groups = {{0, 0, 0}, {4095, 0, 0}};
  const Outcome outcome = launched.run({}, options);
  EXPECT_EQ(outcome.groups, 2u);
  EXPECT_EQ(outcome.work_items, 512u);
  EXPECT_EQ(of(outcome, Property::DataRace).size(), 1u);
  // 16 iterations with four accesses, three of which compare a cell, and one step of the loop.
  EXPECT_LE(outcome.steps, outcome.work_items * 16 * 8);
}

}  // namespace
}  // namespace launchproof::replay
