#include "capture/counters.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <vector>

#include "capture/files.h"
#include "capture/quiet_section.h"

namespace launchproof::capture {
namespace {

// Gives the file real blocks up to `end`. A hole would raise SIGBUS on a full disk, in the middle of the
// application.
int allocate(int fd, off_t begin, off_t end) {
  if (::fallocate(fd, 0, begin, end - begin) == 0) return 0;
  int error = errno;
  discard_signal_of(error);
  if (error != EOPNOTSUPP && error != ENOSYS) return error;
  const std::vector<char> zeros(static_cast<std::size_t>(end - begin));
  std::size_t done = 0;
  while (done < zeros.size()) {
    const ssize_t written =
        ::pwrite(fd, zeros.data() + done, zeros.size() - done, begin + static_cast<off_t>(done));
    if (written <= 0) {
      if (written < 0 && errno == EINTR) continue;
      error = written < 0 ? errno : ENOSPC;
      discard_signal_of(error);
      return error;
    }
    done += static_cast<std::size_t>(written);
  }
  return 0;
}

// Maps chunk number `chunk` of the file. Null, and `error` set, when that fails.
char* map_chunk(int fd, std::uint64_t chunk, int& error) {
  const auto begin = static_cast<off_t>(chunk * kCounterChunk);
  error = allocate(fd, begin, begin + static_cast<off_t>(kCounterChunk));
  if (error != 0) return nullptr;
  void* memory = ::mmap(nullptr, kCounterChunk, PROT_READ | PROT_WRITE, MAP_SHARED, fd, begin);
  if (memory == MAP_FAILED) {
    error = errno;
    return nullptr;
  }
  return static_cast<char*>(memory);
}

}  // namespace

int CounterFile::create(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return errno;
  d_path = path;
  int error = 0;
  d_chunk = map_chunk(fd, 0, error);
  ::close(fd);
  if (d_chunk == nullptr) return error;
  d_chunks = 1;
  d_head = new (d_chunk) CounterHead{};
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
