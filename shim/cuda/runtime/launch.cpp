// Launches of kernels, and queries about kernels.
#include <algorithm>
#include <vector>

#include "shim/cuda/recording/launch_attributes.h"
#include "shim/cuda/runtime/runtime.h"

namespace launchproof::cuda::runtime {
namespace {

struct Configuration {
  dim3 grid{}, block{};
  std::size_t shared_bytes = 0;
  CUstream stream = nullptr;
};

// The launches `<<<...>>>` that were begun in this thread.
std::vector<Configuration>& configurations() {
  thread_local std::vector<Configuration> all;
  return all;
}

// Names the wrapper while it exists.
class Wrapper {
 public:
  explicit Wrapper(const void* function) { launchproof_set_stub(function); }
  ~Wrapper() { launchproof_set_stub(nullptr); }
  Wrapper(const Wrapper&) = delete;
  Wrapper& operator=(const Wrapper&) = delete;
};

cudaError_t launch(CUfunction function, const Configuration& configuration, void** arguments,
                   bool is_cooperative) {
  const auto& [grid, block, shared_bytes, stream] = configuration;
  const auto bytes = static_cast<unsigned>(shared_bytes);
  const CUresult result = is_cooperative
                              ? cuLaunchCooperativeKernel(function, grid.x, grid.y, grid.z, block.x, block.y,
                                                          block.z, bytes, stream, arguments)
                              : cuLaunchKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                               bytes, stream, arguments, nullptr);
  return finish(result == CUDA_ERROR_INVALID_VALUE ? cudaErrorInvalidConfiguration : error_of(result));
}

cudaError_t launch_host(const void* host_function, const Configuration& configuration, void** arguments,
                        bool is_cooperative = false) {
  if (const CUresult result = need_context(); result != CUDA_SUCCESS) return finish(result);
  cudaError_t error = cudaSuccess;
  const CUfunction function = function_of(host_function, error);
  if (function == nullptr) return finish(error);
  const Wrapper wrapper(host_function);
  return launch(function, configuration, arguments, is_cooperative);
}

struct FunctionAttributes {
  std::size_t shared_bytes, constant_bytes, local_bytes;
  int threads, registers, ptx_version, binary_version, cache_mode, dynamic_bytes, carveout;
#if LAUNCHPROOF_RUNTIME >= 12
  int cluster_required, cluster_width, cluster_height, cluster_depth, cluster_policy, cluster_non_portable;
  int reserved[16];
#endif
};

int attribute(CUfunction function, int which) {
  int value = 0;
  cuFuncGetAttribute(&value, which, function);
  return value;
}

// Calls `body` with the kernel of a host function.
template <typename Body>
cudaError_t of_function(const void* host_function, const Body& body) {
  cudaError_t error = cudaSuccess;
  const CUfunction function = function_of(host_function, error);
  return finish(function == nullptr ? error : error_of(body(function)));
}

}  // namespace
}  // namespace launchproof::cuda::runtime

using namespace launchproof::cuda::runtime;

struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes;
  CUstream stream;
  void* attrs;
  unsigned numAttrs;
};

// Compilers call these by name.
// NOLINTBEGIN(bugprone-reserved-identifier)
LAUNCHPROOF_API unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes,
                                                     CUstream stream) {
  configurations().push_back({grid, block, shared_bytes, stream});
  return 0;
}

LAUNCHPROOF_API cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes,
                                                       void* stream) {
  if (configurations().empty()) return finish(cudaErrorMissingConfiguration);
  const Configuration last = configurations().back();
  configurations().pop_back();
  *grid = last.grid;
  *block = last.block;
  *shared_bytes = last.shared_bytes;
  *static_cast<CUstream*>(stream) = last.stream;
  return cudaSuccess;
}

// The handle of a kernel is its host function, whose wrapper shows the place of the launch.
LAUNCHPROOF_API cudaError_t __cudaGetKernel(const void** kernel, const void* host_function) {
  *kernel = host_function;
  return cudaSuccess;
}

LAUNCHPROOF_API cudaError_t __cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                               std::size_t shared_bytes, CUstream stream) {
  return launch_host(kernel, {grid, block, shared_bytes, stream}, arguments);
}

// NOLINTEND(bugprone-reserved-identifier)

LAUNCHPROOF_API cudaError_t cudaGetKernel(const void** kernel, const void* host_function) {
  *kernel = host_function;
  return cudaSuccess;
}

LAUNCHPROOF_API cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                             std::size_t shared_bytes, CUstream stream) {
  return launch_host(function, {grid, block, shared_bytes, stream}, arguments);
}

LAUNCHPROOF_API cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                                        void** arguments, std::size_t shared_bytes,
                                                        CUstream stream) {
  return launch_host(function, {grid, block, shared_bytes, stream}, arguments, true);
}

LAUNCHPROOF_API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                                void** arguments) {
  if (config == nullptr) return finish(cudaErrorInvalidValue);
  return launch_host(function, {config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream},
                     arguments, launchproof::cuda::makes_cooperative(config->attrs, config->numAttrs));
}

LAUNCHPROOF_API cudaError_t cudaFuncGetAttributes(FunctionAttributes* attributes, const void* host_function) {
  constexpr int kThreads = 0, kShared = 1, kRegisters = 4, kPtx = 5, kBinary = 6, kDynamic = 8;
  if (attributes == nullptr) return finish(cudaErrorInvalidValue);
  return of_function(host_function, [&](CUfunction function) {
    *attributes = {};
    attributes->shared_bytes = static_cast<std::size_t>(attribute(function, kShared));
    attributes->threads = attribute(function, kThreads);
    attributes->registers = attribute(function, kRegisters);
    attributes->ptx_version = attribute(function, kPtx);
    attributes->binary_version = attribute(function, kBinary);
    attributes->dynamic_bytes = attribute(function, kDynamic);
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API cudaError_t cudaFuncSetAttribute(const void* host_function, int which, int value) {
  return of_function(host_function,
                     [&](CUfunction function) { return cuFuncSetAttribute(function, which, value); });
}

LAUNCHPROOF_API cudaError_t cudaFuncSetCacheConfig(const void* host_function, int) {
  return of_function(host_function, [](CUfunction) { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                                          const void* host_function,
                                                                          int threads,
                                                                          std::size_t shared_bytes) {
  return of_function(host_function, [&](CUfunction function) {
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared_bytes);
  });
}

LAUNCHPROOF_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* host_function, int threads, std::size_t shared_bytes, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, host_function, threads, shared_bytes);
}

LAUNCHPROOF_API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes,
                                                                      const void* host_function, int blocks,
                                                                      int) {
  constexpr int kOfBlock = 8, kOfMultiprocessor = 81;  // CU_DEVICE_ATTRIBUTE_...
  if (bytes == nullptr || blocks <= 0) return finish(cudaErrorInvalidValue);
  return of_function(host_function, [&](CUfunction) {
    int of_block = 0, of_multiprocessor = 0;
    cuDeviceGetAttribute(&of_block, kOfBlock, 0);
    cuDeviceGetAttribute(&of_multiprocessor, kOfMultiprocessor, 0);
    *bytes = static_cast<std::size_t>(std::min(of_block, of_multiprocessor / blocks));
    return CUDA_SUCCESS;
  });
}
