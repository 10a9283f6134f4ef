#include "verify/device_code/device_code.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "verify/device_code/elf_sections.h"
#include "verify/device_code/fat_binary.h"

namespace launchproof::device_code {
namespace {

void add_module(DeviceCode& code, std::string text, std::uint32_t architecture) {
  // nvcc ends the text with a null byte.
  while (!text.empty() && text.back() == '\0') text.pop_back();
  const bool is_there =
      std::ranges::any_of(code.modules, [&](const PtxModule& module) { return module.text == text; });
  if (!text.empty() && !is_there) code.modules.push_back({std::move(text), architecture});
}

// Adds the PTX that a cubin keeps for debugging, in which null bytes end the lines.
bool add_debug_text(DeviceCode& code, std::string_view cubin, std::uint32_t architecture) {
  for (const Section& section : elf_file(cubin).sections) {
    if (section.name != ".nv_debug_ptx_txt") continue;
    std::string text(section.bytes);
    std::ranges::replace(text, '\0', '\n');
    add_module(code, std::move(text), architecture);
    return true;
  }
  return false;
}

void add_fat_binaries(DeviceCode& code, std::string_view bytes) {
  std::vector<FatEntry> entries = fat_entries(bytes);
  for (auto begin = entries.begin(); begin != entries.end();) {
    const auto end = std::find_if(begin, entries.end(),
                                  [&](const FatEntry& entry) { return entry.binary != begin->binary; });
    const bool has_ptx = std::any_of(begin, end, std::mem_fn(&FatEntry::is_ptx));
    bool is_read = has_ptx;
    for (auto entry = begin; entry != end; ++entry) {
      if (entry->is_ptx)
        add_module(code, std::move(entry->contents), entry->architecture);
      else if (!has_ptx && is_elf(entry->contents))
        is_read |= add_debug_text(code, entry->contents, entry->architecture);
    }
    if (!is_read) ++code.without_ptx;
    begin = end;
  }
}

}  // namespace

bool is_compiled(std::string_view beginning) {
  return is_elf(beginning) || is_fat_binary(beginning);
}

DeviceCode device_code_of(std::string_view file) {
  DeviceCode code;
  if (is_fat_binary(file)) {
    add_fat_binaries(code, file);
    return code;
  }
  const ElfFile elf = elf_file(file);
  if (elf.machine == kCudaMachine) {
    if (!add_debug_text(code, file, 0)) ++code.without_ptx;
    return code;
  }
  for (const Section& section : elf.sections)
    if (section.name == ".nv_fatbin" || section.name == "__nv_relfatbin")
      add_fat_binaries(code, section.bytes);
  return code;
}

const PtxModule* newest_module(const DeviceCode& code, std::uint32_t architecture) {
  const PtxModule* newest = nullptr;
  for (const PtxModule& module : code.modules)
    if (module.architecture <= architecture &&
        (newest == nullptr || newest->architecture < module.architecture))
      newest = &module;
  return newest;
}

}  // namespace launchproof::device_code
