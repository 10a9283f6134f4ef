#include "cli/jobs/capture_sides.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "verify/frontend/prepared.h"

namespace launchproof::cli {
namespace {

// Finds the kernels of programs, and translates each program once.
class Kernels {
 public:
  // Returns null, with the reason in `why`, if the program does not contain the kernel.
  const model::KernelModel* find(const jobs::Job& job, std::string& why) {
    const jobs::Program& program = *job.program;
    if (program.sources.empty()) {
      why = program.no_source;
      return nullptr;
    }
    const auto [entry, is_new] = d_translations.try_emplace(&program);
    if (is_new) entry->second = frontend::translate(program.sources, program.device);
    if (!entry->second.compiled) {
      why = "its program does not compile here";
      return nullptr;
    }
    for (const model::KernelModel& kernel : entry->second.kernels)
      if (kernel.name == job.kernel) return &kernel;
    why = fmt::format("its program holds no kernel `{}`", job.kernel);
    return nullptr;
  }

 private:
  std::map<const jobs::Program*, frontend::Translation> d_translations;
};

// Returns a description of a value, or of a buffer's size and position in its memory object. Empty: unknown,
// or local memory. Outputs are compared by their position in the memory object.
std::string words_of(const model::Argument& argument) {
  if (const auto* value = std::get_if<model::ValueArgument>(&argument))
    return fmt::format("{:02x}", fmt::join(value->bytes, ""));
  if (const auto* buffer = std::get_if<model::BufferArgument>(&argument); buffer != nullptr && buffer->bytes)
    return fmt::format("{} bytes from byte {}", *buffer->bytes, buffer->origin);
  return std::holds_alternative<model::NullArgument>(argument) ? "null" : "";
}

void describe(const model::KernelModel& kernel, const model::LaunchFacts& facts, DescribedClass& described) {
  described.global_size = facts.global_size;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
    if (std::string words = words_of(facts.arguments[i]); !words.empty())
      described.arguments.emplace(kernel.parameters[i].name, std::move(words));
}

GivenSide side_of(const std::string& name, const jobs::Job& job, const model::KernelModel& kernel,
                  const model::LaunchFacts& facts) {
  GivenSide given;
  given.side.name = name;
  given.side.words = kernel.name;
  const auto program = job.program;
  given.side.launches.push_back({{kernel, facts, {}}, [program] {
                                   return frontend::prepare_program(program->sources, program->device);
                                 }});
  given.jobs.push_back(job);
  // One class, one answer.
  given.jobs.back().merge = false;
  return given;
}

}  // namespace

CaptureSides capture_sides(const std::filesystem::path& path, const std::string& name,
                           const Arguments& arguments) {
  CaptureSides result;
  result.found = capture_jobs(path, arguments);
  Kernels kernels;
  for (std::size_t i = 0; i < result.found.jobs.size(); ++i) {
    const jobs::Job& job = result.found.jobs[i];
    DescribedClass described{.key = result.found.class_keys.at(job.number - 1),
                             .kernel = job.kernel,
                             .sizes = result.found.sizes[i],
                             .global_size = {},
                             .arguments = {}};
    std::optional<GivenSide> side;
    std::string reason;
    if (const model::KernelModel* kernel = kernels.find(job, reason)) {
      const jobs::FactsAnswer answer = jobs::facts_of(job, *kernel);
      if (answer.facts) {
        describe(*kernel, *answer.facts, described);
        side = side_of(name, job, *kernel, *answer.facts);
      } else {
        reason = answer.reason;
      }
    }
    result.classes.push_back(std::move(described));
    result.sides.push_back(std::move(side));
    result.reasons.push_back(std::move(reason));
  }
  return result;
}

GivenSide capture_side(const std::filesystem::path& path, const std::string& chosen, const std::string& name,
                       const Arguments& arguments) {
  Arguments all = arguments;
  all.classes.clear();
  CaptureSides sides = capture_sides(path, name, all);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(chosen.data(), chosen.data() + chosen.size(), number);
  const bool is_number = error == std::errc{} && end == chosen.data() + chosen.size();
  std::vector<std::size_t> fitting;
  std::set<std::string> names;
  for (std::size_t i = 0; i < sides.classes.size(); ++i) {
    names.insert(sides.classes[i].kernel);
    if (is_number ? sides.found.jobs[i].number == number
                  : chosen.empty() || sides.classes[i].kernel == chosen)
      fitting.push_back(i);
  }
  if (fitting.empty() && is_number)
    throw UsageError(fmt::format("{} has no launch class {}; its {} classes count from 1", path.string(),
                                 number, sides.classes.size()));
  if (fitting.empty())
    throw UsageError(names.empty() ? fmt::format("{} holds no kernel launch", path.string())
                                   : fmt::format("{} has no launch of `{}`; its kernels are {}",
                                                 path.string(), chosen, fmt::join(names, ", ")));
  if (fitting.size() > 1)
    throw UsageError(fmt::format("{} has {} launch classes{}; name one by its number as {}:NUMBER",
                                 path.string(), fitting.size(),
                                 chosen.empty() ? "" : fmt::format(" of `{}`", chosen), path.string()));
  const std::size_t only = fitting.front();
  if (!sides.sides[only])
    throw UsageError(fmt::format("class {} of {} cannot be compared: {}", sides.found.jobs[only].number,
                                 path.string(), sides.reasons[only]));
  return std::move(*sides.sides[only]);
}

}  // namespace launchproof::cli
