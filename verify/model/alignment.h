// Low bits that are zero in every execution, as far as the computation of a value tells.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::model {

class Alignment {
 public:
  static constexpr std::uint32_t kMost = 5;  // no more are looked for: of vectors of four 64-bit numbers

  // Takes a kernel whose values may grow as long as this lives.
  explicit Alignment(const KernelModel& kernel) : d_kernel(kernel) {}

  // Returns how many low bits are zero, kMost at most.
  std::uint32_t of(ValueId id);

 private:
  const KernelModel& d_kernel;
  std::vector<std::uint32_t> d_known;  // by value, kNone: not yet
  std::vector<bool> d_open;            // by value: being computed
};

}  // namespace launchproof::model
