// Collects the results of the passes over a launch class.
#pragma once

#include <string>

#include "verify/model/kernel_model.h"
#include "verify/verdict/results.h"

namespace launchproof::two_thread {

class Outcome {
 public:
  // Requires that both outlive this object.
  Outcome(const model::KernelModel& kernel, verdict::ClassResult& result)
      : d_kernel(kernel), d_result(result) {}

  // Lowers the verdict of the property to this one, unless it is already worse. Keeps the first reason, with
  // its place.
  void fail(verdict::Property property, verdict::Verdict verdict, verdict::Cause cause,
            const std::string& detail, model::LocationId where);
  // Adds a possible defect unless it is already known.
  void add(verdict::Finding finding);
  // Takes over the result of another pass for this property.
  void take(verdict::Property property, verdict::ClassResult other);
  // Returns whether there is no race: either it was shown here, with the barriers and bounds that this
  // depends on, or a caller that did not ask about races knows it.
  bool excludes_races() const;

 private:
  bool is(verdict::Property property, verdict::Verdict verdict) const;

  const model::KernelModel& d_kernel;
  verdict::ClassResult& d_result;
};

}  // namespace launchproof::two_thread
