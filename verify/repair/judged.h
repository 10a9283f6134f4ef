// The verdict on a changed kernel.
#pragma once

#include "verify/repair/candidate.h"
#include "verify/verdict/results.h"

namespace launchproof::repair {

// A changed kernel and its concluded result.
struct Judged {
  verdict::ClassResult result;
  Accesses accesses;
};

}  // namespace launchproof::repair
