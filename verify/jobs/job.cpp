#include "verify/jobs/job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "verify/jobs/given/launch_key.h"

namespace launchproof::jobs {
namespace {

// Returns the text with each `word` replaced by `by`.
std::string replaced(std::string text, const std::string& word, const std::string& by) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
  return text;
}

Job stated_with_sizes(Job job, const StatedLaunch& stated, const model::LaunchSizes& sizes) {
  const OpenForm& open = *stated.open;
  const std::uint32_t dimensions = dimensions_of(stated.launch);
  const auto list = [&](const std::array<std::uint64_t, 3>& size) {
    return fmt::format("{}", fmt::join(size.begin(), size.begin() + dimensions, ","));
  };
  const auto command = [&](const std::string& text) {
    return replaced(replaced(text, open.local_word, list(sizes.local)), open.groups_word, list(sizes.groups));
  };
  job.repro = command(open.repro);
  job.replay_command = command(open.replay_command);
  job.launch_command = job.replay_command;
  job.export_command = command(open.export_command);
  StatedLaunch sized{at_sizes(stated.launch, sizes), std::nullopt};
  const frontend::ProgramSource& source = job.program->sources.at(0);
  if (std::string options = size_macros(sized.launch, source.text) + open.options;
      options != source.options) {
    auto program = std::make_shared<Program>(*job.program);
    program->key += "\nsized: " + options;
    program->sources[0].options = std::move(options);
    job.program = std::move(program);
  }
  job.names_must_fit = false;
  job.facts_key = launch_key(sized.launch);
  job.launch_source = std::move(sized);
  return job;
}

Job known_with_sizes(Job job, KnownLaunch known, const model::LaunchSizes& sizes) {
  model::LaunchFacts& facts = *known.answer.facts;
  facts.open = {};
  facts.local_size = sizes.local;
  for (std::size_t i = 0; i < 3; ++i) facts.global_size[i] = sizes.local[i] * sizes.groups[i];
  known.parts.clear();
  job.launch_source = std::move(known);
  job.facts_key.clear();
  return job;
}

}  // namespace

FactsAnswer facts_of(const Job& job, const model::KernelModel& kernel) {
  return facts_of(job.launch_source, *job.program, kernel);
}

bool leaves_sizes_open(const Job& job) {
  if (const auto* stated = std::get_if<StatedLaunch>(&job.launch_source)) return stated->open.has_value();
  if (const auto* known = std::get_if<KnownLaunch>(&job.launch_source))
    return known->answer.facts && known->answer.facts->open.any();
  const auto* recorded = std::get_if<RecordedLaunch>(&job.launch_source);
  return recorded != nullptr && recorded->unknown == UnknownLocalSize::LeftOpen;
}

Job with_sizes(const Job& job, const model::LaunchSizes& sizes) {
  if (const auto* stated = std::get_if<StatedLaunch>(&job.launch_source))
    return stated_with_sizes(job, *stated, sizes);
  if (const auto* known = std::get_if<KnownLaunch>(&job.launch_source))
    return known_with_sizes(job, *known, sizes);
  Job sized = job;
  auto& recorded = std::get<RecordedLaunch>(sized.launch_source);
  recorded.has_parts = false;
  recorded.unknown = UnknownLocalSize::Refused;
  recorded.local_size = sizes.local;
  return sized;
}

bool has_variants(const Job& job) {
  return has_variants(job.launch_source);
}

std::vector<LaunchVariant> variants_of(const Job& job, const std::vector<std::size_t>& arguments) {
  return variants_of(job.launch_source, arguments);
}

}  // namespace launchproof::jobs
