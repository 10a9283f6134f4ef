#include "cli/verification/last_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/options/text_file.h"
#include "cli/verification/results_file.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "results.json";
constexpr std::size_t kDigits = 16;           // of an id
constexpr std::size_t kFewestDigits = 4;      // of the beginning of one
constexpr std::size_t kMostEntries = 10'000;  // number of folders that are searched

// Returns the results in the current folder and up to two folders below it, newest first.
std::vector<fs::path> results_here() {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::size_t left = kMostEntries;
  const auto add = [&](const fs::path& folder) {
    const fs::path path = (folder / kFile).lexically_normal();
    if (fs::is_regular_file(path, error)) found.emplace_back(fs::last_write_time(path, error), path);
  };
  const auto folders_in = [&](const fs::path& folder) {
    std::vector<fs::path> folders;
    for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && it != end && left > 0; it.increment(error), --left)
      if (it->is_directory(error)) folders.push_back(it->path());
    return folders;
  };
  add(".");
  for (const fs::path& folder : folders_in(".")) {
    add(folder);
    for (const fs::path& inner : folders_in(folder)) add(inner);
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return std::pair(b.first, a.second) < std::pair(a.first, b.second);
  });
  std::vector<fs::path> paths;
  paths.reserve(found.size());
  for (auto& [time, path] : found) paths.push_back(std::move(path));
  return paths;
}

struct KnownFinding {
  std::string id;
  std::string replay, export_repro;  // the commands; empty where there is none
  bool has_witness = false;
};

// Returns the findings in the results whose ids begin with the word, each id once.
std::vector<KnownFinding> findings_in(const fs::path& path, const std::string& beginning) {
  std::vector<KnownFinding> found;
  if (read_text_file(path.string()).find('"' + beginning) == std::string::npos) return found;
  const ResultsFile file = read_results(path.string());
  for (const verdict::ClassResult& result : file.results.results)
    for (const verdict::Finding& finding : result.findings)
      if (finding.id.starts_with(beginning) &&
          std::ranges::find(found, finding.id, &KnownFinding::id) == found.end())
        found.push_back({finding.id, finding.repro, finding.export_repro, finding.witness.has_value()});
  return found;
}

}  // namespace

bool is_finding_id(const std::string& word) {
  std::error_code error;
  return word.size() >= kFewestDigits && word.size() <= kDigits &&
         word.find_first_not_of("0123456789abcdef") == std::string::npos && !fs::exists(word, error);
}

bool is_found_by_id(const fs::path& folder) {
  std::error_code error;
  if (folder.empty()) return false;
  const fs::path here = fs::canonical(fs::current_path(error), error);
  const fs::path there = fs::weakly_canonical(folder, error);
  return !error &&
         (there == here || there.parent_path() == here || there.parent_path().parent_path() == here);
}

Arguments arguments_for_finding(const std::string& id, const Arguments& given) {
  for (const fs::path& path : results_here()) {
    const std::vector<KnownFinding> findings = findings_in(path, id);
    if (findings.empty()) continue;
    if (findings.size() > 1)
      throw UsageError(
          fmt::format("{} findings of {} have an id that begins with {}, such as {} and {}; give more digits",
                      findings.size(), path.string(), id, findings[0].id, findings[1].id));
    const KnownFinding& known = findings.front();
    const bool is_replay = given.command == Command::Replay;
    const std::string& command = is_replay ? known.replay : known.export_repro;
    if (command.empty() && !is_replay && known.has_witness && !known.replay.empty())
      throw UsageError(
          fmt::format("{} is a finding of `check` in a file that is not OpenCL C, and export-repro writes "
                      "such launches only "
                      "from a recorded application; launchproof replay {} executes it",
                      known.id, known.id));
    if (command.empty())
      throw UsageError(
          fmt::format("{} holds the finding {}, and no command for it: it has no counterexample "
                      "that could be executed",
                      path.string(), known.id));
    std::vector<std::string> words = split_words(command);
    words.erase(words.begin());  // the program
    Arguments found = parse(words).arguments;
    // These options concern this run alone.
    found.format = given.format;
    found.quiet = given.quiet;
    found.jobs = given.jobs;
    found.contents_seed = given.contents_seed;
    found.no_cache = given.no_cache;
    found.cache = given.cache;
    found.error_exitcode = given.error_exitcode;
    if (!given.output.empty()) found.output = given.output;
    const Arguments usual;
    if (given.timeout_seconds != usual.timeout_seconds) found.timeout_seconds = given.timeout_seconds;
    if (given.memory_mib != usual.memory_mib) found.memory_mib = given.memory_mib;
    return found;
  }
  throw UsageError(
      fmt::format("no results in the current folder, or in folders in it, have a finding whose id is or "
                  "begins with {}; name the capture or the "
                  "kernel file: launchproof {} --help",
                  id, given.command == Command::Replay ? "replay" : "export-repro"));
}

}  // namespace launchproof::cli
