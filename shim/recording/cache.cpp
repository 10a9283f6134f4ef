#include "shim/recording/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "capture/files/files.h"
#include "capture/files/quiet_section.h"
#include "capture/files/sha256.h"
#include "shim/recording/cache_bound.h"

// One entry is one file, KIND/SHA-256 of the key/SHA-256 of the entry. Its name shows what it must contain,
// so that damaged entries are detected, equal entries are one file, and different entries under one key are
// found side by side.
namespace launchproof::shim {
namespace {

constexpr std::string_view kSchema = "launchproof.cache/1";
constexpr std::size_t kLongestEntry = std::size_t{32} << 20;
constexpr std::size_t kDigestLength = 64;

struct CacheFolder {
  std::string path;        // empty if the user has none
  std::size_t existing{};  // length of the part that is never created
};

CacheFolder cache_folder() {
  const std::string_view name = "/launchproof";
  if (const char* given = secure_getenv("XDG_CACHE_HOME"); given != nullptr && *given == '/') {
    const std::string_view above = given;
    return {std::string(above).append(name), above.find_last_of('/', above.find_last_not_of('/'))};
  }
  const char* const home = secure_getenv("HOME");
  if (home == nullptr || *home != '/') return {};
  const std::string_view above = home;
  return {std::string(above).append("/.cache").append(name), above.size()};
}

std::string digest(std::string_view bytes) {
  return capture::sha256_hex(bytes.data(), bytes.size());
}

void add_field(std::string& text, std::string_view name, std::string_view bytes) {
  text.append(name).append(" ").append(std::to_string(bytes.size())).append("\n").append(bytes).append("\n");
}

std::string entry_text(std::string_view key, const CacheFields& fields) {
  std::string text(kSchema);
  text += '\n';
  add_field(text, "key", key);
  for (const auto& [name, bytes] : fields) add_field(text, name, bytes);
  return text;
}

// Returns nothing if the text is not an entry of this key.
std::optional<CacheFields> parse(std::string_view text, std::string_view key) {
  if (!text.starts_with(kSchema) || text.substr(kSchema.size(), 1) != "\n") return std::nullopt;
  text.remove_prefix(kSchema.size() + 1);
  CacheFields fields;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t blank = text.substr(0, end).find(' ');
    if (end == std::string_view::npos || blank == std::string_view::npos) return std::nullopt;
    std::size_t size = 0;
    const auto [last, error] = std::from_chars(text.data() + blank + 1, text.data() + end, size);
    if (error != std::errc{} || last != text.data() + end) return std::nullopt;
    if (size >= text.size() - end - 1 || text[end + 1 + size] != '\n') return std::nullopt;
    fields.emplace_back(text.substr(0, blank), text.substr(end + 1, size));
    text.remove_prefix(end + 1 + size + 1);
  }
  if (fields.empty() || fields.front().first != "key" || fields.front().second != key) return std::nullopt;
  fields.erase(fields.begin());
  return fields;
}

// Returns the name of the only entry in the folder; empty if there is none, or more than one.
std::string only_entry(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), &::closedir);
  std::string only;
  if (entries == nullptr) return only;
  for (const dirent* entry = ::readdir(entries.get()); entry != nullptr; entry = ::readdir(entries.get())) {
    const std::string_view name = entry->d_name;
    if (name.starts_with('.')) continue;  // including those being written
    if (!only.empty() || name.size() != kDigestLength) return {};
    only = name;
  }
  return only;
}

// Only the user may read it. A home folder that does not exist is not created.
bool make_folders(const std::string& path, std::size_t existing) {
  for (std::size_t end = path.find('/', existing + 1);; end = path.find('/', end + 1)) {
    capture::make_folder(path.substr(0, end).c_str(), 0700);
    if (end == std::string::npos) break;
  }
  return ::access(path.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

std::optional<CacheFields> recall(std::string_view kind, std::string_view key) {
  const capture::QuietSection quiet;
  const CacheFolder root = cache_folder();
  if (root.path.empty()) return std::nullopt;
  const std::string folder = root.path + '/' + std::string(kind) + '/' + digest(key);
  const std::string name = only_entry(folder);
  if (name.empty()) return std::nullopt;
  const auto text = capture::read_file(folder + '/' + name, kLongestEntry);
  if (!text || digest(*text) != name) return std::nullopt;
  touch_entry(folder + '/' + name);
  return parse(*text, key);
}

bool remember(std::string_view kind, std::string_view key, const CacheFields& fields) {
  const capture::QuietSection quiet;
  const CacheFolder root = cache_folder();
  if (root.path.empty()) return false;
  const std::string text = entry_text(key, fields);
  if (text.size() > kLongestEntry) return false;
  const std::string folder = root.path + '/' + std::string(kind) + '/' + digest(key);
  if (!make_folders(folder, root.existing)) return false;
  std::string temporary = folder + "/.XXXXXX";
  const int fd = capture::move_high(::mkostemp(temporary.data(), O_CLOEXEC));
  if (fd >= 0) capture::let_owner_use(fd);
  bool is_written = fd >= 0 && capture::write_all(fd, text.data(), text.size()) == 0;
  if (fd >= 0) is_written = ::close(fd) == 0 && is_written;
  // Replaces a file of the same name, which has the same contents or is damaged.
  if (is_written && ::rename(temporary.c_str(), (folder + '/' + digest(text)).c_str()) == 0) {
    bound_cache(root.path, kMostCacheBytes);
    return true;
  }
  ::unlink(temporary.c_str());
  return false;
}

}  // namespace launchproof::shim
