#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/options/dashes.h"
#include "cli/options/format_options.h"
#include "cli/reports/report_files.h"
#include "cli/reports/runs_page.h"
#include "cli/terminal/output.h"
#include "cli/verification/acceptance_files.h"
#include "cli/verification/last_results.h"
#include "cli/verification/results_file.h"
#include "cli/verification/verification.h"
#include "reports/formats/files.h"
#include "reports/html/html.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

// Returns the path of the HTML report, or nothing if none is requested.
fs::path page_of(const Arguments& arguments, const fs::path& source) {
  if (arguments.output.empty())
    return has_format_file(arguments)
               ? fs::path()
               : fs::path(source == kDash ? "" : source).replace_filename("report.html");
  fs::path page = arguments.output;
  if (page == kDash) return page;
  std::error_code error;
  if (fs::is_directory(page, error)) page /= "report.html";
  if (!page.parent_path().empty() && !fs::is_directory(page.parent_path(), error)) {
    throw UsageError(
        fmt::format("cannot write {}: there is no folder {}; make it or name another file with -o",
                    page.string(), page.parent_path().string()));
  }
  return page;
}

// Returns the capture of the results: the one that they name, or the folder that contains them.
fs::path capture_of(const Arguments& arguments, const ResultsFile& file) {
  if (arguments.trace.empty()) return {};
  const fs::path beside = file.path.has_parent_path() ? file.path.parent_path() : fs::path(".");
  std::error_code error;
  for (const fs::path& folder : {fs::path(file.results.capture), beside}) {
    if (!folder.empty() && fs::exists(folder / "session.json", error)) return folder;
  }
  throw UsageError(fmt::format(
      "--trace: {}; run it where that folder is, or put the results into it",
      file.results.capture.empty()
          ? std::string("these results are for kernel files, so there is no capture")
          : fmt::format("the capture of these results, {}, does not exist", file.results.capture)));
}

}  // namespace

int write_report(const Arguments& arguments) {
  if (arguments.index) return write_runs_page(arguments);
  check_report_files(arguments, {});
  const ResultsFile file = read_results(arguments.operands[0]);
  const AcceptanceFiles accepted(arguments);
  const fs::path page = page_of(arguments, file.path);
  const fs::path capture = capture_of(arguments, file);
  prepare_report_files(arguments, {});
  const reports::Acceptance acceptance = accepted.of(file.results);
  const fs::path beside = file.path.has_parent_path() ? file.path.parent_path() : fs::path(".");
  const bool finds_by_id = file.path.filename() == "results.json" && is_found_by_id(beside);
  std::FILE* const names = summary_stream(arguments);
  const bool written =
      write_report_files(file.results, acceptance, finds_by_id, capture, {}, arguments, names);
  if (page.empty()) return written ? 0 : 13;
  if (page == kDash)
    return print(stdout, reports::html_report(file.results, acceptance, finds_by_id)) && written ? 0 : 13;
  reports::write_html(file.results, acceptance, finds_by_id, page);
  return print(names, fmt::format("report: {}\n", page.string())) && written ? 0 : 13;
}

}  // namespace launchproof::cli
