// Kernels at their enqueue.
#pragma once

#include <memory>
#include <string_view>

#include "shim/opencl/devices/devices.h"
#include "shim/opencl/devices/objects.h"

namespace launchproof::shim {

// Returns the record of a kernel handle that the driver has accepted. A kernel that was made in a way unknown
// to the shim is asked for its name and program, and its earlier arguments stay "never set". Returns null if
// it cannot be asked.
std::shared_ptr<Kernel> known_kernel(cl_kernel handle);

// Larger argument indices are refused by every driver.
inline constexpr cl_uint kMaximumArguments = 4096;

// Puts an argument. Requires the kernel's lock.
void put_argument(KernelState& kernel, cl_uint index, Argument&& argument);
// Puts a value, with less to do.
void put_value(KernelState& kernel, cl_uint index, std::string_view bytes);
// Puts the argument as put_argument does, and takes the lock.
void set_argument(Kernel& kernel, cl_uint index, Argument&& argument);

// Returns a configuration of one to three dimensions, without the device.
Configuration configuration_of(cl_uint dimensions, const size_t* offset, const size_t* global,
                               const size_t* local);

// Sets the queue, and the device that it feeds.
void set_queue(Configuration& configuration, const KnownQueue& known);

// Returns the launch with the kernel's arguments as they are, enqueued by the application's code that is
// calling. Requires the kernel's lock.
capture::Launch describe_launch(const KernelState& kernel, const Configuration& configuration);

// Says of each buffer why its contents are not recorded.
void leave_out_contents(capture::Launch& launch, const char* reason);

}  // namespace launchproof::shim
