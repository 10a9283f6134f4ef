#include "shim/cuda/forwarding/recording.h"

#include <pthread.h>

#include <cstdlib>
#include <string>

#include "shim/cuda/forwarding/slots.h"

extern "C" {
CUresult cuCtxGetDevice(CUdevice* device);
CUresult cuDeviceGetName(char* name, int size, CUdevice device);
CUresult cuDeviceGetAttribute(int* value, int which, CUdevice device);
CUresult cuDriverGetVersion(int* version);
}

namespace launchproof::cuda {
namespace {

enum class State : int { Unread, Off, On };
std::atomic<State> g_state{State::Unread};
std::atomic<Recording*> g_recording{nullptr};
std::mutex g_beginning;

// In a child process, the application continues without a recording, because its driver refuses all calls
// that need a device.
void end_in_child() {
  if (g_state.load() == State::On) g_state.store(State::Off);
}

// Records that the process ended normally.
struct AtEnd {
  AtEnd() = default;
  ~AtEnd() {
    if (g_state.load() == State::On) g_recording.load()->recorder().mark_end();
  }
  AtEnd(const AtEnd&) = delete;
  AtEnd& operator=(const AtEnd&) = delete;
};
const AtEnd g_at_end;

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// CU_DEVICE_ATTRIBUTE_...
enum class Attribute : int {
  ThreadsOfBlock = 1,
  SharedBytesOfBlock = 8,
  Multiprocessors = 16,
  Major = 75,
  Minor = 76
};

int attribute(CUdevice device, Attribute which) {
  int value = 0;
  LAUNCHPROOF_REAL(cuDeviceGetAttribute)(&value, static_cast<int>(which), device);
  return value;
}

capture::Device describe(CUdevice device) {
  constexpr std::uint64_t kTypeGpu = 4;  // CL_DEVICE_TYPE_GPU, the number used in captures
  std::array<char, 256> name{};
  int version = 0;
  LAUNCHPROOF_REAL(cuDeviceGetName)(name.data(), name.size() - 1, device);
  LAUNCHPROOF_REAL(cuDriverGetVersion)(&version);
  capture::Device made;
  made.platform_name = "CUDA";
  made.platform_vendor = made.vendor = "NVIDIA Corporation";
  made.platform_version = "CUDA " + version_text(version);
  made.name = name.data();
  made.version = "compute capability " + std::to_string(attribute(device, Attribute::Major)) + "." +
                 std::to_string(attribute(device, Attribute::Minor));
  made.driver_version = version_text(version);
  made.type = kTypeGpu;
  made.address_bits = 64;
  const auto limit = [&](const char* limit_name, Attribute which) {
    if (const int value = attribute(device, which); value > 0)
      made.limits.push_back({limit_name, static_cast<std::uint64_t>(value)});
  };
  limit("max_work_group_size", Attribute::ThreadsOfBlock);
  limit("local_mem_size", Attribute::SharedBytesOfBlock);
  limit("max_compute_units", Attribute::Multiprocessors);
  return made;
}

}  // namespace

Recording::Recording()
    : d_recorder(d_allocations, "launchproof CUDA forwarding library",
                 "memory of a GPU is not read beside NVIDIA's driver") {}

Recording* Recording::current() {
  State state = g_state.load(std::memory_order_acquire);
  if (state == State::Unread) {
    const std::lock_guard lock(g_beginning);
    state = g_state.load();
    if (state == State::Unread) {
      // Never destroyed: the application may call the API until its very end.
      auto* const made = new Recording;
      g_recording.store(made);
      state = made->d_recorder.is_on() ? State::On : State::Off;
      g_state.store(state, std::memory_order_release);
      ::pthread_atfork(nullptr, nullptr, &end_in_child);
    }
  }
  if (state != State::On) return nullptr;
  Recording* const recording = g_recording.load(std::memory_order_relaxed);
  return recording->d_recorder.is_on() ? recording : nullptr;
}

capture::DeviceId Recording::device() {
  CUdevice device = 0;
  if (LAUNCHPROOF_REAL(cuCtxGetDevice)(&device) != kSuccess) device = 0;
  const std::lock_guard lock(d_mutex);
  const auto [found, is_new] = d_devices.try_emplace(device, 0);
  if (is_new) found->second = d_recorder.add_device(describe(device));
  return found->second;
}

void note_unseen(const char* function) noexcept {
  try {
    if (Recording* const recording = Recording::current())
      recording->recorder().note(
          std::string("the application called ") + function +
              ", of which nothing is recorded: launches, or memory that launches get, may be missing",
          true);
  } catch (...) {
    return;  // no memory, so it cannot even be reported
  }
}

}  // namespace launchproof::cuda
