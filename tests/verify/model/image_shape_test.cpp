#include <gtest/gtest.h>

#include "verify/model/image_shape.h"

namespace launchproof::model {
namespace {

constexpr ImageType kPlane{2, false, false};
constexpr ImageType kLayers{3, true, false};
constexpr ImageFormat kRed{0x10B0, 0x10DE};

std::optional<std::uint64_t> field(const ImageShape& shape, ImageField which) {
  return shape.field(static_cast<std::uint64_t>(which));
}

TEST(ImageShape, KeepsPixelsApartByTheirCoordinates) {
  const ImageShape shape = own_image(kPlane, ImageSize{64, 48, 1}, kRed);
  EXPECT_EQ(shape.pixel_pitch, kPixelBytes);
  EXPECT_GE(shape.row_pitch, 64 * shape.pixel_pitch);
  EXPECT_EQ(shape.extent(), 47 * shape.row_pitch + 64 * shape.pixel_pitch);
  // The image is wider than on any device; still, no two rows meet.
  const ImageShape wide = own_image(kPlane, ImageSize{3U << 20U, 2, 1}, std::nullopt);
  EXPECT_GE(wide.row_pitch, (3ULL << 20U) * kPixelBytes);
}

TEST(ImageShape, TellsItsSizesByTheirKind) {
  const ImageShape shape = own_image(kLayers, ImageSize{8, 4, 2}, std::nullopt);
  EXPECT_EQ(field(shape, ImageField::Width), 8U);
  EXPECT_EQ(field(shape, ImageField::Height), 4U);
  EXPECT_EQ(field(shape, ImageField::Depth), 0U);
  EXPECT_EQ(field(shape, ImageField::ArraySize), 2U);
  EXPECT_EQ(field(shape, ImageField::LimitZ), 2U);
  EXPECT_EQ(shape.origin_of(static_cast<std::uint64_t>(ImageField::LimitZ)),
            static_cast<std::uint64_t>(ImageField::ArraySize));
  EXPECT_EQ(shape.origin_of(static_cast<std::uint64_t>(ImageField::LimitY)),
            static_cast<std::uint64_t>(ImageField::Height));
  EXPECT_EQ(field(shape, ImageField::ChannelType), std::nullopt);
  EXPECT_EQ(size_text(shape), "8x4x2");
}

TEST(ImageShape, OfUnknownSizeHasLimitsAllTheSame) {
  const ImageShape shape = own_image(kPlane, std::nullopt, std::nullopt);
  EXPECT_EQ(field(shape, ImageField::Width), std::nullopt);
  EXPECT_EQ(field(shape, ImageField::LimitX), kMostPixels);
  EXPECT_EQ(shape.origin_of(static_cast<std::uint64_t>(ImageField::LimitX)),
            static_cast<std::uint64_t>(ImageField::LimitX));
  EXPECT_EQ(shape.extent(), std::nullopt);
  EXPECT_EQ(shape.limit(2), 1U);
}

TEST(ImageShape, OverABufferLiesAsItsFormatSays) {
  const ImageShape shape = image_over_buffer(kPlane, {10, 3, 1}, {0x10B2, 0x10D2}, 0);
  EXPECT_EQ(shape.pixel_pitch, 2U);
  EXPECT_EQ(shape.row_pitch, 20U);
  EXPECT_EQ(shape.extent(), 60U);
  EXPECT_EQ(image_over_buffer(kPlane, {10, 3, 1}, kRed, 64).extent(), 2 * 64U + 40U);
}

TEST(ImageShape, FormatsHaveNames) {
  std::string what;
  EXPECT_EQ(format_of("RGBA,UNORM_INT8", what), (ImageFormat{0x10B5, 0x10D2}));
  EXPECT_EQ(describe(ImageFormat{0x10B5, 0x10D2}), "RGBA,UNORM_INT8");
  EXPECT_EQ(describe(ImageFormat{1, 2}), "1,2");
  EXPECT_EQ(format_of("RGBA,FLAOT", what), std::nullopt);
  EXPECT_EQ(what, "FLAOT");
  EXPECT_EQ(format_of("RGBA", what), std::nullopt);
  EXPECT_EQ(format_of("", what), std::nullopt);
  EXPECT_EQ(pixel_bytes({0x10B5, 0x10D2}), 4U);
  EXPECT_EQ(pixel_bytes({0x10B4, 0x10D4}), 2U);
  EXPECT_EQ(pixel_bytes({1, 2}), 0U);
  EXPECT_EQ(stored_components(0x10B3), 0b1001U);
}

}  // namespace
}  // namespace launchproof::model
