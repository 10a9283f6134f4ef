// Registration of modules, kernels and variables, which compiled programs perform for their device code
// before main().
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "shim/cuda/recording/addresses.h"
#include "shim/cuda/runtime/runtime.h"

namespace launchproof::cuda::runtime {
namespace {

struct FatBinary {
  const void* image = nullptr;
  CUmodule module = nullptr;  // set once something in it was used
  CUresult result = CUDA_SUCCESS;
};

struct Symbol {
  FatBinary* binary = nullptr;
  std::string name;  // in the module
  CUfunction function = nullptr;
  void** managed = nullptr;  // the host's pointer to a managed variable
};

// Never destroyed, since programs unregister their modules at the very end.
struct Registry {
  std::recursive_mutex mutex;
  std::vector<std::unique_ptr<FatBinary>> binaries;
  std::map<const void*, Symbol> functions, variables;
};

Registry& registry() {
  static auto* const made = new Registry;
  return *made;
}

CUresult load(FatBinary& binary) {
  if (binary.module != nullptr || binary.result != CUDA_SUCCESS) return binary.result;
  if (const CUresult result = need_context(); result != CUDA_SUCCESS) return result;
  binary.result = cuModuleLoadFatBinary(&binary.module, binary.image);
  if (binary.result != CUDA_SUCCESS) return binary.result;
  for (auto& [host, symbol] : registry().variables) {
    CUdeviceptr address = 0;
    if (symbol.binary == &binary && symbol.managed != nullptr &&
        cuModuleGetGlobal_v2(&address, nullptr, binary.module, symbol.name.c_str()) == CUDA_SUCCESS)
      *symbol.managed = pointer_to(address);
  }
  return CUDA_SUCCESS;
}

}  // namespace

CUfunction function_of(const void* host_function, cudaError_t& error) {
  const std::lock_guard lock(registry().mutex);
  const auto found = registry().functions.find(host_function);
  error = cudaErrorInvalidDeviceFunction;
  if (found == registry().functions.end()) return nullptr;
  Symbol& symbol = found->second;
  if (symbol.function != nullptr) {
    error = cudaSuccess;
    return symbol.function;
  }
  CUresult result = load(*symbol.binary);
  if (result == CUDA_SUCCESS)
    result = cuModuleGetFunction(&symbol.function, symbol.binary->module, symbol.name.c_str());
  error = result == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidDeviceFunction : error_of(result);
  return symbol.function;
}

const void* host_function_of(CUfunction function) {
  const std::lock_guard lock(registry().mutex);
  for (const auto& [host, symbol] : registry().functions)
    if (symbol.function == function) return host;
  return function;
}

cudaError_t variable_of(const void* symbol, CUdeviceptr& address, std::size_t& bytes) {
  const std::lock_guard lock(registry().mutex);
  const auto found = registry().variables.find(symbol);
  if (found == registry().variables.end()) return cudaErrorInvalidSymbol;
  if (const CUresult result = load(*found->second.binary); result != CUDA_SUCCESS) return error_of(result);
  const CUresult result =
      cuModuleGetGlobal_v2(&address, &bytes, found->second.binary->module, found->second.name.c_str());
  return result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidSymbol;
}

}  // namespace launchproof::cuda::runtime

using namespace launchproof::cuda::runtime;

// Compilers call them by these names.
// NOLINTBEGIN(bugprone-reserved-identifier)

LAUNCHPROOF_API void** __cudaRegisterFatBinary(void* wrapper) {
  const std::lock_guard lock(registry().mutex);
  auto& made = registry().binaries.emplace_back(std::make_unique<FatBinary>());
  made->image = wrapper;
  return reinterpret_cast<void**>(made.get());
}

LAUNCHPROOF_API void __cudaRegisterFatBinaryEnd(void**) {}

LAUNCHPROOF_API void __cudaUnregisterFatBinary(void** handle) {
  const std::lock_guard lock(registry().mutex);
  auto* const binary = reinterpret_cast<FatBinary*>(handle);
  std::erase_if(registry().functions, [&](const auto& one) { return one.second.binary == binary; });
  std::erase_if(registry().variables, [&](const auto& one) { return one.second.binary == binary; });
  if (binary->module != nullptr) cuModuleUnload(binary->module);
  std::erase_if(registry().binaries, [&](const auto& one) { return one.get() == binary; });
}

LAUNCHPROOF_API void __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* name,
                                            int, void*, void*, dim3*, dim3*, int*) {
  const std::lock_guard lock(registry().mutex);
  registry().functions[host_function] = {reinterpret_cast<FatBinary*>(handle), name};
}

LAUNCHPROOF_API void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* name, int,
                                       std::size_t, int, int) {
  const std::lock_guard lock(registry().mutex);
  registry().variables[host_variable] = {reinterpret_cast<FatBinary*>(handle), name};
}

LAUNCHPROOF_API void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*, const char* name,
                                              int, std::size_t, int, int) {
  const std::lock_guard lock(registry().mutex);
  registry().variables[static_cast<const void*>(host_pointer)] = {reinterpret_cast<FatBinary*>(handle), name,
                                                                  nullptr, host_pointer};
}

LAUNCHPROOF_API char __cudaInitModule(void** handle) {
  const std::lock_guard lock(registry().mutex);
  // The host may use managed variables before any kernel is launched.
  load(*reinterpret_cast<FatBinary*>(handle));
  return 1;
}

// NOLINTEND(bugprone-reserved-identifier)
