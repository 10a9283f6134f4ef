// Verifies launch classes one after another, keeping the translations of the programs it saw last.
#pragma once

#include <chrono>
#include <list>
#include <memory>
#include <string>

#include "verify/worker/job.h"
#include "verify/worker/pool.h"

namespace launchproof::worker {

class ClassVerifier {
 public:
  // `selector`: the kernel to take, when the job names none. A job without a kernel whose program holds
  // several is answered with their names (Outcome::expand).
  Outcome verify(const Job& job, const std::string& selector);

  // Compiles and translates, or takes it from the cache.
  const frontend::Translation& translation(const Program& program);

 private:
  struct Entry {
    std::string key;
    frontend::Translation translation;
  };
  // Terms, solver and refuted questions, kept from class to class of one kernel.
  struct Workbench {
    std::string program;
    std::string kernel;
    std::string solver_name;
    smt::TermStore store;
    std::unique_ptr<smt::Solver> solver;
    access::Refutations refuted;
  };
  Workbench& workbench(const Job& job, const std::string& kernel);

  std::list<Entry> d_cache;  // most recently used first
  std::unique_ptr<Workbench> d_workbench;
};

// The outcome of a job whose worker was lost: `unknown` for every property.
Outcome lost_outcome(const Job& job, const std::string& selector, verdict::Cause cause,
                     const std::string& reason);

// Verifies all jobs in worker processes; `options.work` and `options.lost` are set here. Solver memory is
// limited as the class's is.
std::vector<Completed> verify_all(const std::vector<Job>& jobs, PoolOptions options);

}  // namespace launchproof::worker
