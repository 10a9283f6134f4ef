#include "verify/model/launch_relation.h"

#include <gtest/gtest.h>

namespace launchproof::model {
namespace {

const Quantity kSigned{QuantityKind::Value, 0, 32, true};
const Quantity kUnsigned{QuantityKind::Value, 1, 32, false};
const Quantity kBytes{QuantityKind::Bytes, 2, 64, false};

bool holds_of(const Relation& relation, std::uint64_t a, std::uint64_t b, std::uint64_t bytes) {
  return holds(relation, [&](const Quantity& quantity) {
    if (quantity == kBytes) return bytes;
    return quantity == kSigned ? a : b;
  });
}

TEST(LaunchRelation, ReadsBitsAsTheTypeDoes) {
  const Relation less{RelationKind::AtMost, {1, {kSigned}}, {1, {kUnsigned}}};
  EXPECT_TRUE(holds_of(less, 0xffffffff, 0, 0)) << "-1 <= 0";
  EXPECT_TRUE(holds_of(less, 5, 0xffffffff, 0));
  EXPECT_FALSE(holds_of(less, 5, 4, 0));
}

TEST(LaunchRelation, DoesNotWrap) {
  const Relation fits{RelationKind::AtMost, {4, {kSigned, kUnsigned}}, {1, {kBytes}}};
  EXPECT_FALSE(holds_of(fits, 1 << 16, 1 << 16, 0)) << "the product is 0 in 32 bits";
  EXPECT_TRUE(holds_of(fits, 1 << 16, 1 << 16, std::uint64_t{1} << 34));
  EXPECT_FALSE(holds_of(fits, 1 << 16, 1 << 16, (std::uint64_t{1} << 34) - 1));
}

TEST(LaunchRelation, PowersAndMultiples) {
  const Relation power{RelationKind::PowerOfTwo, {1, {kSigned}}, {0, {}}};
  EXPECT_TRUE(holds_of(power, 64, 0, 0));
  EXPECT_FALSE(holds_of(power, 0, 0, 0));
  EXPECT_FALSE(holds_of(power, 6, 0, 0));
  EXPECT_FALSE(holds_of(power, 0x80000000, 0, 0)) << "the least int is negative";
  const Relation multiple{RelationKind::MultipleOf, {1, {kUnsigned}}, {16, {}}};
  EXPECT_TRUE(holds_of(multiple, 0, 48, 0));
  EXPECT_FALSE(holds_of(multiple, 0, 40, 0));
}

TEST(LaunchRelation, HasAWidthWhereItCanBeSaid) {
  EXPECT_TRUE(width_of({RelationKind::AtMost, {4, {kSigned, kUnsigned}}, {1, {kBytes}}}));
  EXPECT_FALSE(width_of({RelationKind::AtMost, {1, {kBytes, kBytes}}, {1, {}}}));
}

}  // namespace
}  // namespace launchproof::model
