// The recording half: what the shim calls inside the application. It never throws, prints, raises a signal or
// changes errno. It can be called from any thread. Whatever a call was given can be read back once the call
// has returned, even if the process is then killed with SIGKILL.
//
// When recording fails (disk full, folder gone, no memory) the writer stops for good in this process, leaves
// the reason in the capture and answers every further call with an empty result. Nobody has to check for
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

// Says which recorded launch an enqueue repeats. Plain data: keep it with the kernel while nothing has
// changed.
struct LaunchHandle {
  std::atomic<std::uint64_t>* counter = nullptr;
  std::uint32_t generation = 0;  // of the writer; 0 is never current
  std::uint64_t sequence = 0;    // of the enqueue that the handle was made for
  std::uint64_t index = 0;       // of the counter
};

class Writer {
 public:
  // Opens the capture in folder `path`, and makes the folder and `session.json` (from `session`) when
  // missing. The files of this process are made with the first record, so a process that launches nothing
  // leaves none. A Writer must live as long as the process (make it once and leak it), because of fork
  // handlers.
  Writer(const char* path, const Session& session) noexcept;
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Returns false once recording has stopped.
  bool recording() const noexcept { return d_recording.load(std::memory_order_relaxed); }

  // Stores bytes under their SHA-256; stored once, however often it is given.
  Digest add_blob(const void* bytes, std::size_t size) noexcept;

  // Gives what was stored under this digest. False when it is longer than `limit` bytes, or cannot be read.
  bool find_blob(const Digest& digest, std::size_t limit, std::string& content) noexcept;

  // Stores what a buffer holds. Gives an empty text, or why it is not stored, in words; recording goes on,
  // for launches are worth more than contents.
  std::string add_contents(const PreparedBlob& blob) noexcept;

  // Records a device; gives its id.
  DeviceId add_device(const Device& device) noexcept;

  // Records a command queue; gives its id.
  QueueId add_queue(DeviceId device, bool out_of_order) noexcept;

  // Changes when ids of queues stop being valid, after a fork.
  std::uint32_t generation() const noexcept { return d_generation.load(std::memory_order_relaxed); }

  // Returns the moment at which a command is about to be given to the driver; see OrderedCommand.
  std::uint32_t order_now() const noexcept;

  // Returns whether nothing is under way: a wait of the host need not be recorded.
  bool order_is_quiet() const noexcept;

  // Records that the driver has taken a command, or that the host has waited. A launch's handle says which.
  void add_order(const CommandNote& note) noexcept;

  // Records a build, at best before the driver is asked to build. Needs no id, process or digest. Gives its
  // id.
  ProgramId add_program(const Program& program) noexcept;

  // Records how the build ended, on one device or (device 0) on all.
  void add_build_result(ProgramId program, const BuildResult& result) noexcept;

  // Returns an id for a new memory object, which is never given again in this process.
  ObjectId new_object_id() noexcept;

  // Records one enqueue. An enqueue that equals an earlier one in all but sequence and thread only raises its
  // count.
  LaunchHandle add_launch(const Launch& launch) noexcept;
  // Adds a launch whose arguments are these, whatever it says itself.
  LaunchHandle add_launch(const Launch& launch, const LaunchArguments& arguments) noexcept;

  // Counts one more enqueue of the same launch: a few nanoseconds, no system call. False when the handle does
  // not hold any more (after a fork, or when empty): then call add_launch.
  bool repeat(const LaunchHandle& handle) noexcept {
    if (handle.generation == 0 || handle.generation != d_generation.load(std::memory_order_relaxed))
      return false;
    handle.counter->fetch_add(1, std::memory_order_relaxed);
    d_sequence.load(std::memory_order_relaxed)->fetch_add(1, std::memory_order_relaxed);
    return true;
  }

  // Takes one enqueue of the launch back, which the runtime has refused. The launch's line stays; a line
  // whose count is 0 stands for refused enqueues only.
  void take_back(const LaunchHandle& handle) noexcept {
    if (handle.generation == 0 || handle.generation != d_generation.load(std::memory_order_relaxed)) return;
    // In this order: a process that reads between the two finds a launch missing, never one too many.
    handle.counter->fetch_sub(1, std::memory_order_relaxed);
    d_refused.load(std::memory_order_relaxed)->fetch_add(1, std::memory_order_relaxed);
  }

  // Records one enqueue, for which `handle` stands, afresh as this launch: what was not known of it at first
  // is known now. No enqueue more is counted. Gives the handle that stands for it from now on.
  LaunchHandle move_launch(const LaunchHandle& handle, const Launch& launch) noexcept;

  // Leaves a remark for the reader of the capture, e.g. about something that could not be recorded in full.
  void note(const char* text, Missing missing = Missing::Nothing) noexcept;

  // Stops recording for good and leaves the reason.
  void stop(const char* reason) noexcept;

  // Says that this process is about to end in this way; Ending::GoesOn, that it does not after all. Does
  // nothing in a process that has recorded nothing, and in a child that has its parent's memory. May be
  // called in a handler of a signal.
  void mark_ending(Ending ending) noexcept;

 private:
  class State;
  std::atomic<bool> d_recording{false};
  std::atomic<std::uint32_t> d_generation{0};
  std::atomic<std::atomic<std::uint64_t>*> d_sequence{nullptr};
  std::atomic<std::atomic<std::uint64_t>*> d_refused{nullptr};
  std::atomic<CounterHead*> d_head{nullptr};  // of the process `d_owner`
  std::atomic<int> d_owner{0};
  State* d_state = nullptr;
};

// Returns a session of the calling process: command line, working directory, host, time. `tool` is left to
// the caller.
Session describe_process() noexcept;

// Makes the folder, `blobs/` and `session.json`. For a program that prepares a capture before the application
// starts. With `may_exist`, a capture that is there already is left as it is, if it is of the schema that is
// written. Gives an empty text, or what went wrong in words.
std::string create_capture(const char* path, const Session& session, bool may_exist = false) noexcept;

}  // namespace launchproof::capture
