#include "shim/cuda/device/device_attributes.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace launchproof::cuda {
namespace {

struct Architecture {
  int number, threads, blocks, shared, of_block, reserved;
};

constexpr Architecture kArchitectures[] = {
#define ARCHITECTURE(number, threads, blocks, shared, of_block, reserved) \
  {number, threads, blocks, shared, of_block, reserved},
#include "shim/cuda/device/architectures.def"
#undef ARCHITECTURE
};

constexpr int kDefault = 90;

const Architecture& chosen() {
  static const Architecture& found = [&]() -> const Architecture& {
    const char* const named = std::getenv("LAUNCHPROOF_CUDA_DEVICE");
    const std::string name = named == nullptr ? "" : named;
    const auto is_named = [&](const Architecture& one) { return name == "sm_" + std::to_string(one.number); };
    const auto* const one = std::ranges::find_if(kArchitectures, is_named);
    return one != std::end(kArchitectures)
               ? *one
               : *std::ranges::find(kArchitectures, kDefault, &Architecture::number);
  }();
  return found;
}

// Attributes that are the same for all architectures.
int common_attribute(int number) {
  switch (number) {
#define ATTRIBUTE(which, value) \
  case which:                   \
    return value;
#include "shim/cuda/device/device_attributes.def"
#undef ATTRIBUTE
    default:
      return 0;
  }
}

}  // namespace

int device_architecture() {
  return chosen().number;
}

int device_attribute(int number) {
  switch (static_cast<DeviceAttribute>(number)) {
    case DeviceAttribute::ThreadsOfMultiprocessor:
      return chosen().threads;
    case DeviceAttribute::Major:
      return chosen().number / 10;
    case DeviceAttribute::Minor:
      return chosen().number % 10;
    case DeviceAttribute::SharedBytesOfMultiprocessor:
      return chosen().shared;
    case DeviceAttribute::MostSharedBytesOfBlock:
      return chosen().of_block;
    case DeviceAttribute::BlocksOfMultiprocessor:
      return chosen().blocks;
    case DeviceAttribute::ReservedSharedBytes:
      return chosen().reserved;
    default:
      return common_attribute(number);
  }
}

}  // namespace launchproof::cuda
