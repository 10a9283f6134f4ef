#include "shim/allocations.h"

#include <atomic>
#include <map>
#include <mutex>

#include "shim/launches.h"

namespace launchproof::shim {
namespace {

struct Allocation {
  std::uintptr_t end = 0;
  std::shared_ptr<const Memory> memory;
};

// Locked within a section only.
struct Allocations {
  std::mutex mutex;
  std::map<std::uintptr_t, Allocation> by_begin;
  std::atomic<std::uint64_t> version{1};
};

Allocations& allocations() {
  static auto& instance = *new Allocations;
  return instance;
}

std::uintptr_t number(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

constexpr const char* kNotAllocated =
    "a pointer to no allocation of shared virtual memory that was seen, such as to memory of the host "
    "(fine-grained system)";

// The first one that ends beyond `at`. Under the lock.
auto first_beyond(std::uintptr_t at) {
  auto& all = allocations().by_begin;
  auto found = all.upper_bound(at);
  if (found != all.begin() && std::prev(found)->second.end > at) --found;
  return found;
}

// What was missed to be freed is gone where its memory was handed out again.
void put(std::uintptr_t begin, Allocation allocation) {
  const std::lock_guard lock(allocations().mutex);
  for (auto old = first_beyond(begin); old != allocations().by_begin.end() && old->first < allocation.end;)
    old = allocations().by_begin.erase(old);
  allocations().by_begin.insert_or_assign(begin, std::move(allocation));
  allocations().version.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

void add_allocation(const void* begin, std::size_t bytes, std::uint64_t flags, const char* unknown) {
  if (begin == nullptr) return;
  record([&] {
    auto made = std::make_shared<Memory>();
    made->kind = unknown == nullptr ? Memory::Kind::Buffer : Memory::Kind::Other;
    made->unknown = unknown;
    made->id = made->root = writer().new_object_id();
    made->bytes = bytes;
    made->flags = flags;
    made->is_shared_virtual = true;
    made->activity = std::make_shared<Activity>();
    put(number(begin), {number(begin) + bytes, std::move(made)});
  });
}

std::shared_ptr<const Memory> remove_allocation(const void* begin) {
  std::shared_ptr<const Memory> removed;
  record([&] {
    const std::lock_guard lock(allocations().mutex);
    const auto found = allocations().by_begin.find(number(begin));
    if (found == allocations().by_begin.end()) return;
    removed = found->second.memory;
    allocations().by_begin.erase(found);
    allocations().version.fetch_add(1, std::memory_order_relaxed);
  });
  return removed;
}

void undo_removal(const void* begin, std::shared_ptr<const Memory> memory) {
  if (memory == nullptr) return;
  record([&] {
    const std::uintptr_t end = number(begin) + memory->bytes.value_or(0);
    put(number(begin), {end, std::move(memory)});
  });
}

Pointed allocation_at(const void* pointer) {
  const std::lock_guard lock(allocations().mutex);
  const auto found = first_beyond(number(pointer));
  if (found == allocations().by_begin.end() || found->first > number(pointer)) return {};
  return {found->second.memory, number(pointer) - found->first};
}

bool overlaps_allocation(const void* begin, std::size_t bytes) {
  const std::lock_guard lock(allocations().mutex);
  const auto found = first_beyond(number(begin));
  return found != allocations().by_begin.end() && found->first < number(begin) + bytes;
}

std::uint64_t allocations_version() {
  return allocations().version.load(std::memory_order_relaxed);
}

// An argument is an address: what it means is what lies there when the kernel is launched.
void look_up_pointers(Kernel& kernel) {
  const std::uint64_t version = allocations_version();
  if (!kernel.has_pointers || kernel.allocations_seen == version) return;
  kernel.allocations_seen = version;
  for (Argument& argument : kernel.arguments) {
    if (argument.kind != Argument::Kind::Pointer) continue;
    Pointed pointed = allocation_at(argument.address);
    if (argument.memory == pointed.memory) continue;
    argument.memory = std::move(pointed.memory);
    argument.origin = pointed.offset;
    kernel.arguments_changed = true;
  }
}

void set_pointer(Kernel& kernel, cl_uint index, const void* value) {
  Argument argument;
  argument.kind = value == nullptr ? Argument::Kind::Null : Argument::Kind::Pointer;
  if (value != nullptr) {
    Pointed pointed = allocation_at(value);
    argument.address = value;
    argument.memory = std::move(pointed.memory);
    argument.origin = pointed.offset;
    argument.reason = kNotAllocated;
    const std::lock_guard lock(kernel.mutex);
    kernel.has_pointers = true;
  }
  set_argument(kernel, index, std::move(argument));
}

}  // namespace launchproof::shim
