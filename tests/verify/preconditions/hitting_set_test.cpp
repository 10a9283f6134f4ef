#include "verify/preconditions/hitting_set.h"

#include <gtest/gtest.h>

namespace launchproof::preconditions {
namespace {

using Sets = std::vector<std::vector<std::size_t>>;
using Chosen = std::vector<std::size_t>;

TEST(HittingSet, OfNothingIsEmpty) {
  EXPECT_EQ(hitting_set({}, {1, 2}), Chosen{});
}

TEST(HittingSet, IsNoneWhereASetIsEmpty) {
  EXPECT_EQ(hitting_set({{0}, {}}, {1}), std::nullopt);
}

TEST(HittingSet, IsTheCheapest) {
  const Sets sets{{0, 2}, {1, 2}};
  EXPECT_EQ(hitting_set(sets, {5, 5, 9}), Chosen{2});
  EXPECT_EQ(hitting_set(sets, {5, 5, 11}), (Chosen{0, 1}));
}

TEST(HittingSet, HitsEverySet) {
  // Each set has its own element, and one that it shares with the next set.
  Sets sets;
  std::vector<unsigned> costs;
  for (std::size_t i = 0; i < 30; ++i) {
    sets.push_back({2 * i, 2 * i + 1, (2 * i + 3) % 60});
    costs.push_back(7);
    costs.push_back(10);
  }
  const auto chosen = hitting_set(sets, costs);
  ASSERT_TRUE(chosen);
  for (const auto& set : sets) {
    bool hit = false;
    for (const std::size_t one : set) hit = hit || std::ranges::find(*chosen, one) != chosen->end();
    EXPECT_TRUE(hit);
  }
  EXPECT_LE(chosen->size(), 16U);
}

}  // namespace
}  // namespace launchproof::preconditions
