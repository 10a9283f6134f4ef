// Properties of an image argument that a kernel can query, and the location of its pixels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace launchproof::model {

// The declaration of an image in the program.
struct ImageType {
  std::uint32_t coordinates = 2;  // number of coordinates of a pixel; in an array of images, the last one is
                                  // the layer
  bool layered = false;           // an array of images
  bool is_buffer = false;         // image1d_buffer_t
  bool is_surface = false;        // a surface of CUDA: its first coordinate, size and pitch count bytes

  bool operator==(const ImageType&) const = default;
};

// An Op::Parameter of an image reads one of these fields. Its literal is the field's number, which is a byte
// offset as in a structure.
enum class ImageField : std::uint64_t {
  Width = 0,  // the fields up to LimitZ have 32 bits; those that the image lacks are 0
  Height = 4,
  Depth = 8,
  ArraySize = 12,
  ChannelType = 16,   // CL_UNORM_INT8 and so on
  ChannelOrder = 20,  // CL_RGBA and so on
  Stored = 24,        // bit i: a pixel keeps component i
  BorderAlpha = 28,   // the fourth component outside of the image is 0 or 1
  LimitX = 32,  // coordinates below the limits name a pixel; the limit is the size or, if that is unknown,
                // more than any device supports
  LimitY = 36,
  LimitZ = 40,
  PixelPitch = 48,  // 64 bits each: bytes from one pixel, row or slice to the next
  RowPitch = 56,
  SlicePitch = 64,
};

// Returns the width of a field in bits.
constexpr unsigned width_of(ImageField field) {
  return field >= ImageField::PixelPitch ? 64 : 32;
}

struct ImageFormat {
  std::uint32_t order = 0;  // cl_channel_order
  std::uint32_t type = 0;   // cl_channel_type

  bool operator==(const ImageFormat&) const = default;
};

// Returns the bytes of a pixel, or 0 if the format is unknown.
std::uint32_t pixel_bytes(const ImageFormat& format);
// Returns a mask in which bit i is set if a pixel stores component i.
std::uint32_t stored_components(std::uint32_t order);

// The sizes of an image by coordinate; for an array of images the last one is the number of layers. 1 in
// unused coordinates.
using ImageSize = std::array<std::uint32_t, 3>;

// An image argument of one launch. Its pixels lie in its memory object the way kernels read and write them:
// four components of four bytes each, with rows far apart, so that the address reveals the coordinates. An
// image over a buffer shares the buffer's bytes, laid out as its format says.
struct ImageShape {
  ImageType type;
  std::optional<ImageSize> size;
  std::optional<ImageFormat> format;
  std::uint64_t pixel_pitch = 0, row_pitch = 0, slice_pitch = 0;
  bool over_buffer = false;
  bool is_given = true;  // false: the launch does not give the image

  // Returns the field that begins at this byte; nothing if it is unknown or does not exist.
  std::optional<std::uint64_t> field(std::uint64_t byte) const;
  // If the field at this byte is a limit, returns the field of the size that gives the limit, provided that
  // it is known. Otherwise returns the byte itself.
  std::uint64_t origin_of(std::uint64_t byte) const;
  // Returns the number of bytes from the first pixel to the end of the last one; nothing if the size is
  // unknown.
  std::optional<std::uint64_t> extent() const;
  std::uint32_t limit(unsigned coordinate) const;
};

// More pixels than any device supports in one dimension (CL_DEVICE_IMAGE2D_MAX_WIDTH and so on are below it),
// except for images over buffers.
inline constexpr std::uint32_t kMostPixels = 1U << 20;
// Returns "RGBA,UNORM_INT8": OpenCL's names without CL_, or numbers.
std::string describe(const ImageFormat& format);
// Returns the format that such a text describes. Returns nothing if there is none; `what` is then the unknown
// word.
std::optional<ImageFormat> format_of(std::string_view text, std::string& what);

// Returns "8x4", or "?" if the size is unknown.
std::string size_text(const ImageShape& shape);

// Returns the size in the coordinates of the type, from one in pixels; nothing if it is too large, or if a
// surface has pixels of an unknown size.
std::optional<ImageSize> in_coordinates(const ImageType& type, const ImageSize& pixels,
                                        const std::optional<ImageFormat>& format);

// The largest number of bytes that a kernel reads or writes at once.
inline constexpr std::uint32_t kPixelBytes = 16;

// Returns an image that has its own bytes. The sizes are those of `type`, so that the first one of a surface
// is in bytes.
ImageShape own_image(const ImageType& type, std::optional<ImageSize> size, std::optional<ImageFormat> format);
// Returns an image over a buffer. A pitch of 0 means rows without gaps.
ImageShape image_over_buffer(const ImageType& type, const ImageSize& size, const ImageFormat& format,
                             std::uint64_t row_pitch);

}  // namespace launchproof::model
