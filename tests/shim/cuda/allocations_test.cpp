#include "shim/cuda/recording/allocations.h"

#include <gtest/gtest.h>

namespace launchproof::cuda {
namespace {

TEST(Allocations, AreFoundByAnyAddressInThem) {
  Allocations all;
  all.add({4096, 100});
  EXPECT_FALSE(all.find(4095));
  EXPECT_EQ(all.find(4096)->size, 100U);
  EXPECT_EQ(all.find(4195)->begin, 4096U);
  EXPECT_FALSE(all.find(4196));
}

TEST(Allocations, OneReplacesThoseThatItOverlaps) {
  Allocations all;
  all.add({4096, 100});
  all.add({8192, 100});
  all.add({12288, 100});
  all.name(4096, 1);
  all.add({4100, 8000});
  EXPECT_FALSE(all.find(4096));
  EXPECT_EQ(all.find(8192)->begin, 4100U);
  EXPECT_EQ(all.find(12288)->begin, 12288U);
  EXPECT_FALSE(all.remove(4096));
}

TEST(Allocations, OneAtTheSameAddressHasAnIdOfItsOwn) {
  Allocations all;
  all.add({4096, 100});
  all.name(4096, 7);
  all.name(4096, 8);
  EXPECT_EQ(all.find(4096)->id, 7U);
  const std::uint64_t version = all.version();
  EXPECT_EQ(all.remove(4096)->id, 7U);
  EXPECT_NE(all.version(), version);
  all.add({4096, 100});
  EXPECT_EQ(all.find(4096)->id, 0U);
}

}  // namespace
}  // namespace launchproof::cuda
