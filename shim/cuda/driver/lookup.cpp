// Looks up functions of the API by name.
#include <cstdio>
#include <string>

#include "shim/cuda/driver/driver.h"
#include "shim/cuda/driver/function_entries.h"
#include "shim/cuda/recording/asking_library.h"

using namespace launchproof::cuda;

namespace {

// CU_GET_PROC_ADDRESS_..., and CUdriverProcAddressQueryResult.
constexpr std::uint64_t kPerThreadStream = 2;  // 0 and 1 select the legacy stream
enum class Found : int { Yes, NoSuchName, VersionNotSufficient };

CUresult look_up(const char* name, void** function, int version, std::uint64_t flags, Found& found) {
  if (name == nullptr || function == nullptr || version > kTableVersion || flags > kPerThreadStream)
    return CUDA_ERROR_INVALID_VALUE;
  const FunctionSearch search = find_function(name, version, flags == kPerThreadStream);
  *function = search.function == nullptr ? nullptr : function_entry(*search.function);
  found = Found::Yes;
  if (*function == nullptr) found = search.is_too_new ? Found::VersionNotSufficient : Found::NoSuchName;
  return CUDA_SUCCESS;
}

}  // namespace

LAUNCHPROOF_API CUresult cuGetProcAddress_v2(const char* name, void** function, int version,
                                             std::uint64_t flags, int* status) {
  Found found = Found::NoSuchName;
  const CUresult result = look_up(name, function, version, flags, found);
  if (result == CUDA_SUCCESS && status != nullptr) *status = static_cast<int>(found);
  return result;
}

// Before CUDA 12, a missing function was an error.
LAUNCHPROOF_API CUresult cuGetProcAddress(const char* name, void** function, int version,
                                          std::uint64_t flags) {
  Found found = Found::NoSuchName;
  const CUresult result = look_up(name, function, version, flags, found);
  return result == CUDA_SUCCESS && found != Found::Yes ? CUDA_ERROR_NOT_FOUND : result;
}

// Private tables belong to NVIDIA's driver. A library that asks for one requires that driver, and gets an
// error.
LAUNCHPROOF_API CUresult cuGetExportTable(const void** table, const CUuuid*) {
  if (table != nullptr) *table = nullptr;
  static std::atomic<bool> said{false};
  const std::string library = library_at(__builtin_return_address(0));
  if (!only_compiles(library) && !said.exchange(true)) {
    const std::string text = (library.empty() ? "a library of the application" : library) +
                             " needs NVIDIA's driver (it asks for a private table of the driver)";
    std::fprintf(stderr, "launchproof: %s\n", text.c_str());
    if (Driver* driver = Driver::current()) driver->recorder().note(text, true);
  }
  return CUDA_ERROR_NOT_FOUND;
}
