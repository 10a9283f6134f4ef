#include "verify/scans/stretch.h"

#include <gtest/gtest.h>

namespace launchproof::scans {
namespace {

Content stretch(std::uint64_t first, std::uint64_t last) {
  Content result = Content::element(first, 32);
  result.last = last;
  return result;
}

TEST(Stretches, ThatMeetAreJoinedInEitherOrder) {
  for (const auto& [one, other] :
       {std::pair{stretch(0, 2), stretch(3, 5)}, std::pair{stretch(3, 5), stretch(0, 2)}}) {
    const Content result = joined(Join::Add, one, other);
    ASSERT_EQ(result.known, Known::Stretch);
    EXPECT_EQ(result.first, 0U);
    EXPECT_EQ(result.last, 5U);
  }
}

TEST(Stretches, ThatDoNotMeetAreNone) {
  EXPECT_EQ(joined(Join::Add, stretch(0, 2), stretch(4, 5)).known, Known::Nothing);
  EXPECT_EQ(joined(Join::UnsignedMax, stretch(0, 2), stretch(4, 5)).known, Known::Nothing);
}

TEST(Stretches, ThatOverlapAreJoinedWhereAnElementMayCountTwice) {
  EXPECT_EQ(joined(Join::Add, stretch(0, 3), stretch(3, 5)).known, Known::Nothing);
  const Content result = joined(Join::Or, stretch(0, 3), stretch(2, 5));
  ASSERT_EQ(result.known, Known::Stretch);
  EXPECT_EQ(result.last, 5U);
}

TEST(Stretches, AreKeptByTheIdentityOfTheirOperatorAlone) {
  smt::TermStore store;
  const Content zero = Content::of(store.bv(0, 32)), one = Content::of(store.bv(1, 32));
  const Content least = Content::of(store.bv(0x80000000, 32));
  EXPECT_EQ(joined(Join::Add, stretch(1, 2), zero).known, Known::Stretch);
  EXPECT_EQ(joined(Join::Add, stretch(1, 2), one).known, Known::Nothing);
  EXPECT_EQ(joined(Join::Multiply, one, stretch(1, 2)).known, Known::Stretch);
  EXPECT_EQ(joined(Join::SignedMax, stretch(1, 2), zero).known, Known::Nothing);
  EXPECT_EQ(joined(Join::SignedMax, stretch(1, 2), least).known, Known::Stretch);
}

TEST(Stretches, InMoreBitsAreJoinedWhereLowBitsSuffice) {
  Content one = stretch(0, 0), other = stretch(1, 1);
  one.is_extended = other.is_extended = true;
  EXPECT_EQ(joined(Join::Add, one, other).known, Known::Stretch);
  EXPECT_EQ(joined(Join::SignedMax, one, other).known, Known::Nothing);
}

}  // namespace
}  // namespace launchproof::scans
