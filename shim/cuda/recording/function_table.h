// The table of the driver API (functions.def) as data.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace launchproof::cuda {

// The treatment of a function by the forwarding library.
enum class FunctionKind : std::uint8_t { Recorded, Followed, Noted, Passed };
// Whether the processor device has a function.
enum class DeviceSupport : std::uint8_t { Missing, Offered };

// A symbol of the driver's library.
struct DriverFunction {
  const char* symbol;
  std::string_view name;  // the name for cuGetProcAddress()
  int since;              // the version of CUDA that brought the symbol, 1000 * major + 10 * minor
  bool per_thread;        // its null stream is the calling thread's own
  FunctionKind kind;
  DeviceSupport device;
};

// The version of the API that the table describes.
inline constexpr int kTableVersion = 13000;

// Returns all symbols; a symbol of a thread's own stream stands behind the other one.
std::span<const DriverFunction> driver_functions();

struct FunctionSearch {
  const DriverFunction* function = nullptr;  // null: there is none
  bool is_too_new = false;  // as the symbols of this name are newer than the version asked for
};

// Returns the newest symbol of a name that is not newer than `version`. With `per_thread`, one for the
// thread's own stream is preferred (CUDA Driver API, cuGetProcAddress).
FunctionSearch find_function(std::string_view name, int version, bool per_thread);

}  // namespace launchproof::cuda
