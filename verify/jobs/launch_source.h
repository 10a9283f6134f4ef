// The launch of a job: where the facts about it come from. All of it is data, which another process may read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "verify/jobs/facts_answer.h"
#include "verify/jobs/given/given_launch.h"
#include "verify/jobs/program.h"
#include "verify/jobs/recorded/recorded_launch.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::jobs {

// Launches of a class whose facts are known. Arguments that the facts do not name are not given.
struct KnownPart {
  std::uint64_t launch = 0;  // as LaunchVariant has them
  std::uint64_t count = 0;
  FactsAnswer answer;
};

// Facts that are known as they stand.
struct KnownLaunch {
  FactsAnswer answer;
  std::vector<KnownPart> parts;  // the class, divided by contents; empty: there is nothing to tell apart
};

// What a job with open sizes becomes with certain ones, apart from its launch.
struct OpenForm {
  std::string options;  // of the program's compilation, without macros of sizes
  // Words that represent the local size and the number of groups in the commands below.
  std::string local_word, groups_word;
  std::string repro, replay_command, export_command;

  bool operator==(const OpenForm&) const = default;
};

// A launch that the options of `check` describe.
struct StatedLaunch {
  GivenLaunch launch;
  std::optional<OpenForm> open;  // where sizes are left open and certain ones may be tried
};

using LaunchSource = std::variant<KnownLaunch, StatedLaunch, RecordedLaunch>;

// Launches of a class that agree in the contents of their buffers.
struct LaunchVariant {
  std::uint64_t launch = 0;  // the number of one of them in the capture, from 1
  std::uint64_t count = 0;
  LaunchSource source;
};

// Returns the facts of the launch for a kernel of the program.
FactsAnswer facts_of(const LaunchSource& source, const Program& program, const model::KernelModel& kernel);

// Returns whether there is more than one launch, so that their contents may differ.
bool has_variants(const LaunchSource& source);

// Divides the launches by the contents of these arguments: every launch is in one of the variants. Requires
// has_variants().
std::vector<LaunchVariant> variants_of(const LaunchSource& source, const std::vector<std::size_t>& arguments);

}  // namespace launchproof::jobs
