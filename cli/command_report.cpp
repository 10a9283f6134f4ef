#include <fmt/format.h>

#include "cli/commands.h"
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
  reports::write_html(results, page);
  fmt::print("report: {}\n", page.string());
  return 0;
}

}  // namespace launchproof::cli
