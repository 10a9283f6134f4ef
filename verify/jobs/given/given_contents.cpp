// Contents of buffers given to `check`.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>

#include "verify/jobs/given/given_launch.h"

namespace launchproof::jobs {
namespace {

// The largest number of zeros created for a buffer.
constexpr std::uint64_t kMostZeros = std::uint64_t{1} << 30;

unsigned hex_digit(const std::string& option, char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<unsigned>(digit - 'a') + 10;
  if (digit >= 'A' && digit <= 'F') return static_cast<unsigned>(digit - 'A') + 10;
  throw UsageError(fmt::format("--contents: in `{}`, `{}` is not a hexadecimal digit", option, digit));
}

std::vector<std::uint8_t> from_hex(const std::string& option, std::string_view digits) {
  if (digits.size() % 2 != 0) {
    throw UsageError(
        fmt::format("--contents: `{}` has an odd number of hexadecimal digits; give two a byte", option));
  }
  std::vector<std::uint8_t> bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes.push_back(
        static_cast<std::uint8_t>(16 * hex_digit(option, digits[i]) + hex_digit(option, digits[i + 1])));
  }
  return bytes;
}

std::vector<std::uint8_t> from_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) {
    throw UsageError(fmt::format("--contents: cannot read {}: {}", path, std::strerror(errno)));
  }
  return bytes;
}

}  // namespace

GivenContents parse_contents(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string value = equals == std::string::npos ? std::string() : text.substr(equals + 1);
  GivenContents contents{.name = text.substr(0, equals)};
  if (equals == 0 || equals == std::string::npos) {
    throw UsageError(fmt::format("--contents: `{}` is not of the form NAME=VALUE", text));
  }
  if (value == "zero") {
    contents.zero = true;
  } else if (value.starts_with("bytes:")) {
    contents.bytes = from_hex(text, std::string_view(value).substr(6));
  } else if (value.starts_with("file:")) {
    contents.bytes = from_file(value.substr(5));
  } else if (is_contents_property(value.substr(0, value.find(',')))) {
    contents.properties = value;
  } else {
    throw UsageError(fmt::format(
        "--contents: `{}` is none of zero, bytes:HEX, file:PATH, and no list of properties, such as "
        "distinct,min:0,below:64",
        text));
  }
  return contents;
}

void bind_contents(const GivenContents& contents, const std::string& element_type,
                   model::BufferArgument& buffer) {
  if (!contents.properties.empty()) {
    buffer.properties = parse_properties(contents, element_type, buffer.bytes);
    return;
  }
  std::vector<std::uint8_t> bytes = contents.bytes;
  if (contents.zero) {
    if (!buffer.bytes || *buffer.bytes > kMostZeros) {
      throw UsageError(fmt::format(
          "--contents: {}=zero needs the buffer's size, up to 1 GiB; give it with --buffer", contents.name));
    }
    bytes.assign(static_cast<std::size_t>(*buffer.bytes), 0);
  }
  if (buffer.bytes && *buffer.bytes != bytes.size()) {
    throw UsageError(fmt::format("--contents: {} has {} bytes, and {} are given for it", contents.name,
                                 *buffer.bytes, bytes.size()));
  }
  buffer.bytes = bytes.size();
  buffer.contents = model::BufferContents::known(std::move(bytes), "given");
}

void check_contents_agree(const model::KernelModel& kernel, const model::LaunchFacts& facts) {
  struct Part {
    const std::string& name;
    std::uint64_t object, origin;
    const std::vector<std::uint8_t>& bytes;
  };
  std::vector<Part> parts;
  for (std::size_t i = 0; i < facts.arguments.size(); ++i)
    if (const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments[i]);
        buffer != nullptr && buffer->contents.bytes() != nullptr)
      parts.push_back({kernel.parameters[i].name, buffer->object, buffer->origin, *buffer->contents.bytes()});
  for (auto two = parts.begin(); two != parts.end(); ++two)
    for (auto one = parts.begin(); one != two; ++one) {
      const std::uint64_t begin = std::max(one->origin, two->origin);
      const std::uint64_t end = std::min(one->origin + one->bytes.size(), two->origin + two->bytes.size());
      if (one->object != two->object || begin >= end) continue;
      const auto at = [](const Part& part, std::uint64_t place) {
        return part.bytes.begin() + static_cast<std::ptrdiff_t>(place - part.origin);
      };
      const auto differ = std::mismatch(at(*one, begin), at(*one, end), at(*two, begin));
      if (differ.first == at(*one, end)) continue;
      throw UsageError(fmt::format(
          "--contents: {} and {} share memory (--buffer), where byte {} of {} is given as 0x{:02x} and byte "
          "{} "
          "of {}, which is the same, as 0x{:02x}; give both the same bytes there, or contents of one of them "
          "alone",
          one->name, two->name, differ.first - one->bytes.begin(), one->name, *differ.first,
          differ.second - two->bytes.begin(), two->name, *differ.second));
    }
  // One memory object has either contents or properties. Whether overlapping contents satisfy the properties
  // is not checked.
  for (std::size_t i = 0; i < facts.arguments.size(); ++i) {
    const auto* stated = std::get_if<model::BufferArgument>(&facts.arguments[i]);
    if (stated == nullptr || !stated->properties.any()) continue;
    for (std::size_t j = 0; j < facts.arguments.size(); ++j) {
      const auto* other = std::get_if<model::BufferArgument>(&facts.arguments[j]);
      if (i == j || other == nullptr || other->object != stated->object) continue;
      if (other->properties.any() || other->contents.bytes() != nullptr)
        throw UsageError(fmt::format(
            "--contents: {} and {} share memory (--buffer), and properties are given for {}; give the "
            "contents of one of them alone",
            kernel.parameters[i].name, kernel.parameters[j].name, kernel.parameters[i].name));
    }
  }
}

}  // namespace launchproof::jobs
