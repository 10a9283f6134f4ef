// Uses the execution of a launch as a proof. Suppose that nothing that decides branches, addresses and
// barriers depends on the device or on the order of execution, and that an execution has no data race. Up to
// its first race, every other execution is then the same. Therefore no execution has a race, and any other
// defect that was not observed does not happen either (Adve and Hill 1990, "Weak ordering - a new
// definition": a program without data races has the executions of sequential consistency, which is a single
// one here).
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

// One launch whose execution may prove something.
class ExecutionProof {
 public:
  ExecutionProof(const model::KernelModel& kernel, const model::LaunchFacts& facts);

  // Returns whether executing the launch may prove something: everything that its control flow depends on is
  // known and the same on every device. Does not execute the launch.
  bool is_possible() const { return d_course.settled; }
  // Returns whether the execution leaves nothing open: the launch has no data race, no divergent barrier, and
  // no access out of bounds or through null. Without `stored`, concludes nothing from equal bytes.
  bool is_made_by(const replay::Outcome& outcome, bool stored) const;
  // Returns, by number, the arguments whose contents the launch's control flow depends on.
  const std::vector<bool>& contents() const { return d_course.contents; }
  // Returns the same, together with the arguments that stored values depend on.
  const std::vector<bool>& stored_contents() const { return d_stored.contents; }
  // Returns the recorded contents that a proof by this outcome depends on, as assumptions: "contents of `idx`
  // as recorded".
  std::vector<std::string> contents_in_words(const replay::Outcome& outcome) const;
  // Returns the same for a proof that also depends on stored values.
  std::vector<std::string> stored_contents_in_words() const;

 private:
  struct Basis {
    bool settled = false;        // everything is known and the same on every device
    bool divisions = false;      // this holds only if no quotient is undefined
    bool floats = false;         // this holds only if all floats are zero or normal numbers
    std::vector<bool> reads;     // by site: this holds only if the value read there was written
    std::vector<bool> contents;  // by parameter
  };

  bool is_known(std::uint32_t parameter) const;
  Basis basis(const analysis::Influence& influence, bool with_floats) const;
  const Basis& basis_of(const replay::Outcome& outcome) const;
  std::vector<std::string> in_words(const Basis& basis) const;

  const model::KernelModel& d_kernel;
  const model::LaunchFacts& d_facts;
  Basis d_course;  // basis of branches and addresses
  Basis d_stored;  // basis that also covers stored values
};

// Returns whether such an execution proves the property.
bool is_proved_by_execution(verdict::Property property);

// Turns open properties into verified ones by executing all launches of the class. `facts`: their common
// facts, without contents.
void take_proof(verdict::ClassResult& result, const std::vector<replay::Outcome>& outcomes,
                const model::KernelModel& kernel, std::vector<std::string> facts);

}  // namespace launchproof::worker
