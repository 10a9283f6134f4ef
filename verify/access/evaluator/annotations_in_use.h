// The annotations of a kernel that a verification uses.
#pragma once

#include <vector>

#include "verify/analysis/preconditions.h"
#include "verify/symbolic/terms/options.h"

namespace launchproof::access {

struct AnnotationsInUse {
  analysis::Ignored ignored;  // by annotation
  std::vector<bool>
      promised;  // by parameter: whether preconditions mention it, so that any value that they allow is real

  static AnnotationsInUse of(const model::KernelModel& kernel, const symbolic::Options& options);
};

}  // namespace launchproof::access
