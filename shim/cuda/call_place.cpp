#include "shim/cuda/call_place.h"

#include <dlfcn.h>
#include <unwind.h>

#include <cstdint>
#include <string_view>

namespace launchproof::cuda {
namespace {

// The wrapper of a launch is short, also where it is no symbol that others see.
constexpr std::uint64_t kLongestStub = 2048;

thread_local const void* t_stub = nullptr;

bool is_ours(std::string_view module) {
  const std::string_view name = module.substr(module.rfind('/') == std::string_view::npos ? 0 : module.rfind('/') + 1);
  return name.starts_with("libcuda.so") || name.starts_with("libcudart.so");
}

struct Search {
  capture::CallSite found;
};

_Unwind_Reason_Code look_at(_Unwind_Context* context, void* search) {
  const std::uint64_t address = _Unwind_GetIP(context);
  if (address == 0) return _URC_END_OF_STACK;
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(address - 1), &info) == 0 || info.dli_fname == nullptr)
    return _URC_END_OF_STACK;
  if (is_ours(info.dli_fname)) return _URC_NO_REASON;
  const auto stub = reinterpret_cast<std::uint64_t>(t_stub);
  if (t_stub != nullptr && (info.dli_saddr == t_stub || address - stub < kLongestStub)) return _URC_NO_REASON;
  auto& result = static_cast<Search*>(search)->found;
  result.module = info.dli_fname;
  result.offset = address - reinterpret_cast<std::uint64_t>(info.dli_fbase);
  if (info.dli_sname != nullptr) result.function = info.dli_sname;
  return _URC_END_OF_STACK;
}

}  // namespace

capture::CallSite calling_place() {
  Search search;
  _Unwind_Backtrace(look_at, &search);
  return search.found;
}

void set_stub(const void* function) {
  t_stub = function;
}

}  // namespace launchproof::cuda
