// Executing a launch as a proof. Where nothing that decides about branches, addresses and barriers depends on
// the device or on the order of execution, an execution without a data race is the only one that there is up
// to the first race of any other; so there is none, and whatever else was not seen does not happen
// (Adve and Hill 1990, "Weak ordering - a new definition": a program without data races has the executions of
// sequential consistency, here one).
#pragma once

#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/replay/replay.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// One launch whose execution is to prove something.
class ExecutionProof {
 public:
  ExecutionProof(const model::KernelModel& kernel, const model::LaunchFacts& facts);

  // Executing it may prove something: what its course depends on is known and the same everywhere. Told
  // without executing it.
  bool is_possible() const { return d_possible; }
  // What was seen leaves nothing open: the launch has no data race, no divergent barrier, no access out of
  // bounds or through null.
  bool is_made_by(const replay::Outcome& outcome) const;
  // Arguments whose recorded contents it rests on, by number.
  const std::vector<bool>& contents() const { return d_contents; }
  // The same as assumptions: "contents of `idx` as recorded".
  std::vector<std::string> contents_in_words() const;

 private:
  bool is_known(std::uint32_t parameter) const;

  const model::KernelModel& d_kernel;
  const model::LaunchFacts& d_facts;
  bool d_possible = false;
  bool d_stored = false;  // also what is stored is the same everywhere
  bool d_divisions = false;
  std::vector<bool> d_reads, d_contents;
};

// What such an execution proves.
bool is_proved_by_execution(verdict::Property property);

// Makes what is open verified, by executions of all launches of the class. `facts`: what they have in common,
// but for contents.
void take_proof(verdict::ClassResult& result, const std::vector<replay::Outcome>& outcomes,
                std::vector<std::string> facts);

}  // namespace launchproof::worker
