#include "verify/preconditions/candidates.h"

#include <set>

#include "tests/verify/preconditions/launches.h"

namespace launchproof::preconditions::testing {
namespace {

std::vector<model::FreeFact> everything(const Engine& engine, const model::LaunchFacts& facts) {
  std::vector<model::FreeFact> free = scalars(engine.kernel(), facts);
  const std::vector<model::FreeFact> more = sizes(engine.kernel(), facts);
  free.insert(free.end(), more.begin(), more.end());
  return free;
}

TEST(Candidates, HoldOfTheLaunch) {
  const Engine engine(kGuard);
  for (const std::int32_t n : {-5, 0, 1, 64, 1000, 0x7fffffff}) {
    const model::LaunchFacts facts = launch({buffer(1, 4000), integer(n)}, 64, 16);
    const std::vector<model::FreeFact> free = everything(engine, facts);
    const std::vector<Candidate> all = candidates(engine.kernel(), facts, free);
    std::set<std::string> words;
    for (const Candidate& one : all) {
      EXPECT_TRUE(holds(one.relation, [&](const model::Quantity& quantity) {
        return std::ranges::find(free, quantity, &model::FreeFact::quantity)->bits;
      })) << in_words(engine.kernel(), one.relation);
      words.insert(in_words(engine.kernel(), one.relation));
    }
    EXPECT_EQ(words.contains("n <= elements of `out`"), n <= 1000);
    EXPECT_EQ(words.contains("n is a power of two"), n == 1 || n == 64);
    EXPECT_EQ(words.contains("n >= 0"), n >= 0);
    EXPECT_TRUE(words.contains("n = " + std::to_string(n)));
  }
}

TEST(Candidates, OfGroupsThatHaveTwoElementsForEachWorkItem) {
  const Engine engine("__kernel void k(__global int* a, uint n) { if (get_global_id(0) < n) a[0] = 1; }");
  const model::LaunchFacts facts = launch({buffer(1, 4096), integer(1024)}, 64, 8);
  std::set<std::string> words;
  for (const Candidate& one : candidates(engine.kernel(), facts, everything(engine, facts)))
    words.insert(in_words(engine.kernel(), one.relation));
  EXPECT_TRUE(words.contains("num_groups(x) * 128 <= elements of `a`"));
  EXPECT_TRUE(words.contains("n = num_groups(x) * 128"));
}

TEST(Candidates, OfWhatIsNoNumberArePinsAlone) {
  const Engine engine("__kernel void k(__global int* a, float f) { a[get_global_id(0)] = f; }");
  const model::LaunchFacts facts = launch({model::UnknownArgument{}, integer(7)}, 8, 1);
  const std::vector<model::FreeFact> free = scalars(engine.kernel(), facts);
  ASSERT_EQ(free.size(), 1U);
  const std::vector<Candidate> all = candidates(engine.kernel(), facts, free);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].strength, Strength::Pinned);
}

TEST(FreeFacts, LeaveOutWhatHoldsMoreThanASize) {
  const Engine engine(
      "__kernel void k(__global int* a, __global int* b, __global int* c) { a[0] = b[0] + c[0]; }");
  model::BufferArgument recorded{3, 0, 64};
  recorded.contents = model::BufferContents::known(std::vector<std::uint8_t>(64, 1), "recorded");
  // Two arguments share their memory, the contents of one are known, and the groups do not fill the launch.
  model::LaunchFacts facts = launch({buffer(1, 64), buffer(1, 64), recorded}, 8, 2);
  facts.global_size[0] = 15;
  EXPECT_TRUE(sizes(engine.kernel(), facts).empty());
  facts.global_size[0] = 16;
  ASSERT_EQ(sizes(engine.kernel(), facts).size(), 1U);
  EXPECT_EQ(sizes(engine.kernel(), facts)[0].quantity.kind, model::QuantityKind::Groups);
}

}  // namespace
}  // namespace launchproof::preconditions::testing
