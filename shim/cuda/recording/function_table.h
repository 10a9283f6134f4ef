// The table of the driver API (functions.def) as data.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace launchproof::cuda {

// How the forwarding library treats a function.
enum class FunctionKind : std::uint8_t { Recorded, Followed, Noted, Passed };
// Whether the processor device provides a function.
enum class DeviceSupport : std::uint8_t { Missing, Offered };

// A symbol of the driver's library.
struct DriverFunction {
  const char* symbol;
  std::string_view name;  // the name for cuGetProcAddress()
  int since;              // the CUDA version that introduced the symbol, 1000 * major + 10 * minor
  bool per_thread;        // its null stream is the calling thread's per-thread stream
  FunctionKind kind;
  DeviceSupport device;
};

// The version of the API that the table describes.
inline constexpr int kTableVersion = 13000;

// Returns all symbols. The symbol for a per-thread stream follows the other one.
std::span<const DriverFunction> driver_functions();

struct FunctionSearch {
  const DriverFunction* function = nullptr;  // null: there is none
  bool is_too_new = false;  // because all symbols with this name are newer than the requested version
};

// Returns the newest symbol for a name that is not newer than `version`. With `per_thread`, prefers a symbol
// for per-thread streams (CUDA Driver API, cuGetProcAddress).
FunctionSearch find_function(std::string_view name, int version, bool per_thread);

}  // namespace launchproof::cuda
