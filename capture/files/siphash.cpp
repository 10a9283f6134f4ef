#include "capture/files/siphash.h"

#include <sys/auxv.h>

#include <bit>
#include <cstring>

namespace launchproof::capture {
namespace {

struct State {
  std::uint64_t v0, v1, v2, v3;

  template <int Count>
  void rounds() {
    for (int i = 0; i < Count; ++i) {
      v0 += v1, v1 = std::rotl(v1, 13) ^ v0, v0 = std::rotl(v0, 32);
      v2 += v3, v3 = std::rotl(v3, 16) ^ v2;
      v0 += v3, v3 = std::rotl(v3, 21) ^ v0;
      v2 += v1, v1 = std::rotl(v1, 17) ^ v2, v2 = std::rotl(v2, 32);
    }
  }
  template <int Count>
  void absorb(std::uint64_t word) {
    v3 ^= word;
    rounds<Count>();
    v0 ^= word;
  }
};

}  // namespace

template <int Compression, int Finalization>
std::array<std::uint64_t, 2> siphash_of(const SipKey& key, const void* bytes, std::size_t size) {
  State state{key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d ^ 0xee, key[0] ^ 0x6c7967656e657261,
              key[1] ^ 0x7465646279746573};
  const auto* input = static_cast<const std::uint8_t*>(bytes);
  std::size_t left = size;
  std::uint64_t word = 0;
  for (; left >= sizeof word; left -= sizeof word, input += sizeof word) {
    std::memcpy(&word, input, sizeof word);  // little-endian, like the supported machines
    state.absorb<Compression>(word);
  }
  word = std::uint64_t{size} << 56;
  for (std::size_t i = 0; i < left; ++i) word |= std::uint64_t{input[i]} << (8 * i);
  state.absorb<Compression>(word);
  state.v2 ^= 0xee;
  state.rounds<Finalization>();
  const std::uint64_t first = state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
  state.v1 ^= 0xdd;
  state.rounds<Finalization>();
  return {first, state.v0 ^ state.v1 ^ state.v2 ^ state.v3};
}

template std::array<std::uint64_t, 2> siphash_of<2, 4>(const SipKey&, const void*, std::size_t);

std::array<std::uint64_t, 2> siphash(const SipKey& key, const void* bytes, std::size_t size) {
  return siphash_of<1, 3>(key, bytes, size);
}

SipKey process_key() {
  SipKey key{};
  // 16 random bytes that the kernel provides to every program that it starts.
  // NOLINTNEXTLINE(performance-no-int-to-ptr): that is how they are handed over.
  const void* const bytes = reinterpret_cast<const void*>(::getauxval(AT_RANDOM));
  if (bytes != nullptr) std::memcpy(key.data(), bytes, sizeof key);
  return key;
}

}  // namespace launchproof::capture
