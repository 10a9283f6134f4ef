#include "cli/capture_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <set>

#include "capture/launch_class.h"
#include "capture/reader.h"
#include "capture/show.h"
#include "cli/call_site_text.h"
#include "cli/verification.h"
#include "verify/worker/recorded.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

// The numbers of --class, from 1.
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

// Programs of a capture, each converted once for a device.
class Programs {
 public:
  explicit Programs(const capture::Capture& capture)
      : d_capture(capture),
        d_lookup{[&capture](capture::ProgramId id) { return capture.program(id); },
                 [&capture](const capture::Digest& digest) { return capture.find_blob(digest); }} {}

  std::shared_ptr<const worker::Program> of(const capture::Launch& launch) {
    auto& entry = d_programs[{launch.program, launch.device}];
    if (entry) return entry;
    const capture::Program* program = d_capture.program(launch.program);
    entry = std::make_shared<worker::Program>(
        program == nullptr ? worker::Program{}
                           : worker::recorded_program(*program, d_capture.device(launch.device), d_lookup));
    return entry;
  }

 private:
  const capture::Capture& d_capture;
  worker::ProgramLookup d_lookup;
  std::map<std::pair<capture::ProgramId, capture::DeviceId>, std::shared_ptr<const worker::Program>>
      d_programs;
};

// The source that a class is shown with: of a linked program, the one that names the kernel.
const frontend::ProgramSource* shown_source(const worker::Program& program, const std::string& kernel) {
  const auto found = std::find_if(program.sources.begin(), program.sources.end(), [&](const auto& source) {
    return source.text.find(kernel) != std::string::npos;
  });
  if (found != program.sources.end()) return &*found;
  return program.sources.empty() ? nullptr : &program.sources.front();
}

// What the reader and the recording left out, and whether launches are among it.
void add_remarks(const capture::Capture& capture, CaptureJobs& result) {
  for (const capture::Remark& remark : capture.remarks) {
    result.notes.push_back(remark.place + ": " + remark.text);
    if (fs::path(remark.place).filename().string().starts_with("launches.")) result.incomplete = true;
  }
  for (const capture::Process& process : capture.processes) {
    if (process.stopped) {
      result.incomplete = true;
      result.notes.push_back(
          fmt::format("recording stopped in process {}: {}", process.tag, *process.stopped));
    }
    std::uint64_t read = 0;
    for (const capture::Launch& launch : capture.launches) {
      if (launch.process == process.tag) read += launch.count;
    }
    if (process.enqueues > read) {
      result.incomplete = true;
      result.notes.push_back(fmt::format("process {} enqueued {} launches, and {} of them could not be read",
                                         process.tag, process.enqueues, process.enqueues - read));
    }
  }
}

capture::Capture read(const fs::path& path) {
  try {
    return capture::read_capture(path.string());
  } catch (const capture::InputError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

CaptureJobs capture_jobs(const fs::path& path, const Arguments& arguments) {
  // Jobs refer to it for as long as they live.
  const auto capture = std::make_shared<const capture::Capture>(read(path));
  const std::vector<capture::LaunchClass> classes = capture::classify(*capture);
  const std::set<std::size_t> wanted = wanted_classes(arguments, classes.size());
  CaptureJobs result;
  result.launches = capture->launch_count();
  add_remarks(*capture, result);
  Programs programs(*capture);
  CallSiteText call_sites(capture->session.started);
  if (arguments.launch > capture->launches.size())
    throw UsageError(fmt::format("--launch: the capture has no launch {}; its {} launches count from 1",
                                 arguments.launch, capture->launches.size()));
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (!wanted.empty() && !wanted.contains(i + 1)) continue;
    const auto& members = classes[i].launches;
    const std::size_t chosen = arguments.launch == 0 ? classes[i].first : arguments.launch - 1;
    if (arguments.launch != 0 && std::find(members.begin(), members.end(), chosen) == members.end()) continue;
    const capture::Launch& launch = capture->launches[chosen];
    worker::Job job;
    job.program = programs.of(launch);
    job.kernel = launch.kernel;
    const frontend::ProgramSource* source = shown_source(*job.program, launch.kernel);
    const capture::Program* program = capture->program(launch.program);
    job.source = "a program that could not be read";
    if (source != nullptr) {
      job.source = source->file_name;
    } else if (program != nullptr) {
      job.source = worker::program_file_name(*program);
    }
    job.call_site = call_sites.text(classes[i]);
    job.launches = classes[i].count;
    job.solver = arguments.solver;
    job.cross_check = cross_check(arguments);
    job.options = engine_options(arguments);
    job.replay = !arguments.no_replay;
    job.number = i + 1;
    job.merge = arguments.merge == "on";
    job.minimise_facts = arguments.assumptions != "read";
    Arguments repeated = arguments;
    repeated.command = Command::Verify;
    repeated.classes = {std::to_string(i + 1)};
    job.repro = repeat_command(repeated, std::vector<std::string>{path.string()});
    repeated.command = Command::Replay;
    job.replay_command = repeat_command(repeated, std::vector<std::string>{path.string()});
    // A launch that is executed is that one; what is verified holds for all of the class.
    const bool alone = arguments.command == Command::Replay && arguments.finding.empty();
    job.facts = [capture, common = alone ? launch : capture::common_launch(*capture, members)](
                    const model::KernelModel& kernel) {
      return worker::recorded_facts(common, kernel, worker::contents_lookup(*capture));
    };
    result.source_texts.push_back(source == nullptr ? std::string() : source->text);
    result.sizes.push_back(capture::show_sizes(launch));
    result.jobs.push_back(std::move(job));
  }
  for (const std::string& module : call_sites.newer_modules()) {
    result.notes.push_back(module + ": changed since the recording, so no line of it is shown; record again");
  }
  return result;
}

int verify_and_report(const CaptureJobs& found, const fs::path& capture, const fs::path& folder,
                      const Arguments& arguments, std::FILE* stream) {
  verdict::Results results{
      .tool = version_text(), .capture = capture.string(), .notes = found.notes, .results = {}};
  for (const worker::Completed& one : verify_jobs(found.jobs, arguments)) {
    results.results.push_back(one.outcome.result);
    verdict::ClassResult& result = results.results.back();
    result.source_text = found.source_texts[one.task];
    if (result.launch.empty()) result.launch = found.sizes[one.task];
  }
  const bool printed = print_results(results, arguments, stream);
  const bool written = write_reports(results, folder, arguments, stream) && printed;
  const int status = status_of(results, arguments);
  if (verdict::exit_status(results) == 10) return status;
  if (!written) return 13;
  // What is not in the capture was not proved.
  return status == 0 && found.incomplete ? 11 : status;
}

}  // namespace launchproof::cli
