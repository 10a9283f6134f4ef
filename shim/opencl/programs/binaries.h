// Programs that applications load as binaries, which an earlier build gave them. The build is remembered
// across runs, by every byte of the binary and by the driver that made it.
#pragma once

#include <optional>

#include "shim/opencl/programs/builds.h"

namespace launchproof::shim {

// Returns the build that gave exactly these binaries, one per device, as far as its source decides it:
// origin, files, options, working directory. Returns nothing if any of them is unknown or two builds gave it.
std::optional<capture::Program> recalled_build(cl_uint count, const cl_device_id* devices,
                                               const size_t* lengths, const unsigned char* const* binaries);

// Remembers that the application was given the binaries of the program's devices, null where it asked for
// none. `build` is the build that it had made before it asked. Only executables that came from source are
// remembered.
void remember_binaries(cl_program handle, const std::shared_ptr<Program>& program, capture::ProgramId build,
                       const unsigned char* const* binaries, std::size_t count);

}  // namespace launchproof::shim
