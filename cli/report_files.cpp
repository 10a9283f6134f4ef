#include "cli/report_files.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cli/output.h"
#include "cli/recorded_launches.h"
#include "cli/verification.h"
#include "reports/files.h"
#include "reports/junit.h"
#include "reports/sarif.h"
#include "reports/terminal.h"
#include "reports/trace.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSarif = "results.sarif";
constexpr const char* kJunit = "junit.xml";

// Of devices and pipes (`--sarif /dev/stdout`) there is nothing left of before.
void remove_old(const fs::path& file) {
  std::error_code error;
  if (fs::is_regular_file(file, error)) fs::remove(file, error);
}

void prepare(const char* option, const std::string& name) {
  if (name.empty()) return;
  const fs::path file = name;
  std::error_code error;
  if (fs::is_directory(file, error))
    throw UsageError(fmt::format("{}: {} is a folder; name a file in it", option, name));
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) {
    throw UsageError(
        fmt::format("{}: there is no folder {}; make it or name another file", option, folder.string()));
  }
  remove_old(file);
}

}  // namespace

void prepare_report_files(const Arguments& arguments, const fs::path& folder) {
  prepare("--sarif", arguments.sarif);
  prepare("--junit", arguments.junit);
  prepare("--text", arguments.text);
  prepare("--trace", arguments.trace);
  if (!arguments.ci) return;
  for (const char* name : {kSarif, kJunit, "results.json", "report.html"}) remove_old(folder / name);
}

bool write_report_files(const verdict::Results& results, const reports::Acceptance& acceptance,
                        const fs::path& capture, const fs::path& folder, const Arguments& arguments,
                        std::FILE* stream) {
  bool written = true;
  const auto write = [&](const char* label, const fs::path& path, const std::function<std::string()>& text) {
    if (path.empty()) return;
    try {
      reports::write_whole(path, text());
      std::error_code error;  // what went to /dev/stdout stays what it is
      std::FILE* const place = fs::is_regular_file(path, error) ? stream : stderr;
      if (!arguments.quiet) written = print(place, fmt::format("{}: {}\n", label, path.string())) && written;
    } catch (const std::runtime_error& error) {
      say(error.what());
      written = false;
    }
  };
  const auto sarif = [&] { return reports::sarif_log(results, acceptance); };
  const auto junit = [&] { return reports::junit_xml(results, acceptance); };
  if (arguments.ci) {
    write("SARIF", folder / kSarif, sarif);
    write("JUnit", folder / kJunit, junit);
  }
  write("SARIF", arguments.sarif, sarif);
  write("JUnit", arguments.junit, junit);
  write("text", arguments.text,
        [&] { return reports::terminal_report(results, {.width = 120, .acceptance = &acceptance}); });
  write("trace", arguments.trace, [&] { return reports::chrome_trace(results, recorded_launches(capture)); });
  return written;
}

}  // namespace launchproof::cli
