// `capture stats`, `merge`, `gc`, `redact` and `export`.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "capture/editing/copies.h"
#include "capture/editing/garbage.h"
#include "capture/editing/launch_list.h"
#include "capture/stats.h"
#include "cli/commands/commands.h"
#include "cli/options/text_file.h"
#include "cli/terminal/output.h"
#include "cli/verification/verification.h"
#include "reports/formats/files.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

// A problem in an input gives exit status 2.
template <class Work>
auto with_input(Work&& work) {
  try {
    return work();
  } catch (const capture::InputError& error) {
    throw UsageError(error.what());
  }
}

std::string needed_output(const Arguments& arguments) {
  if (arguments.output.empty()) throw UsageError("-o: name the folder to write");
  return arguments.output;
}

void say_all(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) say(note);
}

std::string count(std::uint64_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

// Removes the folders of absolute paths in a text, so that only file names remain.
std::string without_folders(const std::string& text) {
  constexpr std::string_view kBefore = " \t\n\r\f\v\"'`(=:@";
  constexpr std::string_view kNotInNames = " \t\n\r\f\v\"'`():,;";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '/' || (i > 0 && kBefore.find(text[i - 1]) == std::string_view::npos)) {
      out += text[i];
      continue;
    }
    // Skips to the last slash of the path.
    for (;;) {
      const std::size_t end = std::min(text.find('/', i + 1), text.size());
      if (end == text.size() || end == i + 1 || text.find_first_of(kNotInNames, i + 1) < end) break;
      i = end;
    }
  }
  return out;
}

// Removes commands that reproduce a verdict on this machine from the object, and folders from all texts.
void redact(nlohmann::ordered_json& json) {
  if (json.is_string()) json = without_folders(json.get<std::string>());
  if (!json.is_structured()) return;
  for (const auto& [name, value] : json.items()) {
    if (json.is_object() && (name == "repro" || name == "export_repro")) value = "";
    redact(value);
  }
}

// Copies the verdicts without program texts, which fixes contain as well.
void redact_results(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (!fs::exists(from, error)) return;
  verdict::Results results;
  try {
    results = verdict::results_from_json(read_text_file(from));
  } catch (const std::runtime_error& problem) {
    say(fmt::format("{} is left out: {}", from.string(), problem.what()));
    return;
  }
  for (verdict::ClassResult& result : results.results) {
    result.source_text.clear();
    result.included.clear();
    result.fixes.clear();
  }
  auto json = nlohmann::ordered_json::parse(verdict::to_json(results));
  json.erase("digest");  // size of the previous contents
  redact(json);
  reports::write_json(verdict::results_from_json(json.dump()), to);
}

}  // namespace

int capture_stats(const Arguments& arguments) {
  const capture::Stats stats =
      with_input([&] { return capture::stats_of(capture::read_capture(arguments.operands[0])); });
  return print(stdout, arguments.json() ? capture::to_json(stats) : capture::show(stats)) ? 0 : 13;
}

int merge_captures(const Arguments& arguments) {
  const std::string into = needed_output(arguments);
  const capture::Copied copied = with_input([&] { return capture::merge(arguments.operands, into); });
  say_all(copied.notes);
  return print(stdout, fmt::format("{}: {} of {}\n", into, count(copied.processes, "process", "processes"),
                                   count(arguments.operands.size(), "capture", "captures")))
             ? 0
             : 13;
}

int redact_capture(const Arguments& arguments) {
  const std::string into = needed_output(arguments);
  const fs::path from = arguments.operands[0];
  const capture::Copied copied = with_input([&] { return capture::redact(from.string(), into); });
  redact_results(from / "results.json", fs::path(into) / "results.json");
  say_all(copied.notes);
  return print(stdout, fmt::format("{}: {}, no sources and no contents\n", into,
                                   count(copied.processes, "process", "processes")))
             ? 0
             : 13;
}

int collect_garbage(const Arguments& arguments) {
  const capture::Garbage garbage = with_input([&] { return capture::find_garbage(arguments.operands[0]); });
  const std::size_t kept = arguments.dry_run ? 0 : capture::remove(garbage);
  if (kept != 0) say(count(kept, "file", "files") + " cannot be removed: check the folder's permissions");
  const std::string text = fmt::format("{}{}, {} bytes\n", arguments.dry_run ? "would remove " : "removed ",
                                       count(garbage.files.size() - kept, "file", "files"), garbage.bytes);
  if (!print(stdout, text)) return 13;
  return kept == 0 ? 0 : 13;
}

int export_launches(const Arguments& arguments) {
  const std::string into = needed_output(arguments);
  const capture::ExportedList exported = with_input(
      [&] { return capture::export_launch_list(capture::read_capture(arguments.operands[0]), into); });
  say_all(exported.notes);
  return print(stdout,
               fmt::format("{}/kernels.json: {}\n", into, count(exported.entries, "launch", "launches")))
             ? 0
             : 13;
}

}  // namespace launchproof::cli
