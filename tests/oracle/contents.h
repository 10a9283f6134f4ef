// The contents of a buffer before the launch, as a pure function of the element's number, so that arrays of
// unknown size need no storage.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace launchproof::oracle {

// The scalar type of a buffer's elements, as far as contents depend on it.
struct ElementType {
  std::uint8_t bytes = 4;
  bool is_float = false;
  bool is_unsigned = false;
};

struct Contents {
  enum class Kind { Zero, Iota, Random, Small, Bytes, Stated } kind = Kind::Random;
  std::uint64_t seed = 1;           // Random, Small
  std::uint64_t bound = 0;          // Small: elements lie in [0, bound)
  std::vector<std::uint8_t> bytes;  // Bytes: everything after them is zero
  std::string properties;           // Stated: properties of the elements; drawn() returns contents
};

// Reads `zero`, `iota`, `random:SEED`, `bytes:HEX` or a list of properties; throws UsageError.
Contents parse_contents(const std::string& text);
std::string to_text(const Contents& contents);

// Returns the bits of element number `index`, which may be negative (before the start of an array of unknown
// size).
std::uint64_t element_bits(const Contents& contents, ElementType type, std::int64_t index);
std::uint8_t content_byte(const Contents& contents, ElementType type, std::int64_t offset);

// Returns the scalar type for an OpenCL C type name such as "float4*", "_Atomic(int)*" or "struct S"; 4-byte
// words if it is unknown.
ElementType element_type_of(const std::string& type_name);

// Returns a well-mixed 64-bit function of its argument (SplitMix64 by Sebastiano Vigna).
std::uint64_t mix(std::uint64_t value);

}  // namespace launchproof::oracle
