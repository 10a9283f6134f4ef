// Modules and their kernels, by driver handle.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "capture/types.h"
#include "executor/protocol/message.h"
#include "shim/cuda/forwarding/driver_api.h"

namespace launchproof::cuda {

class Recorder;

// A module or a library.
struct LoadedImage {
  std::mutex mutex;
  std::string copy;                      // the image, until it is recorded
  std::string_view lasting;              // or its location in a loaded file
  capture::ProgramId program = 0;        // 0: it is not recorded yet
  std::vector<std::uint64_t> variables;  // addresses of the variables that were requested
};

struct Kernel {
  std::uint64_t serial = 0;  // distinguishes uses of the same handle over time
  std::shared_ptr<LoadedImage> image;
  executor::LoadedKernel description;
  bool is_described = false;       // the parameters are known, if the driver reports them
  bool is_library_kernel = false;  // the handle is a CUkernel
  bool has_parameters = false;     // the driver reports the parameters
};

// May be used from any thread.
class Kernels {
 public:
  void add_image(CUmodule module, std::string_view bytes);
  void put_image(CUmodule module, std::shared_ptr<LoadedImage> image);
  // Removes a module and its kernels. Returns the module, or null.
  std::shared_ptr<LoadedImage> remove_image(CUmodule module);
  std::shared_ptr<LoadedImage> image(CUmodule module) const;
  void name_image(CUmodule alias, CUmodule module);
  // Adds a kernel. If the name is empty, asks the driver for it.
  void add_kernel(CUfunction function, CUmodule module, std::string name, bool is_library_kernel);
  void name_kernel(CUfunction alias, CUfunction function);
  // Returns null if the loading of the handle's module was not observed. Asks the driver about each handle
  // once.
  std::shared_ptr<const Kernel> find(CUfunction function);

 private:
  void put(CUfunction function, Kernel kernel);

  mutable std::mutex d_mutex;
  std::unordered_map<CUmodule, std::shared_ptr<LoadedImage>> d_images;
  std::unordered_map<CUfunction, std::shared_ptr<Kernel>> d_kernels;
  std::uint64_t d_serial = 0;
};

// Records the image unless it is already recorded. Returns its id.
capture::ProgramId recorded_program(Recorder& recorder, LoadedImage& image, capture::DeviceId device);

// Lays out the bytes of a launch's parameters as the kernel expects them, from pointers to each parameter or
// from a buffer that already has this layout (CUDA Driver API, cuLaunchKernel).
void parameter_block(const executor::LoadedKernel& kernel, void* const* parameters, void* const* extra,
                     std::string& block);

}  // namespace launchproof::cuda
