// Tests that lessons from one launch save work for the next and never change a verdict.
#include "verify/access/questions/lessons.h"

#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using std::chrono::milliseconds;
using verdict::Confirmation;
using verdict::Property;
using verdict::Verdict;

// Launches of one kernel, one after another, as a worker verifies them.
class Series {
 public:
  explicit Series(const std::string& source) : d_kernel(compile(source)), d_solver(smt::make_z3(d_store)) {}

  verdict::ClassResult verify_with(std::vector<model::Argument> arguments) {
    model::LaunchFacts facts;
    facts.local_size[0] = 8;
    facts.global_size[0] = 64;
    facts.arguments = std::move(arguments);
    return verify(d_kernel, facts, d_store, *d_solver, patient(), d_lessons);
  }

 private:
  model::KernelModel d_kernel;
  smt::TermStore d_store;
  std::unique_ptr<smt::Solver> d_solver;
  Lessons d_lessons;
};

constexpr const char* kLookUp =
    "kernel void k(global int* out, global const int* table, int n, int m) {\n"
    "  int i = (int)get_global_id(0);\n"
    "  int at = (table[i % n] ^ m) % 4099;\n"
    "  if (at >= 0) out[i] = table[at];\n"
    "}\n";

TEST(Lessons, AModelOfOneLaunchServesTheNext) {
  Series series(kLookUp);
  const auto first = series.verify_with({buffer(1, 256), buffer(2, 256), integer(5), integer(1)});
  EXPECT_EQ(of(first, Property::OutOfBounds), Verdict::PossibleDefect) << explain(first);
  EXPECT_GT(first.questions, 0U);
  const auto second = series.verify_with({buffer(1, 256), buffer(2, 256), integer(5), integer(2)});
  EXPECT_EQ(of(second, Property::OutOfBounds), Verdict::PossibleDefect) << explain(second);
  EXPECT_LT(second.questions, first.questions);
  EXPECT_EQ(second.findings.size(), first.findings.size());
}

TEST(Lessons, AModelThatDoesNotFitIsNotTaken) {
  Series series(kLookUp);
  EXPECT_EQ(
      of(series.verify_with({buffer(1, 256), buffer(2, 256), integer(5), integer(1)}), Property::OutOfBounds),
      Verdict::PossibleDefect);
  // 4099 entries, so that every look-up finds one.
  const auto large = series.verify_with({buffer(1, 256), buffer(2, 4ULL * 4099), integer(5), integer(1)});
  EXPECT_EQ(large.verdict, Verdict::Verified) << explain(large);
  const auto less = series.verify_with({buffer(1, 256), buffer(2, 4ULL * 4098), integer(5), integer(1)});
  EXPECT_EQ(of(less, Property::OutOfBounds), Verdict::PossibleDefect) << explain(less);
}

// The witness belongs to this launch.
TEST(Lessons, EachLaunchHasItsOwnWitness) {
  Series series(
      "kernel void k(global int* out, int n) {\n"
      "  out[get_global_id(0) + n] = 1;\n"
      "}\n");
  for (const int shift : {1, 2, 40}) {
    const auto result = series.verify_with({buffer(1, 256), integer(shift)});
    ASSERT_EQ(of(result, Property::OutOfBounds), Verdict::Defect) << explain(result);
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings[0].confirmation, Confirmation::Exact);
    const verdict::WorkItem& item = result.findings[0].witness->work_items[0];
    EXPECT_EQ(item.byte_offset, 4 * (item.global_id[0] + static_cast<std::uint64_t>(shift)));
    EXPECT_GE(item.byte_offset, 256U);
  }
  const auto fits = series.verify_with({buffer(1, 256), integer(0)});
  EXPECT_EQ(fits.verdict, Verdict::Verified) << explain(fits);
}

TEST(Lessons, WhatFailedTwiceIsTriedBriefly) {
  Patience patience;
  const Subject one{1, 7}, other{1, 8};
  const milliseconds time(1600);
  EXPECT_EQ(patience.of(one, 100, time), time);
  patience.lost(one, 100, time);
  EXPECT_EQ(patience.of(one, 100, time), time);
  patience.lost(one, 100, time);
  EXPECT_EQ(patience.of(one, 100, time), milliseconds(100));
  EXPECT_EQ(patience.of(other, 100, time), time);
  EXPECT_EQ(patience.of(one, 100, milliseconds(3300)), milliseconds(3300)) << "more than was ever tried";
}

TEST(Lessons, QuestionsAsLargeAsTwoThatFailedAreNotTried) {
  Patience patience;
  const milliseconds time(1000);
  patience.lost({1, 1}, 40'000, time);
  patience.lost({1, 2}, 50'000, time);
  EXPECT_EQ(patience.of({1, 3}, 50'000, time), milliseconds(0));
  EXPECT_EQ(patience.of({1, 3}, 49'999, time), time);
  EXPECT_EQ(patience.of({1, 3}, 50'000, milliseconds(2001)), milliseconds(2001));
  Patience small;
  small.lost({1, 1}, 400, time);
  small.lost({1, 2}, 400, time);
  EXPECT_EQ(small.of({1, 3}, 50'000, time), time);
}

}  // namespace
}  // namespace launchproof::access::testing
