#include "shim/cuda/recording/function_table.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace launchproof::cuda {
namespace {

constexpr int kFirstOfThreads = 7000;  // the version that introduced per-thread streams

constexpr DriverFunction kFunctions[] = {
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) \
  {#symbol, #name, since, false, FunctionKind::kind, DeviceSupport::device},
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what)                   \
  {#symbol, #name, since, false, FunctionKind::kind, DeviceSupport::device},                    \
      {#symbol #suffix,      #name, std::max(since, kFirstOfThreads), true, FunctionKind::kind, \
       DeviceSupport::device},
#include "shim/cuda/recording/functions.def"
};

using Versions = std::unordered_map<std::string_view, std::vector<const DriverFunction*>>;

const Versions& versions() {
  // Never destroyed: the application may call the API until its very end.
  static const Versions& all = *[] {
    auto* made = new Versions;
    for (const DriverFunction& function : kFunctions) (*made)[function.name].push_back(&function);
    return made;
  }();
  return all;
}

}  // namespace

std::span<const DriverFunction> driver_functions() {
  return kFunctions;
}

FunctionSearch find_function(std::string_view name, int version, bool per_thread) {
  const auto found = versions().find(name);
  if (found == versions().end()) return {};
  FunctionSearch search;
  for (const DriverFunction* function : found->second) {
    if (function->since > version || (function->per_thread && !per_thread)) continue;
    const auto rank = [](const DriverFunction* one) { return std::pair(one->per_thread, one->since); };
    if (search.function == nullptr || rank(search.function) < rank(function)) search.function = function;
  }
  search.is_too_new = search.function == nullptr;
  return search;
}

}  // namespace launchproof::cuda
