// Records the execution order of the work in streams, as far as it decides which launches may run at the same
// time (CUDA Programming Guide, "Asynchronous Concurrent Execution"; CUDA Runtime API, "Stream
// synchronization behavior").
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "capture/writing/writer.h"

namespace launchproof::cuda {

// Work in the legacy stream waits for all earlier work in blocking streams, and their later work waits for
// it.
enum class StreamKind : std::uint8_t { Legacy, Blocking, NonBlocking };

struct StreamName {
  std::uint64_t id = 0;  // never given again
  StreamKind kind = StreamKind::Blocking;
};

// Thread-safe. Each function is called after the driver has accepted the work in question. `begin` is the
// moment before that, from begin().
class StreamOrder {
 public:
  // A mark represents all earlier work of a stream; 0: none.
  using Mark = std::uint64_t;

  // Records nothing if `writer` is null.
  StreamOrder(capture::Writer* writer, capture::DeviceId device) : d_writer(writer), d_device(device) {}

  std::uint32_t begin() const;

  // Adds the launch with this counter, or other work if `launch` is empty.
  void work(const StreamName& name, std::uint32_t begin, std::optional<std::uint64_t> launch = std::nullopt);
  // Marks all work submitted to the stream so far.
  Mark mark(const StreamName& name, std::uint32_t begin);
  // Makes work submitted to the stream from now on wait for the marks.
  void wait(const StreamName& name, std::span<const Mark> marks, std::uint32_t begin);
  // Adds the launch of a graph node, which waits only for the marks. Returns its own mark.
  Mark node(std::uint64_t launch, std::span<const Mark> marks, std::uint32_t begin);

  // Record that the host has waited for the stream, for a mark, or for everything.
  void host_waits(const StreamName& name, std::uint32_t begin);
  void host_waits(Mark mark, std::uint32_t begin);
  void host_waits_for_all(std::uint32_t begin);

  void forget(const StreamName& stream);

 private:
  struct Known {
    capture::QueueId queue = 0;
    StreamKind kind = StreamKind::Blocking;
    std::uint64_t given = 0;           // pieces of work
    std::uint64_t seen_by_legacy = 0;  // of these
    std::uint64_t legacy_seen = 0;     // pieces of work of the legacy stream for which it waits
  };

  bool is_on() const;
  Known& known(const StreamName& stream);
  // Makes the stream wait for the work that its kind waits for. `begin` becomes the moment after that.
  void order_by_kind(Known& stream, std::uint32_t& begin);
  Mark mark(const Known& stream, std::uint32_t begin);
  void add(const capture::CommandNote& note, std::span<const Mark> waits);

  capture::Writer* d_writer;
  capture::DeviceId d_device;
  std::mutex d_mutex;
  std::map<std::uint64_t, Known> d_streams;  // by id
  std::uint64_t d_legacy = 0;                // the legacy stream's id, once it is known
  capture::QueueId d_graphs = 0;             // the out-of-order queue for all graph nodes
  Mark d_marks = 0;
};

}  // namespace launchproof::cuda
