#include "capture/files/siphash.h"

#include <gtest/gtest.h>

#include "capture/files/sha256.h"

namespace launchproof::capture {
namespace {

// Returns the hash of the bytes 0, 1, 2, ... under the key 0, 1, ..., 15.
template <class Hash>
std::string hash_of_first(std::size_t size, Hash hash_function) {
  const SipKey key{0x0706050403020100, 0x0f0e0d0c0b0a0908};
  std::array<std::uint8_t, 64> input{};
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::uint8_t>(i);
  const std::array<std::uint64_t, 2> hash = hash_function(key, input.data(), size);
  std::string text;
  append_hex(text, hash.data(), sizeof hash);
  return text;
}

// From the authors' vectors.h, with 128-bit output.
TEST(SipHash, GivesTheTestVectors) {
  const auto hex = [](std::size_t size) { return hash_of_first(size, siphash_of<2, 4>); };
  EXPECT_EQ(hex(0), "a3817f04ba25a8e66df67214c7550293");
  EXPECT_EQ(hex(1), "da87c1d86b99af44347659119b22fc45");
  EXPECT_EQ(hex(2), "8177228da4a45dc7fca38bdef60affe4");
  EXPECT_EQ(hex(15), "5493e99933b0a8117e08ec0f97cfc3d9");
  EXPECT_EQ(hex(63), "5150d1772f50834a503e069a973fbd7c");
}

// Computed from the definition in Python.
TEST(SipHash, HasOneAndThreeRounds) {
  const auto hex = [](std::size_t size) { return hash_of_first(size, siphash); };
  EXPECT_EQ(hex(0), "e77ebcb22788a5befd62db6add303001");
  EXPECT_EQ(hex(1), "fc6f370460d3eda85e0573cc2b2ff063");
  EXPECT_EQ(hex(2), "75787f090569839b855bc9548c6aea95");
  EXPECT_EQ(hex(15), "c17e5505b2bd526c2921cdec1e7e0109");
  EXPECT_EQ(hex(63), "4c5800e34efe426f079f6b0aa75260ad");
}

TEST(SipHash, HasAKeyOfItsOwnInEachProcess) {
  EXPECT_EQ(process_key(), process_key());
  EXPECT_NE(process_key(), SipKey{});
}

}  // namespace
}  // namespace launchproof::capture
