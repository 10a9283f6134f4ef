// Fat binaries of CUDA: several forms of one module, each for other GPUs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::device_code {

struct FatEntry {
  std::size_t binary = 0;  // the number of its fat binary, from 0
  bool is_ptx = false;
  std::uint32_t architecture = 0;
  std::string contents;  // unpacked
};

bool is_fat_binary(std::string_view file);

// Returns the entries of fat binaries that stand one after the other, with zeros between. Throws
// DamagedFile.
std::vector<FatEntry> fat_entries(std::string_view bytes);

}  // namespace launchproof::device_code
