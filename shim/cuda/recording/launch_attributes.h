// The attributes of a launch, which the driver API and the runtime API lay out alike (CUlaunchAttribute and
// cudaLaunchAttribute, CUDA Driver API Reference Manual, 13.0).
#pragma once

#include <cstddef>
#include <span>

namespace launchproof::cuda {

struct LaunchAttribute {
  int id;
  int padding;
  union {
    int number;
    char bytes[64];
  } value;
};
static_assert(sizeof(LaunchAttribute) == 72 && offsetof(LaunchAttribute, value) == 8);

// Returns whether one of the attributes makes the launch cooperative: all of its groups run at the same time.
inline bool makes_cooperative(const void* attributes, unsigned count) {
  constexpr int kIsCooperative = 2;  // CU_LAUNCH_ATTRIBUTE_COOPERATIVE
  if (attributes == nullptr) return false;
  bool result = false;
  for (const LaunchAttribute& one : std::span(static_cast<const LaunchAttribute*>(attributes), count))
    if (one.id == kIsCooperative) result = one.value.number != 0;
  return result;
}

}  // namespace launchproof::cuda
