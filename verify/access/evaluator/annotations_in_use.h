// The annotations of a kernel that count in a verification.
#pragma once

#include <vector>

#include "verify/analysis/preconditions.h"
#include "verify/symbolic/terms/options.h"

namespace launchproof::access {

struct AnnotationsInUse {
  analysis::Ignored ignored;  // by annotation
  std::vector<bool>
      promised;  // by parameter: preconditions speak of it, so that any value they allow is real

  static AnnotationsInUse of(const model::KernelModel& kernel, const symbolic::Options& options);
};

}  // namespace launchproof::access
