#include "verify/replay/memory/image_access.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace launchproof::replay {
namespace {

using Place = std::array<std::int64_t, 3>;

// Sampler bits (Clang's opencl-c-base.h).
constexpr std::uint32_t kNormalized = 1, kAddressing = 0xE, kToEdge = 2, kClamp = 4, kRepeat = 6, kMirror = 8;

bool is_layer(const model::ImageShape& image, unsigned coordinate) {
  return image.type.layered && coordinate + 1 == image.type.coordinates;
}

std::int64_t offset_of(const model::ImageShape& image, const Place& at) {
  return at[0] * static_cast<std::int64_t>(image.pixel_pitch) +
         at[1] * static_cast<std::int64_t>(image.row_pitch) +
         at[2] * static_cast<std::int64_t>(image.slice_pitch);
}

std::int64_t look_up(const model::ImageShape& image, std::uint32_t sampler, Place at) {
  for (unsigned i = 0; i < image.type.coordinates; ++i) {
    const auto size = static_cast<std::int64_t>(image.limit(i));
    const bool is_in = at[i] >= 0 && at[i] < size;
    if (sampler == kNoSampler) {
      if (!is_in) return kOutsideImage;
      continue;
    }
    switch (is_layer(image, i) ? kToEdge : sampler & kAddressing) {
      case kToEdge:
        at[i] = std::clamp<std::int64_t>(at[i], 0, size - 1);
        break;
      case kClamp:
        if (!is_in) return kBesideImage;
        break;
      case kRepeat:
        at[i] = ((at[i] % size) + size) % size;
        break;
      case kMirror: {
        const std::int64_t turn = ((at[i] % (2 * size)) + 2 * size) % (2 * size);
        at[i] = std::min(turn, 2 * size - 1 - turn);
        break;
      }
      default:
        if (!is_in) return kOutsideImage;
    }
  }
  return offset_of(image, at);
}

// Returns the number that a normalised channel with this many values stores, as read by a kernel.
float normalised(float value, float low, float steps) {
  const float limited = std::isnan(value) ? 0.0F : std::clamp(value, low, 1.0F);
  return std::nearbyint(limited * steps) / steps;
}

}  // namespace

std::optional<model::ImageShape> replayed_image(const model::ImageShape& image, std::string& why) {
  constexpr std::uint32_t kMadeUp[] = {1U << 20U, 1U << 12U, 1U << 8U};  // by coordinates
  model::ImageShape made = image;
  if (image.over_buffer) {
    // The buffer can be shared if its pixels have the form in which kernels read them.
    const bool whole =
        image.format && image.format->order == 0x10B5 &&
        (image.format->type == 0x10D9 || image.format->type == 0x10DC || image.format->type == 0x10DE);
    if (whole) return made;
    why = "an image over a buffer whose format is not RGBA of 32 bits";
    return std::nullopt;
  }
  if (!made.size) {
    const std::uint32_t all = kMadeUp[std::min(made.type.coordinates, 3U) - 1];
    made.size =
        model::ImageSize{all, made.type.coordinates > 1 ? all : 1, made.type.coordinates > 2 ? all : 1};
  }
  made.row_pitch = made.pixel_pitch * made.limit(0);
  made.slice_pitch = made.row_pitch * made.limit(1);
  if (made.limit(2) > (std::uint64_t{1} << 37U) / std::max<std::uint64_t>(made.slice_pitch, 1)) {
    why = "an image of more than 128 GiB";
    return std::nullopt;
  }
  return made;
}

std::int64_t image_at(const model::ImageShape* image, std::uint32_t sampler, std::int32_t x, std::int32_t y,
                      std::int32_t z) {
  return look_up(*image, sampler, {x, y, z});
}

std::int64_t surface_at(const model::ImageShape* surface, std::uint32_t bytes, std::uint32_t outside,
                        std::int32_t x, std::int32_t y, std::int32_t z) {
  constexpr std::uint32_t kClamps = 1, kTraps = 2;
  Place at{x, y, z};
  bool is_in = true;
  for (unsigned i = 0; i < at.size(); ++i) {
    const bool is_used = i < surface->type.coordinates;
    const std::int64_t last = std::int64_t{surface->limit(i)} - (i == 0 ? bytes : 1);
    is_in = is_in && (!is_used || (at[i] >= 0 && at[i] <= last));
    at[i] = is_used ? std::clamp<std::int64_t>(at[i], 0, std::max<std::int64_t>(last, 0)) : 0;
  }
  if (is_in || outside == kClamps) return offset_of(*surface, at);
  return outside == kTraps ? kOutsideImage : kBesideImage;
}

std::int64_t image_near(const model::ImageShape* image, std::uint32_t sampler, float x, float y, float z) {
  const std::array<float, 3> given{x, y, z};
  Place at{0, 0, 0};
  for (unsigned i = 0; i < image->type.coordinates; ++i) {
    constexpr float kFar = 1.0e9F;
    float u = std::isnan(given[i]) ? 0.0F : given[i];
    if (is_layer(*image, i))
      u = std::nearbyint(u);
    else if ((sampler & kNormalized) != 0)
      u *= static_cast<float>(image->limit(i));
    at[i] = static_cast<std::int64_t>(std::floor(std::clamp(u, -kFar, kFar)));
  }
  return look_up(*image, sampler, at);
}

std::uint32_t image_border(const model::ImageShape* image, std::uint32_t component, std::uint32_t is_float) {
  const auto alpha = image->field(static_cast<std::uint64_t>(model::ImageField::BorderAlpha));
  if (component != 3 || alpha.value_or(0) == 0) return 0;
  return is_float != 0 ? std::bit_cast<std::uint32_t>(1.0F) : 1;
}

std::uint32_t image_kept(const model::ImageShape* image, std::uint32_t component, std::uint32_t kind,
                         std::uint32_t bits) {
  constexpr float kByte = 255.0F, kWord = 65535.0F, kSignedByte = 127.0F, kSignedWord = 32767.0F;
  if (!image->format) return bits;
  if ((model::stored_components(image->format->order) >> component & 1U) == 0) return 0;
  const std::uint32_t type = image->format->type;
  const auto number = static_cast<std::int32_t>(bits);
  if (kind == 'i') {
    if (type == 0x10D7) return static_cast<std::uint32_t>(std::clamp(number, -128, 127));
    if (type == 0x10D8) return static_cast<std::uint32_t>(std::clamp(number, -32768, 32767));
    return bits;
  }
  if (kind == 'u') {
    if (type == 0x10DA) return std::min(bits, 255U);
    if (type == 0x10DB) return std::min(bits, 65535U);
    return bits;
  }
  const auto value = std::bit_cast<float>(bits);
  const auto kept = [](float number_kept) { return std::bit_cast<std::uint32_t>(number_kept); };
  switch (type) {
    case 0x10D0:
      return kept(normalised(value, -1.0F, kSignedByte));
    case 0x10D1:
      return kept(normalised(value, -1.0F, kSignedWord));
    case 0x10D2:
      return kept(normalised(value, 0.0F, kByte));
    case 0x10D3:
      return kept(normalised(value, 0.0F, kWord));
    default:
      return bits;
  }
}

std::uint32_t image_field(const model::ImageShape* image, std::uint32_t byte) {
  return static_cast<std::uint32_t>(image->field(byte).value_or(0));
}

}  // namespace launchproof::replay
