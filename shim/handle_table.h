// What is known of the API objects of one type, by handle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace launchproof::shim {

// One for each of what handles name, apart by handle: threads that work with objects of their own seldom wait
// for one another, and seldom write where another one reads.
template <class Shelf>
class ByHandle {
 public:
  Shelf& of(const void* handle) {
    // The golden ratio spreads addresses, and twice those that are multiples of anything.
    constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;
    std::uint64_t bits = reinterpret_cast<std::uintptr_t>(handle) * kSpread;
    bits ^= bits >> 32U;
    return d_all[bits * kSpread >> (64U - kBits)].shelf;
  }
  auto& all() { return d_all; }

 private:
  static constexpr unsigned kBits = 4;
  static constexpr std::size_t kCacheLine = 64;
  struct alignas(kCacheLine) Place {
    Shelf shelf;
  };
  std::array<Place, std::size_t{1} << kBits> d_all;
};

// Thread-safe. A handle that the runtime uses again gets a new record with the creation of the new object.
template <class Record>
class HandleTable {
 public:
  // Null when the handle is not a live object that was seen.
  std::shared_ptr<Record> find(const void* handle) {
    auto& [mutex, entries] = d_shelves.of(handle);
    const std::lock_guard lock(mutex);
    const auto found = entries.find(handle);
    return found == entries.end() ? nullptr : found->second.record;
  }

  void insert(const void* handle, std::shared_ptr<Record> record) {
    auto& [mutex, entries] = d_shelves.of(handle);
    const std::lock_guard lock(mutex);
    entries.insert_or_assign(handle, Entry{std::move(record), 1});
  }

  void retain(const void* handle) {
    auto& [mutex, entries] = d_shelves.of(handle);
    const std::lock_guard lock(mutex);
    const auto found = entries.find(handle);
    if (found != entries.end()) ++found->second.references;
  }

  // Whatever its references are.
  void forget(const void* handle) {
    auto& [mutex, entries] = d_shelves.of(handle);
    const std::lock_guard lock(mutex);
    entries.erase(handle);
  }

  bool empty() {
    for (auto& place : d_shelves.all()) {
      const std::lock_guard lock(place.shelf.mutex);
      if (!place.shelf.entries.empty()) return false;
    }
    return true;
  }

  // Called before the release goes on, for the runtime may hand the handle out again at once. The result goes
  // to `undo_release` when the runtime refuses the release.
  std::shared_ptr<Record> release(const void* handle) {
    auto& [mutex, entries] = d_shelves.of(handle);
    const std::lock_guard lock(mutex);
    const auto found = entries.find(handle);
    if (found == entries.end()) return nullptr;
    if (--found->second.references != 0) return found->second.record;
    auto record = std::move(found->second.record);
    entries.erase(found);
    return record;
  }

  void undo_release(const void* handle, std::shared_ptr<Record> record) {
    if (record == nullptr) return;
    auto& [mutex, entries] = d_shelves.of(handle);
    const std::lock_guard lock(mutex);
    const auto [entry, is_new] = entries.try_emplace(handle, Entry{std::move(record), 1});
    if (!is_new) ++entry->second.references;
  }

 private:
  struct Entry {
    std::shared_ptr<Record> record;
    std::uint64_t references = 1;  // as the application counts them
  };
  struct Shelf {
    std::mutex mutex;
    std::unordered_map<const void*, Entry> entries;
  };
  ByHandle<Shelf> d_shelves;
};

}  // namespace launchproof::shim
