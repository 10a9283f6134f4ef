// The counters of one process: a file mapped into its memory, so that a count costs one addition and outlives
// the process. Numbers are little-endian, like the supported machines.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace launchproof::capture {

// Layout of the file's first kCounterHead bytes; counter number n follows as 8 bytes at kCounterHead + 8 n.
struct CounterHead {
  std::uint64_t magic;
  std::atomic<std::uint64_t> sequence;  // number of all enqueues
  std::atomic<std::uint64_t> used;      // counters in use
  std::atomic<std::uint64_t> stopped;   // 1 when recording stopped before the process ended
  char reason[256];                     // the reason, ending with a zero byte
  std::atomic<std::uint64_t> refused;   // part of `sequence`: enqueues that the runtime refused, so that
                                        // nothing ran
  std::atomic<std::uint64_t> moved;     // part of `sequence`: enqueues that were first counted on another
                                        // line
  std::atomic<std::uint64_t> ending;    // an Ending
  std::atomic<std::uint64_t> signal;    // the signal that killed it; only with Ending::Killed
  std::atomic<std::uint64_t> asked;  // signals that the application itself sent to it: bit N - 1 for signal N
};

inline constexpr std::uint64_t kCounterMagic = 0x31544e55'4f43504c;  // "LPCOUNT1"
inline constexpr std::size_t kCounterHead = 4096;
inline constexpr std::size_t kCounterChunk = 65536;  // the file grows by this many bytes

static_assert(std::atomic<std::uint64_t>::is_always_lock_free && sizeof(std::atomic<std::uint64_t>) == 8);

class CounterFile {
 public:
  // Creates the file, which must not exist. Returns 0 or an errno value.
  int create(const std::string& path);

  // Creates a counter with value 1 that stays mapped for ever. Returns null and sets `error` if the file
  // cannot grow.
  std::atomic<std::uint64_t>* add(std::uint64_t& index, int& error);

  // Returns null before create.
  CounterHead* head() { return d_head; }

  // Forgets the mapping without unmapping it, since another thread may be counting.
  void abandon() { *this = CounterFile(); }

  // Unmaps the first and the latest part. Must only be called when no thread counts any more.
  void unmap();

 private:
  std::string d_path;
  CounterHead* d_head = nullptr;
  char* d_chunk = nullptr;
  std::uint64_t d_chunks = 0;
  std::uint64_t d_used = 0;
};

}  // namespace launchproof::capture
