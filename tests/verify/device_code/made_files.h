// Fat binaries and ELF files, made for tests.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace launchproof::device_code::testing {

template <typename T>
void put(std::string& bytes, std::size_t at, T value) {
  if (bytes.size() < at + sizeof value) bytes.resize(at + sizeof value, '\0');
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

// An entry of a fat binary: kind 1 is PTX, 2 an ELF file. `packed` is the data in the file.
inline std::string fat_entry(std::uint16_t kind, std::uint32_t architecture, const std::string& packed,
                             std::uint64_t flags = 0, std::uint64_t unpacked_size = 0) {
  std::string entry(64, '\0');
  const std::uint64_t padded = (packed.size() + 7) / 8 * 8;
  put<std::uint16_t>(entry, 0, kind);
  put<std::uint32_t>(entry, 4, 64);
  put<std::uint64_t>(entry, 8, padded);
  put<std::uint32_t>(entry, 16, static_cast<std::uint32_t>(packed.size()));
  put<std::uint32_t>(entry, 28, architecture);
  put<std::uint64_t>(entry, 40, flags);
  put<std::uint64_t>(entry, 56, unpacked_size);
  entry += packed;
  entry.resize(64 + padded, '\0');
  return entry;
}

inline std::string fat_binary(const std::vector<std::string>& entries) {
  std::string body, file;
  for (const std::string& entry : entries) body += entry;
  put<std::uint32_t>(file, 0, 0xBA55ED50);
  put<std::uint16_t>(file, 4, 1);
  put<std::uint16_t>(file, 6, 16);
  put<std::uint64_t>(file, 8, body.size());
  return file + body;
}

// Returns an ELF file with these sections, by name.
inline std::string elf_file(std::uint16_t machine,
                            const std::vector<std::pair<std::string, std::string>>& sections) {
  std::string names(1, '\0');
  std::string file(sizeof(Elf64_Ehdr), '\0');
  std::vector<Elf64_Shdr> headers(1);
  const auto add = [&](const std::string& name, const std::string& bytes) {
    Elf64_Shdr header{};
    header.sh_name = static_cast<Elf64_Word>(names.size());
    header.sh_type = SHT_PROGBITS;
    header.sh_offset = file.size();
    header.sh_size = bytes.size();
    names += name + '\0';
    file += bytes;
    headers.push_back(header);
  };
  for (const auto& [name, bytes] : sections) add(name, bytes);
  add(".shstrtab", "");
  headers.back().sh_offset = file.size();
  headers.back().sh_size = names.size();
  file += names;
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_machine = machine;
  header.e_shoff = file.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = static_cast<Elf64_Half>(headers.size());
  header.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
  std::memcpy(file.data(), &header, sizeof header);
  for (const Elf64_Shdr& one : headers) file.append(reinterpret_cast<const char*>(&one), sizeof one);
  return file;
}

}  // namespace launchproof::device_code::testing
