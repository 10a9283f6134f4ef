// Launches, and the number of blocks that fit onto a multiprocessor.
#include <algorithm>
#include <cstring>
#include <string>

#include "shim/cuda/device/device_attributes.h"
#include "shim/cuda/driver/driver.h"
#include "shim/cuda/driver/performer.h"
#include "shim/cuda/recording/launch_attributes.h"

namespace launchproof::cuda {
namespace {

std::uint64_t limit(DeviceAttribute which) {
  return static_cast<std::uint64_t>(device_attribute(which));
}

// Names of the entries of `extra` (CU_LAUNCH_PARAM_...).
void* const kEnd = nullptr;
constexpr std::uintptr_t kBufferPointer = 1, kBufferSize = 2;

// Returns the parameter block, from pointers to each parameter or from a buffer that already is one.
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

CUresult launch(const CUDA_KERNEL_NODE_PARAMS& wanted, CUstream stream, bool is_cooperative = false) {
  if (wanted.func == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  return with_context([&](Driver& driver) {
    KernelWork work;
    work.launch.is_cooperative = is_cooperative;
    const CUresult result = make_kernel_work(wanted, work);
    return result == CUDA_SUCCESS ? submit(driver, stream, std::move(work)) : result;
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

CUresult make_kernel_work(const CUDA_KERNEL_NODE_PARAMS& wanted, KernelWork& work) {
  work.function = wanted.func == nullptr ? wanted.kern : wanted.func;
  if (work.function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const unsigned grid[] = {wanted.gridDimX, wanted.gridDimY, wanted.gridDimZ},
                 block[] = {wanted.blockDimX, wanted.blockDimY, wanted.blockDimZ};
  std::uint64_t threads = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    if (grid[i] == 0 || block[i] == 0) return CUDA_ERROR_INVALID_VALUE;
    work.launch.groups[i] = grid[i];
    work.launch.local_size[i] = block[i];
    threads *= block[i];
  }
  if (threads > limit(DeviceAttribute::ThreadsOfBlock) || grid[1] > UINT16_MAX || grid[2] > UINT16_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  if (wanted.sharedMemBytes > static_cast<unsigned>(work.function->most_dynamic_bytes))
    return CUDA_ERROR_INVALID_VALUE;
  work.launch.dynamic_bytes = wanted.sharedMemBytes;
  return parameters_of(*work.function, wanted.kernelParams, wanted.extra, work.launch.parameters);
}

}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                        unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z,
                                        unsigned shared_bytes, CUstream stream, void** parameters,
                                        void** extra) {
  return launch({function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, parameters, extra,
                 nullptr, nullptr},
                stream);
}

LAUNCHPROOF_API CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                                   unsigned block_z, unsigned shared_bytes, CUstream stream,
                                                   void** parameters) {
  return launch({function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, parameters,
                 nullptr, nullptr, nullptr},
                stream, true);
}

LAUNCHPROOF_API CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function,
                                          void** parameters, void** extra) {
  if (config == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return launch(
      {function, config->gridDimX, config->gridDimY, config->gridDimZ, config->blockDimX, config->blockDimY,
       config->blockDimZ, config->sharedMemBytes, parameters, extra, nullptr, nullptr},
      config->hStream, makes_cooperative(config->attrs, config->numAttrs));
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
  *block = static_cast<int>(limit(DeviceAttribute::ThreadsOfBlock));
  if (most > 0) *block = std::min(most, *block);
  *grid = device_attribute(DeviceAttribute::Multiprocessors) *
          device_attribute(DeviceAttribute::ThreadsOfMultiprocessor) / *block;
  return CUDA_SUCCESS;
}
