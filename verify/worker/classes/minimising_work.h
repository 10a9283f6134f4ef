// How much work may be spent on naming the launch facts that a proof needs.
#pragma once

#include <algorithm>

#include "verify/smt/limits/meter.h"

namespace launchproof::worker {

inline constexpr smt::Work kLeastMinimising = 150 * smt::kWorkPerMillisecond;
inline constexpr smt::Work kLeastFreeing = 50 * smt::kWorkPerMillisecond;

// Returns the work for a proof that took `own`: twice that up to half a second, and a quarter of what it took
// beyond that. At least kLeastMinimising is to be spent, whatever this returns; facts are freed during three
// quarters of it, but at least during kLeastFreeing.
constexpr smt::Work minimising_work(smt::Work own) {
  constexpr smt::Work kSecond = 1'000 * smt::kWorkPerMillisecond;
  return 2 * std::min(own, kSecond / 2) + (own - std::min(own, kSecond / 2)) / 4;
}

}  // namespace launchproof::worker
