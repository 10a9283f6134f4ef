// Textures and surfaces in the form that executed kernels read.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "shim/cuda/device/driver_types.h"
#include "shim/cuda/recording/recorder.h"

namespace launchproof::cuda {

// Stored in the device's memory. verify/frontend/cuda/headers/ptx_images.h defines the same layout.
struct ImageDescription {
  std::uint64_t memory = 0, row_bytes = 0, layer_bytes = 0;
  std::uint32_t size[3] = {1, 1, 1};  // in elements; the third size is the number of layers
  std::uint32_t format = 0, channels = 0;
  std::uint32_t modes[3] = {0, 0, 0};  // CUaddress_mode
  std::uint32_t flags = 0;
  float border[4] = {0, 0, 0, 0};

  static constexpr std::uint32_t kLinear = 1, kNormalized = 2, kElements = 4;
};

// The memory from which an application created a texture or surface.
struct Image {
  CUDA_RESOURCE_DESC resource{};
  CUDA_TEXTURE_DESC texture{};
  bool is_surface = false;
};

// Returns how the capture shows an array that a texture or surface names; nothing for other memory, and for
// formats that no capture has.
std::optional<NamedArray> recorded_array(const Image& image);

// The textures and surfaces of an application, by handle. May be used from any thread.
class Images {
 public:
  void add(std::uint64_t handle, const Image& image) {
    const std::lock_guard lock(d_mutex);
    d_all[handle] = image;
  }
  std::optional<Image> find(std::uint64_t handle) const {
    const std::lock_guard lock(d_mutex);
    const auto found = d_all.find(handle);
    return found == d_all.end() ? std::nullopt : std::optional(found->second);
  }
  bool remove(std::uint64_t handle) {
    const std::lock_guard lock(d_mutex);
    return d_all.erase(handle) != 0;
  }

 private:
  mutable std::mutex d_mutex;
  std::map<std::uint64_t, Image> d_all;
};

}  // namespace launchproof::cuda
