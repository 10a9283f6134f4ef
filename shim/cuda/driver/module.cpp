// Modules, kernels and their variables.
#include <fstream>
#include <iterator>
#include <string>

#include "shim/cuda/device/device_attributes.h"
#include "shim/cuda/driver/driver.h"

namespace launchproof::cuda {
namespace {

CUresult load(CUmodule* module, const void* image) {
  if (module == nullptr || image == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) { return driver.load(image, *module); });
}

CUresult function_of(CUfunction* function, CUmodule module, const char* name) {
  if (function == nullptr || name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_driver([&](Driver& driver) {
    if (!driver.modules.holds(module)) return CUDA_ERROR_INVALID_HANDLE;
    const auto found = module->functions.find(name);
    if (found == module->functions.end()) return CUDA_ERROR_NOT_FOUND;
    *function = &found->second;
    return CUDA_SUCCESS;
  });
}

CUresult variable_of(CUdeviceptr* pointer, std::size_t* bytes, CUmodule module, const char* name) {
  if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_driver([&](Driver& driver) {
    if (!driver.modules.holds(module)) return CUDA_ERROR_INVALID_HANDLE;
    const auto found = module->variables.find(name);
    if (found == module->variables.end()) return CUDA_ERROR_NOT_FOUND;
    if (pointer != nullptr) *pointer = found->second.begin;
    if (bytes != nullptr) *bytes = found->second.size;
    return CUDA_SUCCESS;
  });
}

CUresult unload(CUmodule module) {
  return with_driver([&](Driver& driver) {
    if (!driver.modules.holds(module)) return CUDA_ERROR_INVALID_HANDLE;
    driver.unload(module);
    return CUDA_SUCCESS;
  });
}

// CU_FUNC_ATTRIBUTE_...
enum class FunctionAttribute : int {
  MaxThreads = 0,
  SharedBytes = 1,
  Registers = 4,
  PtxVersion = 5,
  BinaryVersion = 6,
  MaxDynamicShared = 8
};

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return load(module, image);
}

LAUNCHPROOF_API CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned, int*, void**) {
  return load(module, image);
}

LAUNCHPROOF_API CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return load(module, image);
}

LAUNCHPROOF_API CUresult cuModuleLoad(CUmodule* module, const char* name) {
  if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  try {
    std::ifstream file(name, std::ios::binary);
    if (!file) return CUDA_ERROR_FILE_NOT_FOUND;
    std::string image{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return load(module, image.c_str());
  } catch (...) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
}

LAUNCHPROOF_API CUresult cuModuleUnload(CUmodule module) {
  return unload(module);
}

LAUNCHPROOF_API CUresult cuModuleGetLoadingMode(int* mode) {
  constexpr int kLazy = 2;
  if (mode == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *mode = kLazy;
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return function_of(function, module, name);
}

LAUNCHPROOF_API CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule module) {
  if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_driver([&](Driver& driver) {
    if (!driver.modules.holds(module)) return CUDA_ERROR_INVALID_HANDLE;
    *count = static_cast<unsigned>(module->functions.size());
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuModuleGetGlobal_v2(CUdeviceptr* pointer, std::size_t* bytes, CUmodule module,
                                              const char* name) {
  return variable_of(pointer, bytes, module, name);
}

// A library is loaded into the only context.
LAUNCHPROOF_API CUresult cuLibraryLoadData(CUlibrary* library, const void* image, int*, void**, unsigned,
                                           int*, void**, unsigned) {
  if (library == nullptr || image == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_driver([&](Driver& driver) { return driver.load(image, *library); });
}

LAUNCHPROOF_API CUresult cuLibraryUnload(CUlibrary library) {
  return unload(library);
}

LAUNCHPROOF_API CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
  return function_of(kernel, library, name);
}

LAUNCHPROOF_API CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library) {
  if (module == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *module = library;
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuLibraryGetGlobal(CUdeviceptr* pointer, std::size_t* bytes, CUlibrary library,
                                            const char* name) {
  return variable_of(pointer, bytes, library, name);
}

LAUNCHPROOF_API CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
  if (function == nullptr || kernel == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *function = kernel;
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuFuncGetModule(CUmodule* module, CUfunction function) {
  if (module == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *module = function->module;
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuFuncGetName(const char** name, CUfunction function) {
  if (name == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *name = function->kernel.name.c_str();
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuFuncGetParamInfo(CUfunction function, std::size_t number, std::size_t* offset,
                                            std::size_t* size) {
  if (function == nullptr || offset == nullptr || number >= function->kernel.parameters.size())
    return CUDA_ERROR_INVALID_VALUE;
  *offset = function->kernel.parameters[number].offset;
  if (size != nullptr) *size = function->kernel.parameters[number].size;
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuFuncGetAttribute(int* value, int which, CUfunction function) {
  constexpr int kRegisters = 32;
  if (value == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *value = 0;
  switch (static_cast<FunctionAttribute>(which)) {
    case FunctionAttribute::MaxThreads:
      *value = device_attribute(DeviceAttribute::ThreadsOfBlock);
      break;
    case FunctionAttribute::SharedBytes:
      *value = static_cast<int>(function->kernel.static_shared_bytes);
      break;
    case FunctionAttribute::Registers:
      *value = kRegisters;
      break;
    case FunctionAttribute::PtxVersion:
      *value = static_cast<int>(function->module->loaded.architecture);
      break;
    case FunctionAttribute::BinaryVersion:
      *value = device_architecture();
      break;
    case FunctionAttribute::MaxDynamicShared:
      *value = function->most_dynamic_bytes;
      break;
  }
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuFuncSetAttribute(CUfunction function, int which, int value) {
  if (function == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (static_cast<FunctionAttribute>(which) == FunctionAttribute::MaxDynamicShared) {
    if (value < 0 || value > device_attribute(DeviceAttribute::MostSharedBytesOfBlock))
      return CUDA_ERROR_INVALID_VALUE;
    function->most_dynamic_bytes = value;
  }
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuFuncSetCacheConfig(CUfunction function, int) {
  return function == nullptr ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuFuncLoad(CUfunction function) {
  return function == nullptr ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
}
