#include "shim/opencl/launches/allocations.h"

#include <atomic>
#include <cstring>
#include <map>
#include <mutex>

#include "shim/opencl/launches/launches.h"

namespace launchproof::shim {
namespace {

struct Allocation {
  std::uintptr_t end = 0;
  std::shared_ptr<const Memory> memory;
};

// Only locked within a section.
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

// Returns the first one that ends after `at`. Requires the lock.
auto first_beyond(std::uintptr_t at) {
  auto& all = allocations().by_begin;
  auto found = all.upper_bound(at);
  if (found != all.begin() && std::prev(found)->second.end > at) --found;
  return found;
}

// An allocation whose release was missed no longer exists if its memory was allocated again.
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

namespace {

Argument pointer_to(const void* address) {
  Argument argument;
  argument.kind = Argument::Kind::Pointer;
  Pointed pointed = allocation_at(address);
  argument.address = address;
  argument.memory = std::move(pointed.memory);
  argument.origin = pointed.offset;
  argument.reason = kNotAllocated;
  return argument;
}

// An argument is an address. Its meaning is the memory at that address when the kernel is launched.
void look_up(KernelState& kernel, std::vector<Argument>& arguments) {
  for (Argument& argument : arguments) {
    if (argument.kind != Argument::Kind::Pointer) continue;
    Pointed pointed = allocation_at(argument.address);
    if (argument.memory == pointed.memory) continue;
    argument.memory = std::move(pointed.memory);
    argument.origin = pointed.offset;
    kernel.arguments_changed = true;
  }
}

std::vector<Argument> pointers_in(std::size_t size, const void* value) {
  std::vector<Argument> pointers;
  const auto* const addresses = static_cast<const void* const*>(value);
  for (std::size_t i = 0; addresses != nullptr && i < size / sizeof(void*); ++i)
    if (addresses[i] != nullptr) pointers.push_back(pointer_to(addresses[i]));
  return pointers;
}

void set_all(Reached& reached, const char* kind, std::size_t size, const void* value) {
  cl_bool wanted = CL_FALSE;
  if (value != nullptr && size >= sizeof wanted) std::memcpy(&wanted, value, sizeof wanted);
  if (wanted != CL_FALSE)
    reached.all.insert(kind);
  else
    reached.all.erase(kind);
}

}  // namespace

void look_up_pointers(KernelState& kernel) {
  const std::uint64_t version = allocations_version();
  if (!kernel.has_pointers || kernel.allocations_seen == version) return;
  kernel.allocations_seen = version;
  look_up(kernel, kernel.arguments);
  look_up(kernel, kernel.reached.pointers);
  look_up(kernel, kernel.reached.unified_pointers);
}

void put_pointer(KernelState& kernel, cl_uint index, const void* value) {
  Argument argument;
  argument.kind = Argument::Kind::Null;
  if (value != nullptr) {
    argument = pointer_to(value);
    kernel.has_pointers = true;
  }
  put_argument(kernel, index, std::move(argument));
}

void set_pointer(Kernel& kernel, cl_uint index, const void* value) {
  const std::lock_guard lock(kernel.mutex);
  put_pointer(kernel, index, value);
}

void set_reached(KernelState& kernel, cl_kernel_exec_info name, std::size_t size, const void* value) {
  Reached& reached = kernel.reached;
  switch (name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
      reached.pointers = pointers_in(size, value);
      break;
    case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
      reached.unified_pointers = pointers_in(size, value);
      break;
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
      set_all(reached, "system", size, value);
      break;
    case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
      set_all(reached, "host", size, value);
      break;
    case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
      set_all(reached, "device", size, value);
      break;
    case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
      set_all(reached, "shared", size, value);
      break;
    default:
      return;  // says nothing about memory
  }
  kernel.has_pointers = true;
  kernel.arguments_changed = true;
}

capture::Reach describe_reach(const Reached& reached) {
  capture::Reach reach;
  std::map<std::uint64_t, const Memory*> allocations;
  bool is_any_unknown = false;
  for (const auto* pointers : {&reached.pointers, &reached.unified_pointers}) {
    for (const Argument& pointer : *pointers) {
      const Memory* const memory = pointer.memory.get();
      if (memory == nullptr)
        is_any_unknown = true;
      else
        allocations[memory->id] = memory;
    }
  }
  for (const auto& [id, memory] : allocations) {
    if (memory->kind != Memory::Kind::Buffer) {
      reach.memory.emplace_back(capture::UnknownArgument{memory->unknown});
      continue;
    }
    capture::BufferArgument buffer{id, memory->root, memory->origin, memory->bytes, memory->flags};
    buffer.before = 0;
    reach.memory.emplace_back(std::move(buffer));
  }
  if (is_any_unknown) reach.memory.emplace_back(capture::UnknownArgument{kNotAllocated});
  reach.all.assign(reached.all.begin(), reached.all.end());
  return reach;
}

}  // namespace launchproof::shim
