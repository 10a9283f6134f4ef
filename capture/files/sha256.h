// SHA-256 (FIPS 180-4), so that the recording side needs no cryptographic library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace launchproof::capture {

std::array<std::uint8_t, 32> sha256(const void* bytes, std::size_t size);

// Returns the digest as 64 lower-case hexadecimal digits.
std::string sha256_hex(const void* bytes, std::size_t size);

// Appends two lower-case hexadecimal digits a byte.
void append_hex(std::string& text, const void* bytes, std::size_t size);

}  // namespace launchproof::capture
