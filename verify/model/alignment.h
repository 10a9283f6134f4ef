// Low bits that are zero in every execution, as far as the way tells in which a value is computed.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::model {

class Alignment {
 public:
  static constexpr std::uint32_t kMost = 3;  // no more are looked for: pieces of memory have 8 bytes at most

  // The kernel's values may grow as long as it lives.
  explicit Alignment(const KernelModel& kernel) : d_kernel(kernel) {}

  // So many low bits are zero, kMost at most.
  std::uint32_t of(ValueId id);

 private:
  const KernelModel& d_kernel;
  std::vector<std::uint32_t> d_known;  // by value, kNone: not yet
  std::vector<bool> d_open;            // by value: being computed
};

}  // namespace launchproof::model
