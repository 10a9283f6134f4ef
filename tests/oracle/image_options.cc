#include <map>
#include <vector>

#include "tests/oracle/errors.h"
#include "tests/oracle/image.h"

namespace launchproof::oracle {

namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::int64_t number(const std::string& text) {
  std::size_t used = 0;
  std::int64_t value = -1;
  try {
    value = std::stoll(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used == 0 || used != text.size() || value < 0) throw UsageError{"--image: '" + text + "' is no size"};
  return value;
}

void set_order(const std::string& name, PixelFormat& format) {
  using Spread = PixelFormat::Spread;
  struct Known {
    std::uint32_t number;
    std::vector<int> channels;
    bool clear;
    Spread spread = Spread::No;
  };
  static const std::map<std::string, Known> kOrders{
      {"R", {0x10B0, {0}, false}},
      {"A", {0x10B1, {3}, true}},
      {"RG", {0x10B2, {0, 1}, false}},
      {"RA", {0x10B3, {0, 3}, true}},
      {"RGB", {0x10B4, {0, 1, 2}, false}},
      {"RGBA", {0x10B5, {0, 1, 2, 3}, true}},
      {"BGRA", {0x10B6, {2, 1, 0, 3}, true}},
      {"ARGB", {0x10B7, {3, 0, 1, 2}, true}},
      {"INTENSITY", {0x10B8, {0}, true, Spread::Intensity}},
      {"LUMINANCE", {0x10B9, {0}, false, Spread::Luminance}},
      {"Rx", {0x10BA, {0, -1}, true}},
      {"RGx", {0x10BB, {0, 1, -1}, true}},
      {"RGBx", {0x10BC, {0, 1, 2, -1}, true}},
      {"DEPTH", {0x10BD, {0}, true}},
      {"ABGR", {0x10C3, {3, 2, 1, 0}, true}},
  };
  const auto found = kOrders.find(name);
  if (found == kOrders.end()) throw CannotJudge{"pixels of the order " + name};
  format.order_number = found->second.number;
  format.count = static_cast<std::uint32_t>(found->second.channels.size());
  std::copy(found->second.channels.begin(), found->second.channels.end(), format.channels.begin());
  format.clear_border = found->second.clear;
  format.spread = found->second.spread;
}

void set_type(const std::string& name, PixelFormat& format) {
  using Type = PixelFormat::Type;
  struct Known {
    std::uint32_t number;
    Type type;
    std::uint32_t bytes;
  };
  static const std::map<std::string, Known> kTypes{
      {"SNORM_INT8", {0x10D0, Type::Snorm, 1}},        {"SNORM_INT16", {0x10D1, Type::Snorm, 2}},
      {"UNORM_INT8", {0x10D2, Type::Unorm, 1}},        {"UNORM_INT16", {0x10D3, Type::Unorm, 2}},
      {"SIGNED_INT8", {0x10D7, Type::Signed, 1}},      {"SIGNED_INT16", {0x10D8, Type::Signed, 2}},
      {"SIGNED_INT32", {0x10D9, Type::Signed, 4}},     {"UNSIGNED_INT8", {0x10DA, Type::Unsigned, 1}},
      {"UNSIGNED_INT16", {0x10DB, Type::Unsigned, 2}}, {"UNSIGNED_INT32", {0x10DC, Type::Unsigned, 4}},
      {"HALF_FLOAT", {0x10DD, Type::Float, 2}},        {"FLOAT", {0x10DE, Type::Float, 4}},
  };
  const auto found = kTypes.find(name);
  if (found == kTypes.end()) throw CannotJudge{"pixels of the type " + name};
  format.type_number = found->second.number;
  format.type = found->second.type;
  format.bytes = found->second.bytes;
}

}  // namespace

PixelFormat parse_format(const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() != 2) throw UsageError{"--image: '" + text + "' is not ORDER,TYPE"};
  PixelFormat format;
  set_order(parts[0], format);
  set_type(parts[1], format);
  return format;
}

// SIZE[xSIZE[xSIZE]][:ORDER,TYPE][@BUFFER[+ORIGIN]] or @IMAGE
ImageOption parse_image(const std::string& text) {
  ImageOption image;
  std::string rest = text;
  if (const std::size_t at = rest.find('@'); at != std::string::npos) {
    const std::vector<std::string> parts = split(rest.substr(at + 1), '+');
    image.other = parts[0];
    if (parts.size() > 1) image.origin = number(parts[1]);
    rest = rest.substr(0, at);
  }
  if (const std::size_t colon = rest.find(':'); colon != std::string::npos) {
    image.format = parse_format(rest.substr(colon + 1));
    rest = rest.substr(0, colon);
  }
  if (rest.empty()) return image;
  for (const std::string& size : split(rest, 'x')) {
    if (image.sizes == 3) throw UsageError{"--image: '" + text + "' has more than three sizes"};
    image.size[image.sizes++] = number(size);
  }
  return image;
}

std::uint32_t parse_sampler(const std::string& text) {
  static const std::map<std::string, std::uint32_t> kWords{
      {"unnormalized", 0}, {"normalized", 1},      {"none", 0},       {"clamp-to-edge", 2}, {"clamp", 4},
      {"repeat", 6},       {"mirrored-repeat", 8}, {"nearest", 0x10}, {"linear", 0x20}};
  std::uint32_t bits = 0;
  for (const std::string& word : split(text, ',')) {
    const auto found = kWords.find(word);
    if (found == kWords.end()) throw UsageError{"--sampler: '" + word + "' is not known"};
    bits |= found->second;
  }
  return (bits & 0x30) == 0 ? bits | 0x10 : bits;
}

}  // namespace launchproof::oracle
