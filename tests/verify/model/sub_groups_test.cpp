#include "verify/model/sub_groups.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace launchproof::model {
namespace {

TEST(SubGroups, WhatTheRuntimeSaysIsUsedWhereItKeepsToTheRules) {
  SubGroups fits;
  fits.record(16, 3, 40);
  EXPECT_EQ(fits.size, 16U);
  EXPECT_EQ(fits.source, SubGroupSource::Recorded);
  SubGroups one;
  one.record(64, 1, 40);
  EXPECT_EQ(one.size, 64U);
  for (const auto& [size, count, items] :
       {std::array<std::uint64_t, 3>{16, 2, 40}, {0, 1, 40}, {16, 3, 0}, {1ULL << 33U, 1, 40}}) {
    SubGroups none;
    none.record(size, count, items);
    EXPECT_EQ(none.size, 0U) << size << " " << count << " " << items;
  }
}

// The runtime takes precedence over the kernel, and the kernel over the user. Only the user can state the
// mapping.
TEST(SubGroups, WhoSaysTheSizeFirstIsRight) {
  SubGroups stated;
  stated.size = 8;
  stated.mapping = SubGroupMapping::Linear;
  SubGroups known;
  known.state(stated);
  EXPECT_EQ(known, stated);
  EXPECT_TRUE(known.is_known());
  SubGroups required;
  required.require(0);
  EXPECT_FALSE(required.is_stated());
  required.require(16);
  required.state(stated);
  EXPECT_EQ(required.size, 16U);
  EXPECT_EQ(required.source, SubGroupSource::Attribute);
  EXPECT_EQ(required.mapping, SubGroupMapping::Linear);
  SubGroups recorded;
  recorded.record(32, 2, 64);
  recorded.require(16);
  EXPECT_EQ(recorded.size, 32U);
  EXPECT_FALSE(recorded.is_known());
}

TEST(SubGroups, SayWhoStatesThem) {
  EXPECT_EQ(size_in_words({}), "");
  EXPECT_EQ(mapping_in_words({}), "");
  EXPECT_EQ(size_in_words({16, SubGroupMapping::Any, SubGroupSource::Attribute}),
            "sub-groups have up to 16 work-items (intel_reqd_sub_group_size)");
  EXPECT_EQ(mapping_in_words({0, SubGroupMapping::Linear, SubGroupSource::Option}),
            "sub-groups consist of consecutive work-items, by linear local id (--sub-group-mapping=linear)");
}

}  // namespace
}  // namespace launchproof::model
