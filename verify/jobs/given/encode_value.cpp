// Converts the text of --arg to the bytes that clSetKernelArg would get.
#include "verify/jobs/given/encode_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include "verify/jobs/usage_error.h"

namespace launchproof::jobs {
namespace {

constexpr std::uint32_t kHalfBytes = 2;

// A number or a vector.
struct Scalars {
  std::string name;  // name of the argument, or path of its field
  std::string type;
  bool is_floating = false;
  std::size_t width = 0;  // size of one component in bytes
};

[[noreturn]] void refuse(const std::string& name, const std::string& text, const std::string& why) {
  throw UsageError(fmt::format("--arg: {}={}: {}", name, text, why));
}

constexpr std::string_view kBytes = "bytes:";

// "zero" or "bytes:HEX", for a value of any type.
std::optional<std::vector<std::uint8_t>> raw_bytes(const std::string& name, const std::string& type,
                                                   std::uint64_t size, const std::string& text) {
  if (text == "zero") return std::vector<std::uint8_t>(size);
  if (!text.starts_with(kBytes)) return std::nullopt;
  const std::string_view digits = std::string_view(text).substr(kBytes.size());
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    std::uint8_t byte = 0;
    const auto [end, error] = std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
    if (error != std::errc{} || end != digits.data() + i + 2)
      refuse(name, text, fmt::format("`{}` is not a string of hexadecimal digits", digits.substr(i, 2)));
    bytes.push_back(byte);
  }
  if (digits.size() != 2 * size)
    refuse(name, text,
           fmt::format("{} hexadecimal digits are not the {} bytes of {}", digits.size(), size, type));
  return bytes;
}

// "const unsigned int" -> "unsigned int"; "float4" -> "float"
std::string element_type(std::string type) {
  for (const std::string qualifier : {"const ", "volatile ", "__private ", "private "}) {
    for (auto at = type.find(qualifier); at != std::string::npos; at = type.find(qualifier)) {
      type.erase(at, qualifier.size());
    }
  }
  while (!type.empty() && (type.back() >= '0' && type.back() <= '9')) type.pop_back();
  return type;
}

bool is_floating(const std::string& element) {
  return element == "float" || element == "double" || element == "half";
}

// IEEE 754 binary16, rounded to nearest even.
std::uint16_t to_half(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  if (std::isnan(value)) return 0x7e00;
  if (magnitude >= 65520) return sign | 0x7c00;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  const int shift = std::max(exponent - 11, -24);  // weight of the last digit
  const auto places = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, -shift)));
  // A carry out of the significand increments the exponent automatically.
  return static_cast<std::uint16_t>(sign | (static_cast<std::uint32_t>((shift + 24) << 10) + places));
}

void append(std::vector<std::uint8_t>& bytes, const void* value, std::size_t size) {
  const auto* begin = static_cast<const std::uint8_t*>(value);
  bytes.insert(bytes.end(), begin, begin + size);
}

void append_floating(std::vector<std::uint8_t>& bytes, const Scalars& scalars, std::string text) {
  // "0.5f", but not the end of "inf"
  const bool has_suffix =
      text.size() > 1 && (text.back() == 'f' || text.back() == 'F') && !text.starts_with("0x");
  if (has_suffix && std::string_view("0123456789.").find(text[text.size() - 2]) != std::string_view::npos)
    text.pop_back();
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0) refuse(scalars.name, text, "not a floating-point number");
  if (scalars.width == sizeof(float)) {
    const auto narrow = static_cast<float>(value);
    append(bytes, &narrow, sizeof narrow);
  } else if (scalars.width == kHalfBytes) {
    const std::uint16_t half = to_half(value);
    append(bytes, &half, sizeof half);
  } else {
    append(bytes, &value, sizeof value);
  }
}

void append_integer(std::vector<std::uint8_t>& bytes, const Scalars& scalars, const std::string& text) {
  const std::size_t width = scalars.width;
  const bool negative = text.starts_with("-");
  std::string_view digits = text;
  if (negative || text.starts_with("+")) digits.remove_prefix(1);
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  if (hexadecimal) digits.remove_prefix(2);
  // 4k is 4096, as in sizes.
  constexpr std::string_view kUnits = "kMG";
  const std::size_t unit =
      hexadecimal || digits.size() < 2 ? std::string_view::npos : kUnits.find(digits.back());
  if (unit != std::string_view::npos) digits.remove_suffix(1);
  const unsigned shift = unit == std::string_view::npos ? 0 : 10 * static_cast<unsigned>(unit + 1);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
  if (digits.empty() || end != digits.data() + digits.size() || error == std::errc::invalid_argument) {
    refuse(scalars.name, text, fmt::format("not an integer, which the type {} needs", scalars.type));
  }
  const bool is_shifted_out = value > std::numeric_limits<std::uint64_t>::max() >> shift;
  value <<= shift;
  const unsigned bits = static_cast<unsigned>(8 * width);
  const bool fits = error == std::errc{} && !is_shifted_out &&
                    (negative ? value <= std::uint64_t{1} << (bits - 1) : bits == 64 || value >> bits == 0);
  if (!fits)
    refuse(scalars.name, text,
           fmt::format("beyond the {} byte{} of {}", width, width == 1 ? "" : "s", scalars.type));
  if (negative) value = 0 - value;
  append(bytes, &value, width);
}

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<std::uint8_t> encode(const Scalars& scalars, const std::vector<std::string>& parts,
                                 std::uint64_t size) {
  std::vector<std::uint8_t> bytes;
  for (const std::string& part : parts) {
    if (scalars.is_floating) {
      append_floating(bytes, scalars, part);
    } else {
      append_integer(bytes, scalars, part);
    }
  }
  bytes.resize(size);
  return bytes;
}

bool is_scalar_width(std::uint64_t width) {
  return width == 1 || width == kHalfBytes || width == 4 || width == 8;
}

}  // namespace

std::vector<std::uint8_t> encode_value(const model::Parameter& parameter, const std::string& text) {
  if (auto raw = raw_bytes(parameter.name, parameter.type, parameter.bytes, text)) return *raw;
  const std::vector<std::string> parts = parts_of(text);
  const std::string element = element_type(parameter.type);
  // Three components take the space of four.
  const std::size_t lanes = parts.size() == 3 ? 4 : parts.size();
  const std::size_t width = parameter.bytes / lanes;
  const bool type_has_lanes =
      !parameter.type.empty() && parameter.type.ends_with(std::to_string(parts.size()));
  if (!is_scalar_width(width) || width * lanes != parameter.bytes || (parts.size() > 1 && !type_has_lanes)) {
    refuse(
        parameter.name, text,
        fmt::format("{} value(s) do not make the {} bytes of {}; a vector takes a comma-separated list, any "
                    "type bytes:HEX",
                    parts.size(), parameter.bytes, parameter.type));
  }
  return encode({parameter.name, parameter.type, is_floating(element), width}, parts, parameter.bytes);
}

std::vector<std::uint8_t> encode_as(const std::string& name, const model::ValueLayout& layout,
                                    const std::string& text) {
  if (auto raw = raw_bytes(name, layout.type, layout.bytes, text)) return *raw;
  const std::vector<std::string> parts = parts_of(text);
  const std::size_t lanes = layout.lanes == 3 ? 4 : layout.lanes;
  const std::size_t width = layout.bytes / lanes;
  if (parts.size() != layout.lanes || !is_scalar_width(width))
    refuse(
        name, text,
        fmt::format("{} value(s) do not make a {}, which takes {}", parts.size(), layout.type, layout.lanes));
  return encode({name, layout.type, layout.kind == model::ValueLayout::Kind::Floating, width}, parts,
                layout.bytes);
}

bool is_basic_type(const std::string& type) {
  constexpr std::array kBasic{"bool",         "char",     "uchar",          "unsigned char", "signed char",
                              "short",        "ushort",   "unsigned short", "int",           "uint",
                              "unsigned int", "unsigned", "long",           "ulong",         "unsigned long",
                              "float",        "double",   "half",           "size_t",        "ptrdiff_t",
                              "intptr_t",     "uintptr_t"};
  return std::ranges::find(kBasic, element_type(type)) != kBasic.end();
}

}  // namespace launchproof::jobs
