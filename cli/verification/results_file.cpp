#include "cli/verification/results_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/options/dashes.h"
#include "cli/options/options.h"
#include "cli/options/text_file.h"
#include "reports/words/words.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy = "give a results.json that launchproof wrote (with -o, --ci, run or verify)";

// Returns the kind of a file that does not contain results of this program; empty if it cannot be determined.
std::string foreign(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '<') {
    return text.find("<testsuite") != std::string::npos ? "a JUnit file" : "an XML file";
  }
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) return {};
  if (json.contains("runs") && json["runs"].is_array()) {
    const nlohmann::json::json_pointer name("/runs/0/tool/driver/name");
    if (json.contains(name) && json[name].is_string())
      return fmt::format("a SARIF log of `{}`", json[name].get<std::string>());
    return "a SARIF log";
  }
  if (!json.contains("schema")) return "JSON of another tool, without a \"schema\"";
  if (json["schema"].is_string()) {
    const auto schema = json["schema"].get<std::string>();
    if (!schema.starts_with("launchproof.results/")) return fmt::format("JSON of the schema `{}`", schema);
  }
  return {};
}

}  // namespace

ResultsFile read_results(const std::string& name) {
  ResultsFile file{.path = name, .results = {}};
  std::error_code error;
  if (name != kDash && fs::is_directory(name, error)) {
    file.path /= "results.json";
    if (!fs::exists(file.path, error)) {
      throw UsageError(
          fs::exists(fs::path(name) / "session.json", error)
              ? fmt::format("{} is a capture without results; run `launchproof verify {}` first", name, name)
              : fmt::format("{} holds no results.json; {}", name, kRemedy));
    }
  }
  const std::string text = read_text_file(file.path.string());
  if (const std::string other = foreign(text); !other.empty())
    throw UsageError(fmt::format("{}: this is {}; {}", file.path.string(), reports::clean(other), kRemedy));
  try {
    file.results = verdict::results_from_json(text);
  } catch (const std::runtime_error& problem) {
    throw UsageError(fmt::format("{}: {}", file.path.string(), problem.what()));
  }
  if (!file.results.tool.starts_with("launchproof ")) {
    throw UsageError(fmt::format("{}: tool: these are results of `{}`; {}", file.path.string(),
                                 reports::clean(file.results.tool), kRemedy));
  }
  return file;
}

}  // namespace launchproof::cli
