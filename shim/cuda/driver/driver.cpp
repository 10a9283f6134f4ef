#include "shim/cuda/driver/driver.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "shim/cuda/device/device_attributes.h"
#include "shim/cuda/recording/addresses.h"
#include "shim/cuda/recording/call_place.h"
#include "shim/cuda/recording/image_size.h"

namespace launchproof::cuda {
namespace {

constexpr std::uint64_t kTypeGpu = 4;  // CL_DEVICE_TYPE_GPU, the number used in captures

capture::Device recorded_device() {
  capture::Device made;
  made.platform_name = "CUDA";
  made.platform_vendor = "Launchproof";
  made.platform_version = "CUDA 13.0";
  made.name = "Launchproof processor device";
  made.vendor = "Launchproof";
  made.version = "compute capability " + std::to_string(device_attribute(DeviceAttribute::Major)) + "." +
                 std::to_string(device_attribute(DeviceAttribute::Minor));
  made.driver_version = LAUNCHPROOF_VERSION;
  made.type = kTypeGpu;
  made.address_bits = 64;
  made.limits = {
      {"max_work_group_size", static_cast<std::uint64_t>(device_attribute(DeviceAttribute::ThreadsOfBlock))}};
  return made;
}

std::atomic<Driver*> g_driver{nullptr};
std::mutex g_initialising;

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != 0;
}

// Records that the process ended normally; the executing process sees the connection close.
struct AtEnd {
  AtEnd() = default;
  ~AtEnd() {
    if (Driver* driver = Driver::current()) driver->recorder().mark_end();
  }
  AtEnd(const AtEnd&) = delete;
  AtEnd& operator=(const AtEnd&) = delete;
};
const AtEnd g_at_end;

}  // namespace

Driver::Driver()
    : d_owner(::getpid()),
      d_executes(!is_set("LAUNCHPROOF_NO_EXECUTE")),
      d_executor(d_memory),
      d_recorder(d_memory.allocations(), "launchproof CUDA driver"),
      d_device(d_recorder.add_device(recorded_device())),
      d_order(d_recorder.writer(), d_device) {
  d_recorder.find_arrays([this](std::uint64_t handle) -> std::optional<NamedArray> {
    const std::optional<Image> image = images.find(handle);
    if (!image || image->resource.resType != 0 || !arrays.holds(image->resource.res.array.hArray))
      return std::nullopt;
    return recorded_array(*image);
  });
  if (!d_executes)
    d_recorder.note("no kernel was executed, as was asked for, so that results are those of nothing");
}

Driver* Driver::current() {
  Driver* driver = g_driver.load(std::memory_order_acquire);
  return driver != nullptr && driver->d_owner == ::getpid() ? driver : nullptr;
}

CUresult Driver::initialise() {
  const std::lock_guard lock(g_initialising);
  if (current() != nullptr) return CUDA_SUCCESS;
  // A child has the parent's handles but no device.
  if (g_driver.load() != nullptr) return CUDA_ERROR_NOT_INITIALIZED;
  static bool has_failed = false;
  if (has_failed) return CUDA_ERROR_NO_DEVICE;
  // Never destroyed: the application may call the API until its very end.
  auto made = std::unique_ptr<Driver>(new Driver);
  std::string problem = made->d_executor.problem();
  if (!made->d_memory.is_there()) problem = "the device's memory cannot be mapped";
  if (!problem.empty()) {
    std::fprintf(stderr, "launchproof: no CUDA device: %s\n", problem.c_str());
    made->d_recorder.note("the CUDA device could not be started: " + problem, true);
    has_failed = true;
    return CUDA_ERROR_NO_DEVICE;
  }
  g_driver.store(made.release(), std::memory_order_release);
  return CUDA_SUCCESS;
}

CUresult Driver::load(const void* image, Module*& module) {
  const std::uint64_t size = image_size(image);
  if (size == 0) return CUDA_ERROR_INVALID_IMAGE;
  std::string_view code(static_cast<const char*>(image_begin(image)), static_cast<std::size_t>(size));
  if (const std::string_view ptx = runtime_ptx(code); !ptx.empty()) code = ptx;
  executor::LoadedModule loaded = d_executor.load(code, device_architecture());
  if (!loaded.problem.empty()) {
    d_recorder.note("a module cannot be loaded, and its kernels are not launched: " + loaded.problem);
    return loaded.has_no_ptx ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_ERROR_INVALID_PTX;
  }
  Module* made = modules.make();
  made->program = d_recorder.add_module(std::exchange(loaded.ptx, {}), d_device);
  std::vector<std::pair<std::string, std::uint64_t>> places;
  for (executor::LoadedVariable& variable : loaded.variables) {
    const std::uint64_t address = d_memory.allocate(variable.initial.size(), AllocationKind::Variable);
    if (address == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    std::memcpy(pointer_to(address), variable.initial.data(), variable.initial.size());
    made->variables.emplace(variable.name, Allocation{address, variable.initial.size()});
    places.emplace_back(variable.name, address);
    variable.initial.clear();
  }
  if (!places.empty()) d_executor.place(loaded.number, places);
  for (const executor::LoadedKernel& kernel : loaded.kernels)
    made->functions.emplace(kernel.name, Function{made, kernel});
  made->loaded = std::move(loaded);
  module = made;
  return CUDA_SUCCESS;
}

void Driver::unload(Module* module) {
  for (const auto& [name, variable] : module->variables) d_memory.release(variable.begin);
  modules.remove(module);
}

void Driver::finish(const executor::KernelLaunch& launch, const executor::LaunchResult& result) {
  // The device's output goes to the application's own output.
  if (!result.printed.empty()) std::fwrite(result.printed.data(), 1, result.printed.size(), stdout);
  if (!result.failed_asserts.empty())
    std::fwrite(result.failed_asserts.data(), 1, result.failed_asserts.size(), stderr);
  const std::string kernel = "kernel " + launch.kernel;
  switch (result.end) {
    case executor::LaunchEnd::Completed:
      break;
    case executor::LaunchEnd::NotExecuted:
      d_recorder.note(kernel + " was launched and not executed, so memory is as before: " + result.problem);
      break;
    case executor::LaunchEnd::Assertion:
      d_recorder.note(kernel +
                          " ended by an assertion that failed; nothing that the application launches "
                          "later runs",
                      true);
      fail(CUDA_ERROR_ASSERT);
      break;
    case executor::LaunchEnd::Trap:
      d_recorder.note(kernel + " ended by a trap; nothing that the application launches later runs", true);
      fail(CUDA_ERROR_LAUNCH_FAILED);
      break;
  }
}

void Driver::execute(const executor::KernelLaunch& launch) {
  try {
    finish(launch, d_executor.run(launch));
  } catch (const ExecutorClient::KernelTookTooLong&) {
    d_recorder.note(
        "kernel " + launch.kernel +
            " ran longer than a kernel may; the application was told so, and nothing that it launches "
            "later runs",
        true);
    fail(CUDA_ERROR_LAUNCH_TIMEOUT);
  } catch (const executor::ConnectionLost&) {
    d_recorder.note("kernel " + launch.kernel +
                        " ended the process that executes kernels, as an access outside of memory does; the "
                        "application was told of an illegal address, and nothing that it launches later runs",
                    true);
    throw;
  }
}

CUresult Driver::launch(Function& function, executor::KernelLaunch launch,
                        std::optional<std::uint64_t>& counter) {
  launch.module = function.module->loaded.number;
  launch.kernel = function.kernel.name;
  const capture::LaunchHandle handle =
      d_recorder.add_launch(function.module->program, d_device, function.kernel, launch, calling_place());
  if (handle.generation != 0) counter = handle.index;
  if (d_executes) execute(launch);
  return CUDA_SUCCESS;
}

Stream* Driver::stream(CUstream handle) {
  constexpr std::uintptr_t kLegacy = 1, kPerThread = 2;
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  if (number <= kLegacy) return &d_legacy;
  if (number == kPerThread) return &d_per_thread;
  return streams.holds(handle) ? handle : nullptr;
}

std::vector<Context*>& current_contexts() {
  thread_local std::vector<Context*> contexts;
  return contexts;
}

}  // namespace launchproof::cuda
