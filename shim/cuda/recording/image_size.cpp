#include "shim/cuda/recording/image_size.h"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace launchproof::cuda {
namespace {

constexpr std::uint32_t kWrapper = 0x466243B1;
constexpr std::uint32_t kFatBinary = 0xBA55ED50;

template <typename Number>
Number at(const void* image, std::size_t offset) {
  Number number;
  std::memcpy(static_cast<void*>(&number), static_cast<const char*>(image) + offset, sizeof number);
  return number;
}

std::uint64_t elf_size(const void* image) {
  const auto head = at<Elf64_Ehdr>(image, 0);
  std::uint64_t end = head.e_shoff + std::uint64_t{head.e_shentsize} * head.e_shnum;
  end = std::max<std::uint64_t>(end, head.e_phoff + std::uint64_t{head.e_phentsize} * head.e_phnum);
  for (unsigned i = 0; i < head.e_shnum; ++i) {
    const auto section = at<Elf64_Shdr>(image, head.e_shoff + std::uint64_t{i} * head.e_shentsize);
    if (section.sh_type != SHT_NOBITS)
      end = std::max<std::uint64_t>(end, section.sh_offset + section.sh_size);
  }
  return end;
}

}  // namespace

const void* image_begin(const void* image) {
  if (image == nullptr || at<std::uint32_t>(image, 0) != kWrapper) return image;
  return at<const void*>(image, 8);
}

std::uint64_t image_size(const void* image) {
  image = image_begin(image);
  if (image == nullptr) return 0;
  const auto magic = at<std::uint32_t>(image, 0);
  if (magic == kFatBinary) return at<std::uint16_t>(image, 6) + at<std::uint64_t>(image, 8);
  if (std::memcmp(image, ELFMAG, SELFMAG) == 0) return elf_size(image);
  return std::strlen(static_cast<const char*>(image));
}

}  // namespace launchproof::cuda
