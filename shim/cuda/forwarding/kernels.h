// Modules and their kernels, by the driver's handles.
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
  std::string_view lasting;              // or where it lies in a file that is loaded
  capture::ProgramId program = 0;        // 0: it is not recorded yet
  std::vector<std::uint64_t> variables;  // their addresses, as far as they were asked for
};

struct Kernel {
  std::uint64_t serial = 0;  // of this handle with this meaning
  std::shared_ptr<LoadedImage> image;
  executor::LoadedKernel description;
  bool is_described = false;       // the parameters are known, where the driver tells them
  bool is_library_kernel = false;  // the handle is a CUkernel
  bool has_parameters = false;     // the driver tells them
};

// Can be used from any thread.
class Kernels {
 public:
  void add_image(CUmodule module, std::string_view bytes);
  void put_image(CUmodule module, std::shared_ptr<LoadedImage> image);
  // Forgets a module and its kernels; returns it, or null.
  std::shared_ptr<LoadedImage> remove_image(CUmodule module);
  std::shared_ptr<LoadedImage> image(CUmodule module) const;
  void name_image(CUmodule alias, CUmodule module);
  // Adds a kernel. When the name is empty, the driver is asked for it.
  void add_kernel(CUfunction function, CUmodule module, std::string name, bool is_library_kernel);
  void name_kernel(CUfunction alias, CUfunction function);
  // Returns null if the loading of the handle's module was not seen. Asks the driver about each handle
  // once.
  std::shared_ptr<const Kernel> find(CUfunction function);

 private:
  void put(CUfunction function, Kernel kernel);

  mutable std::mutex d_mutex;
  std::unordered_map<CUmodule, std::shared_ptr<LoadedImage>> d_images;
  std::unordered_map<CUfunction, std::shared_ptr<Kernel>> d_kernels;
  std::uint64_t d_serial = 0;
};

// Records the image, if it is not recorded yet; returns its id.
capture::ProgramId recorded_program(Recorder& recorder, LoadedImage& image, capture::DeviceId device);

// Lays out the bytes of a launch's parameters as the kernel expects them, from pointers to each parameter or
// from a buffer that already has this layout (CUDA Driver API, cuLaunchKernel).
void parameter_block(const executor::LoadedKernel& kernel, void* const* parameters, void* const* extra,
                     std::string& block);

}  // namespace launchproof::cuda
