#include "shim/cuda/forwarding/kernels.h"

#include <dlfcn.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "shim/cuda/forwarding/slots.h"
#include "shim/cuda/recording/recorder.h"

extern "C" {
CUresult cuFuncGetName(const char** name, CUfunction function);
CUresult cuFuncGetModule(CUmodule* module, CUfunction function);
CUresult cuFuncGetParamInfo(CUfunction function, std::size_t number, std::size_t* offset, std::size_t* bytes);
CUresult cuKernelGetName(const char** name, CUfunction kernel);
CUresult cuKernelGetParamInfo(CUfunction kernel, std::size_t number, std::size_t* offset, std::size_t* bytes);
}

namespace launchproof::cuda {
namespace {

// More than any kernel has, since parameters take at most 32,764 bytes.
constexpr std::size_t kMostParameters = 32764;

// Compiled programs contain their modules, which stay in place until they are unloaded. A library may have
// thousands of kernels, so only launched kernels are recorded.
bool is_in_loaded_file(const void* address) {
  Dl_info info{};
  return ::dladdr(address, &info) != 0 && info.dli_fname != nullptr;
}

// The application may have removed the file while it keeps the module. Then only the text is missing.
std::string copy_of(std::string_view bytes) {
  std::string copy(bytes.size(), '\0');
  const iovec to{copy.data(), copy.size()};
  const iovec from{const_cast<char*>(bytes.data()), bytes.size()};
  if (::process_vm_readv(::getpid(), &to, 1, &from, 1, 0) != static_cast<ssize_t>(copy.size())) copy.clear();
  return copy;
}

void describe(Kernel& kernel, CUfunction function) {
  kernel.is_described = true;
  if (kernel.description.name.empty()) {
    const char* name = nullptr;
    const CUresult result = kernel.is_library_kernel ? LAUNCHPROOF_REAL(cuKernelGetName)(&name, function)
                                                     : LAUNCHPROOF_REAL(cuFuncGetName)(&name, function);
    if (result == kSuccess && name != nullptr) kernel.description.name = name;
  }
  for (std::size_t number = 0; number < kMostParameters; ++number) {
    executor::KernelParameter parameter;
    const CUresult result =
        kernel.is_library_kernel
            ? LAUNCHPROOF_REAL(cuKernelGetParamInfo)(function, number, &parameter.offset, &parameter.size)
            : LAUNCHPROOF_REAL(cuFuncGetParamInfo)(function, number, &parameter.offset, &parameter.size);
    if (number == 0) kernel.has_parameters = result != kNotFound;
    if (result != kSuccess) break;
    kernel.description.parameters.push_back(parameter);
  }
}

}  // namespace

void Kernels::add_image(CUmodule module, std::string_view bytes) {
  auto made = std::make_shared<LoadedImage>();
  if (is_in_loaded_file(bytes.data()))
    made->lasting = bytes;
  else
    made->copy = bytes;
  put_image(module, std::move(made));
}

void Kernels::put_image(CUmodule module, std::shared_ptr<LoadedImage> image) {
  const std::lock_guard lock(d_mutex);
  d_images[module] = std::move(image);
}

std::shared_ptr<LoadedImage> Kernels::remove_image(CUmodule module) {
  const std::lock_guard lock(d_mutex);
  const auto found = d_images.find(module);
  if (found == d_images.end()) return nullptr;
  std::shared_ptr<LoadedImage> removed = std::move(found->second);
  std::erase_if(d_images, [&](const auto& one) { return one.second == nullptr || one.second == removed; });
  std::erase_if(d_kernels, [&](const auto& one) { return one.second->image == removed; });
  return removed;
}

std::shared_ptr<LoadedImage> Kernels::image(CUmodule module) const {
  const std::lock_guard lock(d_mutex);
  const auto found = d_images.find(module);
  return found == d_images.end() ? nullptr : found->second;
}

void Kernels::name_image(CUmodule alias, CUmodule module) {
  const std::lock_guard lock(d_mutex);
  if (const auto found = d_images.find(module); found != d_images.end()) {
    std::shared_ptr<LoadedImage> same = found->second;
    d_images[alias] = std::move(same);
  }
}

void Kernels::put(CUfunction function, Kernel kernel) {
  kernel.serial = ++d_serial;
  d_kernels[function] = std::make_shared<Kernel>(std::move(kernel));
}

void Kernels::add_kernel(CUfunction function, CUmodule module, std::string name, bool is_library_kernel) {
  const std::lock_guard lock(d_mutex);
  const auto image = d_images.find(module);
  if (image == d_images.end()) return;
  // Requesting it again gives the same kernel.
  if (const auto known = d_kernels.find(function); known != d_kernels.end() &&
                                                   known->second->image == image->second &&
                                                   known->second->description.name == name)
    return;
  Kernel kernel;
  kernel.image = image->second;
  kernel.description.name = std::move(name);
  kernel.is_library_kernel = is_library_kernel;
  put(function, std::move(kernel));
}

void Kernels::name_kernel(CUfunction alias, CUfunction function) {
  const std::lock_guard lock(d_mutex);
  const auto found = d_kernels.find(function);
  if (found == d_kernels.end() || alias == function) return;
  Kernel kernel = *found->second;
  kernel.is_described = kernel.is_library_kernel = false;
  kernel.description.parameters.clear();
  put(alias, std::move(kernel));
}

std::shared_ptr<const Kernel> Kernels::find(CUfunction function) {
  std::shared_ptr<Kernel> kernel;
  {
    const std::lock_guard lock(d_mutex);
    if (const auto found = d_kernels.find(function); found != d_kernels.end()) {
      if (found->second->is_described) return found->second;
      kernel = std::make_shared<Kernel>(*found->second);
    }
  }
  // No lock is held while the driver is called.
  if (kernel == nullptr) {
    CUmodule module = nullptr;
    if (LAUNCHPROOF_REAL(cuFuncGetModule)(&module, function) != kSuccess) return nullptr;
    kernel = std::make_shared<Kernel>();
    kernel->image = image(module);
    if (kernel->image == nullptr) return nullptr;
  }
  describe(*kernel, function);
  const std::lock_guard lock(d_mutex);
  if (kernel->serial == 0) kernel->serial = ++d_serial;
  d_kernels[function] = kernel;
  return kernel;
}

capture::ProgramId recorded_program(Recorder& recorder, LoadedImage& image, capture::DeviceId device) {
  const std::lock_guard lock(image.mutex);
  if (image.program == 0) {
    if (image.copy.empty()) image.copy = copy_of(image.lasting);
    image.program = recorder.add_module(image.copy, device);
    image.copy = std::string();
  }
  return image.program;
}

void parameter_block(const executor::LoadedKernel& kernel, void* const* parameters, void* const* extra,
                     std::string& block) {
  // Names of the entries of `extra` (CU_LAUNCH_PARAM_...).
  constexpr std::uintptr_t kEnd = 0, kBufferPointer = 1, kBufferSize = 2;
  const auto& all = kernel.parameters;
  const std::uint64_t size = all.empty() ? 0 : all.back().offset + all.back().size;
  block.assign(size, '\0');
  if (extra != nullptr) {
    const void* buffer = nullptr;
    std::size_t bytes = 0;
    for (; reinterpret_cast<std::uintptr_t>(*extra) != kEnd; extra += 2) {
      const auto name = reinterpret_cast<std::uintptr_t>(*extra);
      if (name == kBufferPointer) buffer = extra[1];
      if (name == kBufferSize) bytes = *static_cast<const std::size_t*>(extra[1]);
    }
    if (buffer != nullptr) std::memcpy(block.data(), buffer, std::min<std::size_t>(bytes, size));
    return;
  }
  if (parameters == nullptr) return;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (parameters[i] != nullptr) std::memcpy(block.data() + all[i].offset, parameters[i], all[i].size);
}

}  // namespace launchproof::cuda
