#include "tests/oracle/contents.h"

#include <bit>

#include "tests/oracle/errors.h"
#include "tests/oracle/scalar.h"
#include "tests/oracle/stated_contents.h"

namespace launchproof::oracle {

std::uint64_t mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

namespace {

std::uint8_t hex_digit(char digit, const std::string& text) {
  if (digit >= '0' && digit <= '9') return static_cast<std::uint8_t>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<std::uint8_t>(digit - 'a' + 10);
  if (digit >= 'A' && digit <= 'F') return static_cast<std::uint8_t>(digit - 'A' + 10);
  throw UsageError{"contents '" + text + "': not a hexadecimal digit: '" + digit + "'"};
}

std::uint64_t float_bits(double value, ElementType type) {
  return from_double(value, type.bytes * 8);
}

}  // namespace

Contents parse_contents(const std::string& text) {
  Contents contents;
  if (text == "zero") {
    contents.kind = Contents::Kind::Zero;
  } else if (text == "iota") {
    contents.kind = Contents::Kind::Iota;
  } else if (text.starts_with("random:")) {
    try {
      contents.seed = std::stoull(text.substr(7));
    } catch (const std::exception&) {
      throw UsageError{"contents '" + text + "': the seed is not a number"};
    }
  } else if (text.starts_with("bytes:")) {
    contents.kind = Contents::Kind::Bytes;
    const std::string digits = text.substr(6);
    if (digits.size() % 2 != 0) throw UsageError{"contents '" + text + "': odd number of hexadecimal digits"};
    for (std::size_t i = 0; i < digits.size(); i += 2) {
      contents.bytes.push_back(
          static_cast<std::uint8_t>(hex_digit(digits[i], text) * 16 + hex_digit(digits[i + 1], text)));
    }
  } else if (states_properties(text)) {
    contents.kind = Contents::Kind::Stated;
    contents.properties = text;
  } else {
    throw UsageError{"contents '" + text + "': expected zero, iota, random:SEED, bytes:HEX or properties"};
  }
  return contents;
}

std::string to_text(const Contents& contents) {
  switch (contents.kind) {
    case Contents::Kind::Zero:
      return "zero";
    case Contents::Kind::Iota:
      return "iota";
    case Contents::Kind::Random:
      return "random:" + std::to_string(contents.seed);
    case Contents::Kind::Small:
      return "small:" + std::to_string(contents.seed) + "<" + std::to_string(contents.bound);
    case Contents::Kind::Bytes:
      return "bytes";
    case Contents::Kind::Stated:
      return contents.properties;
  }
  return "?";
}

std::uint64_t element_bits(const Contents& contents, ElementType type, std::int64_t index) {
  const std::uint64_t random = mix(contents.seed * 0x10001 + static_cast<std::uint64_t>(index));
  switch (contents.kind) {
    case Contents::Kind::Zero:
      return 0;
    case Contents::Kind::Iota:
      return type.is_float ? float_bits(static_cast<double>(index), type) : static_cast<std::uint64_t>(index);
    case Contents::Kind::Random:
      // Floats are finite and of moderate size, so that comparisons between them are not all false.
      return type.is_float ? float_bits(static_cast<double>(random % 4096) / 8 - 256, type) : random;
    case Contents::Kind::Small: {
      const std::uint64_t small = random % contents.bound;
      return type.is_float ? float_bits(static_cast<double>(small), type) : small;
    }
    case Contents::Kind::Bytes:
    case Contents::Kind::Stated:
      return 0;
  }
  return 0;
}

std::uint8_t content_byte(const Contents& contents, ElementType type, std::int64_t offset) {
  if (contents.kind == Contents::Kind::Bytes) {
    const bool given = offset >= 0 && static_cast<std::uint64_t>(offset) < contents.bytes.size();
    return given ? contents.bytes[static_cast<std::size_t>(offset)] : 0;
  }
  const std::int64_t width = type.bytes;
  const std::int64_t index = offset >= 0 ? offset / width : -((-offset + width - 1) / width);
  return static_cast<std::uint8_t>(element_bits(contents, type, index) >> (8 * (offset - index * width)));
}

ElementType element_type_of(const std::string& type_name) {
  std::string name = type_name;
  if (name.starts_with("_Atomic(")) name = name.substr(8);
  const bool is_unsigned = name.starts_with("u");
  if (name.starts_with("unsigned ")) name = name.substr(9);
  const std::string word = name.substr(0, name.find_first_of("0123456789* )"));
  if (word == "float") return {4, true};
  if (word == "double") return {8, true};
  if (word == "half") return {2, true};
  if (word == "char" || word == "uchar" || word == "bool") return {1, false, is_unsigned};
  if (word == "short" || word == "ushort") return {2, false, is_unsigned};
  if (word == "long" || word == "ulong" || word == "size_t" || word == "ptrdiff_t")
    return {8, false, is_unsigned};
  return {4, false, is_unsigned};
}

}  // namespace launchproof::oracle
