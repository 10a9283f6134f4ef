// What is known of the API objects of one type, by handle.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace launchproof::shim {

// Thread-safe. A handle that the runtime uses again gets a new record with the creation of the new object.
template <class Record>
class HandleTable {
 public:
  // Null when the handle is not a live object that was seen.
  std::shared_ptr<Record> find(const void* handle) {
    const std::lock_guard lock(d_mutex);
    const auto found = d_entries.find(handle);
    return found == d_entries.end() ? nullptr : found->second.record;
  }

  void insert(const void* handle, std::shared_ptr<Record> record) {
    const std::lock_guard lock(d_mutex);
    d_entries.insert_or_assign(handle, Entry{std::move(record), 1});
  }

  void retain(const void* handle) {
    const std::lock_guard lock(d_mutex);
    const auto found = d_entries.find(handle);
    if (found != d_entries.end()) ++found->second.references;
  }

  // Whatever its references are.
  void forget(const void* handle) {
    const std::lock_guard lock(d_mutex);
    d_entries.erase(handle);
  }

  bool empty() {
    const std::lock_guard lock(d_mutex);
    return d_entries.empty();
  }

  // Called before the release goes on, for the runtime may hand the handle out again at once. The result goes
  // to `undo_release` when the runtime refuses the release.
  std::shared_ptr<Record> release(const void* handle) {
    const std::lock_guard lock(d_mutex);
    const auto found = d_entries.find(handle);
    if (found == d_entries.end()) return nullptr;
    if (--found->second.references != 0) return found->second.record;
    auto record = std::move(found->second.record);
    d_entries.erase(found);
    return record;
  }

  void undo_release(const void* handle, std::shared_ptr<Record> record) {
    if (record == nullptr) return;
    const std::lock_guard lock(d_mutex);
    const auto [entry, is_new] = d_entries.try_emplace(handle, Entry{std::move(record), 1});
    if (!is_new) ++entry->second.references;
  }

 private:
  struct Entry {
    std::shared_ptr<Record> record;
    std::uint64_t references = 1;  // as the application counts them
  };
  std::mutex d_mutex;
  std::unordered_map<const void*, Entry> d_entries;
};

}  // namespace launchproof::shim
