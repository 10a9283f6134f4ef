#include "verify/scans/shape.h"

#include <gtest/gtest.h>

namespace launchproof::scans {
namespace {

// Returns the state of Kogge and Stone's scan before the step of this size.
std::vector<Sample> running_sums(smt::TermStore& store, std::uint64_t count) {
  std::vector<Sample> result;
  for (std::uint64_t step = 1; step <= count; step *= 2)
    for (std::uint64_t x = 0; x < count; ++x) {
      Sample one;
      one.at = {store.bv(x, 64), store.bv(count, 64), {store.bv(step, 64)}};
      one.begin = x < step ? 0 : x + 1 - step;
      one.end = x + 1;
      result.push_back(one);
    }
  return result;
}

TEST(Shapes, ThatFitSmallRunsFitLargerOnes) {
  smt::TermStore store;
  const std::vector<Shape> shapes = fitting(store, running_sums(store, 8));
  ASSERT_FALSE(shapes.empty());
  for (const Sample& one : running_sums(store, 64)) {
    const Bounds bounds = bounds_of(store, shapes.front(), one.at);
    EXPECT_EQ(static_cast<std::uint64_t>(bounds.begin->value), one.begin);
    EXPECT_EQ(static_cast<std::uint64_t>(bounds.end->value), one.end);
  }
}

TEST(Shapes, AreNotFoundWhereARunHasNone) {
  smt::TermStore store;
  std::vector<Sample> samples = running_sums(store, 8);
  samples[5].begin += 1;
  EXPECT_TRUE(fitting(store, samples).empty());
}

}  // namespace
}  // namespace launchproof::scans
