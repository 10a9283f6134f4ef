#include "shim/opencl/devices/platform.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <string>

#include "shim/opencl/devices/devices.h"
#include "shim/opencl/devices/info_query.h"
#include "shim/opencl/entry/next.h"
#include "shim/recording/recorder.h"
#include "shim/recording/section.h"

namespace launchproof::shim {
namespace {

// No loader supports this many drivers.
constexpr cl_uint kMostPlatforms = 64;

constinit std::atomic<bool> g_is_known{false};
constinit std::atomic<cl_platform_id> g_found{nullptr};
constinit std::atomic<bool> g_is_noted{false};

// The loader starts when it is asked for its platforms, and then calls the layer's hook.
constinit thread_local bool t_looking = false;

void note_missing(std::span<const cl_platform_id> platforms, std::uint64_t wanted) {
  if (g_is_noted.exchange(true)) return;
  record([&] {
    std::string text = "there is no platform " + std::to_string(wanted) +
                       " (--platform), and the application was shown none; there are";
    for (std::size_t i = 0; i < platforms.size(); ++i) {
      const std::string name = ask_text([&](std::size_t size, void* value, std::size_t* size_ret) {
        return next().clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, size, value, size_ret);
      });
      text += (i == 0 ? " " : ", ") + std::to_string(i) + " (" + name + ")";
    }
    if (platforms.empty()) text += " none";
    writer().note(text.c_str());
  });
}

cl_platform_id find_platform(std::uint64_t wanted) {
  std::array<cl_platform_id, kMostPlatforms> platforms{};
  cl_uint count = 0;
  const auto ask = next().clGetPlatformIDs;
  if (ask == nullptr || ask(kMostPlatforms, platforms.data(), &count) != CL_SUCCESS) count = 0;
  const std::span found(platforms.data(), std::min<std::size_t>(count, kMostPlatforms));
  if (wanted < found.size()) return found[wanted];
  note_missing(found, wanted);
  return nullptr;
}

}  // namespace

// Concurrent callers find the same result. No lock is held while the loader starts, because it may call the
// hooks.
std::optional<cl_platform_id> shown_platform() {
  static const std::optional<std::uint64_t> wanted = platform_shown();
  if (!wanted || t_looking) return std::nullopt;
  if (!g_is_known.load(std::memory_order_acquire)) {
    t_looking = true;
    g_found.store(find_platform(*wanted), std::memory_order_relaxed);
    t_looking = false;
    g_is_known.store(true, std::memory_order_release);
  }
  return g_found.load(std::memory_order_relaxed);
}

bool lacks_platform(cl_platform_id platform) {
  if (platform != nullptr) return false;
  const auto shown = shown_platform();
  return shown && *shown == nullptr;
}

cl_platform_id platform_or_shown(cl_platform_id platform) {
  return platform == nullptr ? shown_platform().value_or(nullptr) : platform;
}

const cl_context_properties* naming_platform(const cl_context_properties* properties,
                                             std::vector<cl_context_properties>& storage) noexcept {
  const auto shown = shown_platform();
  if (!shown) return properties;
  try {
    storage = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(*shown)};
    for (const auto* at = properties; at != nullptr && at[0] != 0; at += 2) {
      if (at[0] == CL_CONTEXT_PLATFORM) return properties;
      storage.insert(storage.end(), {at[0], at[1]});
    }
    storage.push_back(0);
  } catch (...) {
    return properties;  // no memory
  }
  return storage.data();
}

}  // namespace launchproof::shim
