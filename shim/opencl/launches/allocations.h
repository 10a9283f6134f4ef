// Memory that the host and kernels access through pointers: shared virtual memory of OpenCL 2.0 and similar
// extensions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "shim/opencl/devices/objects.h"

namespace launchproof::shim {

// Adds memory that the application received. `unknown` says why arguments that point there cannot be judged;
// null if they can.
void add_allocation(const void* begin, std::size_t bytes, std::uint64_t flags, const char* unknown = nullptr);

// Called before the memory is returned to the driver, which may reuse it at once. If the driver refuses, the
// result is passed to `undo_removal`.
std::shared_ptr<const Memory> remove_allocation(const void* begin);
void undo_removal(const void* begin, std::shared_ptr<const Memory> memory);

// The allocation that contains an address; null if none is known.
struct Pointed {
  std::shared_ptr<const Memory> memory;
  std::uint64_t offset = 0;
};
Pointed allocation_at(const void* pointer);

// Returns whether some byte of the range lies in an allocation.
bool overlaps_allocation(const void* begin, std::size_t bytes);

// Returns a number that grows with every allocation that is added or removed; never 0.
std::uint64_t allocations_version();

// Looks up again what the kernel's arguments point to if it may have changed. Requires the kernel's lock.
void look_up_pointers(KernelState& kernel);

// Sets an argument passed to clSetKernelArgSVMPointer or a similar function. Requires the kernel's lock.
void put_pointer(KernelState& kernel, cl_uint index, const void* value);
// Does the same, and takes the lock.
void set_pointer(Kernel& kernel, cl_uint index, const void* value);

// Sets the memory passed to clSetKernelExecInfo. Requires the kernel's lock.
void set_reached(KernelState& kernel, cl_kernel_exec_info name, std::size_t size, const void* value);

// Returns the reach in the capture's types, each allocation once.
capture::Reach describe_reach(const Reached& reached);

}  // namespace launchproof::shim
