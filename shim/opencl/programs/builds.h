// Records builds of programs in the capture.
#pragma once

#include <memory>

#include "shim/opencl/devices/objects.h"

namespace launchproof::shim {

// The request of one call of clBuildProgram, clCompileProgram or clLinkProgram.
struct BuildRequest {
  cl_uint device_count = 0;
  const cl_device_id* devices = nullptr;
  const char* options = nullptr;
};

// Returns the record of a program handle that the driver has accepted. If the program was created in a way
// unknown to the shim, asks the driver for its source.
std::shared_ptr<Program> known_program(cl_program handle);

// Returns the id of the program's latest build. If it was never built (built-in kernels, or a library passed
// to the linker), records the program as it is.
capture::ProgramId build_of(cl_program handle, Program& program);

// Records the driver's results for the program's latest build.
void record_results(cl_program handle, Program& program, const std::vector<cl_device_id>& devices);

// Returns the devices in a request, or those of the program if the request names none. Omits devices in a
// request that the driver does not list for the program: the driver rejects them, and they may not be devices
// at all.
std::vector<cl_device_id> devices_of(cl_program handle, const BuildRequest& request);

// Returns the parts of a capture::Program that a request determines.
capture::Program describe_build(const BuildRequest& request, const std::vector<cl_device_id>& devices);

// Returns the program as built by such a request, without included files. For a program from binaries whose
// build is known, returns that whole build. Requires the program's lock.
capture::Program describe_build(const Program& program, const BuildRequest& request,
                                const std::vector<cl_device_id>& devices);

// Adds the constants that have been set for it so far. Requires the program's lock.
void add_specialization(const Program& program, capture::Program& build);

}  // namespace launchproof::shim
