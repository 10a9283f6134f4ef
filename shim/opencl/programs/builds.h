// Builds of programs in the capture.
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

// Returns the record of a program handle that the driver has accepted. A program that was made in a way
// unknown to the shim is asked for its source.
std::shared_ptr<Program> known_program(cl_program handle);

// Returns the id of the program's latest build. Records the program as it is when it was never built
// (built-in kernels, or a library given to the linker).
capture::ProgramId build_of(cl_program handle, Program& program);

// Records the results that the driver has for the program's latest build.
void record_results(cl_program handle, Program& program, const std::vector<cl_device_id>& devices);

// Returns the devices of a request, or those of the program when the request names none. Devices of a request
// that the driver does not list for the program are left out: the driver refuses them, and they may be no
// devices.
std::vector<cl_device_id> devices_of(cl_program handle, const BuildRequest& request);

// Returns the parts of a capture::Program that a request fixes.
capture::Program describe_build(const BuildRequest& request, const std::vector<cl_device_id>& devices);

// Returns the program as it is built by such a request, without included files: for a program from binaries
// whose build is known, all of that build. Requires the program's lock.
capture::Program describe_build(const Program& program, const BuildRequest& request,
                                const std::vector<cl_device_id>& devices);

// Adds the constants that were set for it so far. Requires the program's lock.
void add_specialization(const Program& program, capture::Program& build);

}  // namespace launchproof::shim
