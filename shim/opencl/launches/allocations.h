// Memory that the host and kernels reach by pointers: shared virtual memory of OpenCL 2.0 and extensions like
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "shim/opencl/devices/objects.h"

namespace launchproof::shim {

// Adds memory that the application was given. `unknown` says why arguments that point there cannot be judged;
// null if they can.
void add_allocation(const void* begin, std::size_t bytes, std::uint64_t flags, const char* unknown = nullptr);

// Called before the memory goes back to the driver, which may hand it out again at once. If the driver
// refuses to take it, the result goes to `undo_removal`.
std::shared_ptr<const Memory> remove_allocation(const void* begin);
void undo_removal(const void* begin, std::shared_ptr<const Memory> memory);

// The allocation that contains an address; null if none was seen.
struct Pointed {
  std::shared_ptr<const Memory> memory;
  std::uint64_t offset = 0;
};
Pointed allocation_at(const void* pointer);

// Returns whether some byte of the stretch lies in an allocation.
bool overlaps_allocation(const void* begin, std::size_t bytes);

// Returns a number that grows with every allocation that is added or removed; never 0.
std::uint64_t allocations_version();

// Looks up again what the kernel's arguments point to, if it may have changed. Requires the kernel's lock.
void look_up_pointers(KernelState& kernel);

// Sets an argument that clSetKernelArgSVMPointer or a similar function gives. Requires the kernel's lock.
void put_pointer(KernelState& kernel, cl_uint index, const void* value);
// Sets the argument likewise, and takes the lock.
void set_pointer(Kernel& kernel, cl_uint index, const void* value);

// Sets what is reached as clSetKernelExecInfo gives it. Requires the kernel's lock.
void set_reached(KernelState& kernel, cl_kernel_exec_info name, std::size_t size, const void* value);

// Returns the reach in the capture's terms, each allocation once.
capture::Reach describe_reach(const Reached& reached);

}  // namespace launchproof::shim
