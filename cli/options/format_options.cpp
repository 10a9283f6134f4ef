#include "cli/options/format_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace launchproof::cli {

std::vector<FormatOption> format_options(const Arguments& arguments) {
  return {
#define FORMAT(name, label, ci_file, text) {"--" #name, label, arguments.name},
#include "reports/formats/formats.def"
  };
}

bool has_format_file(const Arguments& arguments) {
  return std::ranges::any_of(format_options(arguments),
                             [](const FormatOption& one) { return !one.file.empty(); });
}

std::string format_option_names() {
  std::vector<std::string> names;
  for (const FormatOption& one : format_options({})) names.push_back(one.option);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> ci_format_files() {
  std::vector<std::string> files{
#define FORMAT(name, label, ci_file, text) ci_file,
#include "reports/formats/formats.def"
  };
  std::erase(files, "");
  return files;
}

}  // namespace launchproof::cli
