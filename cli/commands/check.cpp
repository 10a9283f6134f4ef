#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/commands/commands.h"
#include "cli/jobs/check_job.h"
#include "cli/jobs/device_modules.h"
#include "cli/jobs/equivalence_sides.h"
#include "cli/jobs/postconditions.h"
#include "cli/launch/contents_hint.h"
#include "cli/options/dashes.h"
#include "cli/recording/writable_folder.h"
#include "cli/reports/report_files.h"
#include "cli/terminal/interruption.h"
#include "cli/terminal/output.h"
#include "cli/verification/acceptance_files.h"
#include "cli/verification/job_options.h"
#include "cli/verification/last_results.h"
#include "cli/verification/verification.h"
#include "verify/frontend/cuda/arguments.h"
#include "verify/frontend/names/kernel_names.h"
#include "verify/frontend/options/build_options.h"
#include "verify/jobs/class_key.h"

namespace launchproof::cli {
namespace {

using worker::Completed;

int dump_models(const Arguments& arguments) {
  int status = 0;
  for (const std::string& file : arguments.operands) {
    const frontend::Translation translation =
        frontend::translate({program_source(file, arguments)}, checked_device(file, arguments));
    for (const auto& message : translation.messages) {
      say(fmt::format("{}:{}:{}: {}: {}", message.file, message.line, message.column,
                      message.is_error ? "error" : "warning", message.text));
    }
    if (!translation.compiled) status = 2;
    for (const model::KernelModel& kernel : translation.kernels) {
      if (arguments.kernel.empty() || kernel.name == arguments.kernel) {
        if (!print(stdout, model::to_text(kernel) + '\n')) return 13;
      }
    }
  }
  return status;
}

// Prints a line for each kernel: its name and the file, or the module of a compiled file.
int list_kernels(const Arguments& arguments) {
  int status = 0;
  for (const std::string& file : arguments.operands) {
    const frontend::ProgramSource source = program_source(file, arguments);
    std::vector<std::string> names;
    if (source.language == frontend::SourceLanguage::Ptx)
      names = frontend::ptx_kernel_names(source.text);
    else
      for (const model::KernelModel& kernel :
           frontend::translate({source}, checked_device(file, arguments)).kernels)
        names.push_back(kernel.name);
    if (names.empty()) {
      say(fmt::format("{}: no kernel can be read", file));
      status = 2;
    }
    for (const std::string& name : names)
      if (!print(stdout, fmt::format("{}  {}\n", name, file))) return 13;
  }
  return status;
}

// Returns the given names that no kernel has.
std::set<std::string> unused_everywhere(const std::vector<Completed>& all) {
  std::set<std::string> unused;
  bool first = true;
  for (const Completed& one : all) {
    const auto& names = one.outcome.unused;
    if (std::exchange(first, false)) {
      unused.insert(names.begin(), names.end());
    } else {
      std::erase_if(unused, [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) == names.end();
      });
    }
  }
  return unused;
}

// Returns the command without what it gives to parameters of these names, which are those of other files.
std::string without(const std::string& command, const std::vector<std::string>& names) {
  const std::vector<std::string> words = split_words(command);
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool takes_value = words[i].starts_with("--") && i + 1 < words.size();
    const std::size_t end = takes_value ? words[i + 1].find_first_of("=.[") : std::string::npos;
    if (end != std::string::npos && std::ranges::find(names, words[i + 1].substr(0, end)) != names.end())
      ++i;
    else
      kept.push_back(words[i]);
  }
  return join_words(kept);
}

void leave_out_unused(const std::vector<std::string>& names, verdict::ClassResult& result) {
  if (names.empty()) return;
  result.repro = without(result.repro, names);
  for (verdict::Finding& finding : result.findings)
    for (std::string* command : {&finding.repro, &finding.export_repro})
      if (!command->empty()) *command = without(*command, names);
}

std::vector<std::string> option_notes(const frontend::ProgramSource& source) {
  switch (source.language) {
    case frontend::SourceLanguage::OpenCl:
      return frontend::parse_build_options(source.options).notes;
    case frontend::SourceLanguage::Cuda:
      return frontend::cuda::parse_options(source.options).notes;
    case frontend::SourceLanguage::Ptx:
      if (source.options.find_first_not_of(' ') == std::string::npos) return {};
      return {"build options have no effect on PTX, which is already compiled: " + source.options};
  }
  return {};
}

// Returns the build options that the front end does not know, once for all files.
std::vector<std::string> option_notes(const std::vector<jobs::Job>& jobs) {
  std::vector<std::string> notes;
  for (const jobs::Job& job : jobs) {
    for (std::string& note : option_notes(job.program->sources[0])) {
      if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
    }
  }
  return notes;
}

}  // namespace

int check_files(const Arguments& given) {
  const Arguments arguments = with_device_modules(given);
  if (arguments.list_kernels) return list_kernels(arguments);
  if (arguments.dump_model) return dump_models(arguments);
  const std::string folder = output_folder(arguments);
  check_report_files(arguments, folder);
  check_solver(arguments.solver);
  AcceptanceFiles accepted(arguments);
  if (!folder.empty()) require_writable_folder(folder);
  prepare_report_files(arguments, folder);
  std::vector<jobs::Job> jobs;
  for (const std::string& file : arguments.operands) {
    jobs.push_back(check_job(file, arguments));
    jobs.back().names_must_fit = arguments.operands.size() == 1;
  }
  std::vector<std::string> cache_notes;
  const Interruption interruption;
  std::set<std::string> named;
  const std::vector<Completed> all = verify_jobs(jobs, arguments, cache_notes, {}, &named);

  verdict::Results results{.tool = version_text(), .capture = {}, .notes = option_notes(jobs), .results = {}};
  results.notes.insert(results.notes.end(), arguments.notes.begin(), arguments.notes.end());
  results.notes.insert(results.notes.end(), cache_notes.begin(), cache_notes.end());
  bool input_error = false;
  std::uint64_t by_contents = 0;
  std::vector<StatedIn> files;  // by result
  for (const Completed& one : all) {
    if (!one.outcome.input_error.empty()) {
      input_error = true;
      say(jobs[one.task].source + ": " + one.outcome.input_error);
    }
    results.results.push_back(one.outcome.result);
    if (arguments.operands.size() > 1) leave_out_unused(one.outcome.unused, results.results.back());
    results.results.back().source_text = jobs[one.task].program->sources[0].text;
    results.results.back().class_keys = {class_key(jobs[one.task], results.results.back().kernel)};
    input_error = input_error || does_not_compile(one.outcome.result);
    files.push_back({arguments.operands.at(one.task), results.results.back().source_text});
    if (arguments.given_contents.empty() && may_be_decided_by_contents(one.outcome.result)) ++by_contents;
  }
  if (std::string hint =
          contents_hint(by_contents, "give it with --contents NAME=zero|bytes:HEX|file:PATH|PROPERTY,...");
      !hint.empty())
    results.notes.push_back(std::move(hint));
  if (!input_error) add_postconditions(arguments, files, results.results);
  if (!input_error && !arguments.specification.empty()) {
    add_specification(arguments, results);
  } else if (!input_error) {
    for (const std::string& name : unused_everywhere(all)) {
      results.problems.push_back("no kernel has a parameter " + name);
      say(results.problems.back());
      input_error = true;
    }
  }
  const bool only_input_errors = std::all_of(
      all.begin(), all.end(), [](const Completed& one) { return !one.outcome.input_error.empty(); });
  bool written = accepted.keep_first(results, input_error);
  const reports::Acceptance acceptance = accepted.of(results);
  keep_interrupted(results, folder);
  if (!only_input_errors || arguments.json())
    written = print_results(results, acceptance, is_found_by_id(folder), arguments, summary_stream(arguments),
                            named) &&
              written;
  if (folder.empty()) results_kept();
  if (!folder.empty())
    written = write_reports(results, acceptance, folder, arguments, summary_stream(arguments)) && written;
  written = write_report_files(results, acceptance, is_found_by_id(folder), {}, folder, arguments,
                               summary_stream(arguments)) &&
            written;
  written = accepted.name_first(stream_of_names(arguments, summary_stream(arguments))) && written;
  const int status = status_of(results, acceptance, arguments);
  if (verdict::exit_status(results, reports::waivers(acceptance)) == 10) return status;
  if (input_error) return 2;
  return written ? status : 13;
}

}  // namespace launchproof::cli
