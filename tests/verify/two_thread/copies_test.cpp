// Tests asynchronous copies: what orders them, what they assert about the group, and which are unsupported.
#include "tests/verify/two_thread/two_threads.h"

namespace launchproof::two_thread::testing {
namespace {

using verdict::Cause;

verdict::ClassResult with_copies(const std::string& body, const Launch& launch = {8, 1, {}},
                                 const Options& options = {}, const symbolic::Options& limits = patient()) {
  return check(
      "kernel void k(global int* in, global int* out, int n) { local int tile[64]; local int other[64];"
      " int l = get_local_id(0); int g = get_global_id(0); event_t e = 0, f = 0, none = 0;\n" +
          body + " }",
      launch, options, limits);
}

#define TO_TILE "e = async_work_group_copy(tile, in, 8, 0); "
#define WAIT "wait_group_events(1, &e); "
#define FENCE "barrier(CLK_LOCAL_MEM_FENCE); "

// Two kernels that differ in one place, and only one of which has a race.
struct Ordered {
  const char* name;
  std::string good, bad;
  std::uint64_t groups = 1;
};

class CopyOrder : public ::testing::TestWithParam<Ordered> {};

TEST_P(CopyOrder, DecidesWhatRaces) {
  const Ordered& one = GetParam();
  const verdict::ClassResult good = with_copies(one.good, {8, one.groups, {}});
  EXPECT_EQ(of(good, Property::DataRace), Verdict::Verified) << explain(good);
  EXPECT_EQ(of(good, Property::BarrierDivergence), Verdict::Verified) << explain(good);
  const verdict::ClassResult bad = with_copies(one.bad, {8, one.groups, {}});
  EXPECT_EQ(of(bad, Property::DataRace), Verdict::PossibleDefect) << explain(bad);
}

TEST_P(CopyOrder, DecidesTheSameInOtherModes) {
  Options unwound, by_k_induction;
  unwound.unwinding = 4;
  by_k_induction.induction_depth = 2;
  const Ordered& one = GetParam();
  for (const Options& options : {unwound, by_k_induction}) {
    const verdict::ClassResult good = with_copies(one.good, {8, one.groups, {}}, options);
    EXPECT_EQ(of(good, Property::DataRace), Verdict::Verified) << explain(good);
    const verdict::ClassResult bad = with_copies(one.bad, {8, one.groups, {}}, options);
    EXPECT_EQ(of(bad, Property::DataRace), Verdict::PossibleDefect) << explain(bad);
  }
}

TEST_P(CopyOrder, IsThatOfTheAccessEngine) {
  const Ordered& one = GetParam();
  const auto verdict = [&](const std::string& body) {
    return of(
        access::testing::check(
            "kernel void k(global int* in, global int* out, int n) { local int tile[64]; local int other[64];"
            " int l = get_local_id(0); int g = get_global_id(0); event_t e = 0, f = 0, none = 0;\n" +
                body + " }",
            {8, one.groups, {}}),
        Property::DataRace);
  };
  EXPECT_EQ(verdict(one.good), Verdict::Verified);
  EXPECT_NE(verdict(one.bad), Verdict::Verified);
}

INSTANTIATE_TEST_SUITE_P(
    All, CopyOrder,
    ::testing::Values(
        Ordered{"WriteBefore", "tile[l] = 1; " FENCE TO_TILE WAIT, "tile[l] = 1; " TO_TILE WAIT},
        Ordered{"ReadBefore", "out[g] = tile[l]; " FENCE TO_TILE WAIT, "out[g] = tile[l]; " TO_TILE WAIT},
        Ordered{"AtomicBefore", "atomic_inc(tile + 8); " TO_TILE WAIT, "atomic_inc(tile + 7); " TO_TILE WAIT},
        Ordered{"OneWorkItemBefore", "if (l == 0) tile[8] = 1; " TO_TILE WAIT,
                "if (l == 0) tile[7] = 1; " TO_TILE WAIT},
        Ordered{
            "WriteBeforeWhatIsCopiedOut",
            "tile[l] = 1; " FENCE "e = async_work_group_copy(out, tile, 8, 0); " WAIT,
            "tile[l] = 1; barrier(CLK_GLOBAL_MEM_FENCE); e = async_work_group_copy(out, tile, 8, 0); " WAIT},
        Ordered{"ReadUntilWaitedFor", TO_TILE WAIT "out[g] = tile[7 - l];",
                TO_TILE "out[g] = tile[7 - l]; " WAIT},
        Ordered{"WriteUntilWaitedFor",
                "tile[l] = 1; " FENCE "e = async_work_group_copy(out, tile, 8, 0); " WAIT "tile[l] = 2;",
                "tile[l] = 1; " FENCE "e = async_work_group_copy(out, tile, 8, 0); tile[l] = 2; " WAIT},
        Ordered{"AtomicUntilWaitedFor", TO_TILE "atomic_inc(tile + 8); " WAIT,
                TO_TILE "atomic_inc(tile + 7); " WAIT},
        Ordered{"OneWorkItemUntilWaitedFor", TO_TILE "if (l == 3) tile[8] = 1; " WAIT,
                TO_TILE "if (l == 3) tile[7] = 1; " WAIT},
        Ordered{"NoBarrierEndsIt", TO_TILE WAIT FENCE "out[g] = tile[7 - l];",
                TO_TILE FENCE "out[g] = tile[7 - l]; " WAIT},
        Ordered{"AWaitIsNoBarrier", "tile[8 + l] = 1; " TO_TILE WAIT "out[g] = tile[8 + l];",
                "tile[8 + l] = 1; " TO_TILE WAIT "out[g] = tile[9 + l];"},
        Ordered{"AWaitForAnother",
                TO_TILE "f = async_work_group_copy(tile + 8, in, 8, 0); " WAIT "out[g] = tile[l];"
                        " wait_group_events(1, &f);",
                TO_TILE "f = async_work_group_copy(tile + 8, in, 8, 0); " WAIT "out[g] = tile[l + 8];"
                        " wait_group_events(1, &f);"},
        Ordered{
            "TwoThatWrite",
            TO_TILE "f = async_work_group_copy(tile + 8, in + 8, 8, 0); " WAIT "wait_group_events(1, &f);",
            TO_TILE "f = async_work_group_copy(tile + 7, in + 8, 8, 0); " WAIT "wait_group_events(1, &f);"},
        Ordered{"TwoOneAfterTheOther",
                TO_TILE WAIT "f = async_work_group_copy(tile + 7, in + 8, 8, 0); wait_group_events(1, &f);",
                TO_TILE "f = async_work_group_copy(tile + 7, in + 8, 8, 0); " WAIT
                        "wait_group_events(1, &f);"},
        Ordered{"OneThatReadsAndOneThatWrites",
                "e = async_work_group_copy(out, tile, 8, 0); " WAIT
                "f = async_work_group_copy(tile, in, 8, 0); wait_group_events(1, &f);",
                "e = async_work_group_copy(out, tile, 8, 0);"
                " f = async_work_group_copy(tile, in, 8, 0); " WAIT "wait_group_events(1, &f);"},
        Ordered{"OneThatWritesAndOneThatReads",
                TO_TILE WAIT "f = async_work_group_copy(out, tile, 8, 0); wait_group_events(1, &f);",
                TO_TILE "f = async_work_group_copy(out, tile, 8, 0); " WAIT "wait_group_events(1, &f);"},
        Ordered{"InALoop", "for (int i = 0; i < 3; ++i) { " TO_TILE WAIT "out[g] = tile[7 - l]; " FENCE "}",
                "for (int i = 0; i < 3; ++i) { " TO_TILE WAIT "out[g] = tile[7 - l]; }"},
        Ordered{"InALoopUntilWaitedFor",
                "for (int i = 0; i < 3; ++i) { " TO_TILE WAIT FENCE "out[g] = tile[7 - l]; " FENCE "}",
                "for (int i = 0; i < 3; ++i) { " TO_TILE FENCE "out[g] = tile[7 - l]; " FENCE WAIT "}"},
        Ordered{"AroundALoop", TO_TILE "for (int i = 0; i < 3; ++i) other[l] = i; " WAIT,
                TO_TILE "for (int i = 0; i < 3; ++i) tile[l] = i; " WAIT},
        Ordered{"BehindALoop", "for (int i = 0; i < 3; ++i) tile[l] = i; " FENCE TO_TILE WAIT,
                "for (int i = 0; i < 3; ++i) tile[l] = i; " TO_TILE WAIT},
        Ordered{"BeforeALoopWithBarriers",
                TO_TILE WAIT "for (int i = 0; i < 3; ++i) { tile[l] = i; " FENCE "}",
                TO_TILE "for (int i = 0; i < 3; ++i) { tile[l] = i; " FENCE "} " WAIT},
        Ordered{"OverTheHead",
                TO_TILE "for (int i = 0; i < 3; ++i) { " WAIT FENCE "out[g] = tile[7 - l]; " FENCE TO_TILE
                        "} " WAIT,
                TO_TILE "for (int i = 0; i < 3; ++i) { " WAIT FENCE "out[g] = tile[7 - l]; " TO_TILE
                        "} " WAIT},
        Ordered{"OverTheHeadInTwoParts",
                TO_TILE "for (int i = 0; i < 3; ++i) { " WAIT FENCE
                        "e = async_work_group_copy(tile + 8 * ((i + 1) & 1), in, 8, 0);"
                        " out[g] = tile[8 * (i & 1) + 7 - l]; " FENCE "} " WAIT,
                TO_TILE "for (int i = 0; i < 3; ++i) { " WAIT FENCE
                        "e = async_work_group_copy(tile + 8 * ((i + 1) & 1), in, 8, 0);"
                        " out[g] = tile[8 * ((i + 1) & 1) + 7 - l]; " FENCE "} " WAIT},
        Ordered{"OverTheHeadBeforeTheWait",
                TO_TILE "for (int i = 0; i < 3; ++i) { other[l] = i; " WAIT FENCE TO_TILE "} " WAIT,
                TO_TILE "for (int i = 0; i < 3; ++i) { tile[l] = i; " WAIT FENCE TO_TILE "} " WAIT},
        Ordered{"OverTheHeadOnOneWay",
                TO_TILE "for (int i = 0; i < (n & 3); ++i) { " WAIT FENCE "out[g] = tile[7 - l]; " FENCE
                        "if (i + 1 < (n & 3)) " TO_TILE "} " WAIT "tile[l] = 1;",
                TO_TILE "for (int i = 0; i < (n & 3); ++i) { " WAIT FENCE "out[g] = tile[7 - l]; " FENCE
                        "if (i + 1 < (n & 3)) " TO_TILE "} tile[l] = 1; " WAIT},
        Ordered{"OverTheHeadOfAnOuterLoop",
                "for (int j = 0; j < 3; ++j) { " TO_TILE "for (int i = 0; i < 3; ++i) { " WAIT FENCE TO_TILE
                "} " WAIT "out[g] = tile[7 - l]; " FENCE "}",
                "for (int j = 0; j < 3; ++j) { " TO_TILE "for (int i = 0; i < 3; ++i) { " WAIT FENCE TO_TILE
                "} " WAIT "out[g] = tile[7 - l]; }"},
        Ordered{"BehindTheLoop",
                "for (int i = 0; i < 3; ++i) { " TO_TILE "if (n == i) break; " WAIT "} " WAIT "tile[l] = 1;",
                "for (int i = 0; i < 3; ++i) { " TO_TILE "if (n == i) break; " WAIT "} tile[l] = 1; " WAIT},
        Ordered{"WithinALoop",
                TO_TILE "int i = 0; do { " WAIT "out[g] = tile[7 - l]; } while (++i < (n & 3));",
                TO_TILE "int i = 0; do { out[g] = tile[7 - l]; " WAIT "} while (++i < (n & 3));"},
        Ordered{"FirstInTheNextIteration",
                "for (int i = 0;; ++i) { other[l] = 1; " WAIT "if (i >= (n & 1)) break; " TO_TILE "}",
                "for (int i = 0;; ++i) { tile[l] = 1; " WAIT "if (i >= (n & 1)) break; " TO_TILE "}"},
        Ordered{"OnOneWay", "if (n > 2) { " TO_TILE WAIT "out[g] = tile[l]; }",
                "if (n > 2) { " TO_TILE "out[g] = tile[l]; " WAIT "}"},
        Ordered{"WaitedForOnTwoWays",
                TO_TILE "if (n > 2) { " WAIT "out[g] = tile[l]; } else { out[g] = 1; " WAIT "}",
                TO_TILE "if (n > 2) { " WAIT "out[g] = tile[l]; } else { out[g] = tile[l]; " WAIT "}"},
        Ordered{"ItsElementsAlone", TO_TILE "tile[8 + l] = 1; " WAIT, TO_TILE "tile[7 + l] = 1; " WAIT},
        Ordered{"NoElements", "e = async_work_group_copy(tile, in, 0, 0); tile[l] = 1; " WAIT,
                "e = async_work_group_copy(tile, in, 1, 0); tile[l] = 1; " WAIT},
        Ordered{"Strides", "e = async_work_group_strided_copy(out, tile, 8, 2, 0); out[2 * l + 1] = 1; " WAIT,
                "e = async_work_group_strided_copy(out, tile, 8, 2, 0); out[2 * l] = 1; " WAIT},
        Ordered{"OfTwoGroups", "e = async_work_group_copy(out + 8 * get_group_id(0), tile, 8, 0); " WAIT,
                "e = async_work_group_copy(out + 7 * get_group_id(0), tile, 8, 0); " WAIT, 2},
        Ordered{"AnotherGroupsWorkItem",
                "e = async_work_group_copy(out + 8 * get_group_id(0), tile, 8, 0); " WAIT "out[g] = 1;",
                "e = async_work_group_copy(out + 8 * get_group_id(0), tile, 8, 0); " WAIT "out[l] = 1;", 2},
        Ordered{"AnotherGroupsInALoop",
                "for (int i = 0; i < 3; ++i) { e = async_work_group_copy(out + 16 * i + 8 * get_group_id(0),"
                " tile, 8, 0); " WAIT "}",
                "for (int i = 0; i < 3; ++i) { e = async_work_group_copy(out + 8 * i + 8 * get_group_id(0),"
                " tile, 8, 0); " WAIT "}",
                2}),
    [](const auto& one) { return one.param.name; });

// Several copies by one call are in flight at once: the earlier copies are in flight together with the last
// one.
class CopiesByTurns : public ::testing::TestWithParam<Ordered> {};

TEST_P(CopiesByTurns, DecideWhatRaces) {
  Options unwound, by_k_induction, original, single;
  unwound.unwinding = 5;
  by_k_induction.induction_depth = 2;
  original.instrumentation = Instrumentation::Original;
  single.instrumentation = Instrumentation::WatchdogSingle;
  const Ordered& one = GetParam();
  for (const Options& options : {Options(), unwound, by_k_induction, original, single}) {
    const verdict::ClassResult good = with_copies(one.good, {8, one.groups, {}}, options);
    EXPECT_EQ(of(good, Property::DataRace), Verdict::Verified) << explain(good);
    EXPECT_EQ(of(good, Property::BarrierDivergence), Verdict::Verified) << explain(good);
    const verdict::ClassResult bad = with_copies(one.bad, {8, one.groups, {}}, options);
    EXPECT_EQ(of(bad, Property::DataRace), Verdict::PossibleDefect) << explain(bad);
  }
}

#define TO_NEXT_HALF "f = async_work_group_copy(tile + 8 * ((i + 1) & 1), in, 8, 0); "
#define FROM(HALF) "out[g] = tile[8 * ((" HALF ") & 1) + 7 - l]; "
#define TURNS(BODY) TO_TILE "for (int i = 0; i < 3; ++i) { " BODY "e = f; } " WAIT

INSTANTIATE_TEST_SUITE_P(
    All, CopiesByTurns,
    ::testing::Values(
        Ordered{"ReadHalf", TURNS(TO_NEXT_HALF WAIT FROM("i") FENCE),
                TURNS(TO_NEXT_HALF WAIT FROM("i + 1") FENCE)},
        Ordered{"ReadBeforeTheNextOne", TURNS(TO_NEXT_HALF WAIT FROM("i") FENCE),
                TURNS(TO_NEXT_HALF WAIT FROM("i"))},
        Ordered{"ReadBeforeTheWait", TURNS(TO_NEXT_HALF WAIT FROM("i") FENCE),
                TURNS(TO_NEXT_HALF FROM("i") WAIT FENCE)},
        Ordered{"WriteHalf", TURNS(TO_NEXT_HALF WAIT FROM("i") FENCE),
                TURNS("f = async_work_group_copy(tile + 7 * ((i + 1) & 1), in, 8, 0); " WAIT FENCE)},
        Ordered{"OneHalfAlone", TURNS(TO_NEXT_HALF WAIT FENCE),
                TURNS("f = async_work_group_copy(tile + 8, in, 8, 0); " WAIT FENCE)},
        Ordered{"OneAfterTheOther",
                "for (int i = 0; i < 3; ++i) e = async_work_group_copy(tile + 8 * i, in, 8, e); " WAIT
                "out[g] = tile[7 - l];",
                "for (int i = 0; i < 3; ++i) e = async_work_group_copy(tile + 7 * i, in, 8, e); " WAIT},
        Ordered{"OneAfterTheOtherUntilWaitedFor",
                "for (int i = 0; i < 3; ++i) e = async_work_group_copy(tile + 8 * i, in, 8, e); other[l] = "
                "1; " WAIT,
                "for (int i = 0; i < 3; ++i) e = async_work_group_copy(tile + 8 * i, in, 8, e); tile[l] = "
                "1; " WAIT},
        Ordered{"OneAfterTheOtherWithin",
                "for (int i = 0; i < 3; ++i) { e = async_work_group_copy(tile + 8 * i, in, 8, e); tile[32 + "
                "l] = 1; } " WAIT,
                "for (int i = 0; i < 3; ++i) { e = async_work_group_copy(tile + 8 * i, in, 8, e); tile[l] = "
                "1; } " WAIT},
        Ordered{"AgainInAnOuterLoop",
                "for (int j = 0; j < 2; ++j) { " TURNS(TO_NEXT_HALF WAIT FROM("i") FENCE) FENCE "}",
                "for (int j = 0; j < 2; ++j) { for (int i = 0; i < 3; ++i)"
                " e = async_work_group_copy(tile + 8 * i, in, 8, e); } " WAIT}),
    [](const auto& one) { return one.param.name; });

// A work-item that finally continues alone races with the copy that it takes part in.
TEST(CopiesInFlight, AreOfWhomAssumptionsLeave) {
  const auto race = [](const std::string& body) {
    return of(with_copies("__assume(l == 2); " + body), Property::DataRace);
  };
  EXPECT_NE(race("tile[0] = 1; " TO_TILE WAIT), Verdict::Verified);
  EXPECT_NE(race(TO_TILE "tile[0] = 1; " WAIT), Verdict::Verified);
}

// Accesses of the copy are distinguished from those of work-items, so that a replay knows what to look for.
TEST(CopiesInFlight, AreNamedInFindings) {
  const verdict::ClassResult result = with_copies(TO_TILE "out[g] = tile[7 - l]; " WAIT);
  ASSERT_FALSE(result.findings.empty());
  const verdict::Finding& finding = result.findings.front();
  EXPECT_NE(finding.message.find("the asynchronous copy of group (0) writes"), std::string::npos)
      << finding.message;
  ASSERT_EQ(finding.locations.size(), 2U);
  EXPECT_EQ(finding.locations[0].role, verdict::kCopyRole);
  EXPECT_EQ(finding.locations[1].role, verdict::kSecondRole);
  const verdict::Witness& witness = *finding.witness;
  EXPECT_EQ(witness.work_items[0].byte_offset, witness.work_items[1].byte_offset);
}

// It does not matter which of the two the copy differs from.
TEST(CopiesInFlight, MeetOthersInOnePlace) {
  for (const char* body :
       {"out[g] = tile[7 - l]; " TO_TILE WAIT, "tile[l] = 1; " TO_TILE WAIT,
        TO_TILE "f = async_work_group_copy(tile + 7, in, 8, 0); " WAIT "wait_group_events(1, &f);"}) {
    const verdict::ClassResult result = with_copies(body);
    ASSERT_FALSE(result.findings.empty()) << body;
    const auto& items = result.findings.front().witness->work_items;
    EXPECT_EQ(items[0].byte_offset, items[1].byte_offset) << body;
  }
}

TEST(CopiesInFlight, SayWhichWaitMayBeForThem) {
  const verdict::ClassResult result = with_copies(
      TO_TILE "f = e; if (n > 2) f = none; wait_group_events(1, &f); out[g] = tile[7 - l]; " WAIT);
  ASSERT_FALSE(result.findings.empty());
  const auto& causes = result.findings.front().approximations;
  EXPECT_TRUE(std::ranges::any_of(causes, [](const auto& one) {
    return one.cause == Cause::EventNotMatched;
  })) << explain(result);
}

// The copies have completed at the head of their loop, so no invariant is needed.
TEST(CopiesInFlight, NeedNoInvariantOfWhatIsLogged) {
  Options options;
  options.only = {"userInvariant"};
  const verdict::ClassResult result =
      with_copies("for (int i = 0; i < 3; ++i) { " TO_TILE WAIT "} tile[0] = 1;", {8, 1, {}}, options);
  EXPECT_EQ(of(result, Property::DataRace), Verdict::Verified) << explain(result);
}

verdict::ClassResult in_one_warp(const std::string& body) {
  symbolic::Options limits = patient();
  limits.warp_sync = 8;
  return with_copies(body, {8, 1, {}}, {}, limits);
}

// The group's copy runs in lock step with no work-item, and another warp may begin it.
TEST(CopiesInFlight, AreOrderedByNoLockStep) {
  EXPECT_EQ(of(in_one_warp("tile[l] = 1; " TO_TILE WAIT), Property::DataRace), Verdict::PossibleDefect);
  EXPECT_EQ(of(in_one_warp("tile[l] = 1; " FENCE TO_TILE WAIT), Property::DataRace), Verdict::Verified);
  EXPECT_EQ(of(in_one_warp(TO_TILE "other[l] = 1; if (l < 4) out[g] = tile[l]; " WAIT), Property::DataRace),
            Verdict::PossibleDefect);
  EXPECT_EQ(of(in_one_warp(TO_TILE WAIT "out[g] = tile[l];"), Property::DataRace), Verdict::Verified);
  EXPECT_EQ(of(in_one_warp("for (int i = 0; i < 3; ++i) { " TO_TILE WAIT "out[g] = tile[l]; }"),
               Property::DataRace),
            Verdict::PossibleDefect);
  // Accesses to memory that no copy touches are ordered as usual.
  EXPECT_EQ(of(in_one_warp(TO_TILE "other[l] = 1; out[g] = other[7 - l]; " WAIT), Property::DataRace),
            Verdict::Verified);
}

// Memory that only copies write does not keep its contents, and readers may find different values.
TEST(CopiesInFlight, ChangeWhatTheMemoryHolds) {
  const std::string copy =
      "barrier(CLK_GLOBAL_MEM_FENCE); e = async_work_group_copy(out, tile, 16, 0); " WAIT;
  const std::string apart = " if (before != after) in[0] = l;";
  EXPECT_EQ(
      of(with_copies("int before = out[9]; " + copy + "int after = out[9];" + apart), Property::DataRace),
      Verdict::PossibleDefect);
  EXPECT_EQ(of(with_copies("int before = in[9]; " + copy + "int after = in[9];" +
                           " if (before != after) other[0] = l;"),
               Property::DataRace),
            Verdict::Verified);
  EXPECT_EQ(of(with_copies(TO_TILE WAIT "if (tile[0] > 3) { " FENCE "}"), Property::BarrierDivergence),
            Verdict::PossibleDefect);
}

// The bytes that are copied are not compared, so that equal bytes race.
TEST(CopiesInFlight, AreNotToldEqual) {
  const auto race = [](const std::string& body, std::uint64_t groups) {
    return of(with_copies(body, {8, groups, {}}), Property::DataRace);
  };
  EXPECT_EQ(race(TO_TILE "f = async_work_group_copy(tile, in, 8, 0); " WAIT "wait_group_events(1, &f);", 1),
            Verdict::PossibleDefect);
  EXPECT_EQ(race("tile[l] = in[l]; " TO_TILE WAIT, 1), Verdict::PossibleDefect);
  EXPECT_EQ(race("tile[l] = in[l]; " FENCE "e = async_work_group_copy(out, tile, 8, 0); " WAIT, 2),
            Verdict::PossibleDefect);
}

// A work-item that an assumption excludes between the call and the wait has no copy in flight after the loop.
TEST(CopiesInFlight, AreOverWithTheirIteration) {
  const verdict::ClassResult result =
      with_copies("for (int i = 0; i < 3; ++i) { " TO_TILE "__assume(in[g] != 3); " WAIT "} tile[0] = l;");
  EXPECT_NE(result.verdict, Verdict::Unsupported) << explain(result);
  for (const verdict::Finding& finding : result.findings)
    for (const verdict::SourceLocation& at : finding.locations)
      EXPECT_NE(at.role, verdict::kCopyRole) << finding.message;
}

// The number of elements is a value about which candidates are guessed.
TEST(CopiesInFlight, AreAsManyAsALoopCounts) {
  const auto bounds = [](const std::string& most) {
    return of(with_copies("int c = 0; while (c < " + most +
                              " && c < n) c += 3; e = async_work_group_copy(tile, in, c, 0); " WAIT,
                          {8, 1, {buffer(1, 4096), buffer(2, 4096)}}),
              Property::OutOfBounds);
  };
  EXPECT_EQ(bounds("60"), Verdict::Verified);
  EXPECT_EQ(bounds("64"), Verdict::PossibleDefect);
}

TEST(CopiesInFlight, AreWithinTheirArrays) {
  const auto bounds = [](const char* copy) {
    return of(with_copies(std::string("e = ") + copy + "; " WAIT,
                          {8, 2, {buffer(1, 256), buffer(2, 256), integer(3)}}),
              Property::OutOfBounds);
  };
  EXPECT_EQ(bounds("async_work_group_copy(tile, in, 64, 0)"), Verdict::Verified);
  EXPECT_EQ(bounds("async_work_group_copy(tile, in, 65, 0)"), Verdict::PossibleDefect);
  EXPECT_EQ(bounds("async_work_group_copy(tile + 99, in, 0, 0)"), Verdict::Verified);
  EXPECT_EQ(bounds("async_work_group_copy(out, tile + 1, 64, 0)"), Verdict::PossibleDefect);
  EXPECT_EQ(bounds("async_work_group_strided_copy(tile, in, 22, n, 0)"), Verdict::Verified);
  EXPECT_EQ(bounds("async_work_group_strided_copy(tile, in, 23, n, 0)"), Verdict::PossibleDefect);
}

// Calls that all work-items of a group must make with the same arguments.
struct Together {
  const char* name;
  std::string good, bad;
};

class CopyDivergence : public ::testing::TestWithParam<Together> {};

TEST_P(CopyDivergence, IsSeen) {
  for (const std::uint32_t unwinding : {0U, 4U}) {
    Options options;
    options.unwinding = unwinding;
    const verdict::ClassResult good = with_copies(GetParam().good, {8, 1, {}}, options);
    EXPECT_EQ(of(good, Property::BarrierDivergence), Verdict::Verified) << explain(good);
    const verdict::ClassResult bad = with_copies(GetParam().bad, {8, 1, {}}, options);
    EXPECT_EQ(of(bad, Property::BarrierDivergence), Verdict::PossibleDefect) << explain(bad);
    EXPECT_NE(of(bad, Property::DataRace), Verdict::Verified) << explain(bad);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, CopyDivergence,
    ::testing::Values(
        Together{"Call", "if (n > 3) { " TO_TILE WAIT "}", "if (l > 3) { " TO_TILE WAIT "}"},
        Together{"Count", "e = async_work_group_copy(tile, in, n, 0); " WAIT,
                 "e = async_work_group_copy(tile, in, l, 0); " WAIT},
        Together{"Place", "e = async_work_group_copy(tile + n, in, 8, 0); " WAIT,
                 "e = async_work_group_copy(tile + l, in, 8, 0); " WAIT},
        Together{"Stride", "e = async_work_group_strided_copy(tile, in, 8, n, 0); " WAIT,
                 "e = async_work_group_strided_copy(tile, in, 8, l, 0); " WAIT},
        Together{"Array", "e = async_work_group_copy(n > 3 ? tile : other, in, 8, 0); " WAIT,
                 "e = async_work_group_copy(l > 3 ? tile : other, in, 8, 0); " WAIT},
        Together{"CountAfterALoop",
                 "int c = 0; for (; c < (n & 3); ++c) out[g] = c; e = async_work_group_copy(tile, in, c, "
                 "0); " WAIT,
                 "int c = 0; for (; c < (l & 3); ++c) out[g] = c; e = async_work_group_copy(tile, in, c, "
                 "0); " WAIT},
        Together{"EventHandedIn",
                 TO_TILE "event_t h = n > 3 ? e : none; f = async_work_group_copy(other, in, 8, h);"
                         " wait_group_events(1, &f); " WAIT,
                 TO_TILE "event_t h = l > 3 ? e : none; f = async_work_group_copy(other, in, 8, h);"
                         " wait_group_events(1, &f); " WAIT},
        Together{"EventThatServesBoth",
                 TO_TILE "f = async_work_group_copy(other, in, 8, e); event_t h = l > 3 ? e : f;"
                         " wait_group_events(1, &h); " WAIT "wait_group_events(1, &f);",
                 TO_TILE "f = async_work_group_copy(other, in, 8, none); event_t h = l > 3 ? e : f;"
                         " wait_group_events(1, &h); " WAIT "wait_group_events(1, &f);"},
        Together{"EventWaitedFor",
                 TO_TILE "f = async_work_group_copy(other, in, 8, 0); event_t h = n > 3 ? e : f;"
                         " wait_group_events(1, &h); " WAIT "wait_group_events(1, &f);",
                 TO_TILE "f = async_work_group_copy(other, in, 8, 0); event_t h = l > 3 ? e : f;"
                         " wait_group_events(1, &h); " WAIT "wait_group_events(1, &f);"}),
    [](const auto& one) { return one.param.name; });

struct NotFollowed {
  const char* name;
  std::string body;
  std::string reason;
};

class UnsupportedCopies : public ::testing::TestWithParam<NotFollowed> {};

TEST_P(UnsupportedCopies, AreNamedWithTheirLine) {
  const verdict::ClassResult result = with_copies(GetParam().body);
  EXPECT_EQ(result.verdict, Verdict::Unsupported) << explain(result);
  EXPECT_NE(result.reason.find(GetParam().reason), std::string::npos) << result.reason;
  EXPECT_NE(result.reason.find("test.cl:3"), std::string::npos) << result.reason;
}

INSTANTIATE_TEST_SUITE_P(
    All, UnsupportedCopies,
    ::testing::Values(
        NotFollowed{"NeverWaitedFor", "\n" TO_TILE, "that may never be waited for"},
        NotFollowed{"WaitedForOnOneWay", "\n" TO_TILE "if (n > 3) { " WAIT "}",
                    "that may never be waited for"},
        NotFollowed{"OverwrittenEvent", "\n" TO_TILE "\ne = async_work_group_copy(other, in, 8, 0); " WAIT,
                    "that may never be waited for"},
        NotFollowed{"PerhapsWaitedForInTheNextIteration",
                    "for (int i = 0; i < n; ++i) { if (i > 0) " WAIT "\n" TO_TILE "} " WAIT,
                    "that are begun again before they are waited for"},
        NotFollowed{"OneEventOfSeveral",
                    "for (int i = 0; i < n; ++i)\ne = async_work_group_copy(tile + 8 * i, in, 8, 0); " WAIT,
                    "that are begun again before they are waited for"},
        NotFollowed{"ThreeByTurns",
                    "" TO_TILE "f = e;"
                    "for (int i = 0; i < n; ++i) {\nevent_t h = async_work_group_copy(other, in, 8, 0); " WAIT
                    "e = f; f = h; } " WAIT "wait_group_events(1, &f);",
                    "that are begun again before they are waited for"},
        NotFollowed{"WaitedForWithinSometimes", "\n" TO_TILE "for (int i = 0; i < n; ++i) { " WAIT "}",
                    "that may never be waited for"}),
    [](const auto& one) { return one.param.name; });

verdict::ClassResult in_groups_of(std::uint64_t local, std::uint64_t global) {
  const model::KernelModel kernel = access::testing::compile(
      "kernel void k(global int* in) { local int tile[64]; event_t e = async_work_group_copy(tile, in, 8, 0);"
      " tile[0] = 1; wait_group_events(1, &e); }");
  model::LaunchFacts facts;
  facts.local_size[0] = local;
  facts.global_size[0] = global;
  facts.arguments.resize(kernel.parameters.size());
  smt::TermStore store;
  const auto solver = smt::make_z3(store);
  return verify(kernel, facts, store, *solver, patient(), {});
}

// There are no two work-items to follow.
TEST(UnsupportedCopies, AreThoseOfGroupsOfOne) {
  for (const std::uint64_t global : {1, 4}) {
    const verdict::ClassResult result = in_groups_of(1, global);
    EXPECT_EQ(result.verdict, Verdict::Unsupported) << explain(result);
    EXPECT_NE(result.reason.find("groups that may have one work-item"), std::string::npos) << result.reason;
  }
  EXPECT_EQ(in_groups_of(8, 17).verdict, Verdict::Unsupported);
  EXPECT_EQ(of(in_groups_of(8, 18), Property::DataRace), Verdict::PossibleDefect);
  EXPECT_EQ(of(in_groups_of(2, 8), Property::DataRace), Verdict::PossibleDefect);
}

}  // namespace
}  // namespace launchproof::two_thread::testing
