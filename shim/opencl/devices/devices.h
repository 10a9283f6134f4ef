// Devices and command queues.
#pragma once

#include <optional>
#include <string>

#include "shim/opencl/devices/objects.h"
#include "shim/opencl/entry/api.h"
#include "shim/recording/recorder.h"

namespace launchproof::shim {

// Returns the device's id in the capture. Records it with its environment when it is new. 0 when it cannot be
// asked.
capture::DeviceId device_id(cl_device_id device);

// Returns a key for the device's driver and compiler (driver.h). It is empty when they cannot be told.
std::string compiler_key(cl_device_id device);

// A command queue and the device that it feeds; ids are 0 when it cannot be asked.
struct KnownQueue {
  capture::QueueId id = 0;
  capture::DeviceId device = 0;
  SubGroupsAsked sub_groups_asked;
  LocalSizeAsked local_size_asked = nullptr;
  bool out_of_order = false;
  std::uint32_t generation = 0;  // of the writer that gave the id
};

// Records the queue if it is new. Asks the driver about it, so the driver must have accepted the handle.
KnownQueue queue_of(cl_command_queue queue);

// Returns the same for a queue of made_queues() or a null handle. Returns nothing for others, without asking
// the driver.
std::optional<KnownQueue> seen_queue(cl_command_queue queue);

// Forgets what a queue's handle meant before, since a new queue has it.
void forget_queue(cl_command_queue queue);
// Forgets a queue that the application has released.
void forget_released_queue(cl_command_queue queue);

// Returns whether the driver has been asked about it before.
bool is_device_seen(cl_device_id device);

// Returns the function by which the device tells how it divides groups into sub-groups, if it does.
SubGroupsAsked ask_for_sub_groups_by(cl_device_id device);

// Returns the function by which the device tells the local size that it would choose, if it does.
LocalSizeAsked ask_for_local_size_by(cl_device_id device);

}  // namespace launchproof::shim
