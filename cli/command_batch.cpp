// `check --batch`: many kernel files with options of their own, one JSON object a line out.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/check_job.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/verification.h"

namespace launchproof::cli {
namespace {

struct Line {
  std::size_t number = 0;  // from 1
  std::string source;
  std::string error;  // why nothing was verified
  std::size_t job = SIZE_MAX;
  std::vector<std::string> notes;  // on its options
};

std::string read_list(const std::string& path) {
  if (path != "-") return read_text_file(path);
  std::stringstream text;
  text << std::cin.rdbuf();
  return text.str();
}

// Limits are the pool's, so a line cannot set them.
void check_line(const Arguments& line, const Arguments& command) {
  const auto refuse = [](const char* option) {
    throw UsageError(fmt::format("{} belongs on the command line, not in a batch", option));
  };
  if (line.timeout_seconds != command.timeout_seconds) refuse("--timeout");
  if (line.memory_mib != command.memory_mib) refuse("--memory");
  if (line.jobs != command.jobs) refuse("--jobs");
  if (line.output != command.output) refuse("--output");
  if (line.error_exitcode != command.error_exitcode) refuse("--error-exitcode");
  if (line.dump_model) refuse("--dump-model");
  if (line.operands.size() != 1) throw UsageError("a line of a batch names one file");
}

}  // namespace

int check_batch(const Arguments& arguments) {
  std::vector<Line> lines;
  std::vector<worker::Job> jobs;
  std::istringstream list(read_list(arguments.batch));
  std::size_t number = 0;
  for (std::string text; std::getline(list, text);) {
    ++number;
    if (text.find_first_not_of(" \t\r") == std::string::npos || text[0] == '#') continue;
    Line line{.number = number};
    try {
      const Arguments of_line = parse_batch_line(text, arguments);
      line.source = of_line.operands[0];
      line.notes = of_line.notes;
      check_line(of_line, arguments);
      check_solver(of_line.solver);
      jobs.push_back(check_job(line.source, of_line));
      jobs.back().names_must_fit = true;
      line.job = jobs.size() - 1;
    } catch (const UsageError& error) {
      line.error = error.what();
    }
    lines.push_back(line);
  }
  std::vector<std::string> notes;
  const auto all = verify_jobs(jobs, arguments, notes);
  for (const std::string& note : notes) say(note);

  verdict::Results results{.tool = version_text()};
  bool input_error = false;
  std::string answers;
  auto next = all.begin();
  for (Line& line : lines) {
    nlohmann::ordered_json json{{"line", line.number}, {"source", line.source}};
    double seconds = 0;
    nlohmann::ordered_json of_line = nlohmann::ordered_json::array();
    for (; line.job != SIZE_MAX && next != all.end() && next->task == line.job; ++next) {
      const worker::Outcome& outcome = next->outcome;
      seconds += outcome.result.seconds;
      of_line.push_back(nlohmann::ordered_json::parse(verdict::to_json(outcome.result)));
      if (line.error.empty()) line.error = outcome.input_error;
      results.results.push_back(outcome.result);
    }
    json["seconds"] = seconds;
    if (!line.error.empty()) json["error"] = line.error;
    if (!line.notes.empty()) json["notes"] = line.notes;
    json["results"] = std::move(of_line);
    input_error = input_error || !line.error.empty();
    answers += json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  }
  const bool written = print(stdout, answers);
  const int status = verdict::exit_status(results);
  if (status == 10) return arguments.error_exitcode;
  if (input_error) return 2;
  return written ? status : 13;
}

}  // namespace launchproof::cli
