// The state of the processor device in one process.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "shim/cuda/device/array.h"
#include "shim/cuda/device/device_attributes.h"
#include "shim/cuda/device/device_memory.h"
#include "shim/cuda/device/driver_types.h"
#include "shim/cuda/device/executor_client.h"
#include "shim/cuda/device/graph.h"
#include "shim/cuda/device/image.h"
#include "shim/cuda/device/pool.h"
#include "shim/cuda/device/stream_order.h"
#include "shim/cuda/recording/recorder.h"

namespace launchproof::cuda {

struct Context {
  bool is_primary = false;
  unsigned flags = 0;
};

struct Function {
  Module* module = nullptr;
  executor::LoadedKernel kernel;
  int most_dynamic_bytes =
      device_attribute(DeviceAttribute::SharedBytesOfBlock);  // until cuFuncSetAttribute changes it
};

struct Module {
  executor::LoadedModule loaded;  // without the PTX after it has been recorded
  capture::ProgramId program = 0;
  std::map<std::string, Function> functions;
  std::map<std::string, Allocation> variables;
};

struct Stream {
  unsigned flags = 0;
  int priority = 0;
  std::uint64_t id = 0;  // never given again
  RecordingEnd recording;
  bool is_legacy = false;

  StreamName name() const {
    if (is_legacy) return {id, StreamKind::Legacy};
    return {id, (flags & 1) != 0 ? StreamKind::NonBlocking : StreamKind::Blocking};
  }
};

struct Event {
  unsigned flags = 0;
  bool is_recorded = false;
  std::int64_t nanoseconds = 0;  // time when it was recorded, by a monotonic clock
  RecordingEnd recording;
  StreamOrder::Mark mark = 0;  // mark of earlier work in its stream

  void note_now();
};

class Driver {
 public:
  // Returns the driver after cuInit() in this process, otherwise null. A child of fork() has none.
  static Driver* current();
  static CUresult initialise();

  DeviceMemory& memory() { return d_memory; }
  Recorder& recorder() { return d_recorder; }
  StreamOrder& order() { return d_order; }

  // Returns the failure. An access outside of memory ends the executing process, and each later call fails
  // with the same result.
  CUresult failure() const { return d_failure; }
  void fail(CUresult result) { d_failure = result; }

  // Loads an image that was passed to cuModuleLoadData().
  CUresult load(const void* image, Module*& module);
  void unload(Module* module);
  // Records the launch, then executes it to its end. If it is recorded, `counter` receives the number of its
  // counter in the capture.
  CUresult launch(Function& function, executor::KernelLaunch launch, std::optional<std::uint64_t>& counter);
  // Executes the launch, unless LAUNCHPROOF_NO_EXECUTE is set.
  void execute(const executor::KernelLaunch& launch);
  // Prints the launch's output and records an end other than completion.
  void finish(const executor::KernelLaunch& launch, const executor::LaunchResult& result);

  Context* primary() { return &d_primary; }
  // Returns the stream of a handle, or null if there is none. Some handles stand for streams that need not be
  // created.
  Stream* stream(CUstream handle);
  MemoryPool* default_pool() { return &d_pool; }
  // Returns the number of streams that are currently recording a graph.
  std::atomic<int>& recordings() { return d_recordings; }
  std::uint64_t new_number() { return ++d_numbers; }
  // Objects that the application holds.
  template <typename Object>
  class Handles {
   public:
    template <typename... Arguments>
    Object* make(Arguments&&... arguments) {
      return adopt(std::make_unique<Object>(std::forward<Arguments>(arguments)...));
    }
    Object* adopt(std::unique_ptr<Object> object) {
      const std::lock_guard lock(d_mutex);
      return d_all.emplace_back(std::move(object)).get();
    }
    bool holds(const Object* object) const {
      const std::lock_guard lock(d_mutex);
      return std::ranges::any_of(d_all, [&](const auto& one) { return one.get() == object; });
    }
    bool remove(const Object* object) {
      const std::lock_guard lock(d_mutex);
      return std::erase_if(d_all, [&](const auto& one) { return one.get() == object; }) != 0;
    }

   private:
    mutable std::mutex d_mutex;
    std::vector<std::unique_ptr<Object>> d_all;
  };
  Handles<Context> contexts;
  Handles<Module> modules;
  Handles<Stream> streams;
  Handles<Event> events;
  Handles<Array> arrays;
  Images images;
  Handles<MemoryPool> pools;
  Handles<Graph> graphs;
  Handles<ExecutableGraph> executable_graphs;

 private:
  Driver();

  pid_t d_owner;
  bool d_executes;  // false with LAUNCHPROOF_NO_EXECUTE
  DeviceMemory d_memory;
  ExecutorClient d_executor;
  Recorder d_recorder;
  capture::DeviceId d_device = 0;  // as recorded
  StreamOrder d_order;
  Context d_primary{true, 0};
  Stream d_legacy{0, 0, 1, {}, true}, d_per_thread{0, 0, 2, {}};
  MemoryPool d_pool;
  std::atomic<int> d_recordings{0};
  std::atomic<std::uint64_t> d_numbers{2};  // the next number; streams get numbers as well
  std::atomic<CUresult> d_failure{CUDA_SUCCESS};
};

// Returns the contexts that are current in this thread, innermost last.
std::vector<Context*>& current_contexts();

// Runs `body`, which returns a CUresult, with the driver. Returns an error if there is no driver or if an
// earlier call failed. Does not let exceptions escape.
template <typename Body>
CUresult with_driver(const Body& body) noexcept {
  try {
    Driver* driver = Driver::current();
    if (driver == nullptr) return CUDA_ERROR_NOT_INITIALIZED;
    if (driver->failure() != CUDA_SUCCESS) return driver->failure();
    return body(*driver);
  } catch (const executor::ConnectionLost&) {
    Driver::current()->fail(CUDA_ERROR_ILLEGAL_ADDRESS);
    return CUDA_ERROR_ILLEGAL_ADDRESS;
  } catch (const std::bad_alloc&) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return CUDA_ERROR_UNKNOWN;
  }
}

// Does the same, but also returns an error if no context is current in this thread.
template <typename Body>
CUresult with_context(const Body& body) noexcept {
  return with_driver([&](Driver& driver) {
    if (current_contexts().empty() || current_contexts().back() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    return body(driver);
  });
}

}  // namespace launchproof::cuda

// Only the functions of the API are visible to users of the library.
#define LAUNCHPROOF_API extern "C" __attribute__((visibility("default")))
