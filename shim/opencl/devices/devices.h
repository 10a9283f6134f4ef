// Devices and command queues.
#pragma once

#include <optional>
#include <string>

#include "shim/opencl/devices/objects.h"
#include "shim/opencl/entry/api.h"
#include "shim/recording/recorder.h"

namespace launchproof::shim {

// Returns the device's id in the capture. Records a new device with its environment. Returns 0 if the driver
// cannot be asked about it.
capture::DeviceId device_id(cl_device_id device);

// Returns a key for the device's driver and compiler (driver.h); empty if they cannot be determined.
std::string compiler_key(cl_device_id device);

// A command queue and its device; ids are 0 if the driver cannot be asked.
struct KnownQueue {
  capture::QueueId id = 0;
  capture::DeviceId device = 0;
  SubGroupsAsked sub_groups_asked;
  LocalSizeAsked local_size_asked = nullptr;
  bool out_of_order = false;
  std::uint32_t generation = 0;  // generation of the writer that assigned the id
};

// Records the queue if it is new. Asks the driver about it, so the driver must have accepted the handle.
KnownQueue queue_of(cl_command_queue queue);

// Returns the same for a queue in made_queues() or a null handle. Returns nothing for others, without asking
// the driver.
std::optional<KnownQueue> seen_queue(cl_command_queue queue);

// Forgets the previous queue with this handle, since a new queue has it now.
void forget_queue(cl_command_queue queue);
// Forgets a queue that the application has released.
void forget_released_queue(cl_command_queue queue);

// Returns whether the driver was already asked about the device.
bool is_device_seen(cl_device_id device);

// Returns the function that reports how the device divides groups into sub-groups, if there is one.
SubGroupsAsked ask_for_sub_groups_by(cl_device_id device);

// Returns the function that reports the local size that the device would choose, if there is one.
LocalSizeAsked ask_for_local_size_by(cl_device_id device);

}  // namespace launchproof::shim
