#include "verify/replay/execution/stacks.h"

#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <map>
#include <mutex>
#include <vector>

#if defined(LAUNCHPROOF_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#endif

namespace launchproof::replay {
namespace {

// Enough for the largest groups on several threads. Most kernels touch two pages of a stack.
constexpr std::size_t kMostBytes = std::size_t{512} << 20;
// A deeper stack may have touched too much memory for it to be kept.
constexpr std::size_t kLargestKept = std::size_t{1} << 20;

struct Kept {
  std::mutex mutex;
  std::map<std::size_t, std::vector<void*>> stacks;  // by size
  std::size_t bytes = 0;
};

Kept& kept() {
  static Kept* const instance = new Kept;  // threads may outlive the end of main()
  return *instance;
}

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// Bytes that a stack's frames marked stay marked when the frames are left without a return, and even when the
// stack is given back to the system, where any other mapping may follow.
void forget_marks([[maybe_unused]] void* lowest, [[maybe_unused]] std::size_t bytes) {
#if defined(LAUNCHPROOF_ADDRESS_SANITIZER)
  __asan_unpoison_memory_region(lowest, bytes);
#endif
}

}  // namespace

std::size_t stack_size(std::size_t bytes) {
  return std::bit_ceil(bytes < page_bytes() ? page_bytes() : bytes);
}

void* take_stack(std::size_t size) {
  {
    Kept& all = kept();
    const std::scoped_lock lock(all.mutex);
    std::vector<void*>& stacks = all.stacks[size];
    if (!stacks.empty()) {
      void* lowest = stacks.back();
      stacks.pop_back();
      all.bytes -= size;
      return lowest;
    }
  }
  void* mapped = mmap(nullptr, size + page_bytes(), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  mprotect(mapped, page_bytes(), PROT_NONE);
  return static_cast<char*>(mapped) + page_bytes();
}

void return_stack(void* lowest, std::size_t size) {
  forget_marks(lowest, size);
  if (size <= kLargestKept) {
    Kept& all = kept();
    const std::scoped_lock lock(all.mutex);
    if (all.bytes + size <= kMostBytes) {
      all.stacks[size].push_back(lowest);
      all.bytes += size;
      return;
    }
  }
  munmap(static_cast<char*>(lowest) - page_bytes(), size + page_bytes());
}

}  // namespace launchproof::replay
