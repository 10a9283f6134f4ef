// Sections of 64-bit ELF files (Tool Interface Standard, "Executable and Linkable Format").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::device_code {

struct Section {
  std::string name;
  std::string_view bytes;  // a part of the file
};

struct ElfFile {
  std::uint16_t machine = 0;
  std::vector<Section> sections;
};

inline constexpr std::uint16_t kCudaMachine = 190;  // of cubins

bool is_elf(std::string_view file);

// Throws DamagedFile.
ElfFile elf_file(std::string_view file);

}  // namespace launchproof::device_code
