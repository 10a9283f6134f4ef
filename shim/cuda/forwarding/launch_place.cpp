#include "shim/cuda/forwarding/launch_place.h"

#include <dlfcn.h>
#include <unwind.h>

#include <mutex>
#include <string_view>
#include <unordered_map>

#include "shim/cuda/recording/addresses.h"

namespace launchproof::cuda {
namespace {

constexpr int kMostFrames = 16;

struct Known {
  bool is_application = false;
  LaunchPlace place;
};

bool is_of_cuda(std::string_view module) {
  const std::size_t slash = module.rfind('/');
  const std::string_view name = module.substr(slash == std::string_view::npos ? 0 : slash + 1);
  return name.starts_with("libcuda.so") || name.starts_with("libcudart.so");
}

Known look_up(std::uint64_t address) {
  Known found;
  found.place.address = address;
  Dl_info info{};
  // The return address may be after the function's last byte if the callee does not return.
  if (::dladdr(pointer_to(address - 1), &info) == 0 || info.dli_fname == nullptr) {
    found.is_application = true;  // code generated at run time
    return found;
  }
  found.is_application = !is_of_cuda(info.dli_fname);
  found.place.place.module = info.dli_fname;
  found.place.place.offset = address - address_of(info.dli_fbase);
  if (info.dli_sname != nullptr) found.place.place.function = info.dli_sname;
  return found;
}

// Keyed by return address, since looking one up takes long in a library with many symbols.
const Known& known(std::uint64_t address) {
  static auto& mutex = *new std::mutex;
  static auto& all = *new std::unordered_map<std::uint64_t, Known>;
  const std::lock_guard lock(mutex);
  const auto found = all.find(address);
  return found != all.end() ? found->second : all.emplace(address, look_up(address)).first->second;
}

struct Walk {
  const Known* found = nullptr;
  int frames = 0;
};

_Unwind_Reason_Code visit(_Unwind_Context* context, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  const std::uint64_t address = _Unwind_GetIP(context);
  if (address == 0 || ++walk.frames > kMostFrames) return _URC_END_OF_STACK;
  const Known& place = known(address);
  if (!place.is_application) return _URC_NO_REASON;
  walk.found = &place;
  return _URC_END_OF_STACK;
}

}  // namespace

const LaunchPlace& launch_place(const void* returns_to) {
  static const auto& none = *new LaunchPlace;
  const Known& direct = known(address_of(returns_to));
  if (direct.is_application) return direct.place;
  Walk walk;
  _Unwind_Backtrace(&visit, &walk);
  return walk.found == nullptr ? none : walk.found->place;
}

}  // namespace launchproof::cuda
