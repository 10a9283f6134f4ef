// Executing a launch as a proof. Where nothing that decides about branches, addresses and barriers depends on
// the device or on the order of execution, an execution without a data race is the only one that there is up
// to the first race of any other; so there is none, and whatever else was not seen does not happen
// (Adve and Hill 1990, "Weak ordering - a new definition": a program without data races has the executions of
// sequential consistency, here one).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/analysis/influence.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/replay/replay.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// One launch whose execution is to prove something.
class ExecutionProof {
 public:
  ExecutionProof(const model::KernelModel& kernel, const model::LaunchFacts& facts);

  // Returns whether executing it may prove something: everything that its course depends on is known and the
  // same everywhere. Told without executing it.
  bool is_possible() const { return d_course.settled; }
  // Returns whether the execution leaves nothing open: the launch has no data race, no divergent barrier, no
  // access out of bounds or through null. Without `stored`, nothing is concluded from equal bytes.
  bool is_made_by(const replay::Outcome& outcome, bool stored) const;
  // Returns arguments whose contents the course of the launch depends on, by number.
  const std::vector<bool>& contents() const { return d_course.contents; }
  // Returns the same, and those that what is stored depends on.
  const std::vector<bool>& stored_contents() const { return d_stored.contents; }
  // Returns the recorded contents that a proof by this outcome depends on, as assumptions: "contents of `idx`
  // as recorded".
  std::vector<std::string> contents_in_words(const replay::Outcome& outcome) const;
  // Returns the same for a proof that also depends on what is stored.
  std::vector<std::string> stored_contents_in_words() const;

 private:
  struct Basis {
    bool settled = false;        // it is known, and the same everywhere
    bool divisions = false;      // as long as no quotient is undefined
    bool floats = false;         // as long as all floats are zero or normal numbers
    std::vector<bool> reads;     // by site: as long as what is read there was written
    std::vector<bool> contents;  // by parameter
  };

  bool is_known(std::uint32_t parameter) const;
  Basis basis(const analysis::Influence& influence, bool with_floats) const;
  const Basis& basis_of(const replay::Outcome& outcome) const;
  std::vector<std::string> in_words(const Basis& basis) const;

  const model::KernelModel& d_kernel;
  const model::LaunchFacts& d_facts;
  Basis d_course;  // of branches and addresses
  Basis d_stored;  // also of stored values
};

// Returns whether such an execution proves the property.
bool is_proved_by_execution(verdict::Property property);

// Turns open properties into verified ones, by executing all launches of the class. `facts`: their common
// facts, without contents.
void take_proof(verdict::ClassResult& result, const std::vector<replay::Outcome>& outcomes,
                std::vector<std::string> facts);

}  // namespace launchproof::worker
