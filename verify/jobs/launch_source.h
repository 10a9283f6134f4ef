// The launch of a job, which determines where its facts come from. All of it is data that another process may
// read.
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

// Launches of a class whose facts are known. Arguments that the facts do not name count as not given.
struct KnownPart {
  std::uint64_t launch = 0;  // as in LaunchVariant
  std::uint64_t count = 0;
  FactsAnswer answer;
};

// Known facts, without a capture or options behind them.
struct KnownLaunch {
  FactsAnswer answer;
  std::vector<KnownPart> parts;  // parts of the class, divided by contents; empty: the class is not divided
};

// What a job with open sizes becomes when specific sizes are chosen, apart from its launch.
struct OpenForm {
  std::string options;  // compilation options of the program, without macros of sizes
  // Words that stand for the local size and the number of groups in the commands below.
  std::string local_word, groups_word;
  std::string repro, replay_command, export_command;

  bool operator==(const OpenForm&) const = default;
};

// A launch described by the options of `check`.
struct StatedLaunch {
  GivenLaunch launch;
  std::optional<OpenForm> open;  // set if sizes are left open and specific ones may be tried
};

using LaunchSource = std::variant<KnownLaunch, StatedLaunch, RecordedLaunch>;

// Launches of a class whose buffers have the same contents.
struct LaunchVariant {
  std::uint64_t launch = 0;  // number of one of these launches in the capture, from 1
  std::uint64_t count = 0;
  LaunchSource source;
};

// Returns the facts of the launch for a kernel of the program.
FactsAnswer facts_of(const LaunchSource& source, const Program& program, const model::KernelModel& kernel);

// Returns whether there are several launches, whose contents may differ.
bool has_variants(const LaunchSource& source);

// Divides the launches by the contents of these arguments, and returns one variant for each part. Requires
// has_variants().
std::vector<LaunchVariant> variants_of(const LaunchSource& source, const std::vector<std::size_t>& arguments);

}  // namespace launchproof::jobs
