#include "shim/recording/call_site.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <unwind.h>

#include <array>
#include <mutex>
#include <string_view>
#include <unordered_map>

#include "shim/recording/section.h"

namespace launchproof::shim {
namespace {

// Largest stack depth that is searched: hook, loader, interposed function, application.
constexpr int kMaximumFrames = 16;

struct Place {
  bool is_host = false;
  HostPlace place;
};

std::string_view file_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

const void* own_base() {
  static const void* const base = [] {
    Dl_info info{};
    return dladdr(reinterpret_cast<const void*>(&own_base), &info) != 0 ? info.dli_fbase : nullptr;
  }();
  return base;
}

// The loader knows the executable by the word with which it was started, which need not be a file name.
std::string module_path(const link_map* map, const char* name) {
  const bool executable = map != nullptr && (map->l_name == nullptr || map->l_name[0] == '\0');
  std::array<char, PATH_MAX> path{};
  return realpath(executable ? "/proc/self/exe" : name, path.data()) != nullptr ? path.data() : name;
}

Place look_up(std::uintptr_t address) {
  Dl_info info{};
  link_map* map = nullptr;
  // The return address may be after the function's last byte if the callee does not return.
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the unwinder gives a number.
  const auto* const inside = reinterpret_cast<const void*>(address - 1);
  if (dladdr1(inside, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 ||
      info.dli_fname == nullptr) {
    return {};
  }
  const bool loader = file_name(info.dli_fname).starts_with("libOpenCL.so");
  Place found;
  found.is_host = info.dli_fbase != own_base() && !loader;
  found.place.module = module_path(map, info.dli_fname);
  found.place.offset = address - reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  if (info.dli_sname != nullptr) found.place.function = info.dli_sname;
  return found;
}

// Places by return address: a dladdr costs tens of microseconds in a module with many symbols.
const Place& cached(std::uintptr_t address) {
  static auto& mutex = *new std::mutex;
  static auto& places = *new std::unordered_map<std::uintptr_t, Place>;
  const std::lock_guard lock(mutex);
  const auto found = places.find(address);
  if (found != places.end()) return found->second;
  return places.emplace(address, look_up(address)).first->second;
}

struct Walk {
  const HostPlace* found = nullptr;
  int frames = 0;
};

_Unwind_Reason_Code visit(_Unwind_Context* context, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  const std::uintptr_t address = _Unwind_GetIP(context);
  if (address == 0 || ++walk.frames > kMaximumFrames) return _URC_END_OF_STACK;
  const Place& place = cached(address);
  if (!place.is_host) return _URC_NO_REASON;
  walk.found = &place.place;
  return _URC_END_OF_STACK;
}

}  // namespace

const HostPlace& calling_place(const void* return_address) {
  static const auto& unknown = *new HostPlace;
  if (return_address != nullptr) {
    const Place& place = cached(reinterpret_cast<std::uintptr_t>(return_address));
    if (place.is_host) return place.place;
  }
  Walk walk;
  _Unwind_Backtrace(&visit, &walk);
  return walk.found != nullptr ? *walk.found : unknown;
}

}  // namespace launchproof::shim
