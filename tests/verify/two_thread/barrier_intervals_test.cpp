// Tests that reads in a barrier interval without writes to the same memory are not examined, and that all
// others are.
#include "verify/two_thread/guesses/barrier_intervals.h"

#include <algorithm>

#include "tests/verify/two_thread/written_down.h"

namespace launchproof::two_thread::testing {
namespace {

struct Apart {
  const char* name;
  std::string body;
  long reads;  // that nothing writes to meanwhile
};

const std::string kBetween = "barrier(CLK_LOCAL_MEM_FENCE); ";
const std::string kBetweenOfGlobal = "barrier(CLK_GLOBAL_MEM_FENCE); ";

// Each kernel has a race unless all its reads of `t` are in other intervals, or read places that belong to
// the work-item.
const Apart kApart[] = {
    {"BetweenBarriers", "t[l] = 1; " + kBetween + "a[l] = t[l ^ 1]; " + kBetween + "t[l] = 2;", 1},
    {"OtherMemorysBarrier", "t[l] = 1; " + kBetweenOfGlobal + "a[l] = t[l ^ 1];", 0},
    {"WriteBefore", "t[l] = 1; a[l] = t[l ^ 1];", 0},
    {"WriteBehind", kBetween + "a[l] = t[l ^ 1]; t[l] = 2;", 0},
    {"WriteOnAnotherWay", "t[l] = 1; " + kBetween + "if (l > 3) t[l] = 2; else a[l] = t[l + 4];", 0},
    {"BehindTheBranch", "t[l] = 1; if (n > 3) " + kBetween + "a[l] = t[l ^ 1];", 0},
    {"InALoop", "for (int i = 0; i < n; i++) { t[l] = i; " + kBetween + "a[l] = t[l ^ 1]; " + kBetween + "}",
     1},
    {"InALoopWithOneBarrier", "for (int i = 0; i < n; i++) { t[l] = i; " + kBetween + "a[l] = t[l ^ 1]; }",
     0},
    {"AcrossIterations",
     "t[l] = 0; for (int i = 0; i < n; i++) { " + kBetween + "a[l] = t[l ^ 1]; if (i > 3) t[l] = i; }", 0},
    {"AtTheStart", "int x = t[l ^ 1]; " + kBetween + "t[l] = x;", 1},
    {"Atomic", "t[l] = 1; " + kBetween + "atomic_inc(&t[0]); a[l] = t[0];", 0},
    {"OneOfTwo", "t[l] = 1; " + kBetween + "int x = t[l ^ 1]; " + kBetween + "a[l] = x + t[l ^ 1]; t[l] = 2;",
     1},
};

class ReadsApart : public ::testing::TestWithParam<Apart> {};

TEST_P(ReadsApart, AreFound) {
  const LaunchOf launch("__local int t[64]; int l = get_local_id(0); " + GetParam().body);
  EXPECT_EQ(std::ranges::count(reads_apart_from_writes(launch.analysed->setting()), true), GetParam().reads);
}

// Each of these kernels has a race where some read is not in another interval, and none elsewhere.
TEST_P(ReadsApart, NoRaceIsLost) {
  const bool is_apart = GetParam().reads == 1 && std::string(GetParam().name) != "OneOfTwo";
  Options without;
  without.left_out = {Optimisation::BarrierIntervals};
  for (const Options& options : {Options(), without}) {
    const auto result = result_of(GetParam().body, options, 8, 1);
    EXPECT_EQ(of(result, Property::DataRace), is_apart ? Verdict::Verified : Verdict::PossibleDefect)
        << explain(result);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ReadsApart, ::testing::ValuesIn(kApart),
                         [](const auto& one) { return one.param.name; });

// No barrier orders the accesses of different groups.
TEST(ReadsApart, BetweenGroupsAreLookedAt) {
  const std::string body =
      "a[g] = 1; " + kBetweenOfGlobal + "int x = a[(g + 8) % 16]; " + kBetweenOfGlobal + "a[g] = x;";
  EXPECT_EQ(of(result_of(body, {}, 8, 2), Property::DataRace), Verdict::PossibleDefect);
  EXPECT_EQ(
      of(result_of("a[g] = 1; " + kBetweenOfGlobal + "int x = a[g ^ 1]; " + kBetweenOfGlobal + "a[g] = x;",
                   {}, 8, 2),
         Property::DataRace),
      Verdict::Verified);
}

// Barriers wait neither for an excluded work-item nor for a copy.
TEST(ReadsApart, NoneWhereBarriersDoNotWait) {
  const LaunchOf left_out("__local int t[64]; int l = get_local_id(0); t[l] = 1; " + kBetween +
                          "a[l] = t[l ^ 1]; __assume(n > l);");
  EXPECT_EQ(std::ranges::count(reads_apart_from_writes(left_out.analysed->setting()), true), 0);
  const LaunchOf copied(
      "__local int t[64]; int l = get_local_id(0); event_t e = async_work_group_copy(t, a, 8, 0); " +
      kBetween + "a[l + 8] = t[l ^ 1]; wait_group_events(1, &e);");
  EXPECT_EQ(std::ranges::count(reads_apart_from_writes(copied.analysed->setting()), true), 0);
}

}  // namespace
}  // namespace launchproof::two_thread::testing
