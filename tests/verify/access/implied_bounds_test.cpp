// Tests bounds of arguments that follow from preconditions.
#include "verify/access/checks/implied_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/verify/access/checked_kernel.h"
#include "verify/access/checks/one_launch.h"
#include "verify/effort/clock.h"

namespace launchproof::access {
namespace {

using symbolic::Options;

// Describes the bounds that are found for `c`: how many, whether 0 is the lower one, and the upper one (0:
// none).
struct Found {
  std::size_t bounds = 0;
  bool bounded_below = false;
  std::uint64_t past = 0;
  std::uint64_t asked = 0;  // questions that a solver was asked
};

Found implied(const std::string& type, const std::string& condition) {
  const model::KernelModel kernel =
      testing::compile("__kernel void k(__global int *a, " + type + " c, int n) {\n  " + condition +
                       "\n  a[get_global_id(0)] = c + n;\n}\n");
  model::LaunchFacts facts;
  facts.local_size[0] = 8;
  facts.global_size[0] = 16;
  facts.arguments = {testing::buffer(1, 64), model::UnknownArgument{}, testing::integer(64)};
  smt::TermStore store;
  const auto solver = smt::make_solver(store, "cadical");
  const Options options = testing::patient();
  OneLaunch analysed(kernel, facts, store, options, effort::Clock::now() + options.time);
  Lessons lessons;
  verdict::ClassResult result;
  Session session(analysed.context(), *solver, options, lessons, result);
  Found found;
  const std::vector<smt::Term> bounds = implied_bounds(session);
  found.bounds = bounds.size();
  found.asked = session.queries.questions();
  for (const smt::Term bound : bounds) {
    if (bound.kind() == smt::Kind::Not) found.bounded_below = true;
    const auto limit = bound.kind() == smt::Kind::Ult ? bound->operands[1] : smt::Term();
    if (limit) found.past = static_cast<std::uint64_t>(store.unsigned_range(limit).high);
  }
  return found;
}

TEST(ImpliedBounds, ComeFromWhatDivisionsAndSeveralComparisonsImply) {
  const Found found = implied("long", "__requires(c / 2 + c / 3 >= 1 & 3 * n >= c + 4);");
  EXPECT_TRUE(found.bounded_below);
  const Found above = implied("long", "__requires(c >= 1 & 3 * ((n + c + 1) / 2) >= 2 * c + 4);");
  EXPECT_FALSE(above.bounded_below);  // the comparison says so
  EXPECT_EQ(above.past, 256U);
}

TEST(ImpliedBounds, AreNoneThatSomeLaunchBreaks) {
  const Found found = implied("long", "__requires(2 * (c / 3) <= c + 2 & 3 * n >= c + 4);");
  EXPECT_FALSE(found.bounded_below);
  // 300 keeps it.
  EXPECT_EQ(implied("long", "__requires(c >= 1 & 3 * ((n + c + 1) / 2) >= c + 4 & c / 2 < 200);").past,
            4096U);
}

TEST(ImpliedBounds, AreNotRepeatedWhereAComparisonSaysThem) {
  EXPECT_EQ(implied("long", "__requires(c >= 0 & c < 100);").bounds, 0U);
}

TEST(ImpliedBounds, AreGivenUpWhereTheFirstOneIsHard) {
  const Found found =
      implied("long", "__requires(c * c * c * n == 1000003 * c + 17 & (c ^ 77777) % (c * c | 1) == 3);");
  EXPECT_EQ(found.bounds, 0U);
  EXPECT_EQ(found.asked, 1U);
}

TEST(ImpliedBounds, NeedThePreconditionsOfTheKernelsBeginning) {
  EXPECT_EQ(implied("long", "if (n == 3) __requires(c / 3 >= 1 & c / 2 < 100);").bounds, 0U);
  EXPECT_EQ(implied("long", "__assume(c / 3 >= 1 & c / 2 < 100);").bounds, 0U);
  EXPECT_GT(implied("long", "__requires(c / 3 >= 1 & c / 2 < 100);").bounds, 0U);
}

}  // namespace
}  // namespace launchproof::access
