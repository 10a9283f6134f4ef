// The result cache selected by the command line and the environment (docs/cache.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "verify/cache/store.h"
#include "verify/worker/classes/class_cache.h"

namespace launchproof::cli {

// The maximum size of a cache folder in bytes, unless `cache gc` specifies another one.
inline constexpr std::uint64_t kMostResultBytes = std::uint64_t{1} << 30;

struct CachePlace {
  std::string folder;
  bool is_private = false;  // the user's own by default
};

// Returns nothing if the cache is switched off or the user has no home folder.
std::optional<CachePlace> cache_place(const Arguments& arguments);

// The cache of one run.
class ResultCache {
 public:
  explicit ResultCache(const Arguments& arguments);
  ~ResultCache();  // keeps it small
  ResultCache(const ResultCache&) = delete;
  ResultCache& operator=(const ResultCache&) = delete;

  worker::ClassCache* classes() { return d_classes.get(); }  // null: none
  std::vector<std::string> troubles() const;

 private:
  std::unique_ptr<cache::Store> d_store;
  std::unique_ptr<worker::ClassCache> d_classes;
  std::vector<std::string> d_troubles;
};

}  // namespace launchproof::cli
