#include "shim/recording/c_library.h"

#include <elf.h>
#include <link.h>

#include <cstdint>

// Sanitizers look up functions while they start, before any of the C library functions that they replace can
// be called. Therefore nothing is called here.
namespace launchproof::shim {
namespace {

struct Tables {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const std::uint32_t* hashes = nullptr;
};

// glibc has made the addresses absolute, other C libraries leave them as in the file.
template <class Entry>
const Entry* table_at(ElfW(Addr) base, ElfW(Addr) address) {
  return reinterpret_cast<const Entry*>(  // NOLINT(performance-no-int-to-ptr)
      address < base ? base + address : address);
}

Tables tables_of(const link_map& object) {
  Tables found;
  for (const ElfW(Dyn)* entry = object.l_ld; entry->d_tag != DT_NULL; ++entry) {
    const ElfW(Addr) address = entry->d_un.d_ptr;
    if (entry->d_tag == DT_SYMTAB) found.symbols = table_at<ElfW(Sym)>(object.l_addr, address);
    if (entry->d_tag == DT_STRTAB) found.names = table_at<char>(object.l_addr, address);
    if (entry->d_tag == DT_GNU_HASH) found.hashes = table_at<std::uint32_t>(object.l_addr, address);
  }
  return found;
}

bool is_same(const char* one, const char* other) {
  while (*one != 0 && *one == *other) ++one, ++other;
  return *one == *other;
}

std::uint32_t hash_of(const char* name) {
  std::uint32_t hash = 5381;
  for (; *name != 0; ++name) hash = hash * 33 + static_cast<unsigned char>(*name);
  return hash;
}

// The table: four numbers (buckets, first symbol, words of the filter, a shift), the filter, the first symbol
// of each bucket, and the hash of each symbol, whose lowest bit is set at the end of a bucket.
const ElfW(Sym) * symbol_named(const Tables& tables, const char* name) {
  if (tables.symbols == nullptr || tables.names == nullptr || tables.hashes == nullptr) return nullptr;
  const std::uint32_t buckets = tables.hashes[0], first = tables.hashes[1], words = tables.hashes[2];
  const std::uint32_t* const bucket =
      tables.hashes + 4 + words * (sizeof(ElfW(Addr)) / sizeof(std::uint32_t));
  const std::uint32_t* const chain = bucket + buckets;
  const std::uint32_t hash = hash_of(name);
  std::uint32_t number = buckets == 0 ? 0 : bucket[hash % buckets];
  if (number < first) return nullptr;
  for (;; ++number) {
    const std::uint32_t other = chain[number - first];
    const ElfW(Sym)& symbol = tables.symbols[number];
    if ((other | 1U) == (hash | 1U) && symbol.st_shndx != SHN_UNDEF &&
        is_same(tables.names + symbol.st_name, name))
      return &symbol;
    if ((other & 1U) != 0) return nullptr;
  }
}

bool begins(const char* text, const char* with) {
  for (; *with != 0; ++with, ++text)
    if (*text != *with) return false;
  return true;
}

bool is_c_library(const char* path) {
  const char* name = path;
  for (; *path != 0; ++path)
    if (*path == '/') name = path + 1;
  return begins(name, "libc.so") || begins(name, "libdl.so") || begins(name, "ld-musl");
}

}  // namespace

void* c_library_function(const char* name) noexcept {
  // A library that precedes the C library in the list is never unloaded.
  for (const link_map* object = _r_debug.r_map; object != nullptr; object = object->l_next) {
    if (object->l_name == nullptr || !is_c_library(object->l_name)) continue;
    const ElfW(Sym)* const symbol = symbol_named(tables_of(*object), name);
    if (symbol != nullptr && ELF64_ST_TYPE(symbol->st_info) == STT_FUNC)
      return reinterpret_cast<void*>(object->l_addr + symbol->st_value);  // NOLINT(performance-no-int-to-ptr)
  }
  return nullptr;
}

}  // namespace launchproof::shim
