// The point at which a side of a finding computes: a work-item at a place of the kernel, in certain
// iterations.
#pragma once

#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/smt/terms/term.h"
#include "verify/symbolic/terms/work_item.h"

namespace launchproof::symbolic {

// The iteration that a loop is in.
struct LoopCount {
  model::LoopId loop = model::kNone;
  smt::Term counter;  // from 0
};

class Viewpoint {
 public:
  virtual ~Viewpoint() = default;
  virtual const WorkItem& item() const = 0;
  // Returns the value as the work-item computes it there. May throw OutOfTime.
  virtual smt::Term value(model::ValueId id) const = 0;
  // Returns the iterations that are known by number, from the outermost loop inward.
  virtual std::vector<LoopCount> iterations() const = 0;
};

// One side of a conflict. Without a site it is not known which access the work-item makes.
struct FindingSide {
  const Viewpoint* at = nullptr;
  model::SiteId site = model::kNone;
};

}  // namespace launchproof::symbolic
