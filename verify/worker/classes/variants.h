// Judges the launches of a class with different buffer contents separately, and combines the results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/verdict/results.h"
#include "verify/worker/outcomes/job.h"

namespace launchproof::worker {

// Returns the arguments whose initial contents the kernel reads, so that they may decide the result.
std::vector<std::size_t> deciding_arguments(const model::KernelModel& kernel,
                                            const model::LaunchFacts& facts);

// Returns whether contents might decide what is still open.
bool is_open(const verdict::ClassResult& result);

// The combined result of several parts of a class: for each property the worst verdict, with its launch; the
// findings of all parts; what the proofs depend on. The caller must conclude it.
class VariantResults {
 public:
  // `whole`: the result for the class without the contents in which its launches differ.
  explicit VariantResults(const verdict::ClassResult& whole);

  void add(verdict::ClassResult part, const LaunchVariant& variant);
  // Gives the remaining launches, which were not judged separately for this reason, the verdicts in `whole`.
  void add_rest(const std::string& reason);
  verdict::ClassResult take();

 private:
  void join(const verdict::ClassResult& part, const std::string& where);

  verdict::ClassResult d_whole, d_all;
  bool d_first = true;
  bool d_all_verified = true;
};

}  // namespace launchproof::worker
