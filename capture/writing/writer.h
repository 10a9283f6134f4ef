// The recording half, which the shim calls inside the application. It never throws, prints, raises a signal
// or changes errno. It can be called from any thread. Data passed to a call can be read back once the call
// has returned, even if the process is then killed with SIGKILL.
//
// When recording fails (disk full, folder gone, no memory) the writer stops for good in this process, leaves
// the reason in the capture and answers every further call with an empty result. Callers need not check for
// that.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "capture/files/blob_store.h"
#include "capture/types.h"
#include "capture/writing/order_file.h"

namespace launchproof::capture {

struct CounterHead;
class LaunchArguments;

// Identifies the recorded launch that an enqueue repeats. Plain data that is stored with the kernel while
// nothing changes.
struct LaunchHandle {
  std::atomic<std::uint64_t>* counter = nullptr;
  std::uint32_t generation = 0;  // generation of the writer; 0 is never current
  std::uint64_t sequence = 0;    // number of the enqueue for which the handle was created
  std::uint64_t index = 0;       // of the counter
};

class Writer {
 public:
  // Opens the capture in the folder `path`, and creates the folder and `session.json` (from `session`) if
  // they are missing. The first record creates the files of this process, so a process that launches nothing
  // leaves none. A Writer must live as long as the process (it is created once and leaked) because of fork
  // handlers.
  Writer(const char* path, const Session& session) noexcept;
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Returns false once recording has stopped.
  bool recording() const noexcept { return d_recording.load(std::memory_order_relaxed); }

  // Stores bytes under their SHA-256; equal bytes are stored only once. Returns the digest.
  Digest add_blob(const void* bytes, std::size_t size) noexcept;

  // Reads what is stored under this digest. Returns false if it exceeds `limit` bytes or cannot be read.
  bool find_blob(const Digest& digest, std::size_t limit, std::string& content) noexcept;

  // Stores the contents of a buffer. Returns an empty text, or why they are not stored. Recording continues
  // in either case, since launches matter more than contents.
  std::string add_contents(const PreparedBlob& blob) noexcept;

  // Records a device and returns its id.
  DeviceId add_device(const Device& device) noexcept;

  // Records a command queue and returns its id.
  QueueId add_queue(DeviceId device, bool out_of_order) noexcept;

  // Changes when queue ids become invalid, which happens after a fork.
  std::uint32_t generation() const noexcept { return d_generation.load(std::memory_order_relaxed); }

  // Returns the current moment, for a command that is about to be passed to the driver; see OrderedCommand.
  std::uint32_t order_now() const noexcept;

  // Returns whether nothing is running, so that a wait of the host need not be recorded.
  bool order_is_quiet() const noexcept;

  // Records that the driver has accepted a command, or that the host has waited. The handle of a launch
  // identifies it.
  void add_order(const CommandNote& note) noexcept;

  // Records a build, preferably before the driver is asked to build, and returns its id. Id, process and
  // digest of `program` need not be set.
  ProgramId add_program(const Program& program) noexcept;

  // Records how the build ended, on one device or (device 0) on all.
  void add_build_result(ProgramId program, const BuildResult& result) noexcept;

  // Returns an id for a new memory object. Ids are never reused in this process.
  ObjectId new_object_id() noexcept;

  // Records one enqueue. If it equals an earlier one in everything except sequence and thread, only its count
  // is incremented.
  LaunchHandle add_launch(const Launch& launch) noexcept;
  // Records one enqueue with these arguments. The arguments in `launch` are ignored.
  LaunchHandle add_launch(const Launch& launch, const LaunchArguments& arguments) noexcept;

  // Counts one more enqueue of the same launch: a few nanoseconds, no system call. Returns false if the
  // handle is no longer valid (after a fork, or when empty); the caller then calls add_launch().
  bool repeat(const LaunchHandle& handle) noexcept {
    if (handle.generation == 0 || handle.generation != d_generation.load(std::memory_order_relaxed))
      return false;
    handle.counter->fetch_add(1, std::memory_order_relaxed);
    d_sequence.load(std::memory_order_relaxed)->fetch_add(1, std::memory_order_relaxed);
    return true;
  }

  // Takes back one enqueue of the launch, which the runtime has refused. The launch's line remains; a line
  // with a count of 0 stands for refused enqueues only.
  void take_back(const LaunchHandle& handle) noexcept {
    if (handle.generation == 0 || handle.generation != d_generation.load(std::memory_order_relaxed)) return;
    // In this order: a process that reads between the two finds a launch missing, never one too many.
    handle.counter->fetch_sub(1, std::memory_order_relaxed);
    d_refused.load(std::memory_order_relaxed)->fetch_add(1, std::memory_order_relaxed);
  }

  // Records the enqueue that `handle` stands for again, as this launch, about which more is known now. Does
  // not count another enqueue. Returns the handle that stands for it from now on.
  LaunchHandle move_launch(const LaunchHandle& handle, const Launch& launch) noexcept;

  // Adds a remark for the reader of the capture, e.g. about something that could not be recorded completely.
  void note(const char* text, Missing missing = Missing::Nothing) noexcept;

  // Stops recording permanently and records the reason.
  void stop(const char* reason) noexcept;

  // States that this process is about to end in this way, or, with Ending::GoesOn, that it does not end after
  // all. Does nothing in a process that has recorded nothing, and in a child that shares its parent's memory.
  // May be called in a signal handler.
  void mark_ending(Ending ending) noexcept;

 private:
  class State;
  std::atomic<bool> d_recording{false};
  std::atomic<std::uint32_t> d_generation{0};
  std::atomic<std::atomic<std::uint64_t>*> d_sequence{nullptr};
  std::atomic<std::atomic<std::uint64_t>*> d_refused{nullptr};
  std::atomic<CounterHead*> d_head{nullptr};  // head of the process `d_owner`
  std::atomic<int> d_owner{0};
  State* d_state = nullptr;
};

// Returns a session of the calling process: command line, working directory, host, time. `tool` is left to
// the caller.
Session describe_process() noexcept;

// Creates the folder, `blobs/` and `session.json`, for a program that prepares a capture before the
// application starts. With `may_exist`, an existing capture is left as it is if it has the current schema.
// Returns an empty text or a description of the error.
std::string create_capture(const char* path, const Session& session, bool may_exist = false) noexcept;

}  // namespace launchproof::capture
