// The point at which one side of a finding is: a work-item at a place in the kernel, in certain iterations.
#pragma once

#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/smt/terms/term.h"
#include "verify/symbolic/terms/work_item.h"

namespace launchproof::symbolic {

// The current iteration of a loop.
struct LoopCount {
  model::LoopId loop = model::kNone;
  smt::Term counter;  // from 0
};

class Viewpoint {
 public:
  virtual ~Viewpoint() = default;
  virtual const WorkItem& item() const = 0;
  // Returns the value as the work-item computes it at this point. May throw OutOfTime.
  virtual smt::Term value(model::ValueId id) const = 0;
  // Returns the iterations with known numbers, from the outermost loop inward.
  virtual std::vector<LoopCount> iterations() const = 0;
};

// One side of a conflict. Without a site, it is unknown which access the work-item makes.
struct FindingSide {
  const Viewpoint* at = nullptr;
  model::SiteId site = model::kNone;
};

}  // namespace launchproof::symbolic
