// Tests questions that ask the engine about single lines.
#include "tests/verify/two_thread/two_threads.h"

namespace launchproof::two_thread::testing {
namespace {

// Line 2 stays within the array; line 3 does not.
constexpr const char* kSource =
    "__kernel void k(__global int* a) {\n"
    "  a[get_global_id(0)] = 1;\n"
    "  a[get_global_id(0) + 1] = 2;\n"
    "}\n";

Verdict bounds(const std::map<Property, std::set<Line>>& only_at) {
  const model::KernelModel kernel = access::testing::compile(kSource);
  model::LaunchFacts facts;
  facts.local_size[0] = 8;
  facts.global_size[0] = 16;
  facts.arguments = {buffer(1, 64)};
  smt::TermStore store;
  const auto solver = smt::make_z3(store);
  const Questions questions{{Property::OutOfBounds}, only_at};
  return of(answer(questions, kernel, facts, store, *solver, patient(), {}), Property::OutOfBounds);
}

std::string file() {
  return access::testing::compile(kSource).locations.back().file;
}

TEST(Questions, AreOfTheLinesThatAreAsked) {
  EXPECT_EQ(bounds({{Property::OutOfBounds, {{file(), 2}}}}), Verdict::Verified);
  EXPECT_EQ(bounds({{Property::OutOfBounds, {{file(), 3}}}}), Verdict::PossibleDefect);
  EXPECT_EQ(bounds({}), Verdict::PossibleDefect);
}

// Otherwise, a line without any access would be proved safe.
TEST(Questions, AreOfAllLinesWhereOneIsNotKnown) {
  EXPECT_EQ(bounds({{Property::OutOfBounds, {{file(), 99}}}}), Verdict::PossibleDefect);
  EXPECT_EQ(bounds({{Property::OutOfBounds, {{"elsewhere.cl", 2}}}}), Verdict::PossibleDefect);
  EXPECT_EQ(bounds({{Property::OutOfBounds, {{file(), 2}, {file(), 99}}}}), Verdict::PossibleDefect);
}

// Asks only for divergence. The caller has excluded races, or states that the answer may depend on that.
Verdict divergence(bool may_rest_on_races, const symbolic::Options& limits) {
  const model::KernelModel kernel = access::testing::compile(
      "__kernel void k(__global int* a) { __local int t; int l = get_local_id(0); if (l == 0) t = a[0];"
      " barrier(CLK_LOCAL_MEM_FENCE); if (t > 3) barrier(CLK_LOCAL_MEM_FENCE); }");
  model::LaunchFacts facts;
  facts.local_size[0] = 8;
  facts.global_size[0] = 16;
  facts.arguments = {buffer(1, 64)};
  smt::TermStore store;
  const auto solver = smt::make_z3(store);
  const Questions questions{{Property::BarrierDivergence}, {}, may_rest_on_races};
  return of(answer(questions, kernel, facts, store, *solver, limits, {}), Property::BarrierDivergence);
}

TEST(Questions, MayRestOnRacesThatWhoAsksLooksFor) {
  EXPECT_EQ(divergence(true, patient()), Verdict::Verified);
  EXPECT_EQ(divergence(false, patient()), Verdict::PossibleDefect);
  symbolic::Options limits = patient();
  limits.warp_sync = 8;  // of work-items in lock step it takes none for a race
  EXPECT_EQ(divergence(true, limits), Verdict::PossibleDefect);
  limits = patient();
  limits.only_intra_group = true;
  EXPECT_EQ(divergence(true, limits), Verdict::PossibleDefect);
}

}  // namespace
}  // namespace launchproof::two_thread::testing
