// Executes a launch, or some of its groups, from the kernel's LLVM IR compiled in process, and sees data
// races, barrier divergence, accesses outside of arrays and through null. A defect that it sees happened with
// the contents executed. One that it does not see may still occur with others.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "verify/frontend/prepared.h"
#include "verify/frontend/program/program.h"
#include "verify/model/launch_facts.h"
#include "verify/replay/memory/contents.h"
#include "verify/replay/memory/footprint.h"
#include "verify/replay/memory/seen.h"
#include "verify/verdict/results.h"

namespace launchproof::replay {

// A kernel in machine code; may run any number of times, in one thread at a time.
class Kernel {
 public:
  Kernel(const frontend::PreparedProgram& program, const std::string& name);
  ~Kernel();
  Kernel(Kernel&&) noexcept;
  Kernel& operator=(Kernel&&) noexcept;

  // Returns an empty text when it can run; else why not, which every outcome repeats.
  const std::string& refusal() const { return d_refusal; }

  Outcome run(const model::LaunchFacts& facts, const Contents& contents, const Options& options) const;

  // Return the place in the program that FirstAccess::site numbers, and the access of a work-item there.
  // Require that the kernel can run, and the facts of the launch that was run.
  const SiteSpec& site(std::uint32_t number) const;
  Participant participant(const model::LaunchFacts& facts, const FirstAccess& touch) const;

 private:
  friend struct Confirmer;
  Status d_status = Status::Completed;
  std::string d_refusal;
  std::unique_ptr<Image> d_image;
};

// Prepares, compiles and runs.
Outcome replay(const std::vector<frontend::ProgramSource>& sources, const frontend::DeviceEnvironment& device,
               const std::string& kernel, const model::LaunchFacts& facts, const Contents& contents,
               const Options& options);

struct Confirmation {
  bool seen = false;
  // Not seen, although the groups ran far enough that it should have been.
  bool refuted = false;
  std::string reason;  // when not seen: what happened instead, or why it could not be executed
  // When seen: what the witness's work-items did until then, bounded. None where a copy is one of the two.
  std::vector<verdict::Step> steps;
  std::uint64_t steps_left_out = 0;
  Outcome outcome;
};

struct Confirmer {
  static Confirmation confirm(const Kernel& kernel, const verdict::Finding& finding,
                              const model::LaunchFacts& facts, const Contents& contents, Options options);
};

// Runs the groups that the finding's witness names and says whether what it claims happens.
Confirmation confirm(const Kernel& kernel, const verdict::Finding& finding, const model::LaunchFacts& facts,
                     const Contents& contents, Options options);

}  // namespace launchproof::replay
