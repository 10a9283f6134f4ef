#include "cli/verification/result_cache.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "verify/cache/identity.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "LAUNCHPROOF_CACHE";
constexpr const char* kBelowCaches = "launchproof/results";

std::string variable(const char* name) {
  const char* value = ::secure_getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::optional<CachePlace> default_place() {
  if (const std::string caches = variable("XDG_CACHE_HOME"); caches.starts_with('/'))
    return CachePlace{(fs::path(caches) / kBelowCaches).string(), true};
  const std::string home = variable("HOME");
  std::error_code error;
  // A home folder that does not exist is not created.
  if (!home.starts_with('/') || !fs::is_directory(home, error)) return std::nullopt;
  return CachePlace{(fs::path(home) / ".cache" / kBelowCaches).string(), true};
}

}  // namespace

std::optional<CachePlace> cache_place(const Arguments& arguments) {
  if (arguments.no_cache) return std::nullopt;
  std::string given = arguments.cache;
  if (given.empty()) given = variable(kVariable);
  if (given == "off" && arguments.cache.empty()) return std::nullopt;
  if (given.empty()) return default_place();
  std::error_code error;
  return CachePlace{fs::absolute(given, error).lexically_normal().string(), false};
}

ResultCache::ResultCache(const Arguments& arguments) {
  constexpr unsigned kVerifying = Command::Run | Command::Verify | Command::Check;
  if ((arguments.command & kVerifying) == 0) return;
  const std::optional<CachePlace> place = cache_place(arguments);
  if (!place) return;
  const std::optional<std::string> identity = cache::program_identity();
  if (!identity) {
    d_troubles.emplace_back("no result cache: a library that this program has loaded cannot be identified");
    return;
  }
  d_store = std::make_unique<cache::Store>(place->folder, place->is_private);
  d_classes = std::make_unique<worker::ClassCache>(*d_store, *identity);
}

ResultCache::~ResultCache() {
  if (d_store) d_store->collect_daily(kMostResultBytes);
}

std::vector<std::string> ResultCache::troubles() const {
  return d_store ? d_store->troubles() : d_troubles;
}

}  // namespace launchproof::cli
