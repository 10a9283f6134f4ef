// Implements device memory as host memory.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "stub.h"

namespace {

std::map<std::uint64_t, std::size_t>& allocations() {
  static auto& all = *new std::map<std::uint64_t, std::size_t>;
  return all;
}

std::uint64_t number(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

void* pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
}

// Freed memory is reused at once, as real drivers do.
std::map<std::size_t, std::vector<std::uint64_t>>& freed() {
  static auto& all = *new std::map<std::size_t, std::vector<std::uint64_t>>;
  return all;
}

std::size_t room_of(std::size_t bytes) {
  return (bytes + 511) / 512 * 512;
}

int allocate(std::uint64_t* address, std::size_t bytes) {
  if (address == nullptr || bytes == 0) return kInvalidValue;
  const std::lock_guard lock(stub_mutex());
  std::vector<std::uint64_t>& again = freed()[room_of(bytes)];
  if (again.empty()) again.push_back(number(aligned_alloc(512, room_of(bytes))));
  *address = again.back();
  again.pop_back();
  allocations()[*address] = bytes;
  return kSuccess;
}

int release(std::uint64_t address) {
  const std::lock_guard lock(stub_mutex());
  const auto found = allocations().find(address);
  if (found == allocations().end()) return kInvalidValue;
  freed()[room_of(found->second)].push_back(address);
  allocations().erase(found);
  return kSuccess;
}

}  // namespace

bool stub_allocation(std::uint64_t address, std::uint64_t& begin, std::size_t& size) {
  const std::lock_guard lock(stub_mutex());
  auto next = allocations().upper_bound(address);
  if (next == allocations().begin()) return false;
  --next;
  begin = next->first;
  size = next->second;
  return address - begin < size;
}

STUB stub_cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  return allocate(address, bytes);
}

STUB stub_cuMemAllocManaged(std::uint64_t* address, std::size_t bytes, unsigned) {
  return allocate(address, bytes);
}

STUB stub_cuMemAllocAsync(std::uint64_t* address, std::size_t bytes, void*) {
  return allocate(address, bytes);
}

STUB stub_cuMemAllocFromPoolAsync(std::uint64_t* address, std::size_t bytes, void*, void*) {
  return allocate(address, bytes);
}

STUB stub_cuMemAllocPitch_v2(std::uint64_t* address, std::size_t* pitch, std::size_t width,
                             std::size_t height, unsigned) {
  *pitch = (width + 511) / 512 * 512;
  return allocate(address, *pitch * height);
}

STUB stub_cuMemAllocHost_v2(void** address, std::size_t bytes) {
  return allocate(reinterpret_cast<std::uint64_t*>(address), bytes);
}

STUB stub_cuMemHostAlloc(void** address, std::size_t bytes, unsigned) {
  return allocate(reinterpret_cast<std::uint64_t*>(address), bytes);
}

STUB stub_cuMemHostRegister_v2(void*, std::size_t, unsigned) {
  return kSuccess;
}

STUB stub_cuMemHostUnregister(void*) {
  return kSuccess;
}

STUB stub_cuMemHostGetDevicePointer_v2(std::uint64_t* address, void* host, unsigned) {
  *address = number(host);
  return kSuccess;
}

STUB stub_cuMemFree_v2(std::uint64_t address) {
  return release(address);
}

STUB stub_cuMemFreeAsync(std::uint64_t address, void*) {
  return release(address);
}

STUB stub_cuMemFreeHost(void* address) {
  return release(number(address));
}

STUB stub_cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes) {
  memcpy(pointer(to), from, bytes);
  return kSuccess;
}

STUB stub_cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
  memcpy(to, pointer(from), bytes);
  return kSuccess;
}

STUB stub_cuMemGetAddressRange_v2(std::uint64_t* begin, std::size_t* size, std::uint64_t address) {
  return stub_allocation(address, *begin, *size) ? kSuccess : kNotFound;
}

// Memory of another process is mapped at an address of this process.
struct StubIpcHandle {
  char bytes[64];
};
STUB stub_cuIpcOpenMemHandle_v2(std::uint64_t* address, StubIpcHandle, unsigned) {
  return allocate(address, 4096);
}

STUB stub_cuIpcCloseMemHandle(std::uint64_t address) {
  return release(address);
}

STUB stub_cuMemAddressReserve(std::uint64_t* address, std::size_t bytes, std::size_t, std::uint64_t,
                              unsigned long long) {
  void* const made = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  *address = number(made);
  return made == MAP_FAILED ? 2 : kSuccess;
}

STUB stub_cuMemAddressFree(std::uint64_t address, std::size_t bytes) {
  return munmap(pointer(address), bytes) == 0 ? kSuccess : kInvalidValue;
}

STUB stub_cuMemMap(std::uint64_t, std::size_t, std::size_t, unsigned long long, unsigned long long) {
  return kSuccess;
}

STUB stub_cuMemUnmap(std::uint64_t, std::size_t) {
  return kSuccess;
}
