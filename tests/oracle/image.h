// An image argument: its size, its format, and where its pixels lie in its memory object.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace launchproof::oracle {

struct PixelFormat {
  std::array<int, 4> channels{0, 1, 2, 3};  // components in memory order; -1: unused space
  std::uint32_t count = 4;                  // channels
  enum class Type { Raw, Snorm, Unorm, Signed, Unsigned, Float } type = Type::Raw;
  std::uint32_t bytes = 4;                          // of a channel
  std::uint32_t order_number = 0, type_number = 0;  // as OpenCL numbers them; 0: not given
  bool clear_border = true;                         // alpha outside of the image is 0; otherwise it is 1
  enum class Spread { No, Luminance, Intensity } spread = Spread::No;
};

// ORDER,TYPE as OpenCL names them without CL_. Throws UsageError; CannotJudge for packed and sRGB pixels.
PixelFormat parse_format(const std::string& text);

struct ImageInfo {
  std::uint32_t coordinates = 2;
  bool layered = false;
  std::array<std::int64_t, 3> size{1, 1, 1};  // by coordinate
  bool size_known = true;
  PixelFormat format;
  std::int64_t pixel = 16, row = 0, slice = 0;  // bytes apart
};

// --image
struct ImageOption {
  std::array<std::int64_t, 3> size{1, 1, 1};
  std::uint32_t sizes = 0;
  std::optional<PixelFormat> format;
  std::string other;  // the buffer that contains it, or, without sizes, the image that it equals
  std::int64_t origin = 0;
};

ImageOption parse_image(const std::string& text);
std::uint32_t parse_sampler(const std::string& text);  // returns the bits in OpenCL C's encoding

}  // namespace launchproof::oracle
