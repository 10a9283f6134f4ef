#include "verify/jobs/plan/file_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "verify/jobs/given/launch_key.h"

namespace launchproof::jobs {
namespace {

// Returns the form of the job after open sizes are replaced by specific ones.
OpenForm open_form(const FilePlan& plan, const Commands& given) {
  // The placeholders differ from all other words in the commands.
  const auto word = [&](const char* like) {
    std::string made = like;
    const auto is_taken = [&](const std::string& text) { return text.find(made) != std::string::npos; };
    while (is_taken(given.repro) || is_taken(given.replay) || is_taken(given.export_finding)) made += '_';
    return made;
  };
  const SizeWords words{word("LOCAL_SIZE"), word("NUM_GROUPS")};
  const Commands commands = plan.commands(&words);
  return {.options = plan.source.options,
          .local_word = words.local,
          .groups_word = words.groups,
          .repro = commands.repro,
          .replay_command = commands.replay,
          .export_command = commands.export_finding};
}

std::string program_key(const frontend::ProgramSource& source, const frontend::DeviceEnvironment& device) {
  return fmt::format("{}\n{}\n{}\n{}\n{}{}\n{}\n{}{}{}", source.file_name, static_cast<int>(source.language),
                     device.address_bits, fmt::join(device.features, " "),
                     device.grants_extensions ? "g" : "", device.assumes_features ? "a" : "", source.options,
                     static_cast<int>(source.annotations), source.is_modular ? "m" : "",
                     static_cast<int>(source.private_arrays));
}

}  // namespace

Job plan_file(FilePlan plan) {
  Job job = std::move(plan.like);
  const Commands commands = plan.commands(nullptr);
  job.repro = commands.repro;
  job.replay_command = commands.replay;
  job.launch_command = commands.launch;
  job.export_command = commands.export_finding;
  StatedLaunch stated;
  if (has_open_sizes(plan.launch)) stated.open = open_form(plan, commands);
  plan.source.options = size_macros(plan.launch, plan.source.text) + plan.source.options;
  stated.launch = std::move(plan.launch);
  job.facts_key = launch_key(stated.launch);
  job.launch_source = std::move(stated);
  job.source = plan.source.file_name;
  auto program = std::make_shared<Program>();
  program->key = program_key(plan.source, plan.device);
  program->sources.push_back(std::move(plan.source));
  program->device = std::move(plan.device);
  job.program = std::move(program);
  return job;
}

}  // namespace launchproof::jobs
