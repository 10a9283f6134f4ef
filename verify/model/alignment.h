// Finds low bits that are zero in every execution, as far as the computation of a value shows.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::model {

class Alignment {
 public:
  static constexpr std::uint32_t kMost = 5;  // the largest count looked for, enough for vectors of four
                                             // 64-bit numbers

  // Requires that the kernel outlives this object. Values may be added to it meanwhile.
  explicit Alignment(const KernelModel& kernel) : d_kernel(kernel) {}

  // Returns how many low bits are zero, at most kMost.
  std::uint32_t of(ValueId id);

 private:
  const KernelModel& d_kernel;
  std::vector<std::uint32_t> d_known;  // by value; kNone: not computed yet
  std::vector<bool> d_open;            // by value: whether it is being computed
};

}  // namespace launchproof::model
