// A launch class whose launches differ in the contents of their buffers: judged apart, and brought together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/verdict/results.h"
#include "verify/worker/pool/job.h"

namespace launchproof::worker {

// Returns arguments of which the kernel reads what they held when the launch began: their contents may
// decide.
std::vector<std::size_t> deciding_arguments(const model::KernelModel& kernel,
                                            const model::LaunchFacts& facts);

// Returns whether contents might decide what is still open.
bool is_open(const verdict::ClassResult& result);

// The one result of several parts of a class: of each property the worst verdict, with the launch that it is
// of; the findings of all; what each of the proofs rests on. To be concluded by the caller.
class VariantResults {
 public:
  // `whole`: the class judged without the contents in which its launches differ.
  explicit VariantResults(const verdict::ClassResult& whole);

  void add(verdict::ClassResult part, const LaunchVariant& variant);
  // Gives the launches that are left, which were not judged apart for this reason, the verdicts of `whole`.
  void add_rest(const std::string& reason);
  verdict::ClassResult take();

 private:
  void join(const verdict::ClassResult& part, const std::string& where);

  verdict::ClassResult d_whole, d_all;
  bool d_first = true;
  bool d_all_verified = true;
};

}  // namespace launchproof::worker
