#include "verify/preconditions/size_conditions.h"

#include <gtest/gtest.h>

#include <bit>
#include <string>

namespace launchproof::preconditions {
namespace {

using model::Quantity;
using model::QuantityKind;
using model::Relation;
using model::RelationKind;

const Quantity kLocalX{QuantityKind::LocalSize, 0, 31, false}, kLocalY{QuantityKind::LocalSize, 1, 31, false};
const Quantity kGroups{QuantityKind::Groups, 0, 31, false};
const Quantity kNumber{QuantityKind::Value, 2, 32, true};

using Values = std::vector<std::uint64_t>;
using Statement = std::function<bool(const Values&)>;

// Searches for the condition of a statement that a perfect engine decides, for values up to 70.
struct Searched {
  std::vector<Quantity> open;
  Statement statement;
  unsigned attempts = 20;
  unsigned asked = 0;

  bool satisfies(const Values& values, const std::vector<Relation>& relations) const {
    for (const Relation& one : relations)
      if (!model::holds(one, [&](const Quantity& quantity) {
            for (std::size_t i = 0; i < open.size(); ++i)
              if (open[i] == quantity) return values[i];
            ADD_FAILURE() << "a quantity that is not open";
            return std::uint64_t{0};
          }))
        return false;
    return true;
  }

  std::vector<Values> all(std::uint64_t most) const {
    std::vector<Values> result{{}};
    for (std::size_t i = 0; i < open.size(); ++i) {
      std::vector<Values> longer;
      for (const Values& begun : result)
        for (std::uint64_t value = 1; value <= most; ++value) {
          longer.push_back(begun);
          longer.back().push_back(value);
        }
      result = std::move(longer);
    }
    return result;
  }

  std::optional<std::vector<Relation>> run() {
    std::vector<JudgedLaunch> launches;
    for (const Values& values : all(open.size() == 1 ? 9 : 5))
      launches.push_back({values, statement(values)});
    return find_size_condition(
        open, launches,
        [&](const std::vector<Relation>& relations) {
          ++asked;
          bool any = false;
          for (const Values& values : all(open.size() == 1 ? 70 : 20)) {
            if (!satisfies(values, relations)) continue;
            any = true;
            if (!statement(values)) return false;
          }
          EXPECT_TRUE(any) << "a condition that nothing satisfies";
          return any;
        },
        attempts);
  }
};

TEST(SizeConditions, APowerOfTwoIsFound) {
  Searched search{{kLocalX}, [](const Values& values) { return std::has_single_bit(values[0]); }};
  const auto found = search.run();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().kind, RelationKind::PowerOfTwo);
}

TEST(SizeConditions, SquareGroupsAreFound) {
  Searched search{{kLocalX, kLocalY}, [](const Values& values) { return values[0] == values[1]; }};
  const auto found = search.run();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().kind, RelationKind::Equal);
}

TEST(SizeConditions, TheLargestBoundIsFoundThoughNoSmallLaunchShowsIt) {
  Searched search{{kLocalX}, [](const Values& values) { return values[0] < 40; }};
  const auto found = search.run();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().kind, RelationKind::AtMost);
  EXPECT_EQ(found->front().right.coefficient, 32);
}

TEST(SizeConditions, AMultipleOfTheSmallestPowerIsFound) {
  Searched search{{kNumber}, [](const Values& values) { return values[0] % 4 == 0; }};
  const auto found = search.run();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().kind, RelationKind::MultipleOf);
  EXPECT_EQ(found->front().right.coefficient, 4);
}

TEST(SizeConditions, ArgumentsAreComparedWithTheNumberOfWorkItems) {
  Searched search{{kLocalX, kGroups, kNumber},
                  [](const Values& values) { return values[2] >= values[0] * values[1]; }};
  const auto found = search.run();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().kind, RelationKind::AtLeast);
  EXPECT_EQ(found->front().right.factors.size(), 2U);
}

TEST(SizeConditions, SeveralRelationsAreFoundTogether) {
  Searched search{{kLocalX, kLocalY},
                  [](const Values& values) { return std::has_single_bit(values[0]) && values[1] % 2 == 0; }};
  const auto found = search.run();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size(), 2U);
}

TEST(SizeConditions, WhatNoneOfThemDescribesIsLeftOpen) {
  Searched search{{kLocalX}, [](const Values& values) { return values[0] % 7 == 3; }};
  EXPECT_FALSE(search.run());
  EXPECT_LE(search.asked, search.attempts);
}

TEST(SizeConditions, AStatementThatHoldsForNoLaunchTakesNoProof) {
  Searched search{{kLocalX}, [](const Values&) { return false; }};
  EXPECT_FALSE(search.run());
  EXPECT_EQ(search.asked, 0U);
}

TEST(SizeConditions, AttemptsAreLimited) {
  Searched search{{kLocalX, kLocalY},
                  [](const Values& values) { return values[0] == values[1] && values[0] < 18; }};
  search.attempts = 2;
  search.run();
  EXPECT_LE(search.asked, 2U);
}

}  // namespace
}  // namespace launchproof::preconditions
