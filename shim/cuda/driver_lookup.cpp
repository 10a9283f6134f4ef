// Functions of the API by name.
#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "shim/cuda/driver.h"

namespace launchproof::cuda {
namespace {

// The newest version of a function that this library has.
void* newest(const char* name) {
  constexpr int kNewest = 4;
  Dl_info self{};
  if (::dladdr(reinterpret_cast<const void*>(&newest), &self) == 0) return nullptr;
  void* const library = ::dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  void* found = nullptr;
  for (int version = kNewest; version >= 2 && found == nullptr; --version)
    found = ::dlsym(library, (name + ("_v" + std::to_string(version))).c_str());
  if (found == nullptr) found = ::dlsym(library, name);
  ::dlclose(library);
  return found;
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuGetProcAddress_v2(const char* name, void** function, int, std::uint64_t,
                                             int* status) {
  constexpr int kFound = 0, kNotFound = 1;
  if (name == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  try {
    *function = newest(name);
  } catch (...) {
    *function = nullptr;
  }
  if (status != nullptr) *status = *function == nullptr ? kNotFound : kFound;
  return *function == nullptr ? CUDA_ERROR_NOT_FOUND : CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuGetProcAddress(const char* name, void** function, int version,
                                          std::uint64_t flags) {
  return cuGetProcAddress_v2(name, function, version, flags, nullptr);
}

// Private tables belong to NVIDIA's driver. A library that asks for one needs that driver, and is told so.
LAUNCHPROOF_API CUresult cuGetExportTable(const void** table, const CUuuid*) {
  if (table != nullptr) *table = nullptr;
  static std::atomic<bool> said{false};
  if (!said.exchange(true)) {
    constexpr const char* kText =
        "a library of the application needs NVIDIA's driver (it asks for a private table of the driver)";
    std::fprintf(stderr, "launchproof: %s\n", kText);
    if (Driver* driver = Driver::current()) driver->recorder().note(kText, true);
  }
  return CUDA_ERROR_NOT_FOUND;
}
