#include "cli/recording/ci_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <vector>

#include "cli/options/format_options.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = "run-ci.txt";
constexpr const char* kMarkText =
    "`launchproof run --ci` made this folder. The next `run --ci` with this folder replaces it.\n";
constexpr const char* kBlobs = "blobs";
constexpr std::array kFiles{"session.json", "results.json", "report.html", kMark};
constexpr std::array kOfProcesses{"programs.", "launches.", "counters.", "order.", "failures."};

// Returns whether a run writes such a file. Names with a leading dot are those of unfinished files.
bool is_ours(const fs::directory_entry& entry) {
  std::error_code error;
  const std::string name = entry.path().filename().string();
  if (!entry.is_regular_file(error) || entry.is_symlink(error)) return false;
  const std::vector<std::string> formats = ci_format_files();
  return name.starts_with('.') || std::ranges::find(kFiles, name) != kFiles.end() ||
         std::ranges::find(formats, name) != formats.end() ||
         std::ranges::any_of(kOfProcesses, [&](const char* prefix) { return name.starts_with(prefix); });
}

bool is_blob(const fs::directory_entry& entry) {
  constexpr std::size_t kDigits = 64;
  std::error_code error;
  const std::string file = entry.path().filename().string();
  std::string_view name = file;
  if (!entry.is_regular_file(error) || entry.is_symlink(error)) return false;
  if (name.starts_with('.')) return true;
  if (name.ends_with(".zst")) name.remove_suffix(std::string_view(".zst").size());
  return name.size() == kDigits && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Returns whether an option of this run names the file as an output.
bool is_named(const Arguments& arguments, const fs::path& file) {
  return std::ranges::any_of(format_options(arguments), [&](const FormatOption& one) {
    std::error_code error;
    return !one.file.empty() && !fs::is_symlink(file, error) && fs::equivalent(one.file, file, error);
  });
}

// Returns the files in the folder, blobs first. Throws UsageError for a file that no run writes.
std::vector<fs::path> files_of(const Arguments& arguments, const fs::path& folder) {
  std::vector<fs::path> files;
  const auto refuse = [&](const fs::path& file) {
    throw UsageError(
        fmt::format("{} holds {}, which `run --ci` does not write, so it is not replaced; move that away or "
                    "name another folder with -o",
                    folder.string(), file.lexically_relative(folder).string()));
  };
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    std::error_code error;
    if (entry.path().filename() == kBlobs && entry.is_directory(error) && !entry.is_symlink(error)) {
      for (const fs::directory_entry& blob : fs::directory_iterator(entry.path())) {
        if (!is_blob(blob)) refuse(blob.path());
        files.push_back(blob.path());
      }
    } else if (!is_ours(entry) && !is_named(arguments, entry.path())) {
      refuse(entry.path());
    }
    files.push_back(entry.path());
  }
  return files;
}

bool is_marked(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / kMark, error);
}

}  // namespace

void check_ci_folder(const Arguments& arguments, const fs::path& folder) {
  std::error_code error;
  if (!arguments.ci || arguments.append || !fs::is_directory(folder, error)) return;
  try {
    if (fs::is_empty(folder)) return;
    if (is_marked(folder)) {
      files_of(arguments, folder);
      return;
    }
  } catch (const fs::filesystem_error& problem) {
    throw UsageError(fmt::format("cannot read {}: {}; name another folder with -o", folder.string(),
                                 problem.code().message()));
  }
  if (fs::exists(folder / "session.json", error))
    throw UsageError(
        fmt::format("{} holds a capture that `run --ci` did not make, so it is not replaced; remove it, name "
                    "another folder with -o, or add to it with --append",
                    folder.string()));
  throw UsageError(
      fmt::format("{} is not empty and `run --ci` did not make it, so it is not replaced; empty it or name "
                  "another folder with -o",
                  folder.string()));
}

void empty_ci_folder(const Arguments& arguments, const fs::path& folder) {
  if (!arguments.ci || arguments.append || !is_marked(folder)) return;
  try {
    const std::vector<fs::path> files = files_of(arguments, folder);
    // The mark is removed last, so that a folder can still be replaced after a failure.
    for (const bool is_mark : {false, true})
      for (const fs::path& file : files)
        if ((file.filename() == kMark) == is_mark) fs::remove(file);
  } catch (const fs::filesystem_error& problem) {
    throw UsageError(
        fmt::format("cannot remove {}, which an earlier run left: {}; name another folder with -o",
                    problem.path1().string(), problem.code().message()));
  }
}

void mark_ci_folder(const Arguments& arguments, const fs::path& folder) {
  if (!arguments.ci || arguments.append) return;
  std::ofstream file(folder / kMark);
  file << kMarkText;
  file.close();
  if (!file)
    throw UsageError(fmt::format("cannot write into {}; name another folder with -o", folder.string()));
}

}  // namespace launchproof::cli
