// Device code that compiled CUDA programs carry.
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
  std::uint32_t architecture = 0;  // 75 for compute_75; 0: not known
};

struct DeviceCode {
  std::vector<PtxModule> modules;  // in the order of the file, each text once
  std::size_t without_ptx = 0;     // fat binaries and cubins that hold machine code alone
};

// Returns whether the file is an ELF file or a fat binary, by its first bytes.
bool is_compiled(std::string_view beginning);

// Returns what an ELF file or a fat binary holds. Throws DamagedFile.
DeviceCode device_code_of(std::string_view file);

// Returns the module of the newest architecture that a device of this one can run; null where there is none.
const PtxModule* newest_module(const DeviceCode& code, std::uint32_t architecture);

}  // namespace launchproof::device_code
