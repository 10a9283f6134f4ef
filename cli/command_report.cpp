#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/verification.h"
#include "reports/files.h"

namespace launchproof::cli {

int write_report(const Arguments& arguments) {
  namespace fs = std::filesystem;
  const fs::path source = arguments.operands[0];
  verdict::Results results;
  try {
    results = verdict::results_from_json(read_text_file(source));
  } catch (const UsageError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("{}: {}", source.string(), error.what()));
  }
  fs::path page = arguments.output;
  if (page.empty()) page = fs::path(source).replace_filename("report.html");
  std::error_code error;
  if (fs::is_directory(page, error)) page /= "report.html";
  if (!page.parent_path().empty() && !fs::is_directory(page.parent_path(), error)) {
    throw UsageError(
        fmt::format("cannot write {}: there is no folder {}; make it or name another file with -o",
                    page.string(), page.parent_path().string()));
  }
  reports::write_html(results, page);
  return print(stdout, fmt::format("report: {}\n", page.string())) ? 0 : 13;
}

}  // namespace launchproof::cli
