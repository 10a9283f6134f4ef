// Tests arrays, three-dimensional copies and pools of the runtime API on the processor device.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "tests/shim/cuda/runtime_api.h"

namespace launchproof::cuda {
namespace {

constexpr cudaChannelFormatDesc kFloat{32, 0, 0, 0, 2}, kBytes{8, 8, 8, 8, 1};

TEST(Arrays, ARectangleComesBack) {
  CUarray array = nullptr;
  ASSERT_EQ(cudaMallocArray(&array, &kFloat, 8, 4, 0), cudaSuccess);
  std::vector<float> in(40), out(32, -1);
  std::iota(in.begin(), in.end(), 0);
  // Rows of the source have ten elements, and the array receives eight of them.
  ASSERT_EQ(cudaMemcpy2DToArray(array, 0, 0, in.data(), 40, 32, 4, kToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemcpyFromArray(out.data(), array, 0, 0, 128, kToHost), cudaSuccess);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x) EXPECT_EQ(out[8 * y + x], 10 * y + x);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 4, 0, in.data(), 40, 32, 4, kToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 1, in.data(), 40, 32, 4, kToDevice), cudaErrorInvalidValue);
  cudaChannelFormatDesc channels{};
  cudaExtent extent{};
  ASSERT_EQ(cudaArrayGetInfo(&channels, &extent, nullptr, array), cudaSuccess);
  EXPECT_EQ(channels.x, 32);
  EXPECT_EQ(channels.y, 0);
  EXPECT_EQ(channels.f, 2);
  EXPECT_EQ(extent.height, 4U);
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
  EXPECT_NE(cudaFreeArray(array), cudaSuccess);
}

TEST(Arrays, ABoxIsCopiedInItsPlace) {
  CUarray array = nullptr;
  ASSERT_EQ(cudaMalloc3DArray(&array, &kBytes, {4, 3, 2}, 0), cudaSuccess);
  std::vector<unsigned> in(24), out(24, 99);
  std::iota(in.begin(), in.end(), 0U);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = {in.data(), 16, 16, 3};
  copy.dstArray = array;
  copy.extent = {4, 3, 2};
  copy.kind = kToDevice;
  ASSERT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
  cudaMemcpy3DParms back{};
  back.srcArray = array;
  back.srcPos = {1, 1, 1};
  back.dstPtr = {out.data(), 16, 16, 3};
  back.extent = {2, 2, 1};
  back.kind = kToHost;
  ASSERT_EQ(cudaMemcpy3D(&back), cudaSuccess);
  EXPECT_EQ(out[0], 17U);
  EXPECT_EQ(out[1], 18U);
  EXPECT_EQ(out[2], 99U);
  EXPECT_EQ(out[4], 21U);
  back.dstArray = array;
  EXPECT_EQ(cudaMemcpy3D(&back), cudaErrorInvalidValue);
}

TEST(Arrays, AFormatThatIsNoneIsRefused) {
  CUarray array = nullptr;
  const cudaChannelFormatDesc odd{8, 16, 0, 0, 1}, wide{64, 0, 0, 0, 1};
  EXPECT_EQ(cudaMallocArray(&array, &odd, 8, 4, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocArray(&array, &wide, 8, 4, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocArray(&array, &kFloat, 0, 4, 0), cudaErrorInvalidValue);
}

TEST(Memory, ABoxOfPitchedMemoryIsFilled) {
  cudaPitchedPtr memory{};
  ASSERT_EQ(cudaMalloc3D(&memory, {10, 3, 2}), cudaSuccess);
  EXPECT_GE(memory.pitch, 10U);
  EXPECT_EQ(memory.ysize, 3U);
  ASSERT_EQ(cudaMemset3D(memory, 7, {4, 2, 2}), cudaSuccess);
  const auto* const bytes = static_cast<const unsigned char*>(memory.ptr);
  EXPECT_EQ(bytes[3 * memory.pitch + memory.pitch + 3], 7);
  EXPECT_EQ(bytes[4], 0);
  EXPECT_EQ(bytes[2 * memory.pitch], 0);
}

TEST(Memory, APoolGivesMemory) {
  CUmemoryPool pool = nullptr;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  constexpr int kReleaseThreshold = 4;
  std::uint64_t bytes = 1U << 20, got = 0;
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, kReleaseThreshold, &bytes), cudaSuccess);
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, kReleaseThreshold, &got), cudaSuccess);
  EXPECT_EQ(got, bytes);
  void* memory = nullptr;
  ASSERT_EQ(cudaMallocFromPoolAsync(&memory, 100, pool, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(memory, 1, 100, nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(memory, nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(memory, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceGetDefaultMemPool(&pool, 1), cudaErrorInvalidDevice);
}

}  // namespace
}  // namespace launchproof::cuda
