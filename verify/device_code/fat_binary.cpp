#include "verify/device_code/fat_binary.h"

#include <lz4.h>
#include <zstd.h>

#include <algorithm>

#include "verify/device_code/bytes.h"
#include "verify/device_code/damaged_file.h"

namespace launchproof::device_code {
namespace {

constexpr std::uint32_t kMagic = 0xBA55ED50;
constexpr std::uint64_t kHeaderSize = 16, kEntrySize = 64;
constexpr std::uint64_t kLz4 = 0x2000, kZstd = 0x8000;  // flags of an entry
constexpr std::uint64_t kMostUnpacked = 1ULL << 30;     // bytes
constexpr std::uint16_t kPtx = 1;

std::string unpacked(std::string_view packed, std::uint64_t flags, std::uint64_t size) {
  if ((flags & (kLz4 | kZstd)) == 0) return std::string(packed);
  if (size > kMostUnpacked) throw DamagedFile("an entry of a fat binary is larger than 1 GiB");
  std::string result(size, '\0');
  std::uint64_t written = 0;
  if ((flags & kZstd) != 0) {
    written = ZSTD_decompress(result.data(), result.size(), packed.data(), packed.size());
    if (ZSTD_isError(written) != 0) throw DamagedFile("an entry of a fat binary cannot be unpacked by zstd");
  } else {
    const int got = LZ4_decompress_safe(packed.data(), result.data(), static_cast<int>(packed.size()),
                                        static_cast<int>(result.size()));
    if (got < 0) throw DamagedFile("an entry of a fat binary cannot be unpacked by LZ4");
    written = static_cast<std::uint64_t>(got);
  }
  result.resize(written);
  return result;
}

FatEntry entry_at(std::string_view bytes, std::uint64_t& at, std::size_t binary) {
  const std::string_view header = part(bytes, at, kEntrySize);
  const auto header_size = read<std::uint32_t>(header, 4);
  const auto payload_size = read<std::uint64_t>(header, 8);
  const auto packed_size = read<std::uint32_t>(header, 16);
  const auto flags = read<std::uint64_t>(header, 40);
  if (header_size < kEntrySize) throw DamagedFile("an entry of a fat binary has too short a header");
  std::string_view payload = part(bytes, at + header_size, payload_size);
  if ((flags & (kLz4 | kZstd)) != 0) payload = part(payload, 0, packed_size);
  FatEntry entry{.binary = binary,
                 .is_ptx = read<std::uint16_t>(header, 0) == kPtx,
                 .architecture = read<std::uint32_t>(header, 28),
                 .contents = unpacked(payload, flags, read<std::uint64_t>(header, 56))};
  at += header_size + payload_size;
  return entry;
}

}  // namespace

bool is_fat_binary(std::string_view file) {
  return file.size() >= sizeof kMagic && read<std::uint32_t>(file, 0) == kMagic;
}

std::vector<FatEntry> fat_entries(std::string_view bytes) {
  std::vector<FatEntry> entries;
  std::uint64_t at = 0;
  std::size_t binary = 0;
  while (at + kHeaderSize <= bytes.size()) {
    if (read<std::uint32_t>(bytes, at) != kMagic) {
      at += 8;  // zeros between two fat binaries
      continue;
    }
    const auto header_size = read<std::uint16_t>(bytes, at + 6);
    const auto size = read<std::uint64_t>(bytes, at + 8);
    if (header_size < kHeaderSize) throw DamagedFile("a fat binary has too short a header");
    const std::string_view body = part(bytes, at + header_size, size);
    for (std::uint64_t inner = 0; inner < body.size();) entries.push_back(entry_at(body, inner, binary));
    ++binary;
    at += header_size + size;
    at = (at + 7) / 8 * 8;
  }
  return entries;
}

}  // namespace launchproof::device_code
