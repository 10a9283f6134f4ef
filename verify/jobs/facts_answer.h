// The launch facts that the source of a job's facts returns for a kernel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/model/launch_facts.h"
#include "verify/verdict/registry.h"

namespace launchproof::jobs {

// Launch facts for one kernel, or why there are none.
struct FactsAnswer {
  std::optional<model::LaunchFacts> facts;
  bool local_size_open = false;          // the proof holds for every local size; the facts name one of them
  std::vector<std::string> assumptions;  // assumptions on which the facts depend, for the verdict's list
  // Without facts: the verdict for every property, with the cause.
  verdict::Verdict verdict = verdict::Verdict::Unsupported;
  verdict::Cause cause = verdict::Cause::UnsupportedConstruct;
  std::string reason;
  // Without facts: the message if the caller's input is at fault.
  std::string input_error;
  std::vector<std::string> unused;  // given names that the kernel does not have
};

}  // namespace launchproof::jobs
