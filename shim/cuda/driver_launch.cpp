// Launches, and how many blocks fit onto a multiprocessor.
#include <algorithm>
#include <cstring>
#include <string>

#include "shim/cuda/device_attributes.h"
#include "shim/cuda/driver.h"

namespace launchproof::cuda {
namespace {

constexpr std::uint64_t limit(DeviceAttribute which) {
  return static_cast<std::uint64_t>(device_attribute(which));
}

constexpr std::uint64_t kMostThreads = limit(DeviceAttribute::ThreadsOfBlock);

// Names of what `extra` holds (CU_LAUNCH_PARAM_...).
void* const kEnd = nullptr;
constexpr std::uintptr_t kBufferPointer = 1, kBufferSize = 2;

// The block of parameters: from pointers to each, or from a buffer that is one already.
CUresult parameters_of(const Function& function, void** pointers, void** extra, std::string& block) {
  const auto& parameters = function.kernel.parameters;
  const std::uint64_t size = parameters.empty() ? 0 : parameters.back().offset + parameters.back().size;
  block.assign(size, '\0');
  if (extra != nullptr) {
    const void* buffer = nullptr;
    std::size_t bytes = 0;
    for (; *extra != kEnd; extra += 2) {
      const auto name = reinterpret_cast<std::uintptr_t>(*extra);
      if (name == kBufferPointer) buffer = extra[1];
      if (name == kBufferSize) bytes = *static_cast<const std::size_t*>(extra[1]);
    }
    if (size != 0 && buffer == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (buffer != nullptr) std::memcpy(block.data(), buffer, std::min<std::size_t>(bytes, size));
    return CUDA_SUCCESS;
  }
  if (size != 0 && pointers == nullptr) return CUDA_ERROR_INVALID_VALUE;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    std::memcpy(block.data() + parameters[i].offset, pointers[i], parameters[i].size);
  return CUDA_SUCCESS;
}

struct Shape {
  unsigned grid[3], block[3];
  unsigned shared_bytes = 0;
};

CUresult launch(CUfunction function, const Shape& shape, void** parameters, void** extra) {
  if (function == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  return with_context([&](Driver& driver) {
    executor::KernelLaunch launch;
    std::uint64_t threads = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      if (shape.grid[i] == 0 || shape.block[i] == 0) return CUDA_ERROR_INVALID_VALUE;
      launch.groups[i] = shape.grid[i];
      launch.local_size[i] = shape.block[i];
      threads *= shape.block[i];
    }
    if (threads > kMostThreads || shape.grid[1] > UINT16_MAX || shape.grid[2] > UINT16_MAX)
      return CUDA_ERROR_INVALID_VALUE;
    if (shape.shared_bytes > static_cast<unsigned>(function->most_dynamic_bytes))
      return CUDA_ERROR_INVALID_VALUE;
    launch.dynamic_bytes = shape.shared_bytes;
    const CUresult result = parameters_of(*function, parameters, extra, launch.parameters);
    return result == CUDA_SUCCESS ? driver.launch(*function, std::move(launch)) : result;
  });
}

CUresult blocks_of_multiprocessor(int* blocks, CUfunction function, int threads, std::size_t shared_bytes) {
  if (blocks == nullptr || function == nullptr || threads <= 0) return CUDA_ERROR_INVALID_VALUE;
  const std::uint64_t warps = (static_cast<std::uint64_t>(threads) + 31) / 32;
  const std::uint64_t shared =
      function->kernel.static_shared_bytes + shared_bytes + limit(DeviceAttribute::ReservedSharedBytes);
  *blocks = static_cast<int>(std::min({limit(DeviceAttribute::BlocksOfMultiprocessor),
                                       limit(DeviceAttribute::ThreadsOfMultiprocessor) / (warps * 32),
                                       limit(DeviceAttribute::SharedBytesOfMultiprocessor) / shared}));
  return CUDA_SUCCESS;
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                        unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z,
                                        unsigned shared_bytes, CUstream, void** parameters, void** extra) {
  return launch(function, {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes}, parameters,
                extra);
}

LAUNCHPROOF_API CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                                   unsigned block_z, unsigned shared_bytes, CUstream,
                                                   void** parameters) {
  return launch(function, {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes}, parameters,
                nullptr);
}

LAUNCHPROOF_API CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function,
                                          void** parameters, void** extra) {
  if (config == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return launch(function,
                {{config->gridDimX, config->gridDimY, config->gridDimZ},
                 {config->blockDimX, config->blockDimY, config->blockDimZ},
                 config->sharedMemBytes},
                parameters, extra);
}

LAUNCHPROOF_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function,
                                                                     int threads, std::size_t shared_bytes) {
  return blocks_of_multiprocessor(blocks, function, threads, shared_bytes);
}

LAUNCHPROOF_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, CUfunction function, int threads, std::size_t shared_bytes, unsigned) {
  return blocks_of_multiprocessor(blocks, function, threads, shared_bytes);
}

LAUNCHPROOF_API CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function,
                                                          std::size_t (*)(int), std::size_t, int most) {
  if (grid == nullptr || block == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *block = static_cast<int>(kMostThreads);
  if (most > 0) *block = std::min(most, *block);
  *grid = device_attribute(DeviceAttribute::Multiprocessors) *
          device_attribute(DeviceAttribute::ThreadsOfMultiprocessor) / *block;
  return CUDA_SUCCESS;
}
