#include "shim/cuda/recording/image_size.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace launchproof::cuda {
namespace {

TEST(ImageSize, OfATextIsItsLength) {
  EXPECT_EQ(image_size(".version 7.0\n"), 13U);
  EXPECT_EQ(image_size(nullptr), 0U);
}

TEST(ImageSize, OfAFatBinaryIsWithItsHeader) {
  std::vector<char> image(16);
  const std::uint32_t magic = 0xBA55ED50;
  const std::uint16_t header = 16;
  const std::uint64_t rest = 1000;
  std::memcpy(image.data(), &magic, 4);
  std::memcpy(image.data() + 6, &header, 2);
  std::memcpy(image.data() + 8, &rest, 8);
  EXPECT_EQ(image_size(image.data()), 1016U);
  // Wraps the image in the way that compilers do.
  struct {
    std::uint32_t magic = 0x466243B1, version = 1;
    const void *data, *list = nullptr;
  } wrapper;
  wrapper.data = image.data();
  EXPECT_EQ(image_begin(&wrapper), image.data());
  EXPECT_EQ(image_size(&wrapper), 1016U);
}

TEST(ImageSize, OfACubinIsUpToItsLastSection) {
  struct {
    Elf64_Ehdr head{};
    Elf64_Shdr sections[2]{};
  } image;
  std::memcpy(image.head.e_ident, ELFMAG, SELFMAG);
  image.head.e_shoff = sizeof image.head;
  image.head.e_shentsize = sizeof(Elf64_Shdr);
  image.head.e_shnum = 2;
  image.sections[0] = {
      .sh_name = 0, .sh_type = SHT_PROGBITS, .sh_flags = 0, .sh_addr = 0, .sh_offset = 400, .sh_size = 100};
  image.sections[1] = {
      .sh_name = 0, .sh_type = SHT_NOBITS, .sh_flags = 0, .sh_addr = 0, .sh_offset = 400, .sh_size = 100000};
  EXPECT_EQ(image_size(&image), 500U);
}

}  // namespace
}  // namespace launchproof::cuda
