// Libraries of kernels that are loaded at run time, and lookup of driver functions by name.
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "shim/cuda/recording/addresses.h"
#include "shim/cuda/runtime/runtime.h"

using namespace launchproof::cuda::runtime;
using launchproof::cuda::pointer_to;

LAUNCHPROOF_API cudaError_t cudaLibraryLoadData(CUlibrary* library, const void* image, int* options,
                                                void** values, unsigned count, int* library_options,
                                                void** library_values, unsigned library_count) {
  return in_context([&] {
    return cuLibraryLoadData(library, image, options, values, count, library_options, library_values,
                             library_count);
  });
}

LAUNCHPROOF_API cudaError_t cudaLibraryLoadFromFile(CUlibrary* library, const char* name, int* options,
                                                    void** values, unsigned count, int* library_options,
                                                    void** library_values, unsigned library_count) {
  if (name == nullptr) return finish(cudaErrorInvalidValue);
  try {
    std::ifstream file(name, std::ios::binary);
    if (!file) return finish(cudaErrorFileNotFound);
    const std::string image{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return cudaLibraryLoadData(library, image.c_str(), options, values, count, library_options,
                               library_values, library_count);
  } catch (...) {
    return finish(cudaErrorMemoryAllocation);
  }
}

LAUNCHPROOF_API cudaError_t cudaLibraryUnload(CUlibrary library) {
  return in_context([&] { return cuLibraryUnload(library); });
}

LAUNCHPROOF_API cudaError_t cudaLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
  return in_context([&] { return cuLibraryGetKernel(kernel, library, name); });
}

LAUNCHPROOF_API cudaError_t cudaLibraryGetKernelCount(unsigned* count, CUlibrary library) {
  return in_context([&] { return cuModuleGetFunctionCount(count, library); });
}

LAUNCHPROOF_API cudaError_t cudaLibraryGetGlobal(void** pointer, std::size_t* bytes, CUlibrary library,
                                                 const char* name) {
  return in_context([&] {
    CUdeviceptr address = 0;
    const CUresult result = cuLibraryGetGlobal(&address, bytes, library, name);
    if (result == CUDA_SUCCESS && pointer != nullptr) *pointer = pointer_to(address);
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaGetFuncBySymbol(CUfunction* function, const void* host_function) {
  if (function == nullptr) return finish(cudaErrorInvalidValue);
  cudaError_t error = cudaSuccess;
  *function = function_of(host_function, error);
  return finish(error);
}

LAUNCHPROOF_API cudaError_t cudaFuncGetName(const char** name, const void* host_function) {
  cudaError_t error = cudaSuccess;
  const CUfunction function = function_of(host_function, error);
  return function == nullptr ? finish(error) : finish(cuFuncGetName(name, function));
}

LAUNCHPROOF_API cudaError_t cudaFuncGetParamInfo(const void* host_function, std::size_t number,
                                                 std::size_t* offset, std::size_t* size) {
  cudaError_t error = cudaSuccess;
  const CUfunction function = function_of(host_function, error);
  return function == nullptr ? finish(error) : finish(cuFuncGetParamInfo(function, number, offset, size));
}

LAUNCHPROOF_API cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function,
                                                             unsigned version, unsigned long long flags,
                                                             int* status) {
  return in_context(
      [&] { return cuGetProcAddress_v2(name, function, static_cast<int>(version), flags, status); });
}

LAUNCHPROOF_API cudaError_t cudaGetDriverEntryPoint(const char* name, void** function,
                                                    unsigned long long flags, int* status) {
  int version = 0;
  cuDriverGetVersion(&version);
  return cudaGetDriverEntryPointByVersion(name, function, static_cast<unsigned>(version), flags, status);
}

// Private tables belong to NVIDIA's runtime.
LAUNCHPROOF_API cudaError_t cudaGetExportTable(const void** table, const CUuuid* id) {
  return finish(cuGetExportTable(table, id));
}
