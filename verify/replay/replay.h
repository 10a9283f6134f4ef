// Executes a launch, or some of its groups, from the kernel's LLVM IR, compiled in process, and observes data
// races, barrier divergence, and accesses outside of arrays or through null. An observed defect did happen
// with the executed contents. A defect that was not observed may still occur with other contents.
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

// A kernel in machine code. It may run any number of times, in one thread at a time.
class Kernel {
 public:
  Kernel(const frontend::PreparedProgram& program, const std::string& name);
  ~Kernel();
  Kernel(Kernel&&) noexcept;
  Kernel& operator=(Kernel&&) noexcept;

  // Returns an empty text if the kernel can run; otherwise why not, which every outcome repeats.
  const std::string& refusal() const { return d_refusal; }

  Outcome run(const model::LaunchFacts& facts, const Contents& contents, const Options& options) const;

  // The first returns the place in the program with the number FirstAccess::site; the second returns the
  // access of a work-item there. Both require that the kernel can run, and the facts of the launch that was
  // run.
  const SiteSpec& site(std::uint32_t number) const;
  Participant participant(const model::LaunchFacts& facts, const FirstAccess& touch) const;

 private:
  friend struct Confirmer;
  Status d_status = Status::Completed;
  std::string d_refusal;
  std::unique_ptr<Image> d_image;
};

// Prepares, compiles and runs a kernel.
Outcome replay(const std::vector<frontend::ProgramSource>& sources, const frontend::DeviceEnvironment& device,
               const std::string& kernel, const model::LaunchFacts& facts, const Contents& contents,
               const Options& options);

struct Confirmation {
  bool seen = false;
  // The defect was not seen, although the groups ran far enough to show it.
  bool refuted = false;
  std::string reason;  // if not seen: what happened instead, or why the finding could not be executed
  // If seen: the actions of the witness's work-items until then, up to a limit. Empty if one of the two is a
  // copy.
  std::vector<verdict::Step> steps;
  std::uint64_t steps_left_out = 0;
  Outcome outcome;
};

struct Confirmer {
  static Confirmation confirm(const Kernel& kernel, const verdict::Finding& finding,
                              const model::LaunchFacts& facts, const Contents& contents, Options options);
};

// Runs the groups named in the finding's witness and returns whether the claimed defect happens.
Confirmation confirm(const Kernel& kernel, const verdict::Finding& finding, const model::LaunchFacts& facts,
                     const Contents& contents, Options options);

}  // namespace launchproof::replay
