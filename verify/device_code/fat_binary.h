// Fat binaries of CUDA, which hold one module in several forms for different GPUs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::device_code {

struct FatEntry {
  std::size_t binary = 0;  // index of its fat binary, from 0
  bool is_ptx = false;
  std::uint32_t architecture = 0;
  std::string contents;  // unpacked
};

bool is_fat_binary(std::string_view file);

// Returns the entries of consecutive fat binaries, which may have zeros between them. Throws DamagedFile.
std::vector<FatEntry> fat_entries(std::string_view bytes);

}  // namespace launchproof::device_code
