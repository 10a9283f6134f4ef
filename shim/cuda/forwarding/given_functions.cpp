// Entries for functions looked up by name, and for the driver's private tables.
#include <string>
#include <string_view>

#include "shim/cuda/forwarding/recording.h"
#include "shim/cuda/forwarding/slots.h"
#include "shim/cuda/recording/asking_library.h"

namespace launchproof::cuda {
namespace {

constexpr std::uint64_t kPerThreadStream = 2;  // CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM

// Returns the symbol in the table for the driver's function; null if it cannot be determined. `ask`: asks the
// driver for the function of another version.
template <typename Ask>
const DriverFunction* function_of(std::string_view name, const void* given, int version, std::uint64_t flags,
                                  const Ask& ask) {
  const DriverFunction* const expected =
      find_function(name, version, (flags & kPerThreadStream) != 0).function;
  if (expected != nullptr && real_function(*expected) == given) return expected;
  // Headers use other names for some functions: cuGraphInstantiate is cuGraphInstantiateWithFlags since CUDA
  // 12.
  for (const bool is_same_name : {true, false})
    for (const DriverFunction& function : driver_functions())
      if ((function.name == name) == is_same_name && real_function(function) == given) return &function;
  // A driver may return functions that it does not export. A newer driver may have a version of this function
  // with other parameters. It is the known version if the driver also returns it for the version of the
  // table.
  if (version <= kTableVersion || ask(kTableVersion) == given) return expected;
  return nullptr;
}

bool is_only_passed(std::string_view name) {
  bool is_known = false;
  for (const DriverFunction& function : driver_functions()) {
    if (function.name != name) continue;
    if (function.kind != FunctionKind::Passed) return false;
    is_known = true;
  }
  return is_known;
}

// Returns what the application gets in place of the driver's function.
template <typename Ask>
void* entry_for(const char* name, void* given, int version, std::uint64_t flags, const Ask& ask) {
  if (Recording::current() == nullptr || is_only_passed(name)) return given;
  const DriverFunction* const function = function_of(name, given, version, flags, ask);
  if (function == nullptr) return noting_entry(name, given);
  if (real_function(*function) == nullptr) adopt(*function, given);
  return own_function(*function);
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuGetProcAddress(const char* name, void** function, int version,
                                          std::uint64_t flags) {
  const auto real = LAUNCHPROOF_REAL(cuGetProcAddress);
  const CUresult result = real(name, function, version, flags);
  if (result == kSuccess && *name != 0 && *function != nullptr)
    *function = entry_for(name, *function, version, flags, [&](int other) {
      void* given = nullptr;
      real(name, &given, other, flags);
      return given;
    });
  return result;
}

LAUNCHPROOF_API CUresult cuGetProcAddress_v2(const char* name, void** function, int version,
                                             std::uint64_t flags, int* status) {
  const auto real = LAUNCHPROOF_REAL(cuGetProcAddress_v2);
  const CUresult result = real(name, function, version, flags, status);
  if (result == kSuccess && *name != 0 && *function != nullptr)
    *function = entry_for(name, *function, version, flags, [&](int other) {
      void* given = nullptr;
      int ignored = 0;
      real(name, &given, other, flags, &ignored);
      return given;
    });
  return result;
}

// Returns the driver's answer unchanged. Launchproof does not interfere in the communication between NVIDIA's
// libraries and driver.
LAUNCHPROOF_API CUresult cuGetExportTable(const void** table, const void* id) {
  const CUresult result = LAUNCHPROOF_REAL(cuGetExportTable)(table, id);
  const std::string library = library_at(__builtin_return_address(0));
  if (result == kSuccess && !only_compiles(library))
    keep_account([&](Recording& recording) {
      const std::string who =
          library.empty() ? "a library of the application, such as CUDA's runtime," : library;
      recording.recorder().note(who +
                                " has private tables of the driver; launches by them would not be recorded");
    });
  return result;
}
