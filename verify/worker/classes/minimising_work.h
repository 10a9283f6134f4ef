// Limits the work for finding the launch facts that a proof needs.
#pragma once

#include <algorithm>

#include "verify/smt/limits/meter.h"

namespace launchproof::worker {

inline constexpr smt::Work kLeastMinimising = 150 * smt::kWorkPerMillisecond;
inline constexpr smt::Work kLeastFreeing = 50 * smt::kWorkPerMillisecond;

// Returns the work for a proof that took `own`: twice the part up to half a second, plus a quarter of the
// part beyond. Callers spend at least kLeastMinimising in any case. Facts are freed during three quarters of
// the work, but at least for kLeastFreeing.
constexpr smt::Work minimising_work(smt::Work own) {
  constexpr smt::Work kSecond = 1'000 * smt::kWorkPerMillisecond;
  return 2 * std::min(own, kSecond / 2) + (own - std::min(own, kSecond / 2)) / 4;
}

}  // namespace launchproof::worker
