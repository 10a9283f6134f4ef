// Textures and surfaces of the processor device, mostly for executions. A handle is the address of a
// description with its highest bit set, so that it is not mistaken for a pointer.
#pragma once

// What an instruction reads from a surface or writes to it.
template <int count>
struct ptx_surface_of {
  template <typename T>
  struct elements {
    T part[count];
  };
};

#ifdef LAUNCHPROOF_FOR_EXECUTION

// As in shim/cuda/device/image.h.
struct ptx_image {
  unsigned long long memory, row_bytes, layer_bytes;
  unsigned size[3];  // in elements; layers are the third
  unsigned format, channels;
  unsigned modes[3];
  unsigned flags;
  float border[4];
};
enum { PTX_LINEAR = 1, PTX_NORMALIZED = 2, PTX_ELEMENTS = 4 };
enum { PTX_WRAP, PTX_CLAMP, PTX_MIRROR, PTX_BORDER };

static __device__ __forceinline__ const ptx_image& ptx_image_of(unsigned long long handle) {
  return *(const ptx_image*)(handle & ~(1ull << 63));
}

static __device__ __forceinline__ float ptx_float_of_half(unsigned bits) {
  const unsigned sign = (bits & 0x8000) << 16, exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent == 31) return __uint_as_float(sign | 0x7f800000u | fraction << 13);
  if (exponent != 0) return __uint_as_float(sign | (exponent + 112) << 23 | fraction << 13);
  return __uint_as_float(sign | __float_as_uint((float)fraction * 5.9604644775390625e-8f));
}

// Returns one channel of an element, as the bits that the instruction yields.
static __device__ __forceinline__ unsigned ptx_channel(const ptx_image& image, const unsigned char* element,
                                                       unsigned channel) {
  const bool as_float = (image.flags & PTX_ELEMENTS) == 0;
  switch (image.format) {
    case 0x01: {
      const unsigned value = element[channel];
      return as_float ? __float_as_uint((float)value / 255.0f) : value;
    }
    case 0x02: {
      const unsigned value = ((const unsigned short*)element)[channel];
      return as_float ? __float_as_uint((float)value / 65535.0f) : value;
    }
    case 0x08: {
      const int value = ((const signed char*)element)[channel];
      return as_float ? __float_as_uint(value == -128 ? -1.0f : (float)value / 127.0f) : (unsigned)value;
    }
    case 0x09: {
      const int value = ((const short*)element)[channel];
      return as_float ? __float_as_uint(value == -32768 ? -1.0f : (float)value / 32767.0f) : (unsigned)value;
    }
    case 0x10:
      return __float_as_uint(ptx_float_of_half(((const unsigned short*)element)[channel]));
    default:
      return ((const unsigned*)element)[channel];
  }
}

static __device__ __forceinline__ unsigned ptx_channel_bytes(const ptx_image& image) {
  if (image.format == 0x01 || image.format == 0x08) return 1;
  return image.format == 0x02 || image.format == 0x09 || image.format == 0x10 ? 2 : 4;
}

// The element that a coordinate names along one side. Wrapped and mirrored are coordinates of normalised
// textures alone.
static __device__ __forceinline__ long long ptx_along(const ptx_image& image, int side, long long at) {
  const long long size = image.size[side];
  const unsigned mode = image.modes[side];
  if (mode == PTX_BORDER) return at;
  if ((image.flags & PTX_NORMALIZED) != 0 && mode != PTX_CLAMP) {
    const long long period = mode == PTX_WRAP ? size : 2 * size;
    const long long within = (at % period + period) % period;
    return within < size ? within : period - 1 - within;
  }
  return at < 0 ? 0 : (at < size ? at : size - 1);
}

// Returns the element at these places, or the border colour.
static __device__ __forceinline__ void ptx_element(const ptx_image& image, long long x, long long y,
                                                   long long z, unsigned* result) {
  const bool is_inside =
      x >= 0 && y >= 0 && z >= 0 && x < image.size[0] && y < image.size[1] && z < image.size[2];
  const unsigned char* element =
      (const unsigned char*)(image.memory + (unsigned long long)z * image.layer_bytes +
                             (unsigned long long)y * image.row_bytes +
                             (unsigned long long)x * image.channels * ptx_channel_bytes(image));
  const bool is_integer = (image.flags & PTX_ELEMENTS) != 0 && image.format != 0x10 && image.format != 0x20;
  for (unsigned channel = 0; channel < 4; ++channel) {
    if (!is_inside)
      result[channel] =
          is_integer ? (unsigned)(int)image.border[channel] : __float_as_uint(image.border[channel]);
    else
      result[channel] = channel < image.channels ? ptx_channel(image, element, channel) : 0;
  }
}

static __device__ __forceinline__ long long ptx_layer(const ptx_image& image, int layer) {
  if (layer < 0) return 0;
  return layer < (long long)image.size[2] ? layer : (long long)image.size[2] - 1;
}

// Reads at whole coordinates.
static __device__ __forceinline__ void ptx_fetch(unsigned long long handle, int sides, bool is_layered,
                                                 int layer, int x, int y, int z, unsigned* result) {
  const ptx_image& image = ptx_image_of(handle);
  const long long at = is_layered ? ptx_layer(image, layer) : (sides > 2 ? ptx_along(image, 2, z) : 0);
  ptx_element(image, ptx_along(image, 0, x), sides > 1 ? ptx_along(image, 1, y) : 0, at, result);
}

// Returns the weight of the following element; eight bits of a fraction count.
static __device__ __forceinline__ float ptx_weight(float fraction) {
  return floorf(fraction * 256.0f + 0.5f) / 256.0f;
}

// Reads the nearest element, or weighs the nearest ones (CUDA C++ Programming Guide, "Texture Fetching").
static __device__ __forceinline__ void ptx_sample(unsigned long long handle, int sides, bool is_layered,
                                                  int layer, float x, float y, float z, unsigned* result) {
  const ptx_image& image = ptx_image_of(handle);
  float at[3] = {x, y, z};
  if ((image.flags & PTX_NORMALIZED) != 0)
    for (int side = 0; side < 3; ++side) at[side] *= (float)image.size[side];
  const bool is_linear = (image.flags & PTX_LINEAR) != 0;
  long long first[3];
  float weight[3];
  for (int side = 0; side < 3; ++side) {
    const float place = is_linear ? at[side] - 0.5f : at[side];
    first[side] = side < sides ? (long long)floorf(place) : 0;
    weight[side] = ptx_weight(place - floorf(place));
  }
  const long long slice = ptx_layer(image, layer);
  if (!is_linear) {
    const long long third = is_layered ? slice : (sides > 2 ? ptx_along(image, 2, first[2]) : 0);
    ptx_element(image, ptx_along(image, 0, first[0]), sides > 1 ? ptx_along(image, 1, first[1]) : 0, third,
                result);
    return;
  }
  float sum[4] = {0, 0, 0, 0};
  for (int corner = 0; corner < 1 << sides; ++corner) {
    long long place[3] = {0, 0, is_layered ? slice : 0};
    float share = 1;
    for (int side = 0; side < sides; ++side) {
      const int step = corner >> side & 1;
      place[side] = ptx_along(image, side, first[side] + step);
      share *= step != 0 ? weight[side] : 1.0f - weight[side];
    }
    unsigned element[4];
    ptx_element(image, place[0], place[1], place[2], element);
    for (int channel = 0; channel < 4; ++channel)
      if (share != 0) sum[channel] += share * __uint_as_float(element[channel]);
  }
  for (int channel = 0; channel < 4; ++channel) result[channel] = __float_as_uint(sum[channel]);
}

enum { PTX_OUTSIDE_TRAPS, PTX_OUTSIDE_CLAMPS, PTX_OUTSIDE_IS_ZERO };

// The address of `bytes` bytes of a surface, or null outside of it; `x` is in bytes.
static __device__ __forceinline__ unsigned char* ptx_surface(unsigned long long handle, int sides,
                                                             bool is_layered, int layer, int x, int y, int z,
                                                             unsigned bytes, int outside) {
  const ptx_image& image = ptx_image_of(handle);
  long long at[3] = {x, sides > 1 ? y : 0, is_layered ? layer : (sides > 2 ? z : 0)};
  const long long last[3] = {
      (long long)image.size[0] * image.channels * ptx_channel_bytes(image) - (long long)bytes,
      (long long)image.size[1] - 1, (long long)image.size[2] - 1};
  bool is_inside = true;
  for (int side = 0; side < 3; ++side) {
    if (at[side] >= 0 && at[side] <= last[side]) continue;
    is_inside = false;
    at[side] = at[side] < 0 ? 0 : last[side];
  }
  if (!is_inside && outside == PTX_OUTSIDE_TRAPS) PTX_TRAP();
  if (!is_inside && outside == PTX_OUTSIDE_IS_ZERO) return nullptr;
  return (unsigned char*)(image.memory + (unsigned long long)at[2] * image.layer_bytes +
                          (unsigned long long)at[1] * image.row_bytes + (unsigned long long)at[0]);
}

#endif
