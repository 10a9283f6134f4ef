// Numbers in the OpenCL API, and the layout of images.
#include "verify/model/image_shape.h"

#include <algorithm>
#include <bit>

namespace launchproof::model {
namespace {

// cl_channel_order and cl_channel_type (OpenCL 3.0 API, tables of section 5.3.1).
enum Order : std::uint32_t {
  R = 0x10B0,
  A,
  RG,
  RA,
  RGB,
  RGBA,
  BGRA,
  ARGB,
  Intensity,
  Luminance,
  Rx,
  RGx,
  RGBx,
  Depth,
  DepthStencil,
  SRGB,
  SRGBx,
  SRGBA,
  SBGRA,
  ABGR
};

enum Type : std::uint32_t {
  SnormInt8 = 0x10D0,
  SnormInt16,
  UnormInt8,
  UnormInt16,
  UnormShort565,
  UnormShort555,
  UnormInt101010,
  SignedInt8,
  SignedInt16,
  SignedInt32,
  UnsignedInt8,
  UnsignedInt16,
  UnsignedInt32,
  HalfFloat,
  Float,
  UnormInt24,
  UnormInt101010_2
};

std::uint32_t channel_bytes(std::uint32_t type) {
  switch (type) {
    case SnormInt8:
    case UnormInt8:
    case SignedInt8:
    case UnsignedInt8:
      return 1;
    case SnormInt16:
    case UnormInt16:
    case SignedInt16:
    case UnsignedInt16:
    case HalfFloat:
      return 2;
    case SignedInt32:
    case UnsignedInt32:
    case Float:
      return 4;
    default:
      return 0;
  }
}

// Returns the number of channels that a pixel has space for.
std::uint32_t channels(std::uint32_t order) {
  switch (order) {
    case R:
    case A:
    case Intensity:
    case Luminance:
    case Depth:
      return 1;
    case RG:
    case RA:
    case Rx:
      return 2;
    case RGB:
    case SRGB:
    case RGx:
      return 3;
    case RGBA:
    case BGRA:
    case ARGB:
    case RGBx:
    case SRGBx:
    case SRGBA:
    case SBGRA:
    case ABGR:
      return 4;
    default:
      return 0;
  }
}

// Returns whether the border is transparent. It is opaque black if the pixel has no alpha ("Border color").
bool has_clear_border(std::uint32_t order) {
  switch (order) {
    case A:
    case Intensity:
    case Rx:
    case RA:
    case RGx:
    case RGBx:
    case SRGBx:
    case ARGB:
    case BGRA:
    case ABGR:
    case RGBA:
    case SRGBA:
    case SBGRA:
    case Depth:
      return true;
    default:
      return false;
  }
}

struct Named {
  std::string_view name;
  std::uint32_t number;
};

constexpr Named kOrders[] = {
    {"R", R},
    {"A", A},
    {"RG", RG},
    {"RA", RA},
    {"RGB", RGB},
    {"RGBA", RGBA},
    {"BGRA", BGRA},
    {"ARGB", ARGB},
    {"INTENSITY", Intensity},
    {"LUMINANCE", Luminance},
    {"Rx", Rx},
    {"RGx", RGx},
    {"RGBx", RGBx},
    {"DEPTH", Depth},
    {"DEPTH_STENCIL", DepthStencil},
    {"sRGB", SRGB},
    {"sRGBx", SRGBx},
    {"sRGBA", SRGBA},
    {"sBGRA", SBGRA},
    {"ABGR", ABGR},
};

constexpr Named kTypes[] = {
    {"SNORM_INT8", SnormInt8},
    {"SNORM_INT16", SnormInt16},
    {"UNORM_INT8", UnormInt8},
    {"UNORM_INT16", UnormInt16},
    {"UNORM_SHORT_565", UnormShort565},
    {"UNORM_SHORT_555", UnormShort555},
    {"UNORM_INT_101010", UnormInt101010},
    {"SIGNED_INT8", SignedInt8},
    {"SIGNED_INT16", SignedInt16},
    {"SIGNED_INT32", SignedInt32},
    {"UNSIGNED_INT8", UnsignedInt8},
    {"UNSIGNED_INT16", UnsignedInt16},
    {"UNSIGNED_INT32", UnsignedInt32},
    {"HALF_FLOAT", HalfFloat},
    {"FLOAT", Float},
    {"UNORM_INT24", UnormInt24},
    {"UNORM_INT_101010_2", UnormInt101010_2},
};

template <std::size_t count>
std::string name_of(const Named (&table)[count], std::uint32_t number) {
  for (const Named& item : table)
    if (item.number == number) return std::string(item.name);
  return std::to_string(number);
}

template <std::size_t count>
std::optional<std::uint32_t> number_of(const Named (&table)[count], std::string_view name) {
  for (const Named& item : table)
    if (item.name == name) return item.number;
  return std::nullopt;
}

constexpr std::uint64_t kRowPitch = std::uint64_t{kPixelBytes} * kMostPixels;
constexpr std::uint64_t kSlicePitch = kRowPitch * kMostPixels;
// More bytes than a row of any surface has, and less than from one row to the next.
constexpr std::uint32_t kMostSurfaceBytes = 1U << 23U;

}  // namespace

std::string describe(const ImageFormat& format) {
  return name_of(kOrders, format.order) + "," + name_of(kTypes, format.type);
}

std::optional<ImageFormat> format_of(std::string_view text, std::string& what) {
  const std::size_t comma = std::min(text.find(','), text.size());
  const auto order = number_of(kOrders, text.substr(0, comma));
  const auto type = number_of(kTypes, text.substr(std::min(comma + 1, text.size())));
  if (order && type) return ImageFormat{*order, *type};
  what = order && comma < text.size() ? text.substr(comma + 1) : text.substr(0, comma);
  return std::nullopt;
}

std::uint32_t pixel_bytes(const ImageFormat& format) {
  if (format.type == UnormShort565 || format.type == UnormShort555) return 2;
  if (format.type == UnormInt101010 || format.type == UnormInt101010_2 || format.type == UnormInt24) return 4;
  return channels(format.order) * channel_bytes(format.type);
}

std::uint32_t stored_components(std::uint32_t order) {
  constexpr std::uint32_t kX = 1, kY = 2, kZ = 4, kW = 8;
  switch (order) {
    case R:
    case Rx:
    case Intensity:
    case Luminance:
    case Depth:
      return kX;
    case A:
      return kW;
    case RG:
    case RGx:
      return kX | kY;
    case RA:
      return kX | kW;
    case RGB:
    case RGBx:
    case SRGB:
    case SRGBx:
      return kX | kY | kZ;
    default:
      return kX | kY | kZ | kW;
  }
}

std::uint32_t ImageShape::limit(unsigned coordinate) const {
  if (coordinate >= type.coordinates) return 1;
  if (size) return (*size).at(coordinate);
  if (type.is_surface && coordinate == 0) return kMostSurfaceBytes;
  return type.is_buffer ? UINT32_MAX >> 1U : kMostPixels;
}

std::optional<std::uint64_t> ImageShape::field(std::uint64_t byte) const {
  const auto extent_of = [&](unsigned coordinate, bool layers) -> std::optional<std::uint64_t> {
    if (coordinate >= type.coordinates || (type.layered && coordinate + 1 == type.coordinates) != layers)
      return 0;
    return size ? std::optional<std::uint64_t>((*size).at(coordinate)) : std::nullopt;
  };
  const auto of_format = [&](auto get) -> std::optional<std::uint64_t> {
    return format ? std::optional<std::uint64_t>(get(*format)) : std::nullopt;
  };
  switch (static_cast<ImageField>(byte)) {
    case ImageField::Width:
      return extent_of(0, false);
    case ImageField::Height:
      return extent_of(1, false);
    case ImageField::Depth:
      return extent_of(2, false);
    case ImageField::ArraySize:
      return type.layered ? extent_of(type.coordinates - 1, true) : 0;
    case ImageField::ChannelType:
      return of_format([](const ImageFormat& f) { return f.type; });
    case ImageField::ChannelOrder:
      return of_format([](const ImageFormat& f) { return f.order; });
    case ImageField::Stored:
      return of_format([](const ImageFormat& f) { return stored_components(f.order); });
    case ImageField::BorderAlpha:
      return of_format([](const ImageFormat& f) { return has_clear_border(f.order) ? 0 : 1; });
    case ImageField::LimitX:
      return limit(0);
    case ImageField::LimitY:
      return limit(1);
    case ImageField::LimitZ:
      return limit(2);
    case ImageField::PixelPitch:
      return pixel_pitch;
    case ImageField::RowPitch:
      return row_pitch;
    case ImageField::SlicePitch:
      return slice_pitch;
  }
  return std::nullopt;
}

std::uint64_t ImageShape::origin_of(std::uint64_t byte) const {
  const auto field = static_cast<ImageField>(byte);
  if (!size || field < ImageField::LimitX || field > ImageField::LimitZ) return byte;
  const auto coordinate =
      static_cast<std::uint32_t>((byte - static_cast<std::uint64_t>(ImageField::LimitX)) / 4);
  if (coordinate >= type.coordinates) return byte;
  if (type.layered && coordinate + 1 == type.coordinates)
    return static_cast<std::uint64_t>(ImageField::ArraySize);
  return static_cast<std::uint64_t>(ImageField::Width) + std::uint64_t{4} * coordinate;
}

std::string size_text(const ImageShape& shape) {
  if (!shape.size) return "?";
  std::string text = std::to_string(shape.limit(0));
  for (unsigned i = 1; i < shape.type.coordinates; ++i) text += "x" + std::to_string(shape.limit(i));
  return text;
}

std::optional<std::uint64_t> ImageShape::extent() const {
  if (!size) return std::nullopt;
  if (limit(0) == 0 || limit(1) == 0 || limit(2) == 0) return 0;
  return (limit(2) - 1) * slice_pitch + (limit(1) - 1) * row_pitch + limit(0) * pixel_pitch;
}

ImageShape own_image(const ImageType& type, std::optional<ImageSize> size,
                     std::optional<ImageFormat> format) {
  ImageShape shape{type, size, format, type.is_surface ? 1 : kPixelBytes, kRowPitch, kSlicePitch};
  if (!size || type.coordinates < 2) return shape;
  // More than devices support, so that pixels remain apart. An access to a surface may begin in one row and
  // end beyond it.
  const std::uint64_t least = type.is_surface ? 2 : kPixelBytes;
  shape.row_pitch = std::max(shape.row_pitch, least * std::bit_ceil(std::uint64_t{(*size)[0]}));
  shape.slice_pitch = std::max(shape.slice_pitch, shape.row_pitch * std::bit_ceil(std::uint64_t{(*size)[1]}));
  return shape;
}

std::optional<ImageSize> in_coordinates(const ImageType& type, const ImageSize& pixels,
                                        const std::optional<ImageFormat>& format) {
  if (!type.is_surface) return pixels;
  const std::uint64_t bytes = format ? std::uint64_t{pixel_bytes(*format)} * pixels[0] : 0;
  if (bytes == 0 || bytes > UINT32_MAX >> 1U) return std::nullopt;
  return ImageSize{static_cast<std::uint32_t>(bytes), pixels[1], pixels[2]};
}

ImageShape image_over_buffer(const ImageType& type, const ImageSize& size, const ImageFormat& format,
                             std::uint64_t row_pitch) {
  const std::uint64_t pixel = pixel_bytes(format);
  const std::uint64_t row = row_pitch != 0 ? row_pitch : pixel * size[0];
  return {type, size, format, pixel, row, row * size[1], /*over_buffer=*/true};
}

}  // namespace launchproof::model
