// Texture and surface objects over arrays, linear memory and two-dimensional memory.
#include <array>
#include <cstring>
#include <utility>

#include "shim/cuda/driver/driver.h"
#include "shim/cuda/recording/addresses.h"

namespace launchproof::cuda {
namespace {

constexpr std::uint64_t kMark = 1ULL << 63;           // marks a handle, which is otherwise an address
constexpr int kArray = 0, kLinear = 2, kPitched = 3;  // CUresourcetype
constexpr int kBorder = 3;                            // CUaddress_mode
constexpr unsigned kReadAsInteger = 1, kNormalized = 2, kSrgb = 0x10;
constexpr bool is_float(int format) {
  return format == 0x10 || format == 0x20;
}

CUresult describe_memory(Driver& driver, const CUDA_RESOURCE_DESC& resource, ImageDescription& made) {
  const auto take = [&](int format, unsigned channels, std::uint64_t memory) {
    made.format = static_cast<std::uint32_t>(format);
    made.channels = channels;
    made.memory = memory;
    return channel_bytes(format) * channels;
  };
  switch (resource.resType) {
    case kArray: {
      const Array* array = resource.res.array.hArray;
      if (!driver.arrays.holds(array)) return CUDA_ERROR_INVALID_HANDLE;
      take(array->shape.Format, array->shape.NumChannels, array->address);
      made.size[0] = static_cast<std::uint32_t>(array->shape.Width);
      made.size[1] = static_cast<std::uint32_t>(array->rows());
      made.size[2] = static_cast<std::uint32_t>(array->layers());
      made.row_bytes = array->row_bytes();
      made.layer_bytes = array->row_bytes() * array->rows();
      return CUDA_SUCCESS;
    }
    case kLinear: {
      const auto& linear = resource.res.linear;
      const unsigned bytes = take(linear.format, linear.numChannels, linear.devPtr);
      if (bytes == 0 || !driver.memory().find(linear.devPtr)) return CUDA_ERROR_INVALID_VALUE;
      made.size[0] = static_cast<std::uint32_t>(linear.sizeInBytes / bytes);
      return CUDA_SUCCESS;
    }
    case kPitched: {
      const auto& pitched = resource.res.pitch2D;
      const unsigned bytes = take(pitched.format, pitched.numChannels, pitched.devPtr);
      if (bytes == 0 || !driver.memory().find(pitched.devPtr)) return CUDA_ERROR_INVALID_VALUE;
      made.size[0] = static_cast<std::uint32_t>(pitched.width);
      made.size[1] = static_cast<std::uint32_t>(pitched.height);
      made.row_bytes = pitched.pitchInBytes;
      return CUDA_SUCCESS;
    }
    default:
      return CUDA_ERROR_NOT_SUPPORTED;
  }
}

CUresult describe_texture(const CUDA_TEXTURE_DESC& texture, int resource, ImageDescription& made) {
  const bool as_elements = is_float(static_cast<int>(made.format)) ||
                           channel_bytes(static_cast<int>(made.format)) == 4 ||
                           (texture.flags & kReadAsInteger) != 0;
  if ((texture.flags & kSrgb) != 0) return CUDA_ERROR_NOT_SUPPORTED;
  if (as_elements) made.flags |= ImageDescription::kElements;
  if (resource == kLinear) {  // read at integer coordinates; zeros outside
    for (std::uint32_t& mode : made.modes) mode = kBorder;
    return CUDA_SUCCESS;
  }
  if (texture.filterMode == 1) {
    if (as_elements && !is_float(static_cast<int>(made.format))) return CUDA_ERROR_INVALID_VALUE;
    made.flags |= ImageDescription::kLinear;
  }
  if ((texture.flags & kNormalized) != 0) made.flags |= ImageDescription::kNormalized;
  for (std::size_t i = 0; i < 3; ++i) made.modes[i] = static_cast<std::uint32_t>(texture.addressMode[i]);
  std::memcpy(made.border, texture.borderColor, sizeof made.border);
  return CUDA_SUCCESS;
}

CUresult make(unsigned long long* handle, const Image& image) {
  return with_context([&](Driver& driver) {
    ImageDescription made;
    if (const CUresult result = describe_memory(driver, image.resource, made); result != CUDA_SUCCESS)
      return result;
    if (!image.is_surface)
      if (const CUresult result = describe_texture(image.texture, image.resource.resType, made);
          result != CUDA_SUCCESS)
        return result;
    const std::uint64_t address = driver.memory().allocate(sizeof made);
    if (address == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    std::memcpy(pointer_to(address), &made, sizeof made);
    *handle = address | kMark;
    driver.images.add(*handle, image);
    return CUDA_SUCCESS;
  });
}

CUresult destroy(unsigned long long handle) {
  return with_driver([&](Driver& driver) {
    if (!driver.images.remove(handle)) return CUDA_ERROR_INVALID_HANDLE;
    driver.memory().release(handle & ~kMark);
    return CUDA_SUCCESS;
  });
}

template <typename Description>
CUresult describe(Description* description, unsigned long long handle, Description Image::* member) {
  return with_driver([&](Driver& driver) {
    if (description == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const std::optional<Image> image = driver.images.find(handle);
    if (!image) return CUDA_ERROR_INVALID_HANDLE;
    *description = *image.*member;
    return CUDA_SUCCESS;
  });
}

// The numbers that OpenCL has for formats of arrays.
std::uint32_t channel_type(int format) {
  constexpr std::array<std::pair<int, std::uint32_t>, 8> kTypes{{{0x01, 0x10DA},
                                                                 {0x02, 0x10DB},
                                                                 {0x03, 0x10DC},
                                                                 {0x08, 0x10D7},
                                                                 {0x09, 0x10D8},
                                                                 {0x0a, 0x10D9},
                                                                 {0x10, 0x10DD},
                                                                 {0x20, 0x10DE}}};
  for (const auto& [own, number] : kTypes)
    if (own == format) return number;
  return 0;
}
constexpr std::uint32_t channel_order(unsigned channels) {
  constexpr std::array<std::uint32_t, 5> kOrders{0, 0x10B0, 0x10B2, 0, 0x10B5};  // R, RG, RGBA
  return channels < kOrders.size() ? kOrders.at(channels) : 0;
}

}  // namespace

// The kinds of images as OpenCL numbers them.
std::optional<NamedArray> recorded_array(const Image& image) {
  constexpr unsigned kLayered = 1, kCube = 4;  // CUDA_ARRAY3D_LAYERED and so on
  constexpr std::uint32_t kPlane = 0x10F1, kVolume = 0x10F2, kPlanes = 0x10F3, kLine = 0x10F4,
                          kLines = 0x10F5;
  if (image.resource.resType != kArray) return std::nullopt;
  const Array& array = *image.resource.res.array.hArray;
  NamedArray named{array.address, {}};
  capture::ImageArgument& shape = named.shape;
  shape.channel_order = channel_order(array.shape.NumChannels);
  shape.channel_type = channel_type(array.shape.Format);
  if (shape.channel_order == 0 || shape.channel_type == 0) return std::nullopt;
  shape.width = array.shape.Width;
  shape.height = array.shape.Height;
  if ((array.shape.Flags & (kLayered | kCube)) != 0) {
    shape.array_size = array.layers();
    shape.image_type = shape.height == 0 ? kLines : kPlanes;
  } else if (array.shape.Depth != 0) {
    shape.depth = array.shape.Depth;
    shape.image_type = kVolume;
  } else {
    shape.image_type = shape.height == 0 ? kLine : kPlane;
  }
  return named;
}

}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuTexObjectCreate(unsigned long long* handle, const CUDA_RESOURCE_DESC* resource,
                                           const CUDA_TEXTURE_DESC* texture, const void* view) {
  if (handle == nullptr || resource == nullptr || texture == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (view != nullptr) return CUDA_ERROR_NOT_SUPPORTED;
  return make(handle, {*resource, *texture, false});
}

LAUNCHPROOF_API CUresult cuTexObjectDestroy(unsigned long long handle) {
  return destroy(handle);
}

LAUNCHPROOF_API CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* resource, unsigned long long handle) {
  return describe(resource, handle, &Image::resource);
}

LAUNCHPROOF_API CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* texture, unsigned long long handle) {
  return describe(texture, handle, &Image::texture);
}

LAUNCHPROOF_API CUresult cuSurfObjectCreate(unsigned long long* handle, const CUDA_RESOURCE_DESC* resource) {
  if (handle == nullptr || resource == nullptr || resource->resType != kArray)
    return CUDA_ERROR_INVALID_VALUE;
  return make(handle, {*resource, {}, true});
}

LAUNCHPROOF_API CUresult cuSurfObjectDestroy(unsigned long long handle) {
  return destroy(handle);
}

LAUNCHPROOF_API CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* resource,
                                                     unsigned long long handle) {
  return describe(resource, handle, &Image::resource);
}
