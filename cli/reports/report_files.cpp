#include "cli/reports/report_files.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cli/options/dashes.h"
#include "cli/options/format_options.h"
#include "cli/terminal/output.h"
#include "cli/verification/recorded_launches.h"
#include "cli/verification/verification.h"
#include "reports/formats/files.h"
#include "reports/formats/formats.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

// Removes the report of an earlier run. Devices and pipes (`--sarif /dev/stdout`) contain no earlier report
// and are left alone.
void remove_old(const fs::path& file) {
  if (file == kDash) return;
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(file, error))) return;
  if (!fs::remove(file, error))
    throw UsageError(
        fmt::format("cannot remove {}, which an earlier run left: {}", file.string(), error.message()));
}

// Returns the names of the files that a run for continuous integration writes into its folder.
std::vector<std::string> result_files() {
  std::vector<std::string> all = ci_format_files();
  all.insert(all.end(), {"results.json", "report.html"});
  return all;
}

struct NamedFile {
  std::string what;  // an option, or "the kernel file"
  fs::path file;
};

bool is_same(const fs::path& one, const fs::path& other) {
  std::error_code error;
  if (fs::equivalent(one, other, error)) return true;
  return fs::weakly_canonical(fs::absolute(one, error), error) ==
         fs::weakly_canonical(fs::absolute(other, error), error);
}

std::vector<NamedFile> outputs(const Arguments& arguments, const fs::path& folder) {
  std::vector<NamedFile> all;
  const auto add = [&](const std::string& what, const fs::path& file) {
    if (!file.empty() && file != kDash) all.push_back({what, file});
  };
  for (const FormatOption& one : format_options(arguments)) add(one.option, one.file);
  if (arguments.command == Command::Report) {
    add("-o", arguments.output);
    return all;
  }
  if (folder.empty()) return all;
  add("results.json of the output folder", folder / "results.json");
  add("report.html of the output folder", folder / "report.html");
  if (!arguments.ci) return all;
  for (const std::string& name : ci_format_files()) add("--ci", folder / name);
  return all;
}

std::vector<NamedFile> inputs(const Arguments& arguments) {
  std::vector<NamedFile> all;
  const auto add = [&](const char* what, const fs::path& file) {
    std::error_code error;
    if (file.empty() || file == kDash) return;
    // A missing baseline is created, as the file or in the folder that its name indicates.
    const bool is_made = arguments.first_run_ok && !fs::exists(file, error) && file.extension() != ".json";
    all.push_back({what, fs::is_directory(file, error) || is_made ? file / "results.json" : file});
  };
  add("--baseline", arguments.baseline);
  add("--suppressions", arguments.suppressions);
  if (arguments.command == Command::Check || arguments.command == Command::Report)
    for (const std::string& file : arguments.operands) add("the input", file);
  if (arguments.command == Command::Verify) {
    const std::vector<std::string> results = result_files();
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(arguments.operands.at(0), error)) {
      const bool is_result = std::ranges::find(results, entry.path().filename().string()) != results.end();
      if (!is_result && entry.is_regular_file()) all.push_back({"the capture", entry.path()});
    }
  }
  return all;
}

// `made`: a folder that the program creates before writing; may be empty.
void require_place(const std::string& option, const fs::path& file, const fs::path& made) {
  std::error_code error;
  if (file == kDash) return;
  if (fs::is_directory(file, error))
    throw UsageError(fmt::format("{}: {} is a folder; name a file in it", option, file.string()));
  if (reports::is_descriptor(file)) return;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!made.empty() && is_same(folder, made)) return;
  if (!fs::is_directory(folder, error)) {
    throw UsageError(
        fmt::format("{}: there is no folder {}; make it or name another file", option, folder.string()));
  }
  if (!fs::exists(file, error) && ::access(folder.c_str(), W_OK) != 0) {
    throw UsageError(fmt::format("{}: cannot write into {}: {}; name another file", option, folder.string(),
                                 std::strerror(errno)));
  }
}

void prepare(const std::string& name) {
  if (!name.empty()) remove_old(name);
}

}  // namespace

void check_report_files(const Arguments& arguments, const fs::path& folder) {
  const std::vector<NamedFile> written = outputs(arguments, folder), read = inputs(arguments);
  for (const NamedFile& output : written)
    if (output.what.starts_with("--") && output.what != "--ci")
      require_place(output.what, output.file, folder);
  for (auto one = written.begin(); one != written.end(); ++one) {
    for (auto other = written.begin(); other != one; ++other)
      if (is_same(one->file, other->file))
        throw UsageError(fmt::format("{} and {} are the same file, {}; name two files", other->what,
                                     one->what, one->file.string()));
    for (const NamedFile& input : read)
      if (is_same(one->file, input.file))
        throw UsageError(fmt::format(
            "{} would be written over {}, {}; {}", one->what, input.what, input.file.string(),
            input.what == "--baseline" ? "keep a baseline apart from the results" : "name another file"));
  }
  if (!arguments.ci || folder.empty()) return;
  for (const std::string& name : result_files()) remove_old(folder / name);
}

void prepare_report_files(const Arguments& arguments, const fs::path& folder) {
  for (const FormatOption& one : format_options(arguments)) prepare(one.file);
  if (!arguments.ci) return;
  for (const std::string& name : result_files()) remove_old(folder / name);
}

bool write_report_files(const verdict::Results& results, const reports::Acceptance& acceptance,
                        bool finds_by_id, const fs::path& capture, const fs::path& folder,
                        const Arguments& arguments, std::FILE* stream) {
  bool written = true;
  std::FILE* const names = stream_of_names(arguments, stream);
  const auto write = [&](std::string_view label, const fs::path& path,
                         const std::function<std::string()>& text) {
    if (path.empty()) return;
    if (path == kDash) {
      written = print(stdout, text()) && written;
      return;
    }
    try {
      reports::write_whole(path, text());
      std::error_code error;  // output that went to /dev/stdout cannot be changed
      const bool is_file = fs::is_regular_file(path, error) && !reports::is_descriptor(path);
      std::FILE* const place = is_file || names == nullptr ? names : stderr;
      if (place != nullptr) written = print(place, fmt::format("{}: {}\n", label, path.string())) && written;
    } catch (const std::runtime_error& error) {
      say(error.what());
      written = false;
    }
  };
  const reports::ReportInput report{results, acceptance, finds_by_id, sample_name(results.capture),
                                    [&] { return recorded_launches(capture); }};
  const std::vector<FormatOption> options = format_options(arguments);
  const auto write_each = [&](const auto& path_of) {
    for (std::size_t i = 0; i < reports::formats().size(); ++i) {
      const reports::Format& format = reports::formats()[i];
      write(format.label, path_of(format, options[i]), [&] { return format.text(report); });
    }
  };
  if (arguments.ci)
    write_each([&](const reports::Format& format, const FormatOption&) {
      return format.ci_file.empty() ? fs::path() : folder / format.ci_file;
    });
  write_each([](const reports::Format&, const FormatOption& option) { return fs::path(option.file); });
  return written;
}

}  // namespace launchproof::cli
