// SipHash-2-4 with a result of 128 bits (Aumasson and Bernstein, 2012): a keyed hash that takes a tenth of
// the instructions of SHA-256, for tables in memory that nobody else sees.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace launchproof::capture {

using SipKey = std::array<std::uint64_t, 2>;

std::array<std::uint64_t, 2> siphash(const SipKey& key, const void* bytes, std::size_t size);

// Of this process and those forked from it; nobody can choose texts that collide under it.
SipKey process_key();

}  // namespace launchproof::capture
