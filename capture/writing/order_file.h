// The order of commands of one process, as a file that is mapped in parts. Numbers are little-endian, like
// the supported machines.
//
// Only data that the reader needs is kept. A launch that was already recorded at the same place in the order
// is omitted. A stretch between two moments at which nothing was running is omitted if only one queue was
// used in it, in order. User events that such a stretch creates or completes are kept, unless
// it does both for the same event.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "capture/order.h"

namespace launchproof::capture {

// Layout of the file's first bytes; slots follow at kOrderHead.
struct OrderHead {
  std::uint64_t magic;
  std::atomic<std::uint64_t> used;  // slots
  std::atomic<std::uint64_t> full;  // 1 if commands came after kMostOrderSlots, or if the disk was full
};

// One command, or (kind kWaits) up to three more events that the previous command waits for.
struct OrderSlot {
  enum Kind : std::uint8_t { kCommand = 1, kWaits = 2 };
  std::uint8_t kind;
  std::uint8_t flags;    // kCommand: see order.h; kWaits: number of events
  std::uint16_t actor;   // kCommand
  std::uint32_t queue;   // kCommand
  std::uint64_t first;   // kCommand: begin in the lower half, end in the upper half; kWaits: an event
  std::uint64_t second;  // kCommand: the event that it creates; kWaits: an event
  std::uint64_t third;   // kCommand: the counter of the launch; kWaits: an event
};
static_assert(sizeof(OrderSlot) == 32);

inline constexpr std::uint64_t kOrderMagic = 0x31524452'4f504c00;  // "\0LPORDR1"
inline constexpr std::size_t kOrderHead = 4096;
inline constexpr std::size_t kOrderChunk = 65536;
inline constexpr std::uint64_t kMostOrderSlots = std::uint64_t{1} << 18;  // 8 MiB

// A command as represented on the recording side.
struct CommandNote {
  QueueId queue = 0;
  bool out_of_order = false;  // the queue
  std::uint8_t flags = 0;
  Actor actor = 0;
  std::uint32_t begin = 0;
  std::uint64_t event = 0;
  const std::uint64_t* launches = nullptr;  // counters
  std::size_t launch_count = 0;
  const void* const* waits = nullptr;
  std::size_t wait_count = 0;
};

// Thread-safe.
class OrderFile {
 public:
  // Returns the current moment, for `begin`.
  std::uint32_t now() const { return d_now.load(std::memory_order_acquire); }

  // Returns whether nothing is running that a wait of the host could end, so that the wait need not be added.
  bool is_quiet() const { return d_is_quiet.load(std::memory_order_acquire); }

  // Adds a command that the driver has accepted. The first command creates the file at `path`.
  void add(const CommandNote& note, const std::string& path) noexcept;

  // Locks the file during a fork, so that no thread adds anything meanwhile.
  void lock();
  void unlock();
  // Starts an empty file in the child of a fork. Requires the lock to be held.
  void begin_as_child();

 private:
  // The commands that may be running in one queue.
  struct Busy {
    std::uint64_t latest_event = 0;
    std::uint32_t latest_end = 0;
    bool is_busy = false;
    bool out_of_order = false;
  };
  // A launch without events that has been written, followed only by equal launches.
  struct Plain {
    QueueId queue = 0;
    std::uint64_t launch = 0;
    std::uint64_t era = 0;
    std::uint64_t slot = 0;
    std::uint32_t end = 0;  // end of the latest repeat
  };
  // The plain launches of some of the queues. Threads that repeat launches in separate queues hardly ever
  // wait for each other: a repeat locks only its lane, and everything else locks all lanes.
  static constexpr std::size_t kPlain = 16;
  struct alignas(64) Lane {
    std::mutex mutex;
    bool has_repeats = false;  // repeats that `d_queues` does not include yet
    std::array<Plain, kPlain> plain{};
  };
  // A user event that was made or completed in the stretch.
  struct UserNote {
    const void* event = nullptr;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Actor actor = 0;
    bool is_signal = false;
    bool is_settled = false;  // the stretch both makes and completes it
  };
  static constexpr std::size_t kLanes = 8;
  static constexpr QueueId kSeveral = ~QueueId{0};

  void locked_add(const CommandNote& note, const std::string& path);
  Lane& lane_of(QueueId queue) { return d_lanes[queue % kLanes]; }
  static Plain& plain_of(Lane& lane, const CommandNote& note);
  bool repeats_plain(const CommandNote& note);
  void note_plain(const CommandNote& note);
  void note_repeats();
  void note_busy(const CommandNote& note, std::uint32_t end);
  // Returns true if nothing is running any more.
  bool note_wait(const CommandNote& note);
  void note_user_event(const CommandNote& note, std::uint32_t end);
  void drop_stretch(const std::string& path);
  void write(const CommandNote& note, std::uint32_t end, const std::string& path);
  OrderSlot* slot_at(std::uint64_t index, const std::string& path);
  void give_up() noexcept;

  std::atomic<std::uint32_t> d_now{0};
  std::atomic<bool> d_is_quiet{true};
  std::mutex d_mutex;  // locked before the lanes' mutexes, which are locked in their order
  std::array<Lane, kLanes> d_lanes;
  std::string d_path;
  OrderHead* d_head = nullptr;
  char* d_chunk = nullptr;
  std::uint64_t d_chunk_number = 0;
  std::uint64_t d_used = 0;
  bool d_is_full = false;
  std::uint64_t d_era = 1;
  std::vector<Busy> d_queues;          // by id
  std::uint64_t d_stretch = 0;         // its first slot
  QueueId d_stretch_queue = 0;         // the only queue used in the stretch; 0: none; kSeveral
  std::vector<UserNote> d_user_notes;  // of the stretch
};

}  // namespace launchproof::capture
