// What the processor device answers to cuDeviceGetAttribute.
#pragma once

#include "executor/protocol/message.h"

namespace launchproof::cuda {

// Those that the library itself goes by; the numbers are CU_DEVICE_ATTRIBUTE_....
enum class DeviceAttribute : int {
  ThreadsOfBlock = 1,
  SharedBytesOfBlock = 8,
  Multiprocessors = 16,
  ThreadsOfMultiprocessor = 39,
  Major = 75,
  Minor = 76,
  SharedBytesOfMultiprocessor = 81,
  MostSharedBytesOfBlock = 97,
  BlocksOfMultiprocessor = 106,
  ReservedSharedBytes = 111,
};

// Returns 0 for an attribute that the device has not.
constexpr int device_attribute(int number) {
  switch (number) {
#define ATTRIBUTE(which, value) \
  case which:                   \
    return value;
#include "shim/cuda/device_attributes.def"
#undef ATTRIBUTE
    default:
      return 0;
  }
}

constexpr int device_attribute(DeviceAttribute which) {
  return device_attribute(static_cast<int>(which));
}

static_assert(device_attribute(DeviceAttribute::Major) * 10 + device_attribute(DeviceAttribute::Minor) ==
              executor::kArchitecture);

}  // namespace launchproof::cuda
