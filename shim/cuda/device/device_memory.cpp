#include "shim/cuda/device/device_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "shim/cuda/recording/addresses.h"

namespace launchproof::cuda {
namespace {

// Few programs use this area, and their numbers do not look like addresses in it by chance.
constexpr std::uint64_t kAddress = 0x3000'0000'0000;
constexpr std::uint64_t kLargest = std::uint64_t{64} << 30U;
constexpr std::uint64_t kSmallest = std::uint64_t{1} << 28U;
constexpr std::uint64_t kAlignment = 512;  // that cuMemAlloc gives
constexpr std::uint64_t kPage = 4096;

// The end of an allocation, which programs use as a pointer, must not be the beginning of another one.
std::uint64_t room_of(std::uint64_t bytes) {
  return (bytes / kAlignment + 1) * kAlignment;
}

}  // namespace

DeviceMemory::DeviceMemory() {
  const int file = ::memfd_create("launchproof-device-memory", MFD_CLOEXEC);
  if (file < 0) return;
  void* const wanted = pointer_to(kAddress);
  for (std::uint64_t size = kLargest; size >= kSmallest; size /= 2) {
    if (::ftruncate(file, static_cast<off_t>(size)) != 0) continue;
    const void* const mapped = ::mmap(wanted, size, PROT_READ | PROT_WRITE,
                                      MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, file, 0);
    if (mapped != wanted) continue;
    d_file = file;
    d_size = size;
    d_free.emplace(kAddress, size);
    return;
  }
  ::close(file);
}

std::uint64_t DeviceMemory::address() {
  return kAddress;
}

std::uint64_t DeviceMemory::free_bytes() const {
  const std::lock_guard lock(d_mutex);
  return d_size - d_used;
}

std::uint64_t DeviceMemory::allocate(std::uint64_t bytes, AllocationKind kind) {
  if (bytes > d_size) return 0;
  const std::uint64_t room = room_of(bytes);
  const std::lock_guard lock(d_mutex);
  const auto found = std::ranges::find_if(d_free, [&](const auto& one) { return one.second >= room; });
  if (found == d_free.end()) return 0;
  const auto [begin, free] = *found;
  d_free.erase(found);
  if (free > room) d_free.emplace(begin + room, free - room);
  d_allocations.add({begin, bytes, 0, kind});
  d_used += room;
  return begin;
}

bool DeviceMemory::release(std::uint64_t address) {
  const std::lock_guard lock(d_mutex);
  const auto removed = d_allocations.remove(address);
  if (!removed) return false;
  const std::uint64_t room = room_of(removed->size);
  d_used -= room;
  // The next allocation there starts with zeros, and the pages are returned to the system.
  const std::uint64_t whole_begin = (address + kPage - 1) / kPage * kPage;
  const std::uint64_t whole_end = (address + room) / kPage * kPage;
  const auto clear = [](std::uint64_t begin, std::uint64_t end) {
    if (begin < end) std::memset(pointer_to(begin), 0, end - begin);
  };
  if (whole_begin < whole_end && ::fallocate(d_file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                             static_cast<off_t>(whole_begin - kAddress),
                                             static_cast<off_t>(whole_end - whole_begin)) == 0) {
    clear(address, std::min(whole_begin, address + room));
    clear(std::max(whole_end, address), address + room);
  } else {
    clear(address, address + room);
  }
  auto place = d_free.emplace(address, room).first;
  if (const auto next = std::next(place);
      next != d_free.end() && place->first + place->second == next->first) {
    place->second += next->second;
    d_free.erase(next);
  }
  if (place != d_free.begin()) {
    const auto before = std::prev(place);
    if (before->first + before->second == place->first) {
      before->second += place->second;
      d_free.erase(place);
    }
  }
  return true;
}

}  // namespace launchproof::cuda
