#include "tests/oracle/case_file.h"

#include <fstream>
#include <set>

#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<std::uint32_t> parse_lines(const std::string& text, const std::string& path) {
  std::vector<std::uint32_t> lines;
  for (const std::string& word : split_words(text)) {
    try {
      lines.push_back(static_cast<std::uint32_t>(std::stoul(word)));
    } catch (const std::exception&) {
      throw UsageError{std::string(path).append(": lines: '").append(word).append("' is not a line number")};
    }
  }
  return lines;
}

}  // namespace

CaseFile read_case(const std::string& path) {
  static const std::set<std::string> kExpectations{"verified",    "defect",  "possible-defect",
                                                   "unsupported", "unknown", "error"};
  std::ifstream stream(path);
  if (!stream) throw UsageError{path + ": cannot be read"};
  CaseFile file;
  file.path = path;
  std::optional<std::string> oracle_launch;
  for (std::string line; std::getline(stream, line);) {
    line = trimmed(line);
    if (line.empty()) continue;
    if (!line.starts_with("//")) break;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string key = trimmed(line.substr(2, colon - 2));
    const std::string value = trimmed(line.substr(colon + 1));
    if (key == "expect") {
      if (!kExpectations.contains(value)) {
        throw UsageError{std::string(path).append(": expect: unknown verdict '").append(value).append("'")};
      }
      file.expect = value;
    } else if (key == "property") {
      file.property = value;
    } else if (key == "lines") {
      file.lines = parse_lines(value, path);
    } else if (key == "launch") {
      file.launch = value;
    } else if (key == "oracle-launch") {
      oracle_launch = value;
    } else if (key == "contents") {
      file.contents = value;
    } else if (key == "oracle" && value.starts_with("skip")) {
      file.skip = trimmed(value.substr(4));
    }
  }
  if (oracle_launch) file.launch = oracle_launch;
  return file;
}

LaunchOptions launch_of(const CaseFile& file) {
  if (!file.launch) throw UsageError{file.path + ": the header has no launch line"};
  std::vector<std::string> rest;
  try {
    LaunchOptions options = parse_launch(split_words(*file.launch), rest);
    if (!rest.empty()) throw UsageError{"launch: unknown option '" + rest.front() + "'"};
    parse_contents_list(file.contents, options);
    return options;
  } catch (const UsageError& error) {
    throw UsageError{file.path + ": " + error.message};
  }
}

}  // namespace launchproof::oracle
