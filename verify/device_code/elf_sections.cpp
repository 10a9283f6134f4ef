#include "verify/device_code/elf_sections.h"

#include <elf.h>

#include "verify/device_code/bytes.h"
#include "verify/device_code/damaged_file.h"

namespace launchproof::device_code {
namespace {

std::string name_at(std::string_view names, std::uint32_t offset) {
  if (offset >= names.size()) return {};
  const std::string_view rest = names.substr(offset);
  return std::string(rest.substr(0, rest.find('\0')));
}

}  // namespace

bool is_elf(std::string_view file) {
  return file.starts_with(std::string_view(ELFMAG, SELFMAG));
}

ElfFile elf_file(std::string_view file) {
  const auto header = read<Elf64_Ehdr>(file, 0);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
    throw DamagedFile("only 64-bit little-endian ELF files are supported");
  ElfFile result{.machine = header.e_machine, .sections = {}};
  if (header.e_shoff == 0) return result;
  if (header.e_shentsize != sizeof(Elf64_Shdr)) throw DamagedFile("its section headers have another size");
  const auto section = [&](std::uint64_t i) {
    return read<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr));
  };
  // Numbers that do not fit into the header are in the first section.
  const auto first = section(0);
  const std::uint64_t count = header.e_shnum != 0 ? header.e_shnum : first.sh_size;
  const std::uint64_t names_at = header.e_shstrndx != SHN_XINDEX ? header.e_shstrndx : first.sh_link;
  if (count > file.size() / sizeof(Elf64_Shdr) || names_at >= count)
    throw DamagedFile("its section headers lie past the end of the file");
  const auto names_header = section(names_at);
  const std::string_view names = part(file, names_header.sh_offset, names_header.sh_size);
  for (std::uint64_t i = 1; i < count; ++i) {
    const auto one = section(i);
    if (one.sh_type == SHT_NOBITS || one.sh_size == 0) continue;
    result.sections.push_back({name_at(names, one.sh_name), part(file, one.sh_offset, one.sh_size)});
  }
  return result;
}

}  // namespace launchproof::device_code
