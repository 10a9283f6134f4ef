#include "capture/siphash.h"

#include <gtest/gtest.h>

#include "capture/sha256.h"

namespace launchproof::capture {
namespace {

// Bytes 0, 1, 2, ... under the key 0, 1, ..., 15: test vectors of the authors (vectors.h, 128 bits).
TEST(SipHash, GivesTheTestVectors) {
  const SipKey key{0x0706050403020100, 0x0f0e0d0c0b0a0908};
  std::array<std::uint8_t, 64> input{};
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::uint8_t>(i);
  const auto hex = [&](std::size_t size) {
    const auto hash = siphash(key, input.data(), size);
    std::string text;
    append_hex(text, hash.data(), sizeof hash);
    return text;
  };
  EXPECT_EQ(hex(0), "a3817f04ba25a8e66df67214c7550293");
  EXPECT_EQ(hex(1), "da87c1d86b99af44347659119b22fc45");
  EXPECT_EQ(hex(2), "8177228da4a45dc7fca38bdef60affe4");
  EXPECT_EQ(hex(15), "5493e99933b0a8117e08ec0f97cfc3d9");
  EXPECT_EQ(hex(63), "5150d1772f50834a503e069a973fbd7c");
}

TEST(SipHash, HasAKeyOfItsOwnInEachProcess) {
  EXPECT_EQ(process_key(), process_key());
  EXPECT_NE(process_key(), SipKey{});
}

}  // namespace
}  // namespace launchproof::capture
