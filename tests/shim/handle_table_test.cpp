// Tests records by handle, with many objects and from many threads.
#include "shim/recording/handle_table.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <thread>
#include <unordered_map>
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

struct Noted {
  struct Note {
    int value = 0;
  };
  Noted(const void* handle, const Note& note) : of(handle), value(note.value) {}
  const void* of;
  int value;
};

TEST(HandleTable, MakesARecordOfItsNoteWhenItIsLookedFor) {
  HandleTable<Noted> table;
  table.insert(handle(1), {7});
  const auto found = table.find(handle(1));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->of, handle(1));
  EXPECT_EQ(found->value, 7);
  EXPECT_EQ(table.find(handle(1)), found) << "once";
  // This object is released without an earlier look-up, and the runtime refuses the release.
  table.insert(handle(2), {8});
  table.undo_release(handle(2), table.release(handle(2)));
  ASSERT_NE(table.find(handle(2)), nullptr);
  EXPECT_EQ(table.find(handle(2))->value, 8);
  // A new object with the same handle is a different object.
  table.insert(handle(1), {9});
  EXPECT_EQ(table.find(handle(1))->value, 9);
  EXPECT_EQ(found->value, 7);
}

TEST(HandleTable, NothingHasANullHandle) {
  HandleTable<int> table;
  table.insert(nullptr, std::make_shared<int>(1));
  table.retain(nullptr);
  EXPECT_EQ(table.find(nullptr), nullptr);
  EXPECT_FALSE(table.release(nullptr));
  EXPECT_TRUE(table.empty());
}

// Values stay where a search finds them, whatever is erased between them.
TEST(HandleMap, AgreesWithAnotherMap) {
  std::mt19937 random(1);
  for (const std::size_t handles : {3U, 20U, 500U, 5000U}) {
    HandleMap<std::uint64_t> map;
    std::unordered_map<const void*, std::uint64_t> expected;
    for (std::size_t step = 0; step < 20'000; ++step) {
      const void* const one = handle(random() % handles, 8);
      if (random() % 2 == 0) {
        map[one] = expected[one] = step;
      } else {
        map.erase(one);
        expected.erase(one);
      }
      const void* const other = handle(random() % handles, 8);
      const auto known = expected.find(other);
      const std::uint64_t* const found = map.find(other);
      ASSERT_EQ(found == nullptr, known == expected.end());
      if (found != nullptr) {
        ASSERT_EQ(*found, known->second);
      }
    }
    for (std::size_t i = 0; i < handles; ++i) {
      const auto known = expected.find(handle(i, 8));
      const std::uint64_t* const found = map.find(handle(i, 8));
      ASSERT_EQ(found == nullptr, known == expected.end());
      if (found != nullptr) {
        EXPECT_EQ(*found, known->second);
      }
      map.erase(handle(i, 8));
    }
    EXPECT_TRUE(map.empty());
  }
}

TEST(BriefLock, LetsOneInAtATime) {
  BriefLock lock;
  std::uint64_t count = 0;
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&] {
      for (int i = 0; i < 20'000; ++i) {
        const std::lock_guard guard(lock);
        if (i % 5000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // others wait
        ++count;
      }
    });
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(count, 8U * 20'000U);
}

// This holds however far apart a runtime allocates its objects.
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
