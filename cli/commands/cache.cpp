// `cache stats` and `cache gc`.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.h"
#include "cli/terminal/output.h"
#include "cli/verification/result_cache.h"

namespace launchproof::cli {
namespace {

constexpr const char* kNotFound = "never";

cache::Store open_store(const Arguments& arguments) {
  const std::optional<CachePlace> place = cache_place(arguments);
  if (!place)
    throw UsageError(
        "there is no result cache: LAUNCHPROOF_CACHE is off, or there is no home; name a folder with "
        "--cache");
  return {place->folder, place->is_private};
}

std::string day_of(std::time_t time) {
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string size_in_words(std::uint64_t bytes) {
  constexpr std::uint64_t kKibi = 1024;
  if (bytes < 10 * kKibi) return fmt::format("{} bytes", bytes);
  if (bytes < 10 * kKibi * kKibi) return fmt::format("{} KiB", bytes / kKibi);
  return fmt::format("{} MiB", bytes / kKibi / kKibi);
}

}  // namespace

int cache_stats(const Arguments& arguments) {
  cache::Store store = open_store(arguments);
  std::uint64_t bytes = 0, unfinished = 0, classes = 0, programs = 0;
  std::optional<std::time_t> oldest, newest;
  for (const cache::Store::Entry& one : store.entries()) {
    bytes += one.bytes;
    if (one.unfinished) {
      ++unfinished;
      continue;
    }
    ++(one.kind == worker::kClassEntries ? classes : programs);
    const std::time_t used = one.used.tv_sec;
    oldest = std::min(oldest.value_or(used), used);
    newest = std::max(newest.value_or(used), used);
  }
  const worker::KeptVerdicts kept = worker::kept_verdicts(store);
  const std::string first = oldest ? day_of(*oldest) : kNotFound;
  const std::string last = newest ? day_of(*newest) : kNotFound;
  for (const std::string& trouble : store.troubles()) say(trouble);
  if (arguments.json()) {
    const nlohmann::ordered_json json{{"schema", "launchproof.cache-stats/1"},
                                      {"folder", store.folder()},
                                      {"bytes", bytes},
                                      {"classes", classes},
                                      {"programs", programs},
                                      {"unfinished", unfinished},
                                      {"verdicts", kept.verdicts},
                                      {"used_first", first},
                                      {"used_last", last}};
    return print(stdout, json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n") ? 0 : 13;
  }
  std::string text = fmt::format("folder    {}\nsize      {}\nclasses   {}\nprograms  {}\n", store.folder(),
                                 size_in_words(bytes), classes, programs);
  if (unfinished != 0) text += fmt::format("unfinished files  {}\n", unfinished);
  text += fmt::format("used      from {} to {}\n", first, last);
  for (const auto& [verdict, count] : kept.verdicts) text += fmt::format("  {:<17}  {}\n", verdict, count);
  return print(stdout, text) ? 0 : 13;
}

int collect_results(const Arguments& arguments) {
  cache::Store store = open_store(arguments);
  std::optional<std::uint64_t> most;
  std::optional<std::chrono::seconds> older;
  if (!arguments.max_size.empty()) most = parse_bytes("--max-size", arguments.max_size);
  if (!arguments.older_than.empty()) {
    unsigned days = 0;
    const std::string& text = arguments.older_than;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), days);
    if (error != std::errc{} || end != text.data() + text.size() || days > 36500)
      throw UsageError(fmt::format("--older-than: `{}` is not a number of days", text));
    older = std::chrono::hours(24) * days;
  }
  if (!most && !older) most = kMostResultBytes;
  const cache::Store::Removed removed = store.collect(most, older);
  for (const std::string& trouble : store.troubles()) say(trouble);
  if (!arguments.quiet &&
      !print(stdout, fmt::format("{}: removed {} {}, {}\n", store.folder(), removed.entries,
                                 removed.entries == 1 ? "file" : "files", size_in_words(removed.bytes))))
    return 13;
  return store.troubles().empty() ? 0 : 13;
}

}  // namespace launchproof::cli
