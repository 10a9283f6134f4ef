// Finds the builds behind programs that applications load as binaries and that an earlier build produced. The
// build is remembered across runs, by every byte of the binary and by the driver that produced it.
#pragma once

#include <optional>

#include "shim/opencl/programs/builds.h"

namespace launchproof::shim {

// Returns the build that produced exactly these binaries, one per device, as far as its source determines it:
// origin, files, options, working directory. Returns nothing if any of the binaries is unknown or if two
// builds produced it.
std::optional<capture::Program> recalled_build(cl_uint count, const cl_device_id* devices,
                                               const size_t* lengths, const unsigned char* const* binaries);

// Remembers the binaries of the program's devices that the application received; null where it requested
// none. `build` is the build before the request. Only executables built from source are remembered.
void remember_binaries(cl_program handle, const std::shared_ptr<Program>& program, capture::ProgramId build,
                       const unsigned char* const* binaries, std::size_t count);

}  // namespace launchproof::shim
