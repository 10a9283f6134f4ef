// A folder of named texts that any number of processes and machines may use at once.
//
//     FOLDER/KIND/ab/abcdef...     one text; the name is a SHA-256 in hexadecimal digits, "ab" its beginning
//
// A file holds its own length and digest, which reveal a file that was cut short, damaged or edited. Such a
// file counts as absent and is written anew. A text is written under a temporary name first, and then appears
// at once. Nothing is flushed to the disk: damage by a loss of power is found like any other damage. No
// failure here stops a caller.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::cache {

class Store {
 public:
  // Creates no folder yet. `is_private`: folders that are created let nobody else in; otherwise the process's
  // mask decides.
  Store(std::string folder, bool is_private) : d_folder(std::move(folder)), d_private(is_private) {}

  const std::string& folder() const { return d_folder; }

  // Returns the text that was kept under this name, and marks it as used.
  std::optional<std::string> get(std::string_view kind, const std::string& name);

  // Stores the text, replacing what was stored under this name. Returns false if that fails; later calls then
  // write nothing.
  bool put(std::string_view kind, const std::string& name, std::string_view text);

  // Returns the problems so far as text for the user, each kind once.
  const std::vector<std::string>& troubles() const { return d_troubles; }

  struct Entry {
    std::string path;
    std::string kind;
    std::uint64_t bytes = 0;
    timespec used{};  // when it was written or last read (to the hour)
    bool unfinished = false;
  };
  // Returns the entries of all kinds. Files that are not entries are left out. An entry that cannot be read
  // is reported as a trouble.
  std::vector<Entry> entries();
  // Returns the entry's text without marking it as used; nothing if it is damaged.
  std::optional<std::string> read(const Entry& entry);

  struct Removed {
    std::uint64_t entries = 0, bytes = 0;
  };
  // Removes entries that were not used for longer than `older_than`, then the least recently used ones until
  // the rest takes `most` bytes or less. Also removes files that a writer left unfinished for an hour. May
  // run concurrently with readers and writers, which then either find an entry or find it absent.
  Removed collect(std::optional<std::uint64_t> most, std::optional<std::chrono::seconds> older_than);

  // Collects to `most` bytes unless that was done within the last day.
  void collect_daily(std::uint64_t most);

 private:
  std::optional<std::string> content(const std::string& path, bool mark);
  bool make_folders(const std::string& path) const;
  int write_new(const std::string& path, std::string_view head, std::string_view text) const;
  void trouble(const std::string& what);

  std::string d_folder;
  bool d_private;
  bool d_writable = true;
  bool d_damaged = false;
  std::vector<std::string> d_troubles;
};

}  // namespace launchproof::cache
