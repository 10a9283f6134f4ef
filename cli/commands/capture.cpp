#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <stdexcept>

#include "capture/class_explanation.h"
#include "capture/reader.h"
#include "capture/show.h"
#include "cli/commands/commands.h"
#include "cli/jobs/capture_jobs.h"
#include "cli/options/text_file.h"
#include "cli/terminal/output.h"
#include "cli/verification/verification.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

// Returns whether `ranges`, such as "1-8, 12", contain the number.
bool names(const std::string& ranges, std::size_t number) {
  const char* at = ranges.data();
  const char* end = at + ranges.size();
  while (at != end) {
    std::size_t first = 0;
    auto [rest, error] = std::from_chars(at, end, first);
    if (error != std::errc{}) return false;
    std::size_t last = first;
    if (rest != end && *rest == '-') {
      const auto second = std::from_chars(rest + 1, end, last);
      if (second.ec != std::errc{}) return false;
      rest = second.ptr;
    }
    if (first <= number && number <= last) return true;
    at = std::find_if(rest, end, [](char letter) { return letter >= '0' && letter <= '9'; });
  }
  return false;
}

// Returns the verdict of the class if the capture's folder has results.
std::string explain_result(const fs::path& folder, std::size_t number) {
  const fs::path file = folder / "results.json";
  std::error_code error;
  if (!fs::exists(file, error))
    return fmt::format("\n  Not verified: {} is not there; `launchproof verify {}` writes it.\n",
                       file.string(), folder.string());
  verdict::Results results;
  try {
    results = verdict::results_from_json(read_text_file(file));
  } catch (const std::runtime_error& problem) {  // the other facts about the class are still shown
    return fmt::format("\n  {} cannot be read: {}\n", file.string(), problem.what());
  }
  const auto found = std::ranges::find_if(results.results, [&](const verdict::ClassResult& result) {
    return names(result.class_numbers, number);
  });
  if (found == results.results.end())
    return fmt::format("\n  {} holds no result of this class.\n", file.string());
  std::string text = fmt::format("\n  Verdict: {}{}{} ({}).\n", verdict::name(found->verdict),
                                 found->reason.empty() ? "" : ", ", found->reason, file.string());
  if (found->classes > 1)
    text += fmt::format("  Proved once for {} classes ({}), which stand for {} launches: {}.\n",
                        found->classes, found->class_numbers, found->launches, found->launch);
  if (!found->facts.empty()) text += fmt::format("  Given {}.\n", fmt::join(found->facts, ", "));
  for (const std::string& assumption : found->assumptions)
    text += fmt::format("  Assumed: {}.\n", assumption);
  return text;
}

}  // namespace

int show_capture(const Arguments& arguments) {
  const std::string& folder = arguments.operands[0];
  std::string text;
  try {
    const capture::Capture capture = capture::read_capture(folder);
    if (arguments.classes.empty()) {
      text = capture::show(capture);
    } else {
      const std::vector<capture::LaunchClass> classes = capture::classify(capture);
      for (const std::size_t number : wanted_classes(arguments, classes.size())) {
        if (!text.empty()) text += '\n';
        text += capture::explain(capture, classes, number - 1);
        text += explain_result(folder, number);
      }
    }
  } catch (const capture::InputError& error) {
    throw UsageError(error.what());
  }
  return print(stdout, text) ? 0 : 13;
}

}  // namespace launchproof::cli
