#include "verify/model/scalar_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace launchproof::model {
namespace {

// Returns the scalar type: "float" for "const float4".
std::string_view component(std::string_view type) {
  for (const std::string_view qualifier : {"const ", "volatile ", "__private ", "const "})
    if (type.starts_with(qualifier)) type.remove_prefix(qualifier.size());
  while (!type.empty() && type.back() >= '0' && type.back() <= '9') type.remove_suffix(1);
  return type;
}

template <typename Float>
std::string text_of(Float value) {
  std::array<char, 64> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), value).ptr;
  return {room.data(), end};
}

template <typename Float, typename Bits>
std::string float_of(Bits bits) {
  static_assert(sizeof(Float) == sizeof(Bits));
  Float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return text_of(value);
}

// IEEE 754 binary16.
float half_of(std::uint64_t bits) {
  const auto fraction = static_cast<float>(bits & 0x3ffU);
  const auto exponent = static_cast<int>(bits >> 10 & 0x1fU);
  float value = std::ldexp(fraction, -24);
  if (exponent == 31)
    value = fraction == 0 ? INFINITY : NAN;
  else if (exponent != 0)
    value = std::ldexp(1024 + fraction, exponent - 25);
  return (bits >> 15 & 1U) != 0 ? -value : value;
}

}  // namespace

bool is_floating(std::string_view type) {
  const std::string_view name = component(type);
  return name == "half" || name == "float" || name == "double";
}

bool is_unsigned(std::string_view type) {
  const std::string_view name = component(type);
  return name.starts_with("u") || name == "size_t" || name == "bool";
}

std::string scalar_text(std::string_view type, std::uint64_t value, unsigned bits) {
  const std::string_view name = component(type);
  if (name == "half" && bits == 16) return text_of(half_of(value));
  if (name == "float" && bits == 32) return float_of<float>(static_cast<std::uint32_t>(value));
  if (name == "double" && bits == 64) return float_of<double>(value);
  if (bits == 0 || bits >= 64)
    return is_unsigned(type) || bits == 0 ? std::to_string(value)
                                          : std::to_string(static_cast<std::int64_t>(value));
  const unsigned unused = 64 - bits;
  return is_unsigned(type) ? std::to_string(value << unused >> unused)
                           : std::to_string(static_cast<std::int64_t>(value << unused) >> unused);
}

}  // namespace launchproof::model
