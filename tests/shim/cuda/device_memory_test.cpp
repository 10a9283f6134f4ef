#include "shim/cuda/device/device_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "shim/cuda/recording/addresses.h"

namespace launchproof::cuda {
namespace {

// The memory lies at a fixed address, so each process has only one.
DeviceMemory& memory() {
  static DeviceMemory made;
  return made;
}

char* bytes_at(std::uint64_t address) {
  return static_cast<char*>(pointer_to(address));
}

TEST(DeviceMemoryTest, FindsTheAllocationOfAnAddress) {
  ASSERT_TRUE(memory().is_there());
  const std::uint64_t first = memory().allocate(100), second = memory().allocate(8, AllocationKind::Host);
  ASSERT_NE(first, 0U);
  EXPECT_EQ(first % 512, 0U);
  EXPECT_EQ(memory().find(first + 99).value().begin, first);
  EXPECT_FALSE(memory().find(first + 100));  // one past the end
  EXPECT_FALSE(memory().find(first - 1));
  EXPECT_EQ(memory().find(second).value().kind, AllocationKind::Host);
  EXPECT_FALSE(memory().find(0));
  EXPECT_FALSE(memory().release(first + 4));
  EXPECT_TRUE(memory().release(first));
  EXPECT_FALSE(memory().find(first));
  EXPECT_FALSE(memory().release(first));
  EXPECT_TRUE(memory().release(second));
}

// An end address that is the beginning of another allocation would be recorded as a pointer to that
// allocation.
TEST(DeviceMemoryTest, TheEndOfAnAllocationIsInNone) {
  for (const std::uint64_t size : {1U, 511U, 512U, 513U, 4096U}) {
    const std::uint64_t first = memory().allocate(size), second = memory().allocate(size);
    EXPECT_FALSE(memory().find(first + size)) << size;
    EXPECT_FALSE(memory().find(second + size)) << size;
    EXPECT_TRUE(memory().release(first));
    EXPECT_TRUE(memory().release(second));
  }
}

TEST(DeviceMemoryTest, AnAllocationOfNothingHasAnAddressOfItsOwn) {
  const std::uint64_t first = memory().allocate(0), second = memory().allocate(0);
  EXPECT_NE(first, second);
  EXPECT_EQ(memory().find(first).value().size, 0U);
  EXPECT_TRUE(memory().release(first));
  EXPECT_TRUE(memory().release(second));
}

TEST(DeviceMemoryTest, WhatWasFreedComesBackAsZeros) {
  for (const std::uint64_t size : {24U, 5000U, 100000U}) {
    const std::uint64_t address = memory().allocate(size);
    std::memset(bytes_at(address), 0x5a, size);
    EXPECT_TRUE(memory().release(address));
    ASSERT_EQ(memory().allocate(size), address);
    for (std::uint64_t i = 0; i < size; ++i) ASSERT_EQ(bytes_at(address)[i], 0) << size << ' ' << i;
    EXPECT_TRUE(memory().release(address));
  }
}

TEST(DeviceMemoryTest, RefusesWhatDoesNotFit) {
  EXPECT_EQ(memory().allocate(memory().size() + 1), 0U);
  EXPECT_EQ(memory().allocate(UINT64_MAX), 0U);
  const std::uint64_t all = memory().allocate(memory().size() - 1);
  EXPECT_NE(all, 0U);
  EXPECT_EQ(memory().free_bytes(), 0U);
  EXPECT_EQ(memory().allocate(1), 0U);
  EXPECT_TRUE(memory().release(all));
}

TEST(DeviceMemoryTest, NeighboursAreJoinedWhateverTheOrder) {
  std::mt19937 random(7);
  std::vector<std::uint64_t> held;
  for (int step = 0; step < 3000; ++step) {
    if (held.empty() || random() % 3 != 0) {
      const std::uint64_t size = random() % 10000;
      const std::uint64_t address = memory().allocate(size);
      ASSERT_NE(address, 0U);
      for (const std::uint64_t other : held) ASSERT_NE(address, other);
      held.push_back(address);
    } else {
      const std::size_t which = random() % held.size();
      EXPECT_TRUE(memory().release(held[which]));
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
    }
  }
  for (const std::uint64_t address : held) EXPECT_TRUE(memory().release(address));
  EXPECT_EQ(memory().free_bytes(), memory().size());
  const std::uint64_t all = memory().allocate(memory().size() - 1);
  EXPECT_NE(all, 0U);
  EXPECT_TRUE(memory().release(all));
}

TEST(DeviceMemoryTest, AnIdIsGivenOnce) {
  const std::uint64_t address = memory().allocate(16);
  memory().allocations().name(address, 5);
  memory().allocations().name(address, 6);
  EXPECT_EQ(memory().find(address + 8).value().id, 5U);
  EXPECT_TRUE(memory().release(address));
  EXPECT_EQ(memory().allocate(16), address);
  EXPECT_EQ(memory().find(address).value().id, 0U);
  EXPECT_TRUE(memory().release(address));
}

}  // namespace
}  // namespace launchproof::cuda
