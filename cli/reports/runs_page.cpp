#include "cli/reports/runs_page.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "cli/options/dashes.h"
#include "cli/terminal/output.h"
#include "cli/verification/recorded_launches.h"
#include "cli/verification/results_file.h"
#include "reports/acceptance/acceptance.h"
#include "reports/acceptance/comparison.h"
#include "reports/acceptance/source_suppressions.h"
#include "reports/formats/files.h"
#include "reports/html/html_runs.h"
#include "reports/words/summary.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 3;  // depth of folders below the named one

std::vector<fs::path> results_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at.depth() >= kDeepest) at.disable_recursion_pending();
    if (at->path().filename() == "results.json" && at->is_regular_file(error)) found.push_back(at->path());
  }
  std::ranges::sort(found);
  return found;
}

// When the recording began, or otherwise when the results were written: "2026-11-28 03:00:00", in UTC.
std::string time_of(const fs::path& results) {
  const auto session = nlohmann::json::parse(std::ifstream(results.parent_path() / "session.json"), nullptr,
                                             /*allow_exceptions=*/false);
  if (session.is_object() && session.contains("started") && session["started"].is_string()) {
    std::string started = session["started"].get<std::string>();
    std::ranges::replace(started, 'T', ' ');
    if (started.ends_with('Z')) started.pop_back();
    return started;
  }
  struct stat status{};
  if (::stat(results.c_str(), &status) != 0) return {};
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::gmtime(status.st_mtim.tv_sec));
}

struct Read {
  reports::Run run;
  fs::path file;
};

void take_figures(const verdict::Results& results, reports::Run& run) {
  const reports::Summary summary = reports::summarise(results);
  run.classes = summary.classes;
  run.launches = summary.launches;
  run.seconds = summary.seconds;
  run.by_verdict = summary.by_verdict;
  if (!results.problems.empty()) run.trouble = results.problems.front();
}

void take_changes(const verdict::Results& before, const verdict::Results& now, reports::Run& run) {
  const reports::Comparison comparison = reports::compare(before, now);
  run.is_compared = true;
  reports::Acceptance known;
  known.baseline = comparison;
  if (reports::has_ignore_comments(now)) reports::add_source_suppressions(now, known.suppressed.emplace());
  for (std::size_t i = 0; i < now.results.size(); ++i)
    if (reports::is_accepted(now, i, known)) run.known[now.results[i].verdict] += now.results[i].classes;
  std::set<reports::FindingNumber> added, worse;
  for (const auto& [number, change] : comparison.findings) {
    if (change == reports::Change::New) added.insert(number);
    if (change == reports::Change::Worse) worse.insert(number);
  }
  run.added = reports::cause_count(now, added);
  run.worse = reports::cause_count(now, worse);
  run.fixed = comparison.fixed_causes;
  run.newly_undecided = comparison.newly_undecided.size();
}

}  // namespace

int write_runs_page(const Arguments& arguments) {
  const std::vector<fs::path> folders(arguments.operands.begin(), arguments.operands.end());
  std::error_code error;
  for (const fs::path& folder : folders)
    if (!fs::is_directory(folder, error))
      throw UsageError(
          fmt::format("--index: {} is not a folder; name the folders that hold the runs", folder.string()));
  if (folders.size() > 1 && arguments.output.empty())
    throw UsageError("--index: name the page of several folders with -o");
  const fs::path page = arguments.output.empty() ? folders[0] / "index.html" : fs::path(arguments.output);
  const fs::path page_folder = page.has_parent_path() ? page.parent_path() : fs::path(".");
  if (page != kDash && !fs::is_directory(page_folder, error))
    throw UsageError(
        fmt::format("cannot write {}: there is no folder {}; make it or name another file with -o",
                    page.string(), page_folder.string()));
  std::vector<Read> all;
  std::set<fs::path> taken;  // a folder may be named with one of those in it
  for (const fs::path& folder : folders) {
    const std::vector<fs::path> files = results_in(folder);
    if (files.empty()) throw UsageError(fmt::format("--index: {} holds no results.json", folder.string()));
    for (const fs::path& file : files) {
      if (!taken.insert(fs::weakly_canonical(file, error)).second) continue;
      Read read{{}, file};
      const fs::path place = file.parent_path();
      read.run.name = folders.size() > 1 ? place.lexically_normal().string()
                                         : fs::relative(place, folder, error).string();
      read.run.when = time_of(file);
      if (fs::exists(place / "report.html", error))
        read.run.link = fs::relative(place / "report.html", page_folder, error).string();
      all.push_back(std::move(read));
    }
  }
  std::ranges::sort(all, {}, [](const Read& read) { return std::pair(read.run.when, read.file); });
  // Keeps the results of the previous run of each sample, so that only two of them are in memory at once.
  std::map<std::string, verdict::Results> before;
  std::vector<reports::Run> runs;
  for (Read& read : all) {
    try {
      verdict::Results results = read_results(read.file.string()).results;
      if (!results.capture.empty()) {
        const fs::path beside = read.file.parent_path();
        read.run.sample =
            sample_name(fs::exists(beside / "session.json", error) ? beside : fs::path(results.capture));
      }
      take_figures(results, read.run);
      const auto last = before.find(read.run.sample);
      if (last != before.end()) take_changes(last->second, results, read.run);
      before[read.run.sample] = std::move(results);
    } catch (const UsageError& problem) {
      read.run.trouble = problem.what();
    }
    runs.push_back(std::move(read.run));
  }
  if (page == kDash) return print(stdout, reports::html_runs(std::move(runs))) ? 0 : 13;
  reports::write_whole(page, reports::html_runs(std::move(runs)));
  return print(stdout, fmt::format("index: {}\n", page.string())) ? 0 : 13;
}

}  // namespace launchproof::cli
