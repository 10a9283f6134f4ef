// SipHash with a result of 128 bits (Aumasson and Bernstein, 2012): a keyed hash that takes a twentieth of
// the instructions of SHA-256, for tables in private memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace launchproof::capture {

using SipKey = std::array<std::uint64_t, 2>;

// Returns the hash by SipHash-1-3, the variant that is common for hash tables.
std::array<std::uint64_t, 2> siphash(const SipKey& key, const void* bytes, std::size_t size);

// Computes the hash with these numbers of rounds, for each word and at the end. Instantiated for 1, 3, and
// for 2, 4, for which published test vectors exist.
template <int Compression, int Finalization>
std::array<std::uint64_t, 2> siphash_of(const SipKey& key, const void* bytes, std::size_t size);

// Returns the key that this process shares with those forked from it. Nobody can choose texts that collide
// under it.
SipKey process_key();

}  // namespace launchproof::capture
