#include "verify/jobs/given/given_launch.h"

#include <fmt/format.h>

#include <charconv>
#include <set>
#include <utility>

namespace launchproof::jobs {
namespace {

template <typename Entries>
void check_distinct(const char* option, const Entries& entries) {
  std::set<std::string> names;
  for (const auto& entry : entries)
    if (!names.insert(entry.name).second)
      throw UsageError(fmt::format("{}: {} is given twice", option, entry.name));
}

// Replaces the number in "2" or "2.field" by the name of parameter 2.
std::string with_name(const std::string& name, const model::KernelModel& kernel) {
  std::size_t number = 0;
  const char* const end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data(), end, number);
  if (error != std::errc() || number >= kernel.parameters.size()) return name;
  if (rest != end && *rest != '.' && *rest != '[') return name;
  return kernel.parameters[number].name + std::string(rest, end);
}

}  // namespace

void check_distinct_names(const GivenLaunch& launch) {
  check_distinct("--access", launch.accesses);
  check_distinct("--kernel-args", launch.kernel_args);
  check_distinct("--kernel-arrays", launch.kernel_arrays);
  check_distinct("--image", launch.images);
  check_distinct("--sampler", launch.samplers);
  check_distinct("--arg", launch.values);
  check_distinct("--buffer", launch.buffers);
  check_distinct("--contents", launch.contents);
  check_distinct("--local", launch.locals);
}

GivenLaunch with_names(GivenLaunch launch, const model::KernelModel& kernel) {
  const auto rename = [&](auto& entries) {
    for (auto& entry : entries) entry.name = with_name(entry.name, kernel);
  };
  rename(launch.values);
  rename(launch.buffers);
  rename(launch.contents);
  rename(launch.locals);
  rename(launch.images);
  rename(launch.samplers);
  rename(launch.accesses);
  for (GivenBuffer& buffer : launch.buffers) buffer.of = with_name(buffer.of, kernel);
  for (GivenImage& image : launch.images) image.of = with_name(image.of, kernel);
  check_distinct_names(launch);
  return launch;
}

}  // namespace launchproof::jobs
