#include "capture/files/mapped_chunk.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "capture/files/quiet_section.h"

namespace launchproof::capture {
namespace {

// 0 or an errno value.
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

}  // namespace

char* map_part(int fd, off_t begin, std::size_t size, int& error) {
  error = allocate(fd, begin, begin + static_cast<off_t>(size));
  if (error != 0) return nullptr;
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, begin);
  if (memory == MAP_FAILED) {
    error = errno;
    return nullptr;
  }
  return static_cast<char*>(memory);
}

}  // namespace launchproof::capture
