#include <algorithm>

#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using symbolic::Options;
using verdict::Property;
using verdict::Verdict;

TEST(Bounds, OneElementTooMany) {
  const std::string source = "__kernel void k(__global float* a) {\n a[get_global_id(0)] = 0.0f;\n}";
  EXPECT_EQ(check(source, {8, 4, {buffer(1, 128)}}).verdict, Verdict::Verified);
  const auto result = check(source, {8, 4, {buffer(1, 124)}});
  ASSERT_EQ(of(result, Property::OutOfBounds), Verdict::Defect) << explain(result);
  EXPECT_EQ(result.findings[0].kind, "past the end");
  EXPECT_EQ(result.findings[0].locations[0].line, 2U);
  EXPECT_EQ(result.findings[0].witness->work_items[0].global_id[0], 31U);
}

TEST(Bounds, BeforeTheStart) {
  const auto result =
      check("__kernel void k(__global int* a) { a[(int)get_global_id(0) - 1] = get_global_id(0); }",
            {8, 1, {buffer(1, 128)}});
  ASSERT_EQ(of(result, Property::OutOfBounds), Verdict::Defect) << explain(result);
  EXPECT_EQ(result.findings[0].kind, "before the start");
}

TEST(Bounds, UnknownSizeIsSaid) {
  const auto result = check("__kernel void k(__global int* a) { a[get_global_id(0)] = 1; }", {8, 1, {}});
  EXPECT_EQ(of(result, Property::OutOfBounds), Verdict::NotAsked);
  EXPECT_EQ(result.verdict, Verdict::Verified);
  ASSERT_FALSE(result.assumptions.empty());
  EXPECT_NE(result.assumptions[0].find("`a`"), std::string::npos);
}

TEST(Bounds, BeforeTheStartWhateverTheSize) {
  const auto result = check(
      "__kernel void k(__global int* a) { a[(int)get_global_id(0) - 1] = get_global_id(0); }", {8, 1, {}});
  ASSERT_EQ(of(result, Property::OutOfBounds), Verdict::Defect) << explain(result);
  EXPECT_EQ(result.findings[0].kind, "before the start");
  EXPECT_NE(result.findings[0].message.find("write of `a[-1]`, before `a` begins"), std::string::npos);
  EXPECT_FALSE(result.findings[0].witness->array_bytes);
  ASSERT_TRUE(result.findings[0].witness->address);
  EXPECT_EQ(static_cast<std::int64_t>(*result.findings[0].witness->address), -4);
}

// An argument or contents may lead before the start. Accesses past the end are not checked either.
TEST(Bounds, PerhapsBeforeTheStartOfAnUnknownSizeIsNotAsked) {
  for (const char* index : {"get_global_id(0) - n", "in[get_global_id(0)]"}) {
    const auto result =
        check("__kernel void k(__global int* a, int n, __global const int* in) { (void)a[" +
                  std::string(index) + "]; if (a[" + index + "] == 7) a[get_global_id(0)] = 1; }",
              {8, 1, {}});
    EXPECT_EQ(of(result, Property::OutOfBounds), Verdict::NotAsked) << explain(result);
  }
}

TEST(Bounds, BeforeTheStartOfLocalMemoryOfUnknownSize) {
  const auto result =
      check("__kernel void k(__local int* t, __global int* a) { a[get_global_id(0)] = t[-1]; }", {8, 1, {}});
  EXPECT_EQ(of(result, Property::OutOfBounds), Verdict::Defect) << explain(result);
}

TEST(Bounds, LocalArrays) {
  const auto source = [](const std::string& index) {
    return "__kernel void k(__global int* a) { __local int t[8]; t[" + index + "] = 1; }";
  };
  EXPECT_EQ(check(source("get_local_id(0)"), {8, 1, {buffer(1, 4)}}).verdict, Verdict::Verified);
  EXPECT_EQ(of(check(source("get_local_id(0) + 1"), {8, 1, {buffer(1, 4)}}), Property::OutOfBounds),
            Verdict::Defect);
}

TEST(Bounds, NullBuffers) {
  const std::string source =
      "__kernel void k(__global int* a, int n) { if (n > 0) a[get_global_id(0)] = 1; }";
  EXPECT_EQ(check(source, {8, 1, {model::NullArgument{}, integer(0)}}).verdict, Verdict::Verified);
  const auto result = check(source, {8, 1, {model::NullArgument{}, integer(1)}});
  EXPECT_EQ(of(result, Property::NullAccess), Verdict::Defect) << explain(result);
}

model::Argument with_access(std::uint64_t object, std::uint64_t bytes, model::KernelAccess access) {
  model::BufferArgument made{object, 0, bytes};
  made.access = access;
  return made;
}

TEST(AccessFlags, AreAskedWhereTheLaunchHasSome) {
  const std::string source =
      "__kernel void k(__global int* a, int n) {\n if (n > 5)\n  a[get_global_id(0)] = 1;\n}";
  const auto asked = [&](model::KernelAccess access, std::int32_t n) {
    return check(source, {8, 1, {with_access(1, 32, access), integer(n)}});
  };
  EXPECT_FALSE(asked(model::KernelAccess::ReadWrite, 9).properties.contains(Property::AccessFlags));
  EXPECT_EQ(of(asked(model::KernelAccess::WriteOnly, 9), Property::AccessFlags), Verdict::Verified);
  EXPECT_EQ(of(asked(model::KernelAccess::ReadOnly, 5), Property::AccessFlags), Verdict::Verified);
  const auto result = asked(model::KernelAccess::ReadOnly, 6);
  ASSERT_EQ(of(result, Property::AccessFlags), Verdict::Defect) << explain(result);
  EXPECT_EQ(result.findings[0].kind, "store into read-only memory");
  EXPECT_EQ(result.findings[0].locations[0].line, 3U);
  EXPECT_NE(result.findings[0].message.find("`a`"), std::string::npos);
}

// A race decides nothing about a kernel that only loads from read-only memory.
TEST(AccessFlags, RestOnRacesOnlyWhereSomeAccessMayBreakThem) {
  const std::string source =
      "__kernel void k(__global const int* a, __global int* b) {\n"
      " b[0] = get_global_id(0);\n"
      " if (b[1] == 3) b[2] = a[0];\n}";
  const auto result =
      check(source, {8, 1, {with_access(1, 32, model::KernelAccess::ReadOnly), buffer(2, 32)}});
  EXPECT_EQ(of(result, Property::DataRace), Verdict::Defect) << explain(result);
  EXPECT_EQ(of(result, Property::AccessFlags), Verdict::Verified) << explain(result);
}

// The work-items 4 to 7 only meet at addresses outside of the array.
TEST(Bounds, RacesOutsideOfTheArrayAreToldByIt) {
  const std::string source =
      "__kernel void k(__global int* a) {\n int i = get_global_id(0);\n a[i % 6] = i;\n}";
  const auto result = check(source, {8, 1, {buffer(1, 8)}});
  ASSERT_EQ(of(result, Property::OutOfBounds), Verdict::Defect) << explain(result);
  ASSERT_EQ(of(result, Property::DataRace), Verdict::Defect) << explain(result);  // at a[0] and a[1]
  EXPECT_EQ(of(check(source, {8, 1, {buffer(1, 24)}}), Property::OutOfBounds), Verdict::Verified);
  const auto outside =
      check("__kernel void k(__global int* a) {\n int i = get_global_id(0);\n a[i < 4 ? i : 9] = i;\n}",
            {8, 1, {buffer(1, 16)}});
  ASSERT_EQ(of(outside, Property::OutOfBounds), Verdict::Defect) << explain(outside);
  EXPECT_EQ(of(outside, Property::DataRace), Verdict::Unknown) << explain(outside);
  ASSERT_EQ(outside.findings.size(), 1U) << explain(outside);
  ASSERT_EQ(outside.findings[0].consequences.size(), 1U) << explain(outside);
  EXPECT_NE(outside.findings[0].consequences[0].find("data race on `a`"), std::string::npos);
}

TEST(InnerArrays, AreLeftOnlyUnderStrict) {
  const auto source = [](const std::string& index) {
    return "__kernel void k(__global int* out) {\n"
           " __local int t[4][4];\n"
           " int i = get_local_id(0);\n"
           " t[0]" +
           index + " = i;\n}";
  };
  const Launch launch{8, 1, {buffer(1, 32)}};
  Options strict = patient();
  strict.strict = true;
  const auto listed = check(source("[i]"), launch);
  EXPECT_EQ(listed.verdict, Verdict::Verified) << explain(listed);
  ASSERT_EQ(listed.findings.size(), 1U) << explain(listed);
  EXPECT_EQ(listed.findings[0].kind, verdict::kInnerArray);
  EXPECT_TRUE(listed.findings[0].benign);
  EXPECT_NE(listed.findings[0].message.find("of an inner array of 4 elements of `t`"), std::string::npos);
  const auto counted = check(source("[i]"), launch, strict);
  EXPECT_EQ(of(counted, Property::OutOfBounds), Verdict::Defect) << explain(counted);
  EXPECT_EQ(of(counted, Property::DataRace), Verdict::Verified) << explain(counted);
  EXPECT_EQ(check(source("[i % 4]"), {4, 1, {buffer(1, 32)}}, strict).verdict, Verdict::Verified);
  // An address outside of the whole array is more than a note.
  const auto beyond = check(source("[i * 3]"), launch);
  EXPECT_EQ(of(beyond, Property::OutOfBounds), Verdict::Defect) << explain(beyond);
}

// A pointer to the first element may walk over all of them, and one past the end may be computed.
TEST(InnerArrays, WalkingPointersAreHeldToTheWhole) {
  Options strict = patient();
  strict.strict = true;
  const auto source = [](const std::string& place) {
    return "__kernel void k(__global int* out) {\n"
           " __local int t[2][4];\n"
           " int i = get_local_id(0);\n " +
           place + " = i;\n}";
  };
  const Launch launch{8, 1, {buffer(1, 32)}};
  EXPECT_EQ(check(source("*(&t[0][0] + i)"), launch, strict).verdict, Verdict::Verified);
  EXPECT_EQ(check(source("(&t[1][4])[i - 8]"), launch, strict).verdict, Verdict::Verified);
  EXPECT_EQ(check(source("t[i / 4][i % 4]"), launch, strict).verdict, Verdict::Verified);
}

TEST(Bounds, UnreachableSitesAreReported) {
  const auto result = check("__kernel void k(__global int* a, int n) {\n if (n > 5)\n  a[1000] = 1;\n}",
                            {8, 1, {buffer(1, 4), integer(3)}});
  EXPECT_EQ(result.verdict, Verdict::Verified);
  ASSERT_EQ(result.unreachable.size(), 1U);
  EXPECT_EQ(result.unreachable[0].line, 3U);
}

TEST(Bounds, AKernelThatReachesNothingSaysSo) {
  const auto assumed = [](int n) {
    const auto result = check("__kernel void k(__global int* a, int n) {\n if (n > 5)\n  a[n] = 1;\n}",
                              {1, 1, {buffer(1, 64), integer(n)}});
    EXPECT_EQ(result.verdict, Verdict::Verified) << explain(result);
    return std::ranges::any_of(result.assumptions, [](const std::string& line) {
      return line.find("no access is reached") != std::string::npos;
    });
  };
  EXPECT_TRUE(assumed(5));
  EXPECT_FALSE(assumed(6));
}

TEST(Bounds, IdsThatWouldComeRoundAreNoLaunch) {
  const model::KernelModel kernel = compile("__kernel void k(__global int* a) { a[get_global_id(0)] = 1; }");
  model::LaunchFacts facts;
  facts.global_size[0] = 16;
  facts.local_size[0] = 8;
  facts.arguments.resize(1);
  const auto verdict_at = [&](std::uint64_t offset) {
    facts.global_offset[0] = offset;
    smt::TermStore store;
    const auto solver = smt::make_z3(store);
    return verify(kernel, facts, store, *solver, patient());
  };
  // Ids this large lead to before the start of the array, whatever its size is.
  EXPECT_EQ(verdict_at(~std::uint64_t{0} - 16).verdict, Verdict::Defect);
  const auto result = verdict_at(~std::uint64_t{0} - 15);
  EXPECT_EQ(result.verdict, Verdict::Error);
  EXPECT_EQ(result.properties.at(Property::DataRace).causes.at(0).cause, verdict::Cause::ContradictoryFacts);
}

TEST(Bounds, ContradictoryFactsProveNothing) {
  const auto result =
      check("__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void k(__global int* a) { a[99] = 1; }",
            {8, 1, {buffer(1, 4)}});
  EXPECT_EQ(result.verdict, Verdict::Error);
  EXPECT_EQ(result.properties.at(Property::OutOfBounds).causes[0].cause, verdict::Cause::ContradictoryFacts);
}

TEST(Bounds, OutOfTimeLeavesTheRestOpen) {
  std::string stores;
  for (int i = 0; i < 300; ++i) stores += "a[get_global_id(0) + " + std::to_string(i) + "] = 1;";
  Options options;
  options.time = std::chrono::milliseconds(1);
  const auto result =
      check("__kernel void k(__global int* a) { " + stores + " }", {8, 4, {buffer(1, 4096)}}, options);
  EXPECT_EQ(result.verdict, Verdict::Unknown) << explain(result);
  EXPECT_EQ(of(result, Property::DataRace), Verdict::Unknown);
  EXPECT_EQ(result.properties.at(Property::DataRace).causes[0].cause, verdict::Cause::ClassTimeout);
}

// Contradictory annotations are detected before anything else.
TEST(Bounds, OutOfTimeBeforeTheFirstQuestionIsSaid) {
  Options options;
  options.time = std::chrono::milliseconds(0);
  const auto result = check(
      "__kernel void k(__global int* a, int n) { __requires(n > 3); __assume(n != 5); __assert(n != 6);"
      " if (n < 7) a[get_global_id(0)] = n; }",
      {8, 4, {buffer(1, 4096), model::UnknownArgument{}}}, options);
  EXPECT_EQ(result.verdict, Verdict::Unknown) << explain(result);
  for (const auto& [property, into] : result.properties) {
    EXPECT_EQ(into.verdict, Verdict::Unknown);
    EXPECT_EQ(into.causes.back().cause, verdict::Cause::ClassTimeout);
  }
  EXPECT_EQ(result.properties.size(), 5U);
}

TEST(Bounds, LastGroupMayBeSmaller) {
  const model::KernelModel kernel = compile("__kernel void k(__global int* a) { a[get_global_id(0)] = 1; }");
  model::LaunchFacts facts;
  facts.local_size[0] = 8;
  facts.global_size[0] = 20;
  facts.arguments = {buffer(1, 80)};
  smt::TermStore store;
  const auto solver = smt::make_z3(store);
  EXPECT_EQ(verify(kernel, facts, store, *solver, patient()).verdict, Verdict::Verified);
  facts.arguments = {buffer(1, 76)};
  EXPECT_EQ(verify(kernel, facts, store, *solver, patient()).verdict, Verdict::Defect);
}

// A kernel without an end is not contradictory just because no work-item reaches its end.
TEST(Preconditions, MayBeKeptByAKernelThatNeverEnds) {
  const auto verdict_with = [](std::int32_t n) {
    return check(
               "__kernel void k(__global int* a, int n) {\n"
               "  __requires(n > 3);\n"
               "  for (;;) a[get_global_id(0)] = 1;\n}",
               {8, 1, {buffer(1, 32), integer(n)}})
        .verdict;
  };
  EXPECT_EQ(verdict_with(4), Verdict::Verified);
  EXPECT_EQ(verdict_with(3), Verdict::Error);
}

}  // namespace
}  // namespace launchproof::access::testing
