// launchproof-oracle FILE [launch options] [--format=json]
// launchproof-oracle --judge FILE...
// launchproof-oracle --batch LIST
#include <fstream>
#include <iostream>
#include <optional>

#include "tests/oracle/case_file.h"
#include "tests/oracle/errors.h"
#include "tests/oracle/judgement.h"

namespace {

using namespace launchproof::oracle;

constexpr int kClean = 0;
constexpr int kContradiction = 1;
constexpr int kWrongUsage = 2;
constexpr int kDefect = 10;
constexpr int kCannotJudge = 11;

constexpr const char* kHelp =
    "launchproof-oracle FILE [OPTIONS]   executes a tiny launch of a kernel in many orders and reports "
    "defects\n"
    "launchproof-oracle --judge FILE...  checks the expectations in the headers of kernel cases\n"
    "launchproof-oracle --batch LIST     judges the files that LIST names, one a line (- is standard input), "
    "by "
    "the launches in their headers, and prints one JSON object a line\n"
    "\n"
    "Without launch options the launch is read from the header of FILE.\n"
    "  --kernel NAME  --local-size X[,Y[,Z]]  --num-groups X[,Y[,Z]] | --global-size X[,Y[,Z]]  "
    "--global-offset X[,Y[,Z]]\n"
    "  --arg NAME=VALUE  --buffer NAME=BYTES|null|@OTHER[+ORIGIN][:BYTES]  --local NAME=BYTES\n"
    "  --contents NAME=zero|iota|random:SEED|bytes:HEX  --strict  --barrier-rule opencl|cuda  -D NAME=VALUE  "
    "--build-options \"...\"\n"
    "  --format=text|json  --tries N  --schedules N\n"
    "Status: 0 clean, 10 defect, 11 cannot judge, 2 wrong usage; with --judge 0 or 1 if a case is "
    "contradicted.\n";

int judge_cases(const std::vector<std::string>& files, const Effort& effort) {
  int status = kClean;
  for (const std::string& path : files) {
    Comparison comparison{Comparison::Outcome::Contradicts, ""};
    try {
      comparison = compare(read_case(path), effort);
    } catch (const UsageError& error) {
      comparison.message = error.message;
    }
    switch (comparison.outcome) {
      case Comparison::Outcome::Agrees:
        std::cout << "agrees: ";
        break;
      case Comparison::Outcome::Skipped:
        std::cout << "skipped: ";
        break;
      case Comparison::Outcome::Contradicts:
        std::cout << "CONTRADICTS: ";
        status = kContradiction;
        break;
    }
    std::cout << path << ": " << comparison.message << '\n';
  }
  return status;
}

// Prints one object per line for each file of the list, in order. If a file cannot be judged, its verdict
// says so.
int judge_list(const std::string& list, const Effort& effort) {
  std::ifstream file;
  if (list != "-") {
    file.open(list);
    if (!file) throw UsageError{list + ": cannot be read"};
  }
  std::istream& lines = list == "-" ? std::cin : file;
  for (std::string path; std::getline(lines, path);) {
    if (path.empty()) continue;
    Judgement judgement;
    try {
      judgement = judge(path, launch_of(read_case(path)), effort);
    } catch (const UsageError& error) {
      judgement.verdict = Judgement::Verdict::CannotJudge;
      judgement.reason = error.message;
    }
    std::cout << to_json_line(path, judgement) << std::flush;
  }
  return kClean;
}

int run(const std::vector<std::string>& words) {
  std::vector<std::string> rest;
  LaunchOptions options = parse_launch(words, rest);
  std::vector<std::string> files;
  std::optional<std::string> list;
  bool judging = false;
  bool json = false;
  Effort effort;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const std::string& word = rest[i];
    if (word == "--help") {
      std::cout << kHelp;
      return kClean;
    }
    if (word == "--judge") {
      judging = true;
    } else if (word == "--batch") {
      if (i + 1 == rest.size()) throw UsageError{"--batch: a list of files must follow"};
      list = rest[++i];
    } else if (word == "--format=json" || word == "--format=text") {
      json = word == "--format=json";
    } else if (word == "--tries" || word == "--schedules") {
      unsigned& value = word == "--tries" ? effort.contents : effort.schedules;
      const std::string text = i + 1 < rest.size() ? rest[++i] : "";
      if (text.empty() || text.size() > 4 || text.find_first_not_of("0123456789") != std::string::npos ||
          std::stoul(text) == 0) {
        throw UsageError{word + ": a number from 1 must follow"};
      }
      value = static_cast<unsigned>(std::stoul(text));
    } else if (word.starts_with("-")) {
      throw UsageError{"unknown option '" + word + "'"};
    } else {
      files.push_back(word);
    }
  }
  if (list) {
    if (!files.empty() || judging || words.size() != rest.size()) {
      throw UsageError{"--batch: only --tries and --schedules go with it"};
    }
    return judge_list(*list, effort);
  }
  if (files.empty()) throw UsageError{"no kernel file is given; see --help"};
  if (judging) return judge_cases(files, effort);
  if (files.size() > 1) throw UsageError{"several files are only possible with --judge"};
  const CaseFile file = read_case(files.front());
  const bool no_launch = words.size() == rest.size() && file.launch;
  if (no_launch) options = launch_of(file);
  const Judgement judgement = judge(files.front(), options, effort);
  std::cout << (json ? to_json(judgement) : to_text(judgement));
  switch (judgement.verdict) {
    case Judgement::Verdict::Clean:
      return kClean;
    case Judgement::Verdict::Defect:
      return kDefect;
    case Judgement::Verdict::CannotJudge:
      return kCannotJudge;
  }
  return kCannotJudge;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const UsageError& error) {
    std::cerr << "launchproof-oracle: " << error.message << '\n';
    return kWrongUsage;
  }
}
