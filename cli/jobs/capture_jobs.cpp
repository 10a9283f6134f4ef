#include "cli/jobs/capture_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "capture/launch_class.h"
#include "capture/show.h"
#include "cli/jobs/contents_checks.h"
#include "cli/jobs/launch_pairs.h"
#include "cli/jobs/overlap_notes.h"
#include "cli/launch/contents_hint.h"
#include "cli/launch/parse_launch.h"
#include "cli/launch/source_files.h"
#include "cli/reports/report_files.h"
#include "cli/terminal/interruption.h"
#include "cli/verification/call_site_text.h"
#include "cli/verification/job_options.h"
#include "cli/verification/last_results.h"
#include "cli/verification/recorded_launches.h"
#include "cli/verification/verification.h"
#include "verify/jobs/class_key.h"
#include "verify/jobs/plan/capture_plan.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

// Returns the numbers in "1-8, 12".
std::vector<std::size_t> numbers_of(const std::string& text) {
  std::vector<std::size_t> numbers;
  std::size_t first = 0;  // of a range; 0: none is open
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    std::size_t number = 0;
    const auto [after, error] = std::from_chars(at, end, number);
    if (error != std::errc{}) {
      if (*at == '-' && !numbers.empty()) first = numbers.back();
      ++at;
      continue;
    }
    for (std::size_t next = first == 0 ? number : first + 1; next <= number; ++next) numbers.push_back(next);
    first = 0;
    at = after;
  }
  return numbers;
}

}  // namespace

std::set<std::size_t> wanted_classes(const Arguments& arguments, std::size_t count) {
  std::set<std::size_t> wanted;
  for (const std::string& text : arguments.classes) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number == 0 || number > count) {
      throw UsageError(fmt::format(
          "--class: the capture has no launch class `{}`; its {} classes count from 1", text, count));
    }
    wanted.insert(number);
  }
  return wanted;
}

namespace {

// Returns the commands for a launch of a class of the capture.
jobs::Commands commands_of(const fs::path& path, std::size_t number, std::size_t launch,
                           const Arguments& arguments) {
  const auto command = [&](Command which, const std::vector<std::string>& operands) {
    Arguments repeated = arguments;
    repeated.command = which;
    if (arguments.command == Command::Verify) repeated.results = arguments.output;
    repeated.classes = {std::to_string(number)};
    return repeat_command(repeated, operands);
  };
  jobs::Commands commands;
  commands.repro = command(Command::Verify, {path.string()});
  commands.replay = command(Command::Replay, {path.string()});
  commands.export_finding = command(Command::ExportRepro, {std::string(jobs::kFindingId), path.string()});
  commands.launch = fmt::format("{} --launch {}", commands.replay, launch);
  return commands;
}

// Returns the current folder and the application's folder.
std::vector<fs::path> source_folders(const capture::Capture& capture) {
  std::vector<fs::path> folders{"."};
  if (capture.session.command.empty()) return folders;
  const fs::path application = capture.session.command.front();
  if (application.has_parent_path())
    folders.push_back((fs::path(capture.session.working_directory) / application).parent_path());
  return folders;
}

}  // namespace

CaptureJobs capture_jobs(const fs::path& path, const Arguments& arguments) {
  // Jobs refer to it as long as they exist.
  const auto capture = std::make_shared<const capture::Capture>(read_recorded(path));
  const std::vector<capture::LaunchClass> classes = capture::classify(*capture);
  const std::set<std::size_t> wanted = wanted_classes(arguments, classes.size());
  CaptureJobs result;
  static_cast<CaptureNotes&>(result) = capture_notes(*capture);
  for (const capture::LaunchClass& launch_class : classes) {
    result.class_keys.push_back(jobs::short_key(launch_class.key));
    result.lack_contents.push_back(!capture->session.command.empty() &&
                                   lacks_contents(*capture, launch_class.launches));
  }
  result.record_with_contents = record_with_contents(*capture);
  result.source_folders = source_folders(*capture);
  result.check_contents = contents_checks(capture, classes);
  const bool asks_pairs = (arguments.command == Command::Run || arguments.command == Command::Verify) &&
                          arguments.launch_races == "on";
  if (!asks_pairs) std::ranges::move(overlap_notes(*capture, classes), std::back_inserter(result.notes));
  jobs::RecordedPrograms programs(*capture, source_use(arguments));
  CallSiteText call_sites(capture->session.started);
  if (arguments.launch > capture->launches.size())
    throw UsageError(fmt::format("--launch: the capture has no launch {}; its {} launches count from 1",
                                 arguments.launch, capture->launches.size()));
  jobs::CapturePlan plan;
  plan.capture = capture;
  plan.folder = fs::absolute(path).string();
  plan.like = common_job(arguments);
  plan.like.repair = arguments.fixes != "off";
  plan.like.merge = plan.like.merge && arguments.merge == "on" && !arguments.derive_preconditions;
  plan.states_barrier_rule = !arguments.barrier_rule.empty();
  plan.stated = stated_sub_groups(arguments);
  plan.classes = wanted;
  plan.launch = arguments.launch;
  plan.executes = arguments.command == Command::Replay && arguments.finding.empty();
  plan.leaves_sizes_open = arguments.command == Command::Run || arguments.command == Command::Verify;
  plan.commands = [&](std::size_t number, std::size_t launch) {
    return commands_of(path, number, launch, arguments);
  };
  plan.call_site = [&](const capture::LaunchClass& one) { return call_sites.text(one); };
  jobs::PlannedJobs planned = jobs::plan_capture(plan, classes, programs);
  result.jobs = std::move(planned.jobs);
  result.source_texts = std::move(planned.source_texts);
  result.sizes = std::move(planned.sizes);
  std::ranges::move(planned.notes, std::back_inserter(result.notes));
  if (arguments.launch != 0 && result.jobs.empty()) {
    const auto holds = [&](const capture::LaunchClass& one) {
      return std::ranges::find(one.launches, arguments.launch - 1) != one.launches.end();
    };
    throw UsageError(fmt::format("--launch: launch {} belongs to class {}, which --class does not select",
                                 arguments.launch,
                                 std::ranges::find_if(classes, holds) - classes.begin() + 1));
  }
  if (asks_pairs) {
    result.pairs = launch_pairs(capture, classes, wanted, path, programs, call_sites, arguments);
    std::ranges::move(result.pairs.notes, std::back_inserter(result.notes));
  }
  std::ranges::move(programs.notes(), std::back_inserter(result.notes));
  for (const std::string& module : call_sites.newer_modules()) {
    result.notes.push_back(module + ": changed since the recording, so no line of it is shown; record again");
  }
  return result;
}

int verify_and_report(const CaptureJobs& found, AcceptanceFiles& accepted, const fs::path& capture,
                      const fs::path& folder, const Arguments& arguments, std::FILE* stream) {
  verdict::Results results{.tool = version_text(),
                           .capture = capture.string(),
                           .notes = found.notes,
                           .problems = found.problems,
                           .results = {}};
  std::uint64_t by_contents = 0;
  const Interruption interruption;
  std::set<std::string> named;
  for (const worker::Completed& one : verify_jobs(found.jobs, arguments, results.notes, {}, &named)) {
    results.results.push_back(one.outcome.result);
    verdict::ClassResult& result = results.results.back();
    result.source_text = found.source_texts[one.task];
    if (result.launch.empty()) result.launch = found.sizes[one.task];
    if (result.class_numbers.empty()) result.class_numbers = std::to_string(found.jobs[one.task].number);
    for (const std::size_t number : numbers_of(result.class_numbers))
      result.class_keys.push_back(found.class_keys.at(number - 1));
    const std::vector<std::size_t> numbers = numbers_of(result.class_numbers);
    const bool lacks =
        std::ranges::any_of(numbers, [&](std::size_t number) { return found.lack_contents.at(number - 1); });
    if (lacks && may_be_decided_by_contents(result)) by_contents += result.classes;
  }
  found.check_contents(results);
  for (verdict::ClassResult& pair : verify_launch_pairs(found.pairs, results.results, arguments))
    results.results.push_back(std::move(pair));
  find_source_files(results, found.source_folders);
  if (std::string hint = contents_hint(by_contents, "record again with " + found.record_with_contents);
      !hint.empty())
    results.notes.push_back(std::move(hint));
  bool written = accepted.keep_first(results, false);
  const reports::Acceptance acceptance = accepted.of(results);
  keep_interrupted(results, folder);
  written = print_results(results, acceptance, is_found_by_id(folder), arguments, stream, named) && written;
  written = write_reports(results, acceptance, folder, arguments, stream) && written;
  written =
      write_report_files(results, acceptance, is_found_by_id(folder), capture, folder, arguments, stream) &&
      written;
  written = accepted.name_first(stream_of_names(arguments, stream)) && written;
  const int status = status_of(results, acceptance, arguments);
  if (verdict::exit_status(results, reports::waivers(acceptance)) == 10) return status;
  return written ? status : 13;
}

}  // namespace launchproof::cli
