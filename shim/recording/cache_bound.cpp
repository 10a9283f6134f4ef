#include "shim/recording/cache_bound.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace launchproof::shim {
namespace {

// Visits the folder's entries except `.` and `..`.
void for_each_entry(const std::string& folder, const std::function<void(const std::string& path)>& visit) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), &::closedir);
  if (entries == nullptr) return;
  for (const dirent* entry = ::readdir(entries.get()); entry != nullptr; entry = ::readdir(entries.get())) {
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    std::string path = folder;
    visit(path.append("/").append(name));
  }
}

struct Key {
  std::string folder;
  std::uint64_t bytes = 0;
  timespec used{};  // when one of its entries was written or read last
};

bool is_earlier(const timespec& a, const timespec& b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

std::vector<Key> keys_in(const std::string& folder) {
  std::vector<Key> keys;
  for_each_entry(folder, [&](const std::string& kind) {
    for_each_entry(kind, [&](const std::string& path) {
      Key key{path};
      for_each_entry(path, [&](const std::string& entry) {
        struct stat info{};
        if (::lstat(entry.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return;
        key.bytes += static_cast<std::uint64_t>(info.st_size);
        if (is_earlier(key.used, info.st_mtim)) key.used = info.st_mtim;
      });
      if (key.bytes != 0) keys.push_back(std::move(key));
    });
  });
  return keys;
}

}  // namespace

void bound_cache(const std::string& folder, std::uint64_t most) {
  std::vector<Key> keys = keys_in(folder);
  std::uint64_t bytes = 0;
  for (const Key& key : keys) bytes += key.bytes;
  if (bytes <= most) return;
  std::ranges::sort(keys, is_earlier, &Key::used);
  for (const Key& key : keys) {
    if (bytes <= most) break;
    // Written under another name first, so that others find either the complete file or nothing.
    const std::string gone = key.folder + ".gone";
    if (::rename(key.folder.c_str(), gone.c_str()) != 0) continue;
    for_each_entry(gone, [](const std::string& entry) { ::unlink(entry.c_str()); });
    ::rmdir(gone.c_str());
    bytes -= key.bytes;
  }
}

void touch_entry(const std::string& path) {
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

}  // namespace launchproof::shim
