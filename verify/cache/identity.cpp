#include "verify/cache/identity.h"

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

#include "capture/files/sha256.h"

namespace launchproof::cache {
namespace {

// Returns the build id in the notes of a loaded file; empty if there is none.
std::string build_id(const dl_phdr_info& object) {
  constexpr std::size_t kAlignment = 4;
  const auto aligned = [](std::size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; };
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = object.dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader gives addresses as numbers.
    const auto* const notes = reinterpret_cast<const char*>(object.dlpi_addr + header.p_vaddr);
    for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= header.p_memsz;) {
      ElfW(Nhdr) note;
      std::memcpy(&note, notes + at, sizeof note);
      const std::size_t name = at + sizeof note;
      const std::size_t id = name + aligned(note.n_namesz);
      if (id + note.n_descsz > header.p_memsz) break;
      const std::string_view owner(notes + name, note.n_namesz);
      if (note.n_type == NT_GNU_BUILD_ID && owner == std::string_view("GNU\0", 4)) {
        std::string text;
        capture::append_hex(text, notes + id, note.n_descsz);
        return text;
      }
      at = id + aligned(note.n_descsz);
    }
  }
  return {};
}

std::string file_digest(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  return bytes.empty() ? std::string() : capture::sha256_hex(bytes.data(), bytes.size());
}

struct Lines {
  std::set<std::string> lines;
  bool complete = true;
};

int add_object(dl_phdr_info* object, std::size_t, void* given) {
  auto& all = *static_cast<Lines*>(given);
  std::string path = object->dlpi_name == nullptr ? "" : object->dlpi_name;
  const bool is_program = path.empty();
  // These are provided by the kernel and are not files.
  if (path.starts_with("linux-vdso") || path.starts_with("linux-gate")) return 0;
  if (is_program) path = "/proc/self/exe";
  std::string id = build_id(*object);
  if (id.empty()) id = file_digest(path);
  if (id.empty()) all.complete = false;
  all.lines.insert((is_program ? "program" : path.substr(path.rfind('/') + 1)) + " " + id);
  return 0;
}

}  // namespace

std::optional<std::string> program_identity() {
  Lines all;
  ::dl_iterate_phdr(add_object, &all);
  if (!all.complete || all.lines.empty()) return std::nullopt;
  std::string text;
  for (const std::string& line : all.lines) text += line + '\n';
  return text;
}

}  // namespace launchproof::cache
