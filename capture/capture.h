// A capture in memory, after reading.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "capture/order.h"
#include "capture/types.h"

namespace launchproof::capture {

// Something that could not be read or was not recorded. Reading continued after it.
struct Remark {
  std::string place;  // file, with ":line" where there is one
  std::string text;
  Missing missing = Missing::Nothing;
};

// One process that recorded.
struct Process {
  std::string tag;  // as in the names of its files
  std::uint64_t pid = 0;
  std::string forked_from;             // tag of its parent when the parent had recorded before
  Session session;                     // its command and working directory
  std::optional<std::string> stopped;  // why recording stopped before the process ended
  std::uint64_t enqueues = 0;          // all enqueues that were counted and not refused; 0 if the counters
                                       // cannot be read
  Order order;                         // order of its commands; queue ids are those of Capture::queues
  std::uint64_t refused = 0;           // enqueues that the runtime refused, so that nothing ran
  Ending ending = Ending::NotSaid;
  std::uint64_t signal = 0;       // the signal that killed it, with Ending::Killed
  bool was_asked_to_end = false;  // a process of the application sent that signal
};

struct Capture {
  std::string path;
  Session session;
  std::vector<Process> processes;
  std::vector<Device> devices;
  std::vector<Queue> queues;
  std::vector<Program> programs;
  std::vector<Launch> launches;  // by process, then by sequence
  std::vector<Remark> remarks;

  // Return null for id 0 and for records that could not be read.
  const Device* device(DeviceId id) const;
  const Queue* queue(QueueId id) const;
  const Program* program(ProgramId id) const;

  // Counts all enqueues: the sum of all counts.
  std::uint64_t launch_count() const;

  // Returns the bytes of a blob. Throws InputError if it is missing, damaged or does not match its name.
  std::string blob(const Digest& digest) const;
  std::optional<std::string> find_blob(const Digest& digest) const;

  // Returns the recorded contents of the buffer, or nothing when they were not recorded. Throws InputError
  // when they are missing, damaged, or not as long as the buffer.
  std::optional<std::string> contents(const BufferArgument& buffer) const;

  // Returns, for each recorded contents, the first buffer that held them and its launch.
  std::vector<std::pair<const Launch*, const BufferArgument*>> recorded_contents() const;
};

}  // namespace launchproof::capture
