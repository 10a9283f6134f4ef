#include "capture/writing/counters.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <new>

#include "capture/files/files.h"
#include "capture/files/mapped_chunk.h"
#include "capture/types.h"

namespace launchproof::capture {
namespace {

// Maps chunk number `chunk` of the file. Null, and `error` set, when that fails.
char* map_chunk(int fd, std::uint64_t chunk, int& error) {
  return map_part(fd, static_cast<off_t>(chunk * kCounterChunk), kCounterChunk, error);
}

}  // namespace

int CounterFile::create(const std::string& path) {
  const int fd = open_new(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC);
  if (fd < 0) return errno;
  d_path = path;
  int error = 0;
  d_chunk = map_chunk(fd, 0, error);
  ::close(fd);
  if (d_chunk == nullptr) return error;
  d_chunks = 1;
  d_head = new (d_chunk) CounterHead{};
  d_head->ending.store(static_cast<std::uint64_t>(Ending::GoesOn), std::memory_order_relaxed);
  d_head->magic = kCounterMagic;
  return 0;
}

std::atomic<std::uint64_t>* CounterFile::add(std::uint64_t& index, int& error) {
  const std::uint64_t at = kCounterHead + 8 * d_used;
  if (at / kCounterChunk == d_chunks) {
    const int fd = ::open(d_path.c_str(), O_RDWR | O_CLOEXEC);
    if (fd < 0) {
      error = errno;
      return nullptr;
    }
    char* next = map_chunk(fd, d_chunks, error);
    ::close(fd);
    if (next == nullptr) return nullptr;
    d_chunk = next;
    ++d_chunks;
  }
  index = d_used++;
  auto* counter = new (d_chunk + at % kCounterChunk) std::atomic<std::uint64_t>(1);
  d_head->used.store(d_used, std::memory_order_relaxed);
  return counter;
}

void CounterFile::unmap() {
  if (d_chunk != nullptr && d_chunks > 1) ::munmap(d_chunk, kCounterChunk);
  if (d_head != nullptr) ::munmap(d_head, kCounterChunk);
  *this = CounterFile();
}

}  // namespace launchproof::capture
