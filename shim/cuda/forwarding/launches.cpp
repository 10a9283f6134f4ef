// Entries: launches.
#include "shim/cuda/forwarding/launches.h"

#include <string>

#include "shim/cuda/forwarding/launch_place.h"
#include "shim/cuda/forwarding/recording.h"
#include "shim/cuda/forwarding/slots.h"
#include "shim/cuda/recording/launch_attributes.h"

extern "C" {
CUresult cuStreamIsCapturing(CUstream stream, int* status);
CUresult cuStreamIsCapturing_ptsz(CUstream stream, int* status);
}

namespace launchproof::cuda {
namespace {

capture::LaunchHandle record_new(Recording& recording, const Kernel& kernel, const LaunchKey& key,
                                 const std::string& block, const LaunchPlace& place) {
  executor::KernelLaunch launch;
  for (std::size_t i = 0; i < 3; ++i) {
    launch.groups[i] = key.shape[i];
    launch.local_size[i] = key.shape[3 + i];
  }
  launch.dynamic_bytes = key.shape[6];
  if (key.shape[7] != kMayBeCooperative) launch.is_cooperative = key.shape[7] == kCooperative;
  launch.parameters = block;
  if (!kernel.has_parameters)
    recording.recorder().note(
        "the driver does not tell the parameters of kernels (cuFuncGetParamInfo of CUDA 12.4): they are not "
        "recorded, and nothing can be "
        "proved; update the driver",
        true);
  const capture::ProgramId program = recorded_program(recording.recorder(), *kernel.image, key.device);
  const capture::LaunchHandle handle =
      recording.recorder().add_launch(program, key.device, kernel.description, launch, place.place);
  recording.launches().put(key, block, handle);
  return handle;
}

// Records the launch, unless the stream is being captured, which launches nothing; then lets the driver
// perform it through `forward`. Takes back a launch that the driver refuses.
template <typename IsCapturing, typename Forward>
CUresult launch(IsCapturing is_capturing, CUstream stream, CUfunction function, const LaunchShape& shape,
                void* const* parameters, void* const* extra, const void* returns_to, const Forward& forward) {
  capture::LaunchHandle handle;
  keep_account([&](Recording& recording) {
    if (!is_captured(recording, is_capturing, stream))
      handle = record_launch(recording, function, shape, parameters, extra, launch_place(returns_to));
  });
  const CUresult result = forward();
  if (result != kSuccess && handle.generation != 0)
    keep_account([&](Recording& recording) { recording.recorder().take_back(handle); });
  return result;
}

LaunchShape shape_of(const CUlaunchConfig& config) {
  return {config.gridDimX,       config.gridDimY,
          config.gridDimZ,       config.blockDimX,
          config.blockDimY,      config.blockDimZ,
          config.sharedMemBytes, makes_cooperative(config.attrs, config.numAttrs) ? kCooperative : kPlain};
}

}  // namespace

capture::LaunchHandle record_launch(Recording& recording, CUfunction function, const LaunchShape& shape,
                                    void* const* parameters, void* const* extra, const LaunchPlace& place) {
  const std::shared_ptr<const Kernel> kernel = recording.kernels().find(function);
  if (kernel == nullptr) {
    recording.recorder().note(
        "a kernel was launched whose module was not seen to be loaded; its launches are missing", true);
    return {};
  }
  std::string block;
  parameter_block(kernel->description, parameters, extra, block);
  const LaunchKey key{kernel->serial, recording.device(), recording.allocations().version(), place.address,
                      shape};
  if (const auto known = recording.launches().find(key, block); known && recording.recorder().repeat(*known))
    return *known;
  return record_new(recording, *kernel, key, block, place);
}

}  // namespace launchproof::cuda

using namespace launchproof::cuda;

#define LAUNCHPROOF_LAUNCHES(suffix)                                                                         \
  LAUNCHPROOF_API CUresult cuLaunchKernel##suffix(CUfunction function, unsigned grid_x, unsigned grid_y,     \
                                                  unsigned grid_z, unsigned block_x, unsigned block_y,       \
                                                  unsigned block_z, unsigned shared_bytes, CUstream stream,  \
                                                  void** parameters, void** extra) {                         \
    return launch(LAUNCHPROOF_REAL(cuStreamIsCapturing##suffix), stream, function,                           \
                  {grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, kPlain}, parameters,     \
                  extra, __builtin_return_address(0), [&] {                                                  \
                    return LAUNCHPROOF_REAL(cuLaunchKernel##suffix)(function, grid_x, grid_y, grid_z,        \
                                                                    block_x, block_y, block_z, shared_bytes, \
                                                                    stream, parameters, extra);              \
                  });                                                                                        \
  }                                                                                                          \
  LAUNCHPROOF_API CUresult cuLaunchKernelEx##suffix(const CUlaunchConfig* config, CUfunction function,       \
                                                    void** parameters, void** extra) {                       \
    if (config == nullptr)                                                                                   \
      return LAUNCHPROOF_REAL(cuLaunchKernelEx##suffix)(config, function, parameters, extra);                \
    return launch(LAUNCHPROOF_REAL(cuStreamIsCapturing##suffix), config->hStream, function,                  \
                  shape_of(*config), parameters, extra, __builtin_return_address(0), [&] {                   \
                    return LAUNCHPROOF_REAL(cuLaunchKernelEx##suffix)(config, function, parameters, extra);  \
                  });                                                                                        \
  }                                                                                                          \
  LAUNCHPROOF_API CUresult cuLaunchCooperativeKernel##suffix(                                                \
      CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,              \
      unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void** parameters) {       \
    return launch(LAUNCHPROOF_REAL(cuStreamIsCapturing##suffix), stream, function,                           \
                  {grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, kCooperative},           \
                  parameters, nullptr, __builtin_return_address(0), [&] {                                    \
                    return LAUNCHPROOF_REAL(cuLaunchCooperativeKernel##suffix)(                              \
                        function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream,   \
                        parameters);                                                                         \
                  });                                                                                        \
  }

LAUNCHPROOF_LAUNCHES()
LAUNCHPROOF_LAUNCHES(_ptsz)
