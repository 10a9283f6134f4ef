// Entries for modules, libraries and their contents.
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "shim/cuda/forwarding/recording.h"
#include "shim/cuda/forwarding/slots.h"
#include "shim/cuda/recording/addresses.h"
#include "shim/cuda/recording/image_size.h"

namespace launchproof::cuda {
namespace {

CUresult loaded(CUresult result, CUmodule* module, const void* image) {
  if (result == kSuccess)
    keep_account([&](Recording& recording) {
      const std::string_view bytes(static_cast<const char*>(image_begin(image)), image_size(image));
      const std::string source = recording.links().source_of(bytes);
      recording.kernels().add_image(*module, source == bytes ? bytes : std::string_view(source));
    });
  return result;
}

CUresult loaded_file(CUresult result, CUmodule* module, const char* name) {
  if (result == kSuccess)
    keep_account([&](Recording& recording) {
      std::ifstream file(name, std::ios::binary);
      const std::string image{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
      recording.kernels().add_image(*module, recording.links().source_of(image));
    });
  return result;
}

// Unloads a module through `forward`. It is removed before, since another thread may get the handle as soon
// as it is free.
template <typename Forward>
CUresult unload(CUmodule module, const Forward& forward) {
  std::shared_ptr<LoadedImage> image;
  keep_account([&](Recording& recording) {
    image = recording.kernels().remove_image(module);
    if (image == nullptr) return;
    for (const std::uint64_t variable : image->variables) recording.allocations().remove(variable);
  });
  const CUresult result = forward();
  if (result != kSuccess && image != nullptr)
    keep_account([&](Recording& recording) { recording.kernels().put_image(module, image); });
  return result;
}

CUresult found_kernel(CUresult result, const CUfunction* function, CUmodule module, const char* name,
                      bool is_of_library) {
  if (result == kSuccess)
    keep_account([&](Recording& recording) {
      recording.kernels().add_kernel(*function, module, name, is_of_library);
    });
  return result;
}

CUresult found_kernels(CUresult result, const CUfunction* functions, unsigned count, CUmodule module,
                       bool is_of_library) {
  if (result == kSuccess)
    keep_account([&](Recording& recording) {
      for (unsigned i = 0; i < count; ++i)
        if (functions[i] != nullptr) recording.kernels().add_kernel(functions[i], module, {}, is_of_library);
    });
  return result;
}

// A kernel can reach a variable in two ways: by its name, and by its address. The driver's function is `get`.
template <typename Function>
CUresult find_variable(Function get, CUdeviceptr* pointer, std::size_t* bytes, CUmodule module,
                       const char* name) {
  const CUresult result = get(pointer, bytes, module, name);
  if (result == kSuccess && pointer != nullptr)
    keep_account([&](Recording& recording) {
      const auto known = recording.allocations().find(*pointer);
      if (known && known->begin == *pointer && known->kind == AllocationKind::Variable) return;
      std::size_t size = bytes == nullptr ? 0 : *bytes;
      if (bytes == nullptr) get(nullptr, &size, module, name);
      recording.allocations().add({*pointer, size, 0, AllocationKind::Variable});
      if (const auto image = recording.kernels().image(module)) {
        const std::lock_guard lock(image->mutex);
        image->variables.push_back(*pointer);
      }
    });
  return result;
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuModuleLoad(CUmodule* module, const char* name) {
  return loaded_file(LAUNCHPROOF_REAL(cuModuleLoad)(module, name), module, name);
}

LAUNCHPROOF_API CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return loaded(LAUNCHPROOF_REAL(cuModuleLoadData)(module, image), module, image);
}

LAUNCHPROOF_API CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, int* options,
                                            void** values) {
  return loaded(LAUNCHPROOF_REAL(cuModuleLoadDataEx)(module, image, count, options, values), module, image);
}

LAUNCHPROOF_API CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return loaded(LAUNCHPROOF_REAL(cuModuleLoadFatBinary)(module, image), module, image);
}

LAUNCHPROOF_API CUresult cuModuleUnload(CUmodule module) {
  return unload(module, [&] { return LAUNCHPROOF_REAL(cuModuleUnload)(module); });
}

LAUNCHPROOF_API CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return found_kernel(LAUNCHPROOF_REAL(cuModuleGetFunction)(function, module, name), function, module, name,
                      false);
}

LAUNCHPROOF_API CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned count, CUmodule module) {
  return found_kernels(LAUNCHPROOF_REAL(cuModuleEnumerateFunctions)(functions, count, module), functions,
                       count, module, false);
}

LAUNCHPROOF_API CUresult cuModuleGetGlobal_v2(CUdeviceptr* pointer, std::size_t* bytes, CUmodule module,
                                              const char* name) {
  return find_variable(LAUNCHPROOF_REAL(cuModuleGetGlobal_v2), pointer, bytes, module, name);
}

LAUNCHPROOF_API CUresult cuLibraryLoadData(CUmodule* library, const void* image, int* options, void** values,
                                           unsigned count, int* library_options, void** library_values,
                                           unsigned library_count) {
  return loaded(LAUNCHPROOF_REAL(cuLibraryLoadData)(library, image, options, values, count, library_options,
                                                    library_values, library_count),
                library, image);
}

LAUNCHPROOF_API CUresult cuLibraryLoadFromFile(CUmodule* library, const char* name, int* options,
                                               void** values, unsigned count, int* library_options,
                                               void** library_values, unsigned library_count) {
  return loaded_file(LAUNCHPROOF_REAL(cuLibraryLoadFromFile)(library, name, options, values, count,
                                                             library_options, library_values, library_count),
                     library, name);
}

LAUNCHPROOF_API CUresult cuLibraryUnload(CUmodule library) {
  return unload(library, [&] { return LAUNCHPROOF_REAL(cuLibraryUnload)(library); });
}

LAUNCHPROOF_API CUresult cuLibraryGetKernel(CUfunction* kernel, CUmodule library, const char* name) {
  return found_kernel(LAUNCHPROOF_REAL(cuLibraryGetKernel)(kernel, library, name), kernel, library, name,
                      true);
}

LAUNCHPROOF_API CUresult cuLibraryEnumerateKernels(CUfunction* kernels, unsigned count, CUmodule library) {
  return found_kernels(LAUNCHPROOF_REAL(cuLibraryEnumerateKernels)(kernels, count, library), kernels, count,
                       library, true);
}

LAUNCHPROOF_API CUresult cuLibraryGetModule(CUmodule* module, CUmodule library) {
  const CUresult result = LAUNCHPROOF_REAL(cuLibraryGetModule)(module, library);
  if (result == kSuccess)
    keep_account([&](Recording& recording) { recording.kernels().name_image(*module, library); });
  return result;
}

LAUNCHPROOF_API CUresult cuLibraryGetGlobal(CUdeviceptr* pointer, std::size_t* bytes, CUmodule library,
                                            const char* name) {
  return find_variable(LAUNCHPROOF_REAL(cuLibraryGetGlobal), pointer, bytes, library, name);
}

LAUNCHPROOF_API CUresult cuLibraryGetManaged(CUdeviceptr* pointer, std::size_t* bytes, CUmodule library,
                                             const char* name) {
  return find_variable(LAUNCHPROOF_REAL(cuLibraryGetManaged), pointer, bytes, library, name);
}

LAUNCHPROOF_API CUresult cuKernelGetFunction(CUfunction* function, CUfunction kernel) {
  const CUresult result = LAUNCHPROOF_REAL(cuKernelGetFunction)(function, kernel);
  if (result == kSuccess)
    keep_account([&](Recording& recording) { recording.kernels().name_kernel(*function, kernel); });
  return result;
}
