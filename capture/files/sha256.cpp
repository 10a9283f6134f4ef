#include "capture/files/sha256.h"

#include <bit>
#include <cstring>

namespace launchproof::capture {
namespace {

constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Hash = std::array<std::uint32_t, 8>;

void absorb_block(Hash& hash, const std::uint8_t* block) {
  std::array<std::uint32_t, 64> word{};
  for (std::size_t i = 0; i < 16; ++i) {
    word[i] = std::uint32_t{block[4 * i]} << 24 | std::uint32_t{block[4 * i + 1]} << 16 |
              std::uint32_t{block[4 * i + 2]} << 8 | std::uint32_t{block[4 * i + 3]};
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t low = std::rotr(word[i - 15], 7) ^ std::rotr(word[i - 15], 18) ^ (word[i - 15] >> 3);
    const std::uint32_t high = std::rotr(word[i - 2], 17) ^ std::rotr(word[i - 2], 19) ^ (word[i - 2] >> 10);
    word[i] = word[i - 16] + low + word[i - 7] + high;
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  // Unrolled so that the eight words are renamed instead of moved between registers.
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t sum_e = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t first = h + sum_e + ((e & f) ^ (~e & g)) + kRound[i] + word[i];
    const std::uint32_t sum_a = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t second = sum_a + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second;
  }
  const Hash added{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) hash[i] += added[i];
}

}  // namespace

std::array<std::uint8_t, 32> sha256(const void* bytes, std::size_t size) {
  Hash hash{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const auto* input = static_cast<const std::uint8_t*>(bytes);
  std::size_t left = size;
  for (; left >= 64; left -= 64, input += 64) absorb_block(hash, input);
  // The remaining bytes, a one bit, zeros, and the length in bits: one block or two.
  std::array<std::uint8_t, 128> tail{};
  if (left != 0) std::memcpy(tail.data(), input, left);
  tail[left] = 0x80;
  const std::size_t end = left < 56 ? 64 : 128;
  const std::uint64_t bits = std::uint64_t{size} * 8;
  for (std::size_t i = 0; i < 8; ++i) tail[end - 1 - i] = static_cast<std::uint8_t>(bits >> (8 * i));
  for (std::size_t at = 0; at < end; at += 64) absorb_block(hash, tail.data() + at);

  std::array<std::uint8_t, 32> digest{};
  for (std::size_t i = 0; i < 32; ++i)
    digest[i] = static_cast<std::uint8_t>(hash[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

void append_hex(std::string& text, const void* bytes, std::size_t size) {
  static constexpr char kDigits[] = "0123456789abcdef";
  const auto* input = static_cast<const std::uint8_t*>(bytes);
  const std::size_t start = text.size();
  text.resize(start + 2 * size);
  char* at = text.data() + start;
  for (std::size_t i = 0; i < size; ++i) {
    *at++ = kDigits[input[i] >> 4];
    *at++ = kDigits[input[i] & 15];
  }
}

std::string sha256_hex(const void* bytes, std::size_t size) {
  const std::array<std::uint8_t, 32> digest = sha256(bytes, size);
  std::string text;
  append_hex(text, digest.data(), digest.size());
  return text;
}

}  // namespace launchproof::capture
