// Tests relations as terms: the terms hold exactly if the relation holds over the integers.
#include <random>

#include "tests/verify/analysis/compiled_kernel.h"
#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::symbolic {
namespace {

using model::Amount;
using model::Quantity;
using model::QuantityKind;
using model::Relation;
using model::RelationKind;

const Quantity kSigned{QuantityKind::Value, 1, 32, true}, kUnsigned{QuantityKind::Value, 2, 32, false};
const Quantity kShort{QuantityKind::Value, 3, 16, true}, kBytes{QuantityKind::Bytes, 0, 64, false};
const Quantity kGroups{QuantityKind::Groups, 0, 31, false};

class FreeFacts : public ::testing::Test {
 protected:
  // Returns whether the terms hold for a launch with these values.
  bool admits(const Relation& relation, const std::vector<std::uint64_t>& values) {
    model::LaunchFacts facts;
    facts.local_size[0] = 8;
    facts.global_size[0] = 8;
    facts.open.groups[0] = 1;
    facts.open.global[0] = true;
    facts.arguments = {model::BufferArgument{1, 0, std::nullopt}, {}, {}, {}};
    const Quantity all[] = {kSigned, kUnsigned, kShort, kBytes, kGroups};
    for (std::size_t i = 0; i < values.size(); ++i) facts.free.push_back({all[i], values[i]});
    facts.relations = {relation};
    smt::TermStore store;
    LaunchTerms terms(store, kernel, facts);
    return terms.relations_admit_launch();
  }
  model::KernelModel kernel =
      analysis::compiled("__kernel void k(__global int* a, int n, uint m, short s) { a[0] = n + m + s; }");
};

TEST_F(FreeFacts, TermsSayWhatTheIntegersSay) {
  std::mt19937_64 random(7);
  const Quantity all[] = {kSigned, kUnsigned, kShort, kBytes, kGroups};
  std::size_t held = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto amount = [&](bool constant) {
      Amount result{static_cast<std::int64_t>(random() % 33) - (round % 3 == 0 ? 16 : 0), {}};
      for (std::size_t i = 0; !constant && i < 1 + random() % 2; ++i)
        result.factors.push_back(all[random() % 5]);
      return result;
    };
    Relation relation{static_cast<RelationKind>(random() % 5), amount(false), amount(random() % 2 == 0)};
    if (relation.kind == RelationKind::MultipleOf)
      relation.right = {static_cast<std::int64_t>(1 + random() % 9), {}};
    if (!width_of(relation)) continue;
    std::vector<std::uint64_t> values;
    for (const Quantity& one : all) {
      const std::uint64_t mask = one.width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << one.width) - 1;
      const std::uint64_t small = random() % 5 - 2;
      values.push_back((random() % 2 == 0 ? small : random()) & mask);
    }
    const bool expected = holds(relation, [&](const Quantity& quantity) {
      return values[static_cast<std::size_t>(std::ranges::find(all, quantity) - std::begin(all))];
    });
    EXPECT_EQ(admits(relation, values), expected);
    held += expected ? 1 : 0;
  }
  EXPECT_GT(held, 200U);
}

TEST_F(FreeFacts, BoundsOfOneFactAreThoseOfItsType) {
  for (const RelationKind kind : {RelationKind::AtMost, RelationKind::AtLeast})
    for (const std::int64_t bound : {std::int64_t{0}, std::int64_t{5}, std::int64_t{0x7fffffff},
                                     std::int64_t{0x80000000}, std::int64_t{0xffffffff}, std::int64_t{-1}})
      for (const std::uint64_t bits : {0x0U, 0x5U, 0x7fffffffU, 0x80000000U, 0xffffffffU})
        for (const Quantity& one : {kSigned, kUnsigned}) {
          const Relation relation{kind, {1, {one}}, {bound, {}}};
          EXPECT_EQ(admits(relation, {bits, bits, 0, 0, 0}),
                    holds(relation, [&](const Quantity&) { return std::uint64_t{bits}; }));
        }
}

TEST_F(FreeFacts, APinnedFactIsAConstant) {
  EXPECT_TRUE(admits({RelationKind::Pinned, {1, {kSigned}}, {0, {}}, 7}, {7, 0, 0, 0, 0}));
  EXPECT_FALSE(admits({RelationKind::Pinned, {1, {kSigned}}, {0, {}}, 7}, {8, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace launchproof::symbolic
