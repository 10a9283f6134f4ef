// `check --batch`: checks many kernel files, each with its own options. Prints one JSON object per line, as
// soon as that line is decided.
#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/commands/commands.h"
#include "cli/jobs/check_job.h"
#include "cli/jobs/postconditions.h"
#include "cli/options/text_file.h"
#include "cli/terminal/output.h"
#include "cli/verification/acceptance_files.h"
#include "cli/verification/job_options.h"
#include "cli/verification/verification.h"
#include "verify/jobs/class_key.h"

namespace launchproof::cli {
namespace {

struct Line {
  std::size_t number = 0;  // from 1
  std::string source;
  std::string error;               // why nothing was verified
  std::vector<std::string> notes;  // on its options
  std::function<std::string(const std::string& kernel)> class_key;
  Arguments arguments;
  std::string text;  // of the file
};

std::string read_list(const std::string& path) {
  if (path != "-") return read_text_file(path);
  std::stringstream text;
  text << std::cin.rdbuf();
  return text.str();
}

// Limits belong to the pool, so a line cannot set them.
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
  if (line.list_kernels) refuse("--list-kernels");
  if (line.operands.size() != 1) throw UsageError("a line of a batch names one file");
}

// The lines of the output.
class Answers {
 public:
  // Prints the line's object and adds its results. `outcomes` are those of its job, if it has one.
  void print_line(Line& line, const std::vector<worker::Completed>& outcomes) {
    nlohmann::ordered_json json{{"line", line.number}, {"source", line.source}};
    double seconds = 0;
    nlohmann::ordered_json of_line = nlohmann::ordered_json::array();
    std::vector<verdict::ClassResult> decided;
    decided.reserve(outcomes.size());
    for (const worker::Completed& one : outcomes) decided.push_back(one.outcome.result);
    try {
      add_postconditions(line.arguments, std::vector(decided.size(), StatedIn{line.source, line.text}),
                         decided);
    } catch (const UsageError& error) {
      line.error = error.what();
    }
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const worker::Completed& one = outcomes[i];
      verdict::ClassResult& result = decided[i];
      result.class_keys = {line.class_key(result.kernel)};
      seconds += result.seconds;
      if (result.fixes.empty()) result.included.clear();  // the user who listed the kernels has them
      of_line.push_back(nlohmann::ordered_json::parse(verdict::to_json(result)));
      if (line.error.empty()) line.error = one.outcome.input_error;
      results.results.push_back(std::move(result));
    }
    json["seconds"] = seconds;
    if (!line.error.empty()) json["error"] = line.error;
    if (!line.notes.empty()) json["notes"] = line.notes;
    json["results"] = std::move(of_line);
    input_error = input_error || !line.error.empty();
    written =
        print(stdout, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n') && written;
  }

  verdict::Results results{.tool = version_text()};
  bool input_error = false;
  bool written = true;
};

}  // namespace

int check_batch(const Arguments& arguments) {
  std::vector<Line> lines;  // index by job, for lines with a job
  std::vector<jobs::Job> jobs;
  Answers answers;
  std::istringstream list(read_list(arguments.batch));
  std::size_t number = 0;
  for (std::string text; std::getline(list, text);) {
    ++number;
    if (text.find_first_not_of(" \t\r") == std::string::npos || text[0] == '#') continue;
    Line line{.number = number};
    try {
      const Arguments of_line = parse_batch_line(text, arguments);
      line.arguments = of_line;
      line.source = of_line.operands[0];
      line.notes = of_line.notes;
      check_line(of_line, arguments);
      check_solver(of_line.solver);
      jobs::Job job = check_job(line.source, of_line);
      job.names_must_fit = true;
      line.text = job.program->sources.at(0).text;
      line.class_key = [job](const std::string& kernel) { return class_key(job, kernel); };
      jobs.push_back(std::move(job));
      lines.push_back(std::move(line));
    } catch (const UsageError& error) {
      line.error = error.what();
      answers.print_line(line, {});
    }
  }
  std::vector<std::string> notes;
  verify_jobs(jobs, arguments, notes, [&](std::size_t job, const std::vector<worker::Completed>& outcomes) {
    answers.print_line(lines[job], outcomes);
  });
  for (const std::string& note : notes) say(note);
  const int status = status_of(answers.results, AcceptanceFiles(arguments).of(answers.results), arguments);
  if (verdict::exit_status(answers.results) == 10) return status;
  if (answers.input_error) return 2;
  return answers.written ? status : 13;
}

}  // namespace launchproof::cli
