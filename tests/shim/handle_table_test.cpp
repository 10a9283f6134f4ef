// What is known by handle, of many objects and from many threads.
#include "shim/handle_table.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace launchproof::shim {
namespace {

const void* handle(std::size_t number, std::size_t apart = 64) {
  // Never followed. NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<const void*>(0x5555'0000'0000U + number * apart);
}

TEST(HandleTable, KeepsRecordsForAsLongAsTheApplicationDoes) {
  HandleTable<int> table;
  EXPECT_TRUE(table.empty());
  for (std::size_t i = 0; i < 1000; ++i) table.insert(handle(i), std::make_shared<int>(i));
  for (std::size_t i = 0; i < 1000; ++i) EXPECT_EQ(*table.find(handle(i)), static_cast<int>(i));
  EXPECT_EQ(table.find(handle(1000)), nullptr);
  table.retain(handle(7));
  EXPECT_TRUE(table.release(handle(7)));
  EXPECT_NE(table.find(handle(7)), nullptr);
  auto released = table.release(handle(7));
  EXPECT_EQ(table.find(handle(7)), nullptr);
  EXPECT_FALSE(table.release(handle(7)));
  table.undo_release(handle(7), std::move(released));
  EXPECT_EQ(*table.find(handle(7)), 7);
  for (std::size_t i = 0; i < 1000; ++i) {
    EXPECT_FALSE(table.empty());
    table.forget(handle(i));
  }
  EXPECT_TRUE(table.empty());
}

TEST(HandleTable, AHandleThatIsUsedAgainIsAnotherObject) {
  HandleTable<int> table;
  table.insert(handle(1), std::make_shared<int>(1));
  table.retain(handle(1));
  table.insert(handle(1), std::make_shared<int>(2));
  EXPECT_EQ(*table.find(handle(1)), 2);
  EXPECT_TRUE(table.release(handle(1)));
  EXPECT_EQ(table.find(handle(1)), nullptr);
}

// However far apart a runtime makes its objects.
TEST(HandleTable, SpreadsObjects) {
  for (const std::size_t apart : {16U, 48U, 64U, 256U, 4096U, 65536U}) {
    ByHandle<int> shelves;
    std::set<const int*> used;
    for (std::size_t i = 0; i < 16; ++i) used.insert(&shelves.of(handle(i, apart)));
    EXPECT_GE(used.size(), 6U) << apart;
  }
}

TEST(HandleTable, IsForThreads) {
  HandleTable<std::size_t> table;
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (std::size_t thread = 0; thread < 8; ++thread)
    threads.emplace_back([&table, thread] {
      for (std::size_t i = 0; i < 5000; ++i) {
        const void* const own = handle(i * 8 + thread);
        table.insert(own, std::make_shared<std::size_t>(i));
        table.retain(handle(i));  // another one's, maybe
        if (i % 2 == 0) table.forget(own);
      }
    });
  for (std::thread& one : threads) one.join();
  for (std::size_t i = 0; i < 5000; ++i)
    for (std::size_t thread = 0; thread < 8; ++thread) {
      const auto found = table.find(handle(i * 8 + thread));
      ASSERT_EQ(found == nullptr, i % 2 == 0);
      if (found == nullptr) continue;
      EXPECT_EQ(*found, i);
    }
}

}  // namespace
}  // namespace launchproof::shim
