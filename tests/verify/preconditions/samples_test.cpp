#include "verify/preconditions/samples.h"

#include <set>

#include "tests/verify/preconditions/launches.h"

namespace launchproof::preconditions::testing {
namespace {

TEST(Samples, AreLaunchesAndDiffer) {
  const Engine engine(kGuard);
  const model::LaunchFacts facts = launch({buffer(1, 4000), integer(-3)}, 64, 16);
  std::vector<model::FreeFact> free = scalars(engine.kernel(), facts);
  const std::vector<model::FreeFact> of_sizes = sizes(engine.kernel(), facts);
  free.insert(free.end(), of_sizes.begin(), of_sizes.end());
  ASSERT_EQ(free.size(), 3U);
  const std::vector<Values> found = samples(facts, free, 50);
  EXPECT_EQ(found.size(), 50U);
  std::set<Values> seen{{0xfffffffd, 4000, 16}};
  for (const Values& values : found) {
    EXPECT_TRUE(seen.insert(values).second);
    EXPECT_GE(values[2], 1U);
    EXPECT_LT(values[2] * 64, std::uint64_t{1} << 31);
    const model::LaunchFacts other = with_values(facts, free, values);
    EXPECT_EQ(scalars(engine.kernel(), other)[0].bits, values[0]);
    EXPECT_EQ(std::get<model::BufferArgument>(other.arguments[0]).bytes, values[1]);
    EXPECT_EQ(other.global_size[0], values[2] * 64);
  }
  EXPECT_EQ(samples(facts, free, 50), found);
}

}  // namespace
}  // namespace launchproof::preconditions::testing
