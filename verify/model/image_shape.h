// Properties of an image argument that a kernel can ask for, and where its pixels lie.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace launchproof::model {

// The declaration of an image in the program.
struct ImageType {
  std::uint32_t coordinates = 2;  // that name a pixel; the layer of an array is the last of them
  bool layered = false;           // an array of images
  bool is_buffer = false;         // image1d_buffer_t

  bool operator==(const ImageType&) const = default;
};

// An Op::Parameter of an image reads one of these: its literal is the number, a byte as of a structure.
enum class ImageField : std::uint64_t {
  Width = 0,  // 32 bits each, as are all down to LimitZ; what the image has not is 0
  Height = 4,
  Depth = 8,
  ArraySize = 12,
  ChannelType = 16,   // CL_UNORM_INT8 and so on
  ChannelOrder = 20,  // CL_RGBA and so on
  Stored = 24,        // bit i: a pixel keeps component i
  BorderAlpha = 28,   // the fourth component outside of the image is 0 or 1
  LimitX = 32,  // coordinates below these name a pixel: the size, or where that is not known more than any
                // device has
  LimitY = 36,
  LimitZ = 40,
  PixelPitch = 48,  // 64 bits each: from one pixel, row, slice to the next
  RowPitch = 56,
  SlicePitch = 64,
};

// Width of a field in bits.
constexpr unsigned width_of(ImageField field) {
  return field >= ImageField::PixelPitch ? 64 : 32;
}

struct ImageFormat {
  std::uint32_t order = 0;  // cl_channel_order
  std::uint32_t type = 0;   // cl_channel_type

  bool operator==(const ImageFormat&) const = default;
};

// Returns the bytes of a pixel, or 0 when the format is not known.
std::uint32_t pixel_bytes(const ImageFormat& format);
// Returns a mask. Bit i: a pixel keeps component i.
std::uint32_t stored_components(std::uint32_t order);

// The sizes of an image by coordinate: those of an array end with the number of layers. 1 where it has none.
using ImageSize = std::array<std::uint32_t, 3>;

// An image argument of one launch. Its pixels lie in its memory object as read and written by kernels: four
// components of four bytes each, rows far apart, so that coordinates show in the address. An image over a
// buffer shares bytes with it, and lies there as the format says.
struct ImageShape {
  ImageType type;
  std::optional<ImageSize> size;
  std::optional<ImageFormat> format;
  std::uint64_t pixel_pitch = 0, row_pitch = 0, slice_pitch = 0;
  bool over_buffer = false;
  bool is_given = true;  // false: the launch does not say

  // Returns the field that begins at this byte; nothing where it is not known, or where there is none.
  std::optional<std::uint64_t> field(std::uint64_t byte) const;
  // Returns the field of the size that is the limit at this byte, where that is known; else the byte itself.
  std::uint64_t origin_of(std::uint64_t byte) const;
  // Returns the bytes from the first pixel to after the last one; nothing when the size is not known.
  std::optional<std::uint64_t> extent() const;
  std::uint32_t limit(unsigned coordinate) const;
};

// More than any device has in one dimension (CL_DEVICE_IMAGE2D_MAX_WIDTH and so on are below), but for images
// over buffers.
inline constexpr std::uint32_t kMostPixels = 1U << 20;
// Returns "RGBA,UNORM_INT8": as OpenCL names the two without CL_, or as numbers.
std::string describe(const ImageFormat& format);
// Returns the format of such a text; nothing when it is none. `what` is then the word that is not known.
std::optional<ImageFormat> format_of(std::string_view text, std::string& what);

// Returns "8x4", or "?" when the size is not known.
std::string size_text(const ImageShape& shape);

// The bytes that a kernel reads and writes at once.
inline constexpr std::uint32_t kPixelBytes = 16;

// Returns an image with bytes of its own.
ImageShape own_image(const ImageType& type, std::optional<ImageSize> size, std::optional<ImageFormat> format);
// Returns an image over a buffer; a pitch of 0 is that of rows without gaps.
ImageShape image_over_buffer(const ImageType& type, const ImageSize& size, const ImageFormat& format,
                             std::uint64_t row_pitch);

}  // namespace launchproof::model
