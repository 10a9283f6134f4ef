#include "shim/cuda/recording/asking_library.h"

#include <dlfcn.h>

#include <string_view>

namespace launchproof::cuda {

std::string library_at(const void* address) {
  Dl_info info{};
  if (::dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  std::string_view name = info.dli_fname;
  name.remove_prefix(name.rfind('/') + 1);
  constexpr std::string_view kEnd = ".so";
  const std::size_t end = name.find(kEnd);
  if (end == std::string_view::npos) return {};
  return std::string(name.substr(0, end + kEnd.size()));
}

bool only_compiles(const std::string& library) {
  return library.starts_with("libnvrtc") || library.starts_with("libnvJitLink");
}

}  // namespace launchproof::cuda
