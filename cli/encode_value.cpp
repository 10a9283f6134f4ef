// Text of --arg to the bytes that clSetKernelArg would have been given.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>

#include "cli/given_launch.h"

namespace launchproof::cli {
namespace {

constexpr std::uint32_t kHalfBytes = 2;

[[noreturn]] void refuse(const model::Parameter& parameter, const std::string& text, const std::string& why) {
  throw UsageError(fmt::format("--arg: {}={}: {}", parameter.name, text, why));
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
  const int shift = std::max(exponent - 11, -24);  // weight of the last place
  const auto places = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, -shift)));
  // A carry out of the significand raises the exponent by itself.
  return static_cast<std::uint16_t>(sign | (static_cast<std::uint32_t>((shift + 24) << 10) + places));
}

void append(std::vector<std::uint8_t>& bytes, const void* value, std::size_t size) {
  const auto* begin = static_cast<const std::uint8_t*>(value);
  bytes.insert(bytes.end(), begin, begin + size);
}

void append_floating(std::vector<std::uint8_t>& bytes, const model::Parameter& parameter, std::string text,
                     const std::string& element) {
  // "0.5f", but not the end of "inf"
  const bool has_suffix =
      text.size() > 1 && (text.back() == 'f' || text.back() == 'F') && !text.starts_with("0x");
  if (has_suffix && std::string_view("0123456789.").find(text[text.size() - 2]) != std::string_view::npos)
    text.pop_back();
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0) refuse(parameter, text, "no floating-point number");
  if (element == "float") {
    const auto narrow = static_cast<float>(value);
    append(bytes, &narrow, sizeof narrow);
  } else if (element == "half") {
    const std::uint16_t half = to_half(value);
    append(bytes, &half, sizeof half);
  } else {
    append(bytes, &value, sizeof value);
  }
}

void append_integer(std::vector<std::uint8_t>& bytes, const model::Parameter& parameter,
                    const std::string& text, std::size_t width) {
  const bool negative = text.starts_with("-");
  std::string_view digits = text;
  if (negative || text.starts_with("+")) digits.remove_prefix(1);
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  if (hexadecimal) digits.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
  if (digits.empty() || end != digits.data() + digits.size() || error == std::errc::invalid_argument) {
    refuse(parameter, text, fmt::format("no integer, as the type {} needs", parameter.type));
  }
  const unsigned bits = static_cast<unsigned>(8 * width);
  const bool fits = error == std::errc{} &&
                    (negative ? value <= std::uint64_t{1} << (bits - 1) : bits == 64 || value >> bits == 0);
  if (!fits) refuse(parameter, text, fmt::format("beyond the {} bytes of {}", width, parameter.type));
  if (negative) value = 0 - value;
  append(bytes, &value, width);
}

}  // namespace

std::vector<std::uint8_t> encode_value(const model::Parameter& parameter, const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  const std::string element = element_type(parameter.type);
  // Three components take the room of four.
  const std::size_t lanes = parts.size() == 3 ? 4 : parts.size();
  const std::size_t width = parameter.bytes / lanes;
  const bool scalar_width = width == 1 || width == kHalfBytes || width == 4 || width == 8;
  const bool type_has_lanes =
      !parameter.type.empty() && parameter.type.ends_with(std::to_string(parts.size()));
  if (!scalar_width || width * lanes != parameter.bytes || (parts.size() > 1 && !type_has_lanes)) {
    refuse(
        parameter, text,
        fmt::format(
            "{} value(s) do not make the {} bytes of {}; a vector takes a comma-separated list, structures "
            "cannot be given",
            parts.size(), parameter.bytes, parameter.type));
  }
  std::vector<std::uint8_t> bytes;
  for (const std::string& part : parts) {
    if (is_floating(element)) {
      append_floating(bytes, parameter, part, element);
    } else {
      append_integer(bytes, parameter, part, width);
    }
  }
  bytes.resize(parameter.bytes);
  return bytes;
}

}  // namespace launchproof::cli
