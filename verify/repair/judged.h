// The verdict on a changed kernel.
#pragma once

#include <functional>

#include "verify/repair/candidate.h"
#include "verify/verdict/results.h"

namespace launchproof::repair {

// A changed kernel and its concluded result.
struct Judged {
  verdict::ClassResult result;
  Accesses accesses;
  // Executes the changed kernel and returns whether a work-item read local memory that nothing had written,
  // in an array of which the kernel read only what had been written. Empty: not known.
  std::function<bool()> reads_unwritten;
};

}  // namespace launchproof::repair
