// Describes kernels when they are enqueued.
#pragma once

#include <memory>
#include <string_view>

#include "shim/opencl/devices/devices.h"
#include "shim/opencl/devices/objects.h"

namespace launchproof::shim {

// Returns the record of a kernel handle that the driver has accepted. If the kernel was created in a way
// unknown to the shim, asks the driver for its name and program; its earlier arguments stay "never set".
// Returns null if the driver cannot be asked.
std::shared_ptr<Kernel> known_kernel(cl_kernel handle);

// Every driver rejects larger argument indices.
inline constexpr cl_uint kMaximumArguments = 4096;

// Sets an argument. Requires the kernel's lock.
void put_argument(KernelState& kernel, cl_uint index, Argument&& argument);
// Sets a value; faster than put_argument().
void put_value(KernelState& kernel, cl_uint index, std::string_view bytes);
// Sets the argument as put_argument() does, and takes the lock.
void set_argument(Kernel& kernel, cl_uint index, Argument&& argument);

// Returns a configuration of one to three dimensions, without the device.
Configuration configuration_of(cl_uint dimensions, const size_t* offset, const size_t* global,
                               const size_t* local);

// Sets the queue and its device.
void set_queue(Configuration& configuration, const KnownQueue& known);

// Returns the launch with the kernel's current arguments and the calling code of the application. Requires
// the kernel's lock.
capture::Launch describe_launch(const KernelState& kernel, const Configuration& configuration);

// Sets the reason why contents are not recorded for each buffer.
void leave_out_contents(capture::Launch& launch, const char* reason);

}  // namespace launchproof::shim
