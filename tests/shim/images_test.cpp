// Tests images of every kind, as their creators described them: on the stub driver, which supports all, and
// on PoCL.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include <CL/cl.h>

#include "application.h"

namespace launchproof::tests {
namespace {

using capture::ImageArgument;
using capture::Launch;

const ImageArgument& image_of(const Launch& launch) {
  return std::get<ImageArgument>(launch.arguments.at(0).value);
}

// The requests of app_images. `root` and `object` are checked separately.
struct Kind {
  const char* name;
  ImageArgument made;
};

ImageArgument made(cl_mem_object_type type, capture::Size3 sizes, std::uint64_t layers = 0,
                   std::uint32_t order = CL_RGBA, std::uint32_t channels = CL_FLOAT) {
  ImageArgument image;
  image.image_type = type;
  image.channel_order = order;
  image.channel_type = channels;
  image.width = sizes[0];
  image.height = sizes[1];
  image.depth = sizes[2];
  image.array_size = layers;
  image.flags = CL_MEM_READ_WRITE;
  return image;
}

ImageArgument over_buffer(ImageArgument image, std::uint64_t origin, std::uint64_t row_pitch = 0) {
  image.over_buffer = true;
  image.origin = origin;
  image.row_pitch = row_pitch;
  return image;
}

std::vector<Kind> kinds() {
  return {
      {"1d", made(CL_MEM_OBJECT_IMAGE1D, {16, 0, 0})},
      {"1d-array", made(CL_MEM_OBJECT_IMAGE1D_ARRAY, {16, 0, 0}, 4)},
      {"1d-buffer", over_buffer(made(CL_MEM_OBJECT_IMAGE1D_BUFFER, {16, 0, 0}), 0)},
      {"1d-buffer-part", over_buffer(made(CL_MEM_OBJECT_IMAGE1D_BUFFER, {16, 0, 0}), 1024)},
      {"2d", made(CL_MEM_OBJECT_IMAGE2D, {8, 4, 0})},
      {"2d-properties", made(CL_MEM_OBJECT_IMAGE2D, {8, 4, 0}, 0, CL_R, CL_SIGNED_INT16)},
      {"2d-deprecated", made(CL_MEM_OBJECT_IMAGE2D, {8, 4, 0}, 0, CL_BGRA, CL_UNORM_INT8)},
      {"2d-array", made(CL_MEM_OBJECT_IMAGE2D_ARRAY, {8, 4, 0}, 2)},
      {"3d", made(CL_MEM_OBJECT_IMAGE3D, {8, 4, 2})},
      {"3d-deprecated", made(CL_MEM_OBJECT_IMAGE3D, {8, 4, 2})},
      {"depth", made(CL_MEM_OBJECT_IMAGE2D, {8, 4, 0}, 0, CL_DEPTH)},
      {"depth-array", made(CL_MEM_OBJECT_IMAGE2D_ARRAY, {8, 4, 0}, 2, CL_DEPTH, CL_UNORM_INT16)},
      {"2d-from-buffer", over_buffer(made(CL_MEM_OBJECT_IMAGE2D, {8, 4, 0}), 0, 256)},
      {"2d-from-image", made(CL_MEM_OBJECT_IMAGE2D, {8, 4, 0})},
  };
}

void expect_as_made(const Launch& launch, const Kind& kind) {
  const ImageArgument& image = image_of(launch);
  ImageArgument expected = kind.made;
  expected.object = image.object;
  expected.root = image.root;
  EXPECT_TRUE(image == expected) << kind.name;
  // The object from which an image was made is its root.
  const bool has_parent = expected.over_buffer || kind.name == std::string("2d-from-image");
  EXPECT_EQ(image.root != image.object, has_parent) << kind.name;
}

class Images : public testing::TestWithParam<Way> {};

TEST_P(Images, AreRecordedAsTheyWereMade) {
  const Recorded run = recorded_on_stub({"images"}, GetParam());
  ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
  const std::vector<Kind> all = kinds();
  ASSERT_EQ(run.capture.launches.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) expect_as_made(run.capture.launches[i], all[i]);
}

// One pixel, row, slice or layer less, in the member that counts them.
TEST_P(Images, OfOtherSizesAreRecordedSo) {
  for (const auto& [name, member] : {std::pair("1d", &ImageArgument::width),
                                     {"1d-array", &ImageArgument::array_size},
                                     {"2d-deprecated", &ImageArgument::height},
                                     {"2d-array", &ImageArgument::array_size},
                                     {"3d", &ImageArgument::depth},
                                     {"3d-deprecated", &ImageArgument::depth}}) {
    const std::vector<Kind> all = kinds();
    Kind kind = *std::ranges::find(all, std::string(name), &Kind::name);
    kind.made.*member -= 1;
    const Recorded run = recorded_on_stub({"images", name, "less"}, GetParam());
    ASSERT_EQ(run.capture.launches.size(), 1U) << name;
    expect_as_made(run.capture.launches[0], kind);
  }
}

// Memory that shares bytes with other objects in unknown ways is not a separate image.
TEST_P(Images, OverMemoryOfAnotherInterfaceAreUnknown) {
  for (const char* name : {"1d-foreign", "2d-foreign"}) {
    const Recorded run = recorded_on_stub({"images", name}, GetParam());
    ASSERT_EQ(run.capture.launches.size(), 1U) << run.outcome.err;
    const auto* image = std::get_if<capture::UnknownArgument>(&run.capture.launches[0].arguments.at(0).value);
    ASSERT_NE(image, nullptr) << name;
    EXPECT_NE(image->reason.find("properties"), std::string::npos) << image->reason;
  }
}

// The same applies to images whose host memory another image or a buffer also uses.
TEST_P(Images, OverOneHostMemoryAreNotTakenForDistinct) {
  const Recorded run = recorded_on_stub({"objects", "host-images"}, GetParam());
  ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
  const auto& launches = run.capture.launches;
  ASSERT_EQ(launches.size(), 9U);
  const auto reason = [&](std::size_t launch, std::size_t argument) {
    const auto* unknown =
        std::get_if<capture::UnknownArgument>(&launches[launch].arguments.at(argument).value);
    return unknown == nullptr ? "" : unknown->reason;
  };
  for (const std::size_t own : {4U, 7U}) {
    const auto& image = std::get<ImageArgument>(launches[own].arguments.at(1).value);
    EXPECT_EQ(image.root, image.object) << own;
  }
  EXPECT_NE(reason(5, 1).find("host memory"), std::string::npos) << reason(5, 1);
  EXPECT_NE(reason(6, 1).find("shared virtual memory"), std::string::npos) << reason(6, 1);
  EXPECT_NE(reason(8, 0).find("an image was made over too"), std::string::npos) << reason(8, 0);
}

// If a driver does not report the size, it must not count as one byte.
TEST_P(Images, OfUnknownSizesOverHostMemoryMayShareEverythingBehind) {
  const Recorded run =
      recorded_on_stub({"objects", "host-images"}, GetParam(), {{"LAUNCHPROOF_STUB_NO_SIZES", "1"}});
  ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
  ASSERT_EQ(run.capture.launches.size(), 9U);
  for (const std::size_t launch : {5U, 7U}) {  // behind the first one, within what it might have and far away
    const auto& image = run.capture.launches[launch].arguments.at(1).value;
    EXPECT_TRUE(std::holds_alternative<capture::UnknownArgument>(image)) << launch;
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, Images, testing::Values(Way::Layer, Way::Preload));

// The expected lines follow from which images PoCL created and launched with.
TEST(ImagesOnPocl, AreRecordedAsTheyWereMade) {
  const Folder folder;
  const Outcome outcome = Application{{app("images")}, Way::Layer, "", {}}.in(folder);
  if (outcome.status == 3) GTEST_SKIP() << "no OpenCL platform";
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto captured = capture::read_capture(folder.path() + "/run.lpcap");
  std::size_t launched = 0;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(0, line.find(':'));
    if (line != name + ": launched") continue;
    const std::vector<Kind> all = kinds();
    const auto kind = std::ranges::find(all, name, &Kind::name);
    ASSERT_NE(kind, all.end()) << line;
    ASSERT_LT(launched, captured.launches.size()) << line;
    expect_as_made(captured.launches[launched++], *kind);
  }
  EXPECT_EQ(captured.launches.size(), launched);
  EXPECT_GE(launched, 7U) << outcome.out;
}

}  // namespace
}  // namespace launchproof::tests
