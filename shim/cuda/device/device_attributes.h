// The answers of the processor device to cuDeviceGetAttribute.
#pragma once

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

// Returns the compute capability, as compilers write it (90 for 9.0): the one that LAUNCHPROOF_CUDA_DEVICE
// names as "sm_86" when the device is first asked about, else 90. PTX for a newer one is not for this device.
int device_architecture();

// Returns 0 for an attribute that the device has not.
int device_attribute(int number);
inline int device_attribute(DeviceAttribute which) {
  return device_attribute(static_cast<int>(which));
}

}  // namespace launchproof::cuda
