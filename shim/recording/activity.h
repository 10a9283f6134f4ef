// Other commands that are about to change a memory object while a launch is enqueued.
//
// The copy of a buffer and the launch that reads it are two commands. Between them, another thread or a
// callback of an event may enqueue a command that changes the buffer. No lock is held while the driver is
// called, since the driver may call back or wait for another thread. Instead such commands are counted before
// and after their enqueue. If one of them may have come between a copy and its launch, the copy is not used.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace launchproof::shim {

// Counts the enqueues that may change one memory object or any other that shares its bytes.
class Activity {
 public:
  void begin() { d_begun.fetch_add(1); }
  void end() { d_ended.fetch_add(1); }

  // Sets `moment` to a moment at which no command is being enqueued except the caller's `own` ones. Returns
  // false if there are others.
  bool is_quiet(std::uint64_t own, std::uint64_t& moment) const {
    const std::uint64_t ended = d_ended.load();
    moment = d_begun.load();
    return moment == ended + own;
  }
  // Returns whether no other enqueue has begun since.
  bool is_quiet_since(std::uint64_t moment) const { return d_begun.load() == moment; }

  // Adds a mapping for writing, through which the host may write at any time.
  void add_mapping(const void* at);
  void remove_mapping(const void* at);
  bool is_mapped();

 private:
  std::atomic<std::uint64_t> d_begun{0}, d_ended{0};
  std::mutex d_mutex;
  std::vector<const void*> d_mappings;
};

}  // namespace launchproof::shim
