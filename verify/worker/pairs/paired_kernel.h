// The kernel of one of two launches that may run at the same time, with its facts.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verify/frontend/frontend.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/verdict/results.h"
#include "verify/worker/pairs/launch_pair.h"

namespace launchproof::worker {

// Why a pair has no answer.
struct NoAnswer {
  verdict::Verdict verdict = verdict::Verdict::Unsupported;
  verdict::Approximation cause;
};

// Caches the translations of recently used programs.
class Translations {
 public:
  std::shared_ptr<const frontend::Translation> of(const Program& program);

 private:
  std::list<std::pair<std::string, std::shared_ptr<const frontend::Translation>>> d_latest;
};

class PairedKernel {
 public:
  // Translates the program and creates the facts. no_answer() says whether that failed.
  PairedKernel(const PairedLaunch& launch, Translations& translations);

  const std::optional<NoAnswer>& no_answer() const { return d_no_answer; }
  const PairedLaunch& launch() const { return d_launch; }
  const model::KernelModel& kernel() const { return *d_kernel; }
  // The first returns the facts with the contents of this launch, the second those without any contents.
  const model::LaunchFacts& facts() const { return d_facts; }
  const model::LaunchFacts& facts_of_class() const { return d_facts_of_class; }
  const std::vector<std::string>& assumptions() const { return d_assumptions; }

 private:
  void fail(verdict::Verdict verdict, verdict::Cause cause, std::string detail,
            verdict::SourceLocation at = {});
  void look_at_kernel();

  const PairedLaunch& d_launch;
  std::shared_ptr<const frontend::Translation> d_program;
  const model::KernelModel* d_kernel = nullptr;
  model::LaunchFacts d_facts, d_facts_of_class;
  std::vector<std::string> d_assumptions;
  std::optional<NoAnswer> d_no_answer;
};

}  // namespace launchproof::worker
