#include <algorithm>

#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using symbolic::Options;
using verdict::Property;
using verdict::Verdict;

// Work-items in lock step: accesses at different instructions are ordered within a warp, and nowhere else.
TEST(Races, LockStepOrdersDifferentInstructionsOfAWarp) {
  const auto verdict_of = [](const std::string& body, unsigned warp, std::uint64_t local = 8) {
    Options options = patient();
    options.warp_sync = warp;
    return of(
        check("__kernel void k(__global int* a) { __local int t[64]; int l = get_local_id(0); " + body + " }",
              {local, 1, {buffer(1, 1024)}}, options),
        Property::DataRace);
  };
  const std::string exchange = "t[l] = l; a[l] = t[l ^ 1];";
  EXPECT_EQ(verdict_of(exchange, 0), Verdict::Defect);
  EXPECT_EQ(verdict_of(exchange, 8), Verdict::Verified);
  EXPECT_EQ(verdict_of(exchange, 2), Verdict::Verified);
  EXPECT_EQ(verdict_of(exchange, 3), Verdict::Defect);  // 2 and 3 are in different warps
  EXPECT_EQ(verdict_of("t[l] = l; a[l] = t[l ^ 4];", 4), Verdict::Defect);
  EXPECT_EQ(verdict_of("t[l] = l; a[l] = t[l ^ 4];", 8), Verdict::Verified);
  // All accesses of one instruction happen at once.
  EXPECT_EQ(verdict_of("t[l / 2] = l; a[l] = 1;", 8), Verdict::Defect);
}

TEST(Races, LockStepChangesWhatIsReadWithoutARace) {
  // The read value may have been stored by a neighbour before, so two work-items may read different values at
  // one address.
  Options options = patient();
  options.warp_sync = 8;
  const auto result = check(
      "__kernel void k(__global int* a) { __local int t[8]; int l = get_local_id(0); t[l] = 0;"
      " barrier(CLK_LOCAL_MEM_FENCE); int before = t[0]; if (l == 0) t[0] = 1; int after = t[0];"
      " if (l > 0) a[after == before ? 0 : l] = l; }",
      {8, 1, {buffer(1, 1024)}}, options);
  EXPECT_NE(of(result, Property::DataRace), Verdict::Verified) << explain(result);
  ASSERT_FALSE(result.assumptions.empty());
  EXPECT_NE(result.assumptions.front().find("lock step"), std::string::npos);
}

// It is unknown which work-items share a sub-group, so its barrier orders neither of these two for certain.
TEST(Races, ABarrierOfTheSubGroupOrdersNothingForCertain) {
  const auto verdict_of = [](const std::string& barrier) {
    const auto result = check(
        "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
        "kernel void k(global int* a) {\n"
        "  a[get_global_id(0)] = get_local_id(0);\n" +
            barrier + "  a[get_global_id(0) ^ 1] = get_local_id(0);\n}",
        Launch());
    return result.verdict;
  };
  EXPECT_EQ(verdict_of("  barrier(CLK_GLOBAL_MEM_FENCE);"), Verdict::Verified);
  EXPECT_EQ(verdict_of("  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of(""), Verdict::Defect);
}

// An access that may be to local or to global memory: groups share only the latter.
TEST(Races, GroupsShareNoLocalMemoryThroughGenericPointers) {
  const std::string source =
      "kernel void k(global int* g, int n) {\n"
      "  local int l[8];\n"
      "  int* p = n ? (int*)&l[get_local_id(0)] : (int*)&g[get_@_id(0)];\n"
      "  *p = get_global_id(0);\n}";
  const auto verdict_with = [&](const std::string& id) {
    std::string text = source;
    text.replace(text.find('@'), 1, id);
    const model::KernelModel kernel = compile(text, {}, "-cl-std=CL2.0");
    model::LaunchFacts facts;
    facts.local_size[0] = 8;
    facts.global_size[0] = 16;
    facts.arguments = {buffer(1, 64), integer(0)};
    smt::TermStore store;
    const auto solver = smt::make_z3(store);
    return verify(kernel, facts, store, *solver, patient()).verdict;
  };
  EXPECT_EQ(verdict_with("global"), Verdict::Verified);
  EXPECT_EQ(verdict_with("local"), Verdict::Defect);
}

TEST(Races, DistinctElementsAreVerified) {
  const auto result = check("__kernel void k(__global int* out) { out[get_global_id(0)] = get_local_id(0); }",
                            {8, 4, {buffer(1, 128)}});
  EXPECT_EQ(result.verdict, Verdict::Verified) << explain(result);
}

TEST(Races, NeighboursWithinAGroupAreADefect) {
  const auto result = check(
      "__kernel void k(__global int* a) {\n size_t i = get_global_id(0);\n int x = a[i + 1];\n a[i] = x;\n}",
      {8, 1, {buffer(1, 64)}});
  ASSERT_EQ(of(result, Property::DataRace), Verdict::Defect) << explain(result);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].kind, "read-write");
  EXPECT_EQ(result.findings[0].confirmation, verdict::Confirmation::Exact);
  EXPECT_EQ(result.findings[0].locations[0].line, 3U);
  EXPECT_EQ(result.findings[0].locations[1].line, 4U);
  EXPECT_NE(result.findings[0].witness->work_items[0].local_id,
            result.findings[0].witness->work_items[1].local_id);
}

TEST(Races, GroupsMeetWhereWorkItemsOfOneGroupDoNot) {
  const std::string source = "__kernel void k(__global int* out) { out[get_local_id(0)] = get_group_id(0); }";
  EXPECT_EQ(check(source, {8, 1, {buffer(1, 64)}}).verdict, Verdict::Verified);
  const auto result = check(source, {8, 2, {buffer(1, 64)}});
  EXPECT_EQ(of(result, Property::DataRace), Verdict::Defect) << explain(result);
}

TEST(Races, EqualBytesAreBenignUnlessStrict) {
  const std::string source = "__kernel void k(__global int* flag) { flag[0] = 1; }";
  const auto tolerated = check(source, {8, 2, {buffer(1, 64)}});
  EXPECT_EQ(tolerated.verdict, Verdict::Verified) << explain(tolerated);
  ASSERT_FALSE(tolerated.findings.empty());
  EXPECT_TRUE(tolerated.findings[0].benign);
  Options strict;
  strict.strict = true;
  EXPECT_EQ(of(check(source, {8, 2, {buffer(1, 64)}}, strict), Property::DataRace), Verdict::Defect);
}

TEST(Races, OneHarmlessPairDoesNotHideAnother) {
  const auto result =
      check("__kernel void k(__global int* a) { a[0] = get_global_id(0) / 2; }", {4, 1, {buffer(1, 64)}});
  EXPECT_EQ(of(result, Property::DataRace), Verdict::Defect) << explain(result);
}

TEST(Races, WritesOfUnrecordedContentsAreOnlyPossibleDefects) {
  const auto result =
      check("__kernel void k(__global const int* in, __global int* out) { out[0] = in[get_global_id(0)]; }",
            {4, 1, {buffer(1, 64), buffer(2, 64)}});
  ASSERT_EQ(of(result, Property::DataRace), Verdict::PossibleDefect) << explain(result);
  EXPECT_EQ(result.findings[0].approximations[0].cause, verdict::Cause::ContentsNotRecorded);
}

TEST(Races, OneBufferForTwoArguments) {
  const std::string source =
      "__kernel void k(__global const int* in, __global int* out) { size_t i = get_global_id(0); out[i] = "
      "in[i + 1]; }";
  EXPECT_EQ(check(source, {8, 1, {buffer(1, 64), buffer(2, 64)}}).verdict, Verdict::Verified);
  EXPECT_EQ(of(check(source, {8, 1, {buffer(1, 64), buffer(1, 64)}}), Property::DataRace), Verdict::Defect);
  // A sub-buffer that begins one element later makes in[i + 1] and out[i] of one work-item meet, and of no
  // other.
  EXPECT_EQ(check(source, {7, 1, {buffer(1, 64), buffer(1, 60, 4)}}).verdict, Verdict::Verified);
}

TEST(Races, LocalFenceDoesNotOrderGlobalMemory) {
  const auto source = [](const std::string& fence) {
    return "__kernel void k(__global int* a) { size_t i = get_local_id(0); a[i] = i; barrier(" + fence +
           "); int x = a[(i + 1) % 8]; a[i + 8] = x; }";
  };
  EXPECT_EQ(check(source("CLK_GLOBAL_MEM_FENCE"), {8, 1, {buffer(1, 64)}}).verdict, Verdict::Verified);
  EXPECT_EQ(of(check(source("CLK_LOCAL_MEM_FENCE"), {8, 1, {buffer(1, 64)}}), Property::DataRace),
            Verdict::Defect);
}

TEST(Races, ReductionTree) {
  const auto source = [](const std::string& barrier) {
    return "__kernel void k(__global int* out) { __local int t[8]; int l = get_local_id(0); t[l] = l;"
           " barrier(CLK_LOCAL_MEM_FENCE); for (int s = 4; s > 0; s >>= 1) { if (l < s) t[l] += t[l + s]; " +
           barrier + " } if (l == 0) out[get_group_id(0)] = t[0]; }";
  };
  const auto good = check(source("barrier(CLK_LOCAL_MEM_FENCE);"), {8, 4, {buffer(1, 64)}});
  EXPECT_EQ(good.verdict, Verdict::Verified) << explain(good);
  const auto bad = check(source(""), {8, 4, {buffer(1, 64)}});
  EXPECT_EQ(of(bad, Property::DataRace), Verdict::Defect) << explain(bad);
}

TEST(Races, BarrierSkippedInSomeIterations) {
  const auto source = [](const std::string& condition) {
    return "__kernel void k(__global int* out) { __local int t[8]; int l = get_local_id(0);"
           " for (int i = 0; i < 4; i++) { t[(l + i) % 8] = i * 100 + l; if (" +
           condition + ") barrier(CLK_LOCAL_MEM_FENCE); } }";
  };
  EXPECT_EQ(check(source("i >= 0"), {8, 1, {buffer(1, 64)}}).verdict, Verdict::Verified);
  EXPECT_EQ(of(check(source("i % 2 == 0"), {8, 1, {buffer(1, 64)}}), Property::DataRace), Verdict::Defect);
}

TEST(Races, AtomicsDoNotRaceWithEachOtherButWithPlainAccesses) {
  EXPECT_EQ(check("__kernel void k(__global int* a) { atomic_inc(a); }", {8, 4, {buffer(1, 64)}}).verdict,
            Verdict::Verified);
  const auto mixed =
      check("__kernel void k(__global int* a) { atomic_inc(a); if (get_global_id(0) == 3) a[0] = 7; }",
            {8, 4, {buffer(1, 64)}});
  EXPECT_EQ(of(mixed, Property::DataRace), Verdict::Defect) << explain(mixed);
}

TEST(Races, ArgumentsThatAreNotGivenAreNamed) {
  const auto result =
      check("__kernel void k(__global int* a, int n) { a[get_global_id(0) * n] = get_global_id(0); }",
            {8, 1, {buffer(1, 640)}});
  EXPECT_EQ(of(result, Property::DataRace), Verdict::PossibleDefect) << explain(result);
  EXPECT_EQ(result.findings.back().approximations[0].cause, verdict::Cause::ValueNotGiven);
}

// A value that is only asserted decides nothing, unlike the values of the program.
TEST(Races, VoidOfWhatAssertionsReadTheAssertionsAlone) {
  const auto with = [](const std::string& statement) {
    return check(
        "__kernel void k(__global int* a) { __local int t[8]; int l = get_local_id(0); t[0] = l; "
        "barrier(CLK_LOCAL_MEM_FENCE); " +
            statement + " a[l] = 0; }",
        {8, 1, {buffer(1, 32)}});
  };
  const auto asserted = with("__assert(t[0] == 7 | l >= 0);");
  EXPECT_EQ(of(asserted, Property::DataRace), Verdict::Defect) << explain(asserted);
  EXPECT_EQ(of(asserted, Property::OutOfBounds), Verdict::Verified) << explain(asserted);
  EXPECT_EQ(of(asserted, Property::BarrierDivergence), Verdict::Verified) << explain(asserted);
  EXPECT_EQ(of(asserted, Property::Assertion), Verdict::Unknown) << explain(asserted);
  const auto assumed = with("__assume(t[0] == 7 | l >= 0);");
  EXPECT_EQ(of(assumed, Property::OutOfBounds), Verdict::Unknown) << explain(assumed);
}

// The index is read from memory that another work-item may be writing: in bounds as long as there is no race.
TEST(Races, VoidWhatRestsOnValuesThatTheyChange) {
  const auto source = [](const std::string& index) {
    return "__kernel void k(__global int* a) { __local int t[8]; int l = get_local_id(0); t[l] = l; "
           "barrier(CLK_LOCAL_MEM_FENCE); if (t[0] == 9) a[99] = l; t[" +
           index + "] = 9; }";
  };
  const auto racing = check(source("l & 1"), {8, 1, {buffer(1, 400)}});
  EXPECT_EQ(of(racing, Property::DataRace), Verdict::Defect) << explain(racing);
  EXPECT_EQ(of(racing, Property::OutOfBounds), Verdict::Unknown) << explain(racing);
  EXPECT_EQ(racing.properties.at(Property::OutOfBounds).causes.back().cause, verdict::Cause::VoidedRace);
  const auto clean = check(
      "__kernel void k(__global int* a) { __local int t[8]; int l = get_local_id(0); t[l] = l; "
      "barrier(CLK_LOCAL_MEM_FENCE); a[l + (t[0] & 1)] = 9; }",
      {8, 1, {buffer(1, 36)}});
  EXPECT_EQ(of(clean, Property::OutOfBounds), Verdict::Verified) << explain(clean);
}

// A counter that is cleared while others count may give one slot to two work-items. The verdict says so; no
// collision is looked for.
TEST(Races, SlotsOfARacedCounterMayCollide) {
  const auto races = [](const std::string& between) {
    const auto result = check(
        "__kernel void k(__global int* a) { __local int count; int l = get_local_id(0); "
        "if (l == 0) count = 0; " +
            between + " a[atomic_inc(&count) & 7] = l; }",
        {8, 1, {buffer(1, 32)}});
    return result.properties.at(Property::DataRace);
  };
  const auto late = races("");
  EXPECT_EQ(late.verdict, Verdict::PossibleDefect);
  ASSERT_FALSE(late.causes.empty());
  EXPECT_EQ(late.causes.back().cause, verdict::Cause::VoidedRace);
  const auto clean = races("barrier(CLK_LOCAL_MEM_FENCE);");
  EXPECT_EQ(clean.verdict, Verdict::Verified) << clean.reason;
  EXPECT_TRUE(clean.causes.empty());
}

// The written bytes are equal, unless the race changes a value that one of the writers read.
TEST(Races, EqualBytesMayRestOnARacedValue) {
  const auto races = [](const std::string& written) {
    return check(
        "__kernel void k(__global int* a) { __local int t[8]; int l = get_local_id(0); t[l] = 1; "
        "barrier(CLK_LOCAL_MEM_FENCE); int v = t[0]; " +
            written + " = 5; barrier(CLK_GLOBAL_MEM_FENCE); a[0] = v; }",
        {8, 1, {buffer(1, 32)}});
  };
  const auto raced = races("t[l]");
  EXPECT_EQ(of(raced, Property::DataRace), Verdict::Defect) << explain(raced);
  ASSERT_FALSE(raced.properties.at(Property::DataRace).causes.empty());
  EXPECT_EQ(raced.properties.at(Property::DataRace).causes.back().cause, verdict::Cause::VoidedRace);
  const auto clean = races("a[l + 8 - 8]");
  EXPECT_TRUE(clean.properties.at(Property::DataRace).causes.empty()) << explain(clean);
}

// The operand must be equal in all work-items, but is read while another work-item writes it.
TEST(Races, VoidWhatIsHandedInAlike) {
  const auto divergence = [](const std::string& between, const std::string& call, bool alone = false) {
    Options options = patient();
    options.only_divergence = alone;
    const auto result = check(
        "__kernel void k(__global const int* in) { __local int tile[16]; __local int n; int l = "
        "get_local_id(0); event_t e; if (l == 1) n = 1; barrier(CLK_LOCAL_MEM_FENCE); int v = n & 7; " +
            between + "if (l == 0) n = 2; " + call + " wait_group_events(1, &e); }",
        {2, 1, {buffer(1, 64)}}, options);
    return of(result, Property::BarrierDivergence);
  };
  const std::string fence = "barrier(CLK_LOCAL_MEM_FENCE); ";
  for (const char* call :
       {"e = async_work_group_copy(tile, in, v, 0);", "e = async_work_group_strided_copy(tile, in, 2, v, 0);",
        "e = async_work_group_copy(tile + v, in, 4, 0);"}) {
    EXPECT_EQ(divergence("", call), Verdict::Unknown) << call;
    EXPECT_EQ(divergence(fence, call), Verdict::Verified) << call;
    EXPECT_EQ(divergence(fence, call, true), Verdict::Unknown) << call;  // races are not asked
  }
  EXPECT_EQ(divergence("", "e = async_work_group_copy(tile, in, 4, 0);"), Verdict::Verified);
  EXPECT_EQ(divergence("", "e = async_work_group_copy(tile, in, 4, 0);", true), Verdict::Verified);
}

// With every argument for which the two work-items race, other work-items of their launch violate the
// precondition.
TEST(Races, APreconditionThatSpeaksOfIdsPromisesNoArgument) {
  const auto verdict_with = [](const std::string& condition) {
    return of(check("__kernel void k(__global int* a, int n) {\n  __requires(" + condition +
                        ");\n  if (n < 8) a[0] = get_global_id(0);\n}",
                    {8, 1, {buffer(1, 4), model::UnknownArgument{}}}),
              verdict::Property::DataRace);
  };
  EXPECT_EQ(verdict_with("n > (int)get_global_id(0)"), verdict::Verdict::PossibleDefect);
  EXPECT_EQ(verdict_with("n > 2 && n > (int)get_global_id(0)"), verdict::Verdict::PossibleDefect);
  EXPECT_EQ(verdict_with("n > 2"), verdict::Verdict::Defect);
}

// Two writes meet, and no solver decides whether they store different values.
TEST(Races, WritesThatMayStoreEqualValuesAreAPossibleDefect) {
  const auto checked = [](const std::string& second) {
    Options options = patient();
    options.question_time = std::chrono::milliseconds(500);
    return check(
        "kernel void k(global ulong* o, uint a, uint b, uint m) {\n"
        "  if (m == 0) return;\n"
        "  if (get_local_id(0) == 0) o[0] = (ulong)a * b % m;\n"
        "  else o[0] = " +
            second + ";\n}",
        {2, 1, {buffer(1, 8)}}, options);
  };
  const auto is_open = [](const verdict::ClassResult& result) {
    return std::ranges::any_of(result.findings.at(0).approximations, [](const verdict::Approximation& item) {
      return item.detail.starts_with("whether the two store different values was not decided");
    });
  };
  const auto open = checked("(ulong)(a % m) * (b % m) % m");  // equal, which is hard to show
  ASSERT_EQ(of(open, Property::DataRace), Verdict::PossibleDefect) << explain(open);
  EXPECT_TRUE(is_open(open)) << explain(open);
  const auto different = checked("(ulong)a * b % m + 1");
  ASSERT_EQ(of(different, Property::DataRace), Verdict::PossibleDefect) << explain(different);
  EXPECT_FALSE(is_open(different)) << explain(different);
  const auto equal = checked("(ulong)b * a % m");
  EXPECT_EQ(of(equal, Property::DataRace), Verdict::Verified) << explain(equal);
}

}  // namespace
}  // namespace launchproof::access::testing
