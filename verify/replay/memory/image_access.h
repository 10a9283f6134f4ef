// Answers queries of machine code about images. A replay stores a pixel in the form that kernels read: four
// components of four bytes each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "verify/model/launch_facts.h"

namespace launchproof::replay {

// Offsets that lp_image_at returns for places without a pixel.
inline constexpr std::int64_t kBesideImage = -1;          // the sampler returns the border colour there
inline constexpr std::int64_t kOutsideImage = 1LL << 38;  // out of bounds: beyond every image

// Returns the shape that a replay gives an image: rows without gaps, and made-up sizes if they are unknown.
// Returns nothing, with the reason in `why`, if such an image cannot be replayed.
std::optional<model::ImageShape> replayed_image(const model::ImageShape& image, std::string& why);

// Symbols lp_image_*, see hooks.h:
//   i64 lp_image_at(ptr shape, i32 sampler, i32 x, i32 y, i32 z)      sampler ~0: none
//   i64 lp_surface_at(ptr shape, i32 bytes, i32 outside, i32 x, i32 y, i32 z)   outside:
//   cudaSurfaceBoundaryMode i64 lp_image_near(ptr shape, i32 sampler, float x, float y, float z)   the
//   nearest pixel i32 lp_image_border(ptr shape, i32 component, i32 is float) i32 lp_image_kept(ptr shape,
//   i32 component, i32 kind, i32 bits)   what is read back; kind: 'f', 'i', 'u' i32 lp_image_field(ptr shape,
//   i32 byte)
inline constexpr std::uint32_t kNoSampler = ~std::uint32_t{0};

std::int64_t image_at(const model::ImageShape* image, std::uint32_t sampler, std::int32_t x, std::int32_t y,
                      std::int32_t z);
std::int64_t surface_at(const model::ImageShape* surface, std::uint32_t bytes, std::uint32_t outside,
                        std::int32_t x, std::int32_t y, std::int32_t z);
std::int64_t image_near(const model::ImageShape* image, std::uint32_t sampler, float x, float y, float z);
std::uint32_t image_border(const model::ImageShape* image, std::uint32_t component, std::uint32_t is_float);
std::uint32_t image_kept(const model::ImageShape* image, std::uint32_t component, std::uint32_t kind,
                         std::uint32_t bits);
std::uint32_t image_field(const model::ImageShape* image, std::uint32_t byte);

}  // namespace launchproof::replay
