// The device code inside compiled CUDA programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verify/device_code/damaged_file.h"

namespace launchproof::device_code {

struct PtxModule {
  std::string text;
  std::uint32_t architecture = 0;  // 75 for compute_75; 0: unknown
};

struct DeviceCode {
  std::vector<PtxModule> modules;  // in the order of the file, each text once
  std::size_t without_ptx = 0;     // number of fat binaries and cubins that hold only machine code
};

// Returns whether the first bytes of a file are those of an ELF file or a fat binary.
bool is_compiled(std::string_view beginning);

// Returns the device code in an ELF file or a fat binary. Throws DamagedFile.
DeviceCode device_code_of(std::string_view file);

// Returns the newest module that a device of this architecture can run; null if there is none.
const PtxModule* newest_module(const DeviceCode& code, std::uint32_t architecture);

}  // namespace launchproof::device_code
