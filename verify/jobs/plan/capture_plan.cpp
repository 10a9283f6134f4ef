#include "verify/jobs/plan/capture_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "capture/show.h"

namespace launchproof::jobs {
namespace {

// Number of launches of one class that are executed unless one is named.
constexpr std::size_t kMostExecuted = 16;

// Returns the launches of a class that are executed: one for each distinct contents of buffers.
std::vector<capture::ContentsGroup> executed(const capture::Capture& capture,
                                             const capture::LaunchClass& launch_class) {
  std::vector<std::size_t> arguments;
  const std::size_t count = capture.launches[launch_class.first].arguments.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto is_recorded = [&](std::size_t launch) {
      const auto* buffer =
          std::get_if<capture::BufferArgument>(&capture.launches[launch].arguments.at(i).value);
      return buffer != nullptr && buffer->contents && buffer->contents->recorded();
    };
    if (std::ranges::any_of(launch_class.launches, is_recorded)) arguments.push_back(i);
  }
  return capture::split_by_contents(capture, launch_class, arguments);
}

class Planner {
 public:
  Planner(const CapturePlan& plan, const std::vector<capture::LaunchClass>& classes,
          RecordedPrograms& programs)
      : d_plan(plan), d_classes(classes), d_programs(programs) {}

  PlannedJobs made() {
    for (std::size_t i = 0; i < d_classes.size(); ++i)
      if (d_plan.classes.empty() || d_plan.classes.contains(i + 1)) add_class(i);
    return std::move(d_made);
  }

 private:
  // An executed launch is exactly that one; what is verified holds for the whole class.
  void add_class(std::size_t number) {
    const capture::LaunchClass& of = d_classes[number];
    if (d_plan.launch != 0) {
      const std::size_t chosen = d_plan.launch - 1;
      if (std::ranges::find(of.launches, chosen) != of.launches.end())
        add(number, chosen, d_plan.executes ? d_plan.capture->launches[chosen].count : of.count);
    } else if (d_plan.executes) {
      const std::vector<capture::ContentsGroup> groups = executed(*d_plan.capture, of);
      for (std::size_t i = 0; i < std::min(groups.size(), kMostExecuted); ++i)
        add(number, groups[i].launches.front(), groups[i].count);
      if (groups.size() > kMostExecuted)
        d_made.notes.push_back(
            fmt::format("class {} has launches of {} different contents, of which the first {} are executed; "
                        "name others with "
                        "--launch",
                        number + 1, groups.size(), kMostExecuted));
    } else {
      add(number, of.first, of.count);
    }
  }

  void add(std::size_t number, std::size_t chosen, std::uint64_t count) {
    const capture::LaunchClass& of = d_classes[number];
    const capture::Launch& launch = d_plan.capture->launches[chosen];
    Job job = d_plan.like;
    job.program = d_programs.of(launch);
    job.kernel = d_programs.kernel_of(launch);
    job.source = d_programs.source_name_of(launch);
    job.call_site = d_plan.call_site(of);
    job.launches = count;
    job.number = number + 1;
    const capture::Program* program = d_plan.capture->program(launch.program);
    const bool is_cuda = program != nullptr && program->origin == capture::ProgramOrigin::Ptx;
    if (is_cuda && !d_plan.states_barrier_rule) job.options.barrier_rule = model::BarrierRule::Cuda;
    const Commands commands = d_plan.commands(number + 1, chosen + 1);
    job.repro = commands.repro;
    job.replay_command = commands.replay;
    if (!is_cuda) job.export_command = commands.export_finding;
    job.launch_command = commands.launch;
    RecordedLaunch recorded{.capture = d_plan.folder,
                            .launches = d_plan.executes ? std::vector{chosen} : of.launches,
                            .has_parts = !d_plan.executes,
                            .stated = d_plan.stated,
                            .loaded = d_plan.capture};
    // If it matters, the proof is for every local size that the runtime may have chosen, or for each of a
    // few.
    if (d_plan.leaves_sizes_open && !launch.local_size && has_uniform_groups(job.program->sources)) {
      job.runtime_chose = true;
      recorded.unknown = UnknownLocalSize::LeftOpen;
    }
    if (!d_plan.executes) job.facts_key = key_of(of);
    job.launch_source = std::move(recorded);
    const frontend::ProgramSource* source = shown_source(*job.program, launch.kernel);
    d_made.source_texts.push_back(source == nullptr ? std::string() : source->text);
    d_made.sizes.push_back(capture::show_sizes(launch));
    d_made.jobs.push_back(std::move(job));
  }

  std::string key_of(const capture::LaunchClass& of) const {
    std::string key = launches_key(*d_plan.capture, of);
    const model::SubGroups& stated = d_plan.stated;
    if (stated.is_stated())
      key += fmt::format("sub-groups {} {}\n", stated.size, static_cast<int>(stated.mapping));
    return key;
  }

  const CapturePlan& d_plan;
  const std::vector<capture::LaunchClass>& d_classes;
  RecordedPrograms& d_programs;
  PlannedJobs d_made;
};

}  // namespace

PlannedJobs plan_capture(const CapturePlan& plan, const std::vector<capture::LaunchClass>& classes,
                         RecordedPrograms& programs) {
  return Planner(plan, classes, programs).made();
}

}  // namespace launchproof::jobs
