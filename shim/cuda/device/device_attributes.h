// Values that cuDeviceGetAttribute returns for the processor device.
#pragma once

namespace launchproof::cuda {

// The attributes that the library itself uses. The numbers are those of CU_DEVICE_ATTRIBUTE_....
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

// Returns the compute capability as compilers write it (90 for 9.0). If LAUNCHPROOF_CUDA_DEVICE has the form
// "sm_86" when the device is first queried, returns that one, otherwise 90. The device does not accept PTX
// for a newer one.
int device_architecture();

// Returns the attribute, or 0 if the device does not have it.
int device_attribute(int number);
inline int device_attribute(DeviceAttribute which) {
  return device_attribute(static_cast<int>(which));
}

}  // namespace launchproof::cuda
