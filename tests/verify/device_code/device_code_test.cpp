#include "verify/device_code/device_code.h"

#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

#include <string>

#include "tests/verify/device_code/made_files.h"

namespace launchproof::device_code {
namespace {

using testing::elf_file;
using testing::fat_binary;
using testing::fat_entry;

const std::string kPtx = ".version 8.0\n.target sm_75\n.address_size 64\n// " + std::string(500, 'x') + "\n";
constexpr std::uint16_t kX86 = EM_X86_64, kCubin = 190;

std::string with_zstd(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

std::string with_lz4(const std::string& text) {
  std::string packed(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(text.size()))), '\0');
  packed.resize(static_cast<std::size_t>(LZ4_compress_default(
      text.data(), packed.data(), static_cast<int>(text.size()), static_cast<int>(packed.size()))));
  return packed;
}

TEST(DeviceCode, PtxIsUnpacked) {
  const std::string other = kPtx + "// lz4\n", third = kPtx + "// as it is\n";
  const std::string binary =
      fat_binary({fat_entry(2, 75, "machine code"), fat_entry(1, 80, with_zstd(kPtx), 0x8000, kPtx.size()),
                  fat_entry(1, 90, with_lz4(other), 0x2000, other.size()),
                  fat_entry(1, 50, third + std::string(1, '\0'))});
  for (const std::string& file : {binary, elf_file(kX86, {{".text", "code"}, {".nv_fatbin", binary}}),
                                  elf_file(kX86, {{"__nv_relfatbin", std::string(8, '\0') + binary}})}) {
    ASSERT_TRUE(is_compiled(file));
    const DeviceCode code = device_code_of(file);
    ASSERT_EQ(code.modules.size(), 3U);
    EXPECT_EQ(code.modules[0].text, kPtx);
    EXPECT_EQ(code.modules[0].architecture, 80U);
    EXPECT_EQ(code.modules[1].text, other);
    EXPECT_EQ(code.modules[2].text, third);
    EXPECT_EQ(code.without_ptx, 0U);
  }
}

TEST(DeviceCode, FatBinariesWithoutPtxAreCounted) {
  const std::string bare = fat_binary({fat_entry(2, 75, "code"), fat_entry(2, 80, "code")});
  const DeviceCode code =
      device_code_of(bare + fat_binary({fat_entry(2, 75, "code"), fat_entry(1, 75, kPtx)}) + bare);
  EXPECT_EQ(code.modules.size(), 1U);
  EXPECT_EQ(code.without_ptx, 2U);
}

TEST(DeviceCode, OneTextIsOneModule) {
  const std::string binary = fat_binary({fat_entry(1, 75, kPtx)});
  EXPECT_EQ(device_code_of(binary + binary).modules.size(), 1U);
  EXPECT_EQ(device_code_of(binary + fat_binary({fat_entry(1, 80, kPtx + "//\n")})).modules.size(), 2U);
}

TEST(DeviceCode, CubinsKeepPtxForDebugging) {
  std::string text = kPtx;
  for (char& c : text)
    if (c == '\n') c = '\0';
  const std::string cubin = elf_file(kCubin, {{".nv_debug_ptx_txt", text}});
  ASSERT_EQ(device_code_of(cubin).modules.size(), 1U);
  EXPECT_EQ(device_code_of(cubin).modules[0].text + "\n", kPtx + "\n");
  EXPECT_EQ(device_code_of(fat_binary({fat_entry(2, 75, cubin)})).modules.size(), 1U);
  const DeviceCode bare = device_code_of(elf_file(kCubin, {{".text", "code"}}));
  EXPECT_TRUE(bare.modules.empty());
  EXPECT_EQ(bare.without_ptx, 1U);
}

TEST(DeviceCode, OtherFilesHaveNone) {
  EXPECT_FALSE(is_compiled(kPtx));
  EXPECT_FALSE(is_compiled(""));
  const DeviceCode code = device_code_of(elf_file(kX86, {{".text", "code"}}));
  EXPECT_TRUE(code.modules.empty());
  EXPECT_EQ(code.without_ptx, 0U);
}

// Each prefix of a file, and each file with one changed byte, is either read or reported as damaged.
TEST(DeviceCode, DamagedFilesAreErrors) {
  const std::string whole =
      elf_file(kX86, {{".nv_fatbin", fat_binary({fat_entry(1, 80, with_zstd(kPtx), 0x8000, kPtx.size()),
                                                 fat_entry(1, 80, with_lz4(kPtx), 0x2000, kPtx.size())})}});
  std::size_t damaged = 0;
  const auto read = [&](const std::string& file) {
    try {
      device_code_of(file);
    } catch (const DamagedFile&) {
      ++damaged;
    }
  };
  for (std::size_t size = 4; size < whole.size(); ++size) read(whole.substr(0, size));
  EXPECT_EQ(damaged, whole.size() - 4);
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const char value : {'\0', '\x7f', '\xff'}) {
      std::string changed = whole;
      changed[at] = value;
      read(changed);
    }
  EXPECT_GT(damaged, whole.size());
}

}  // namespace
}  // namespace launchproof::device_code
