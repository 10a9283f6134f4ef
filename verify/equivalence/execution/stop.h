// Why the execution of a kernel over a graph ended early. Thrown within this folder, and caught by the
// function that executes a side.
#pragma once

#include <string>

#include "verify/model/kernel_model.h"
#include "verify/verdict/registry.h"

namespace launchproof::equivalence {

struct Stop {
  verdict::Verdict verdict = verdict::Verdict::Unknown;
  verdict::Cause cause = verdict::Cause::NotFollowed;
  std::string reason;
  model::LocationId location = model::kNone;
};

}  // namespace launchproof::equivalence
