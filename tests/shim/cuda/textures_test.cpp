// Tests textures and surfaces of the runtime API on the processor device.
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <vector>

#include "tests/shim/cuda/device_kernels.h"
#include "tests/shim/cuda/runtime_api.h"

namespace launchproof::cuda {
namespace {

constexpr int kWrap = 0, kClamp = 1, kMirror = 2, kBorder = 3;  // cudaTextureAddressMode
constexpr int kNearest = 0, kFiltered = 1;                      // cudaTextureFilterMode
constexpr int kAsElements = 0, kAsShares = 1;                   // cudaTextureReadMode
constexpr int kOfArray = 0, kOfLinear = 2, kOfPitched = 3;      // cudaResourceType
constexpr cudaChannelFormatDesc kOneFloat{32, 0, 0, 0, 2}, kOneInteger{32, 0, 0, 0, 0},
    kFourBytes{8, 8, 8, 8, 1};
constexpr std::size_t kWidth = 4, kHeight = 2;

// Host functions that stand for kernels, with t the thread of the block of one dimension:
// sample(tex, float* out, float step, float y): out[t] = tex at (t * step - 1, y)
// sample_red(likewise): of a texture of four channels, the first
// fetch(tex, int* out): out[t] = tex at t - 1
// sample_layer(tex, float* out): out[t] = layer t of tex at (1.5, 0.5)
// sample_volume(tex, float* out): out[t] = tex at (1.5, 0.5, t + 0.5)
// double_element(surf): the element (t, 1) of surf is doubled; beside it, outside, nothing is
char sample, sample_red, fetch, sample_layer, sample_volume, double_element;

std::string entry(const std::string& name, const std::string& parameters, const std::string& body) {
  return ".visible .entry " + name + "(.param .u64 p0" + parameters + R"()
{
  .reg .b64 %rd<6>;
  .reg .b32 %r<9>;
  .reg .f32 %f<12>;
  ld.param.u64 %rd1, [p0];
  mov.u32 %r1, %tid.x;
  cvt.rn.f32.u32 %f1, %r1;
)" + (parameters.empty() ? "" : R"(  ld.param.u64 %rd2, [p1];
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
)") + body +
         "  ret;\n}\n";
}

void register_images() {
  const std::string floats = ", .param .u64 p1, .param .f32 p2, .param .f32 p3";
  const std::string coordinates = R"(  ld.param.f32 %f2, [p2];
  ld.param.f32 %f3, [p3];
  mul.f32 %f4, %f1, %f2;
  add.f32 %f5, %f4, 0fBF800000;
)";
  const std::string stored = "  st.global.f32 [%rd4], %f6;\n", out = ", .param .u64 p1";
  const std::string inside = R"(  mov.f32 %f2, 0f3FC00000;
  mov.f32 %f3, 0f3F000000;
  add.f32 %f4, %f1, 0f3F000000;
)";
  const std::string text =
      ".version 7.0\n.target sm_70\n.address_size 64\n" +
      entry("sample", floats,
            coordinates + "  tex.2d.v4.f32.f32 {%f6, %f7, %f8, %f9}, [%rd1, {%f5, %f3}];\n" + stored) +
      entry("sample_red", floats,
            coordinates + "  tex.2d.v4.f32.f32 {%f6, %f7, %f8, %f9}, [%rd1, {%f5, %f3}];\n" + stored) +
      entry("fetch", out,
            "  add.s32 %r2, %r1, -1;\n  tex.1d.v4.s32.s32 {%r3, %r4, %r5, %r6}, [%rd1, {%r2}];\n"
            "  st.global.u32 [%rd4], %r3;\n") +
      entry("sample_layer", out,
            inside + "  tex.a2d.v4.f32.f32 {%f6, %f7, %f8, %f9}, [%rd1, {%r1, %f2, %f3, %f3}];\n" + stored) +
      entry("sample_volume", out,
            inside + "  tex.3d.v4.f32.f32 {%f6, %f7, %f8, %f9}, [%rd1, {%f2, %f3, %f4, %f4}];\n" + stored) +
      entry("double_element", "", R"(  mul.lo.s32 %r2, %r1, 4;
  mov.u32 %r3, 1;
  suld.b.2d.b32.trap {%r4}, [%rd1, {%r2, %r3}];
  mov.b32 %f2, %r4;
  add.f32 %f3, %f2, %f2;
  mov.b32 %r5, %f3;
  sust.b.2d.b32.trap [%rd1, {%r2, %r3}], {%r5};
  add.s32 %r6, %r2, 16;
  suld.b.2d.b32.zero {%r4}, [%rd1, {%r6, %r3}];
  add.s32 %r4, %r4, 7;
  sust.b.2d.b32.zero [%rd1, {%r6, %r3}], {%r4};
)");
  static const std::string image =
      device_code::testing::fat_binary({device_code::testing::fat_entry(1, 70, text)});
  struct Wrapper {
    unsigned magic = 0x466243B1, version = 1;
    const void* data = image.data();
    const void* list = nullptr;
  };
  static Wrapper wrapper;
  void** const handle = __cudaRegisterFatBinary(&wrapper);
  const auto add_kernel = [&](const char* host, const char* name) {
    __cudaRegisterFunction(handle, host, nullptr, name, -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  };
  add_kernel(&sample, "sample");
  add_kernel(&sample_red, "sample_red");
  add_kernel(&fetch, "fetch");
  add_kernel(&sample_layer, "sample_layer");
  add_kernel(&sample_volume, "sample_volume");
  add_kernel(&double_element, "double_element");
}

class Textures : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { register_images(); }
  void SetUp() override { ASSERT_EQ(cudaMalloc(&d_out, kMostThreads * sizeof(float)), cudaSuccess); }
  void TearDown() override {
    if (d_array != nullptr) cudaFreeArray(d_array);
    cudaFree(d_out);
  }

  // An array of 4 × 2 floats: 1 to 4, and 10 to 40.
  cudaResourceDesc floats() {
    const std::array<float, kWidth * kHeight> values{1, 2, 3, 4, 10, 20, 30, 40};
    constexpr std::size_t kRow = kWidth * sizeof(float);
    EXPECT_EQ(cudaMallocArray(&d_array, &kOneFloat, kWidth, kHeight, 0), cudaSuccess);
    EXPECT_EQ(cudaMemcpy2DToArray(d_array, 0, 0, values.data(), kRow, kRow, kHeight, kToDevice), cudaSuccess);
    return of_array();
  }
  // An array of 4 × 2 × 3 floats: 0 to 23.
  cudaResourceDesc layers(unsigned flags) {
    std::vector<float> values(kWidth * kHeight * 3);
    std::iota(values.begin(), values.end(), 0.0F);
    EXPECT_EQ(cudaMalloc3DArray(&d_array, &kOneFloat, {kWidth, kHeight, 3}, flags), cudaSuccess);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = {values.data(), kWidth * sizeof(float), kWidth, kHeight};
    copy.dstArray = d_array;
    copy.extent = {kWidth, kHeight, 3};
    copy.kind = kToDevice;
    EXPECT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
    return of_array();
  }
  cudaResourceDesc of_array() const {
    cudaResourceDesc resource{};
    resource.resType = kOfArray;
    resource.res.array.array = d_array;
    return resource;
  }
  static cudaTextureDesc texture(int filter, int mode) {
    cudaTextureDesc made{};
    made.filterMode = filter;
    made.addressMode[0] = made.addressMode[1] = made.addressMode[2] = mode;
    return made;
  }
  static unsigned long long create(const cudaResourceDesc& resource, const cudaTextureDesc& texture) {
    unsigned long long handle = 0;
    EXPECT_EQ(cudaCreateTextureObject(&handle, &resource, &texture, nullptr), cudaSuccess);
    return handle;
  }
  template <typename Value = float>
  std::vector<Value> run(const char* kernel, unsigned long long handle, unsigned count, float step = 0,
                         float y = 0) {
    void* parameters[] = {&handle, static_cast<void*>(&d_out), &step, &y};
    EXPECT_EQ(cudaLaunchKernel(kernel, {1, 1, 1}, {count, 1, 1}, parameters, 0, nullptr), cudaSuccess);
    std::vector<Value> result(count);
    EXPECT_EQ(cudaMemcpy(result.data(), d_out, count * sizeof(Value), kToHost), cudaSuccess);
    return result;
  }

  static constexpr std::size_t kMostThreads = 64;
  void* d_out = nullptr;
  CUarray d_array = nullptr;
};

TEST_F(Textures, TheNearestElementIsRead) {
  const cudaResourceDesc resource = floats();
  // At -1, -0.5, 0 and so on, in the second row.
  const auto handle = create(resource, texture(kNearest, kClamp));
  EXPECT_EQ(run(&sample, handle, 12, 0.5F, 1.5F),
            (std::vector<float>{10, 10, 10, 10, 20, 20, 30, 30, 40, 40, 40, 40}));
  EXPECT_EQ(run(&sample, handle, 3, 1.0F, -3.0F), (std::vector<float>{1, 1, 2}));
}

TEST_F(Textures, OutsideIsTheBorder) {
  cudaTextureDesc described = texture(kNearest, kBorder);
  described.borderColor[0] = 5;
  EXPECT_EQ(run(&sample, create(floats(), described), 7, 1.0F, 0.5F),
            (std::vector<float>{5, 1, 2, 3, 4, 5, 5}));
}

// At -1, -0.75 and so on, as fractions of the width.
TEST_F(Textures, NormalisedCoordinatesWrapAndAreMirrored) {
  const cudaResourceDesc resource = floats();
  cudaTextureDesc described = texture(kNearest, kWrap);
  described.normalizedCoords = 1;
  EXPECT_EQ(run(&sample, create(resource, described), 10, 0.25F, 0.25F),
            (std::vector<float>{1, 2, 3, 4, 1, 2, 3, 4, 1, 2}));
  described = texture(kNearest, kMirror);
  described.normalizedCoords = 1;
  EXPECT_EQ(run(&sample, create(resource, described), 10, 0.25F, 0.25F),
            (std::vector<float>{4, 3, 2, 1, 1, 2, 3, 4, 4, 3}));
}

TEST_F(Textures, FiltersWeighTheNearestElements) {
  const auto handle = create(floats(), texture(kFiltered, kClamp));
  EXPECT_EQ(run(&sample, handle, 8, 0.5F, 0.5F), (std::vector<float>{1, 1, 1, 1, 1.5, 2, 2.5, 3}));
  EXPECT_EQ(run(&sample, handle, 6, 0.5F, 1.0F), (std::vector<float>{5.5, 5.5, 5.5, 5.5, 8.25, 11}));
}

TEST_F(Textures, LinearMemoryIsFetchedWithZerosOutside) {
  const std::array<int, 4> values{7, -8, 9, 10};
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, sizeof values), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(memory, values.data(), sizeof values, kToDevice), cudaSuccess);
  cudaResourceDesc resource{};
  resource.resType = kOfLinear;
  resource.res.linear = {memory, kOneInteger, sizeof values};
  const auto handle = create(resource, texture(kNearest, kWrap));
  EXPECT_EQ(run<int>(&fetch, handle, 6), (std::vector<int>{0, 7, -8, 9, 10, 0}));
  cudaResourceDesc found{};
  ASSERT_EQ(cudaGetTextureObjectResourceDesc(&found, handle), cudaSuccess);
  EXPECT_EQ(found.res.linear.devPtr, memory);
  EXPECT_EQ(found.res.linear.desc.x, 32);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

TEST_F(Textures, BytesAreReadAsSharesOfOne) {
  const std::array<unsigned char, 32> values{255, 0, 0, 0, 51};
  cudaPitchedPtr memory{};
  ASSERT_EQ(cudaMalloc3D(&memory, {16, 2, 1}), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(memory.ptr, values.data(), 16, kToDevice), cudaSuccess);
  cudaResourceDesc resource{};
  resource.resType = kOfPitched;
  resource.res.pitch2D = {memory.ptr, kFourBytes, 4, 2, memory.pitch};
  cudaTextureDesc described = texture(kNearest, kClamp);
  described.readMode = kAsShares;
  const std::vector<float> read = run(&sample_red, create(resource, described), 4, 1.0F, 0.5F);
  EXPECT_EQ(read, (std::vector<float>{1, 1, 0.2F, 0}));
  EXPECT_EQ(cudaFree(memory.ptr), cudaSuccess);
}

TEST_F(Textures, LayersAndVolumesHaveAThirdSide) {
  constexpr unsigned kLayered = 1;  // cudaArrayLayered
  EXPECT_EQ(run(&sample_layer, create(layers(kLayered), texture(kFiltered, kClamp)), 4),
            (std::vector<float>{1, 9, 17, 17}));
  ASSERT_EQ(cudaFreeArray(d_array), cudaSuccess);
  EXPECT_EQ(run(&sample_volume, create(layers(0), texture(kNearest, kClamp)), 4),
            (std::vector<float>{1, 9, 17, 17}));
}

TEST_F(Textures, SurfacesAreReadAndWritten) {
  const cudaResourceDesc resource = floats();
  unsigned long long handle = 0;
  ASSERT_EQ(cudaCreateSurfaceObject(&handle, &resource), cudaSuccess);
  void* parameters[] = {&handle};
  ASSERT_EQ(cudaLaunchKernel(&double_element, {1, 1, 1}, {kWidth, 1, 1}, parameters, 0, nullptr),
            cudaSuccess);
  std::array<float, kWidth * kHeight> read{};
  ASSERT_EQ(cudaMemcpyFromArray(read.data(), d_array, 0, 0, sizeof read, kToHost), cudaSuccess);
  EXPECT_EQ(read, (std::array<float, kWidth * kHeight>{1, 2, 3, 4, 20, 40, 60, 80}));
  EXPECT_EQ(cudaDestroySurfaceObject(handle), cudaSuccess);
}

TEST_F(Textures, ComeBackAsTheyWereDescribed) {
  const auto handle = create(floats(), texture(kFiltered, kMirror));
  cudaTextureDesc found{};
  ASSERT_EQ(cudaGetTextureObjectTextureDesc(&found, handle), cudaSuccess);
  EXPECT_EQ(found.filterMode, kFiltered);
  EXPECT_EQ(found.addressMode[1], kMirror);
  EXPECT_EQ(found.readMode, kAsElements);
  EXPECT_EQ(cudaDestroyTextureObject(handle), cudaSuccess);
  EXPECT_NE(cudaDestroyTextureObject(handle), cudaSuccess);
}

TEST_F(Textures, WhatCannotBeReadIsRefused) {
  ASSERT_EQ(cudaMallocArray(&d_array, &kOneInteger, kWidth, kHeight, 0), cudaSuccess);
  unsigned long long handle = 0;
  const cudaResourceDesc resource = of_array();
  cudaTextureDesc described = texture(kFiltered, kClamp);
  EXPECT_EQ(cudaCreateTextureObject(&handle, &resource, &described, nullptr), cudaErrorInvalidValue);
  described = texture(kNearest, kClamp);
  described.sRGB = 1;
  EXPECT_EQ(cudaCreateTextureObject(&handle, &resource, &described, nullptr), cudaErrorNotSupported);
  cudaResourceDesc linear{};
  linear.resType = kOfLinear;
  EXPECT_EQ(cudaCreateSurfaceObject(&handle, &linear), cudaErrorInvalidValue);
}

}  // namespace
}  // namespace launchproof::cuda
