// Tests launches proved together: which are covered, which launch facts are named, and that these facts
// suffice.
#include "verify/access/family.h"

#include <algorithm>
#include <random>

#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using symbolic::alike;
using symbolic::FactKind;
using symbolic::Family;
using symbolic::value_of;
using verdict::Verdict;

constexpr const char* kShift =
    "__kernel void k(__global int* out, __global const int* in, int n, int unused, int off) {\n"
    "  int i = get_global_id(0);\n"
    "  if (i < n) out[i] = in[i + off] + unused;\n"
    "}";
constexpr const char* kRows =
    "__kernel void k(__global int* out, int w, int h) {\n"
    "  int x = get_global_id(0);\n"
    "  if (x < w * h) out[(x / w) * w + x % w] = x;\n"
    "}";
constexpr const char* kStride =
    "__kernel void k(__global int* a, int n) {\n"
    "  for (int i = get_global_id(0); i < n; i += get_global_size(0)) a[i] = i;\n"
    "}";

model::LaunchFacts facts_of(const Launch& launch) {
  model::LaunchFacts facts;
  facts.local_size[0] = launch.local;
  facts.global_size[0] = launch.local * launch.groups;
  facts.arguments = launch.arguments;
  return facts;
}

FamilyAnswer prove(const model::KernelModel& kernel, const std::vector<model::LaunchFacts>& launches,
                   FamilyOptions options = {}) {
  Family family;
  for (const model::LaunchFacts& launch : launches) family.push_back(&launch);
  smt::TermStore store;
  const auto solver = smt::make_z3(store);
  options.minimise = std::max<smt::Work>(options.minimise, 120'000 * smt::kWorkPerMillisecond);
  options.engine = patient();
  return verify_family(kernel, family, store, *solver, options);
}

Verdict alone(const model::KernelModel& kernel, const model::LaunchFacts& facts) {
  smt::TermStore store;
  const auto solver = smt::make_z3(store);
  return verify(kernel, facts, store, *solver, patient()).verdict;
}

bool lists(const FamilyAnswer& answer, const std::string& text) {
  return std::any_of(answer.result.facts.begin(), answer.result.facts.end(),
                     [&](const std::string& fact) { return fact.find(text) != std::string::npos; });
}

std::string all_of(const FamilyAnswer& answer) {
  std::string text;
  for (const std::string& fact : answer.result.facts) text += fact + "\n";
  return text;
}

TEST(Family, WorkIsTheSameInEveryRunAndIsLimited) {
  const model::KernelModel kernel = compile(kRows);
  std::vector<model::LaunchFacts> launches;
  for (std::int32_t w = 1; w <= 4; ++w)
    launches.push_back(
        facts_of({8, 4, {buffer(1, 24ULL * static_cast<std::uint32_t>(w)), integer(w), integer(6)}}));
  const FamilyAnswer first = prove(kernel, launches);
  EXPECT_EQ(first.covered.size(), launches.size());
  EXPECT_GT(first.work, 0U);
  EXPECT_EQ(prove(kernel, launches).work, first.work);
  FamilyOptions little;
  little.work = first.work / 2;
  const FamilyAnswer cut = prove(kernel, launches, little);
  EXPECT_TRUE(cut.covered.empty());
  EXPECT_GT(cut.work, 0U);
}

TEST(Family, OnlyNeededFactsAreListed) {
  const auto answer =
      prove(compile(kShift),
            {facts_of({8, 4, {buffer(1, 100), buffer(2, 108), integer(25), integer(7), integer(2)}})});
  ASSERT_EQ(answer.covered.size(), 1U);
  EXPECT_TRUE(lists(answer, "0 <= n <= 25")) << all_of(answer);
  EXPECT_TRUE(lists(answer, "0 <= off <= 2")) << all_of(answer);
  EXPECT_TRUE(lists(answer, "`out` has at least 100 bytes")) << all_of(answer);
  EXPECT_TRUE(lists(answer, "`in` has at least 108 bytes")) << all_of(answer);
  EXPECT_TRUE(lists(answer, "share no memory")) << all_of(answer);
  EXPECT_FALSE(lists(answer, "unused")) << all_of(answer);
}

// A pair of writes that store equal bytes implies nothing about other writes to the same place.
TEST(Family, FactsOfARaceBehindABenignOneAreListed) {
  FamilyOptions benign;
  benign.tolerate_benign = true;
  const auto within = prove(compile("__kernel void k(__global int* out, int n) {\n"
                                    "  out[0] = 1;\n"
                                    "  out[0] = n == 2 ? (int)get_local_id(0) : 1;\n}"),
                            {facts_of({4, 1, {buffer(1, 64), integer(1)}})}, benign);
  ASSERT_EQ(within.covered.size(), 1U);
  EXPECT_TRUE(lists(within, "<= n <= 1")) << all_of(within);
  const auto between = prove(compile("__kernel void k(__global int* o) {\n"
                                     "  o[get_local_id(0)] = 3;\n"
                                     "  o[get_local_id(0)] = 4;\n}"),
                             {facts_of({8, 1, {buffer(1, 32)}})}, benign);
  ASSERT_EQ(between.covered.size(), 1U);
  EXPECT_TRUE(lists(between, "global size <= 8")) << all_of(between);
}

TEST(Family, SizesOfArraysThatAreNotTouchedAreNotListed) {
  const auto kernel = compile(kShift);
  const auto with = [](int n) {
    return facts_of({8, 4, {buffer(1, 100), buffer(2, 108), integer(n), integer(7), integer(2)}});
  };
  const auto idle = prove(kernel, {with(0)});
  ASSERT_EQ(idle.covered.size(), 1U);
  EXPECT_FALSE(lists(idle, "bytes")) << all_of(idle);
  EXPECT_TRUE(lists(idle, "n = 0")) << all_of(idle);
}

TEST(Family, FewQuestionsNameTheFacts) {
  const auto answer =
      prove(compile(kShift),
            {facts_of({8, 4, {buffer(1, 100), buffer(2, 108), integer(25), integer(7), integer(2)}})});
  ASSERT_EQ(answer.covered.size(), 1U);
  EXPECT_LE(answer.result.questions, 30U);
}

TEST(Family, ArraysThatAreOnlyReadMayBeOne) {
  const auto answer =
      prove(compile("__kernel void k(__global int* out, __global const int* a, __global const int* b) {\n"
                    "  out[get_global_id(0)] = a[0] + b[0];\n}"),
            {facts_of({8, 1, {buffer(1, 32), buffer(2, 4), buffer(3, 4)}})});
  ASSERT_EQ(answer.covered.size(), 1U);
  EXPECT_TRUE(lists(answer, "`out` and `a` share no memory")) << all_of(answer);
  EXPECT_TRUE(lists(answer, "`out` and `b` share no memory")) << all_of(answer);
  EXPECT_FALSE(lists(answer, "`a` and `b`")) << all_of(answer);
}

TEST(Family, WhatIsNotProvedAloneIsNotCovered) {
  const auto short_of = [](std::uint64_t bytes) {
    return facts_of({8, 4, {buffer(1, bytes), buffer(2, 400), integer(25), integer(7), integer(2)}});
  };
  const auto answer = prove(compile(kShift), {short_of(100), short_of(99), short_of(104)});
  EXPECT_EQ(answer.covered, (std::vector<std::size_t>{0, 2}));
  EXPECT_TRUE(prove(compile(kShift), {short_of(99)}).covered.empty());
}

TEST(Family, OneValueThatMakesRowsOverlapIsSplitOff) {
  // Rows of the stride overlap when it is shorter than a row.
  const auto kernel = compile(
      "__kernel void k(__global int* a, int stride) {\n"
      "  a[get_group_id(0) * stride + get_local_id(0)] = get_global_id(0);\n}");
  std::vector<model::LaunchFacts> launches;
  std::vector<std::size_t> good;
  for (int stride = 4; stride < 20; ++stride) {
    if (alone(kernel, facts_of({8, 4, {buffer(1, 4096), integer(stride)}})) == Verdict::Verified)
      good.push_back(launches.size());
    launches.push_back(facts_of({8, 4, {buffer(1, 4096), integer(stride)}}));
  }
  EXPECT_EQ(good.front(), 4U);  // stride 8
  EXPECT_EQ(prove(kernel, launches).covered, good);
}

// Consecutive boxes of w x h x d elements, written by one work-item for each column of a box.
std::string boxes(const std::string& guard, const std::string& index) {
  return "__kernel void k(__global int* a, int w, int h, int d, int z0) {\n"
         "  int x = get_global_id(0) % w, y = get_global_id(0) / w;\n"
         "  if (" +
         guard + ")\n    for (int z = 0; z < d; ++z) a[" + index + "] = get_global_id(0);\n}";
}
constexpr const char* kInside = "y < h";
constexpr const char* kIndex = "x + w * (y + h * (z + z0))";

model::LaunchFacts box(int w, int h, int d, int z0, std::uint64_t spare = 0) {
  return facts_of(
      {8, 12, {buffer(1, 4ULL * w * h * (d + z0) + spare), integer(w), integer(h), integer(d), integer(z0)}});
}

TEST(Family, FlattenedIndicesOfManyExtentsAreOneProof) {
  const auto kernel = compile(boxes(kInside, kIndex));
  std::vector<model::LaunchFacts> launches;
  for (const int w : {1, 3, 7, 12})
    for (const int h : {1, 2, 5})
      for (const int d : {1, 4}) launches.push_back(box(w, h, d, w % 2, 4ULL * (h % 2)));
  const auto answer = prove(kernel, launches);
  EXPECT_EQ(answer.covered.size(), launches.size());
  EXPECT_TRUE(lists(answer, "w as launched (4 values, 1 to 12)")) << all_of(answer);
  EXPECT_TRUE(lists(answer, "size of `a` as launched")) << all_of(answer);
}

// Patches of an image, written by two-dimensional work-items with loops whose bounds the launch gives.
std::string patches(const std::string& stride) {
  return "__kernel void k(__global int* a, int w, int h, int d, int kh, int kw) {\n"
         "  int x = get_global_id(0), y = (int)get_global_id(1) % h, z = (int)get_global_id(1) / h;\n"
         "  if (y < h && x < w && z < d)\n"
         "    for (int i = 0; i < kh; ++i)\n"
         "      for (int j = 0; j < kw; ++j)\n"
         "        a[x + w * y + (j + kw * i) * w * h + z * " +
         stride + "] = z;\n}";
}

model::LaunchFacts patch(int w, int h, int d, int kh, int kw) {
  model::LaunchFacts facts;
  facts.work_dim = 2;
  facts.local_size = {1, 1, 1};
  facts.global_size = {(w + 7ULL) / 8 * 8, (1ULL * h * d + 7) / 8 * 8, 1};
  facts.arguments = {
      buffer(1, 4ULL * w * h * d * kh * kw), integer(w), integer(h), integer(d), integer(kh), integer(kw)};
  return facts;
}

TEST(Family, FlattenedIndicesOfDividedIdsAreOneProof) {
  std::vector<model::LaunchFacts> launches;
  for (const int w : {1, 3, 7, 61})
    for (const int h : {1, 2, 61})
      for (const int kernel : {1, 3}) launches.push_back(patch(w, h, 1 + w % 2, kernel, 1 + kernel % 3));
  const auto answer = prove(compile(patches("w * h * kh * kw")), launches);
  EXPECT_EQ(answer.covered.size(), launches.size());
  // Verified one by one, the launches need more questions, each of which may take seconds.
  EXPECT_LT(answer.result.questions, launches.size());
  const auto overlapping = compile(patches("w * h * kh"));
  EXPECT_EQ(alone(overlapping, patch(7, 3, 2, 3, 2)), Verdict::Defect);
}

TEST(Family, TheMemberWhoseBoxDoesNotFitIsNotCovered) {
  const auto kernel = compile(boxes(kInside, kIndex));
  std::vector<model::LaunchFacts> launches{box(7, 5, 4, 1), box(3, 2, 1, 0), box(12, 5, 4, 0),
                                           box(1, 9, 2, 3)};
  auto& buffer_of = std::get<model::BufferArgument>(launches[2].arguments[0]);
  --*buffer_of.bytes;  // a byte of the last element
  EXPECT_EQ(prove(kernel, launches).covered, (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_EQ(alone(kernel, launches[2]), Verdict::Defect);
  launches[2] = box(12, 5, 4, -1, 240);  // before the first element
  EXPECT_EQ(prove(kernel, launches).covered, (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_EQ(alone(kernel, launches[2]), Verdict::Defect);
}

TEST(Family, FlattenedIndicesThatMeetAreNotCovered) {
  // One edit away: no guard, rows that overlap, planes that overlap.
  const std::vector<std::pair<std::string, std::string>> kernels{
      {"y <= h", kIndex},
      {kInside, "x + (w - 1) * y + w * h * (z + z0)"},
      {kInside, "x + w * (y + (h - 1) * (z + z0))"}};
  const std::vector<model::LaunchFacts> launches{box(7, 5, 4, 0, 4000), box(3, 4, 2, 0, 4000),
                                                 box(12, 3, 4, 0, 4000)};
  for (const auto& [guard, index] : kernels) {
    const auto kernel = compile(boxes(guard, index));
    EXPECT_TRUE(prove(kernel, launches).covered.empty()) << guard << index;
    for (const auto& launch : launches) EXPECT_EQ(alone(kernel, launch), Verdict::Defect) << guard << index;
  }
}

TEST(Family, EachCoveredLaunchIsInsideWhatTheProofNeeded) {
  // Keeps the facts on which the proof depends free of contradictions.
  const auto kernel = compile(boxes(kInside, kIndex));
  const std::vector<model::LaunchFacts> launches{box(7, 5, 4, 1), box(3, 2, 1, 0), box(12, 5, 4, 0, 96)};
  const auto answer = prove(kernel, launches);
  ASSERT_EQ(answer.covered.size(), 3U);
  ASSERT_FALSE(answer.needs.empty());
  for (const auto& launch : launches)
    for (const auto& [fact, need] : answer.needs) {
      if (!need.any) continue;
      EXPECT_LE(need.interval.low, *value_of(fact, launch));
      EXPECT_GE(need.interval.high, *value_of(fact, launch));
    }
}

TEST(Family, LaunchesOfOtherShapesAreNotAlike) {
  const auto one = facts_of({8, 4, {buffer(1, 64), buffer(2, 64)}});
  EXPECT_TRUE(alike(one, facts_of({8, 2, {buffer(7, 32), buffer(9, 64)}})));
  EXPECT_FALSE(alike(one, facts_of({8, 4, {buffer(1, 64), buffer(1, 64)}})));
  EXPECT_FALSE(alike(one, facts_of({8, 4, {buffer(1, 64), buffer(2, 64, 4)}})));
  EXPECT_FALSE(alike(one, facts_of({4, 8, {buffer(1, 64), buffer(2, 64)}})));
  EXPECT_FALSE(alike(one, facts_of({8, 4, {buffer(1, 64), model::NullArgument{}}})));
  EXPECT_FALSE(alike(one, facts_of({8, 4, {buffer(1, 64), model::BufferArgument{2, 0, std::nullopt}}})));
  model::LaunchFacts uneven = one;
  uneven.global_size[0] = 33;
  EXPECT_FALSE(alike(one, uneven));
}

// Changes facts at random within what the answer lists. Every launch obtained in this way must be verified.
void change_unlisted(const model::KernelModel& kernel, const model::LaunchFacts& launch,
                     std::mt19937& random) {
  const FamilyAnswer answer = prove(kernel, {launch});
  ASSERT_EQ(answer.covered.size(), 1U);
  for (int round = 0; round < 12; ++round) {
    model::LaunchFacts changed = launch;
    std::string what;
    for (const auto& [fact, need] : answer.needs) {
      smt::Bits value = 0;
      const auto pick = [&](std::uint64_t low, std::uint64_t high) {
        return std::uniform_int_distribution<std::uint64_t>(low, high)(random);
      };
      // Small numbers and the extremes matter most.
      const std::uint64_t low = need.any ? static_cast<std::uint64_t>(need.interval.low) : 0;
      std::uint64_t high = fact.width == 32 ? 0xffffffffU : 0xffffU;
      if (need.any) high = static_cast<std::uint64_t>(need.interval.high);
      if (fact.kind != FactKind::Value)
        high = std::min<std::uint64_t>(high, std::max<std::uint64_t>(low, 4096));
      const std::uint64_t near = std::min<std::uint64_t>(high, low + 40);
      if (round % 3 == 0)
        value = pick(low, high);
      else if (round % 3 == 1)
        value = pick(low, near);
      else
        value = pick(high - (near - low), high);
      if (fact.kind == FactKind::Groups) {
        value = std::max<smt::Bits>(value, 1);
        changed.global_size[fact.index] = static_cast<std::uint64_t>(value) * launch.local_size[fact.index];
      } else if (fact.kind == FactKind::Offset) {
        changed.global_offset[fact.index] = static_cast<std::uint64_t>(value);
      } else if (fact.kind == FactKind::Value) {
        changed.arguments[fact.index] = integer(static_cast<std::int32_t>(value));
      } else {
        std::get<model::BufferArgument>(changed.arguments[fact.index]).bytes =
            static_cast<std::uint64_t>(value);
      }
      what += std::to_string(fact.index) + "=" + std::to_string(static_cast<std::uint64_t>(value)) + " ";
    }
    EXPECT_EQ(alone(kernel, changed), Verdict::Verified) << what << "\n" << all_of(answer);
  }
}

TEST(Family, FactsThatAreListedSuffice) {
  std::mt19937 random(20);
  change_unlisted(compile(kShift),
                  facts_of({8, 4, {buffer(1, 100), buffer(2, 108), integer(25), integer(7), integer(2)}}),
                  random);
  change_unlisted(compile(kStride), facts_of({4, 2, {buffer(1, 80), integer(20)}}), random);
  change_unlisted(compile(kRows), facts_of({8, 2, {buffer(1, 48), integer(3), integer(4)}}), random);
  change_unlisted(compile("__kernel void k(__global int* a, int n) {\n  if (n > 5) a[1000] = 1;\n}"),
                  facts_of({8, 1, {buffer(1, 4), integer(3)}}), random);
}

TEST(Family, AListedFactMatters) {
  const auto kernel = compile(kShift);
  const auto with = [](int n, int off, std::uint64_t out) {
    return facts_of({8, 4, {buffer(1, out), buffer(2, 108), integer(n), integer(7), integer(off)}});
  };
  ASSERT_TRUE(lists(prove(kernel, {with(25, 2, 100)}), "0 <= n <= 25"));
  EXPECT_EQ(alone(kernel, with(26, 2, 100)), Verdict::Defect);
  EXPECT_EQ(alone(kernel, with(25, 3, 100)), Verdict::Defect);
  EXPECT_EQ(alone(kernel, with(25, 2, 99)), Verdict::Defect);
}

TEST(Family, WhatWasReadIsListedWithoutMinimising) {
  const auto listed =
      facts_read(compile(kShift),
                 facts_of({8, 4, {buffer(1, 100), buffer(2, 108), integer(25), integer(7), integer(2)}}));
  EXPECT_NE(std::find(listed.begin(), listed.end(), "n = 25 (not minimised)"), listed.end());
  EXPECT_NE(std::find(listed.begin(), listed.end(), "local size = 8 (not minimised)"), listed.end());
}

}  // namespace
}  // namespace launchproof::access::testing
