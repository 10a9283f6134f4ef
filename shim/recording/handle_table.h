// The records of the API objects of one type, by handle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

#include "shim/recording/brief_lock.h"
#include "shim/recording/handle_map.h"

namespace launchproof::shim {

// Several shelves, selected by handle, so that threads that work with different objects seldom wait for each
// other, and seldom write to memory that another one reads.
template <class Shelf>
class ByHandle {
 public:
  Shelf& of(const void* handle) { return d_all[spread(handle) >> (64U - kBits)].shelf; }
  auto& all() { return d_all; }

 private:
  static constexpr unsigned kBits = 4;
  static constexpr std::size_t kCacheLine = 64;
  struct alignas(kCacheLine) Place {
    Shelf shelf;
  };
  std::array<Place, std::size_t{1} << kBits> d_all;
};

// A note about a new object whose record is created when it is first looked up, which many objects never are.
// The type is Record::Note; a Record can be constructed from the handle and the note. Empty if Record has no
// such type.
struct NoNote {};
template <class Record>
struct NoteOf {
  using Type = NoNote;
};
template <class Record>
  requires requires { typename Record::Note; }
struct NoteOf<Record> {
  using Type = typename Record::Note;
};

// Thread-safe. If the runtime reuses a handle, the creation of the new object gives it a new record. No
// object has a null handle.
template <class Record>
class HandleTable {
 public:
  using Note = typename NoteOf<Record>::Type;

  // The record of an object that the application has released.
  class Released {
   public:
    // Returns false for an unknown handle.
    explicit operator bool() const { return d_is_known; }

   private:
    friend class HandleTable;
    bool d_is_known = false;
    std::shared_ptr<Record> d_record;  // null: it was not created
    [[no_unique_address]] Note d_note{};
  };

  // Returns null if the handle is not a known live object.
  std::shared_ptr<Record> find(const void* handle) {
    auto& [lock, entries] = d_shelves.of(handle);
    const std::lock_guard guard(lock);
    Entry* const found = entries.find(handle);
    if (found == nullptr) return nullptr;
    if constexpr (!std::is_same_v<Note, NoNote>)
      if (found->record == nullptr) found->record = std::make_shared<Record>(handle, found->note);
    return found->record;
  }

  void insert(const void* handle, std::shared_ptr<Record> record) { put(handle, std::move(record), {}); }

  // Inserts an object whose record is to be created from the note.
  void insert(const void* handle, const Note& note) { put(handle, nullptr, note); }

  void retain(const void* handle) {
    auto& [lock, entries] = d_shelves.of(handle);
    const std::lock_guard guard(lock);
    if (Entry* const found = entries.find(handle)) ++found->references;
  }

  // Forgets the object, regardless of its references.
  void forget(const void* handle) {
    std::shared_ptr<Record> record;  // destroyed without the lock
    auto& [lock, entries] = d_shelves.of(handle);
    const std::lock_guard guard(lock);
    if (Entry* const found = entries.find(handle)) record = std::move(found->record);
    entries.erase(handle);
  }

  bool empty() {
    for (auto& place : d_shelves.all()) {
      const std::lock_guard guard(place.shelf.lock);
      if (!place.shelf.entries.empty()) return false;
    }
    return true;
  }

  // Called before the release is passed on, because the runtime may reuse the handle at once. If the runtime
  // refuses the release, the result is passed to `undo_release`.
  Released release(const void* handle) {
    Released result;
    auto& [lock, entries] = d_shelves.of(handle);
    const std::lock_guard guard(lock);
    Entry* const found = entries.find(handle);
    if (found == nullptr) return result;
    result.d_is_known = true;
    result.d_note = found->note;
    if (--found->references != 0) {
      result.d_record = found->record;
      return result;
    }
    result.d_record = std::move(found->record);
    entries.erase(handle);
    return result;
  }

  void undo_release(const void* handle, Released released) {
    if (!released) return;
    auto& [lock, entries] = d_shelves.of(handle);
    const std::lock_guard guard(lock);
    if (Entry* const found = entries.find(handle)) {
      ++found->references;
    } else {
      entries[handle] = {std::move(released.d_record), 1, released.d_note};
    }
  }

 private:
  struct Entry {
    std::shared_ptr<Record> record;
    std::uint64_t references = 1;  // references as counted by the application
    [[no_unique_address]] Note note{};
  };
  struct Shelf {
    BriefLock lock;
    HandleMap<Entry> entries;
  };

  void put(const void* handle, std::shared_ptr<Record> record, const Note& note) {
    if (handle == nullptr) return;
    auto& [lock, entries] = d_shelves.of(handle);
    const std::lock_guard guard(lock);
    Entry& entry = entries[handle];
    entry.record.swap(record);  // a replaced record is destroyed without the lock
    entry.references = 1;
    entry.note = note;
  }

  ByHandle<Shelf> d_shelves;
};

}  // namespace launchproof::shim
