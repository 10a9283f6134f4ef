// The OpenCL C built-in functions, by their mangled names.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/accesses/access_log.h"
#include "tests/oracle/image.h"
#include "tests/oracle/scalar.h"

namespace launchproof::oracle {

enum class Query : std::uint8_t {
  WorkDim,
  GlobalSize,
  GlobalId,
  LocalSize,
  EnqueuedLocalSize,
  LocalId,
  NumGroups,
  GroupId,
  GlobalOffset,
  GlobalLinearId,
  LocalLinearId,
  SubGroupSize,
  MaximumSubGroupSize,
  SubGroupCount,
  EnqueuedSubGroupCount,
  SubGroupId,
  SubGroupLocalId
};

struct AsyncCopy {
  std::uint64_t to = 0;
  std::uint64_t from = 0;
  std::uint64_t elements = 0;
  std::uint32_t element_bytes = 0;
  std::uint64_t to_stride = 1;  // in elements
  std::uint64_t from_stride = 1;
  std::uint64_t joined = 0;  // the event that this copy joins; 0: it gets its own event

  friend bool operator==(const AsyncCopy&, const AsyncCopy&) = default;
};

// Work-items of a sub-group that reached a function, with their operands, by their places.
struct Gathering {
  struct Member {
    std::uint64_t place = 0;
    std::vector<std::uint64_t> lanes;  // the values, which are replaced by the results
    std::vector<std::uint64_t> operands;
  };
  std::vector<Member> members;
  std::uint64_t size = 0;  // the largest size of a sub-group
  std::function<std::uint64_t()> arbitrary;
};

// A collective function of the group (or the sub-group): once all work-items have come with their values,
// each gets its own result.
struct GroupCall {
  std::uint64_t value = 0;
  std::vector<std::uint64_t> same;  // operands that must be equal for all
  bool sub_group = false;           // for the sub-group only
  // Replaces the values, in the order of linear local ids, by the results. `size`: that of the group.
  std::function<void(std::vector<std::uint64_t>& values, const std::array<std::uint64_t, 3>& size)> combine;
  // Used instead for those work-items of a sub-group that come.
  std::function<void(Gathering&)> exchange;
  std::vector<std::uint64_t> given;
  std::vector<std::uint64_t> operands;
  // The name of a CUDA warp function and the lanes that reach it; empty for OpenCL C.
  std::string warp_function;
  std::uint64_t mask = 0;
  bool orders_memory = false;
};

// The number of the barrier of the whole launch, which no barrier of a block has.
inline constexpr std::uint64_t kBarrierOfGrid = UINT64_MAX;

// What built-in functions can ask about the work-item that calls them. Addresses may be in any address space.
// A copy of a block of memory that one work-item starts.
struct BlockCopy {
  std::uint64_t to = 0;
  std::uint64_t from = 0;
  std::uint64_t bytes = 0;
  std::uint32_t width = 1;  // of an element
  std::function<std::uint64_t(std::uint64_t old, std::uint64_t copied)> combined;
};

class CallingItem {
 public:
  virtual ~CallingItem() = default;
  [[nodiscard]] virtual std::uint64_t query(Query query, std::uint64_t dimension) const = 0;
  virtual void read(std::uint64_t address, std::uint32_t bytes, std::uint8_t* out) = 0;
  virtual void write(std::uint64_t address, std::uint32_t bytes, const std::uint8_t* data) = 0;
  // Reads and replaces a value atomically; `update` is not called for AtomicRead. Returns the old value.
  virtual std::uint64_t atomic(std::uint64_t address, std::uint32_t bytes, AccessKind kind,
                               const AtomicManner& manner,
                               const std::function<std::uint64_t(std::uint64_t)>& update) = 0;
  // Bits of `fences`: 1 local, 2 global, 4 images. Takes effect when the call returns.
  virtual void barrier(std::uint64_t fences) = 0;
  virtual void sub_group_barrier(std::uint64_t fences) = 0;
  // The barrier that the work-item has just reached is followed by a fence of global memory.
  virtual void fence_behind_barrier(const AtomicManner& manner) = 0;
  // A fence of global memory without a barrier.
  virtual void fence(const AtomicManner& manner) = 0;
  virtual std::uint64_t async_copy(const AsyncCopy& copy) = 0;  // returns the event
  virtual void wait_for(const std::vector<std::uint64_t>& events) = 0;
  // Starts a copy of the work-item's own, which may happen at any time until the work-item has waited for it.
  // The bytes after `given` become zero and are not read.
  virtual void start_copy(std::uint64_t to, std::uint64_t from, std::uint32_t bytes, std::uint32_t given) = 0;
  virtual void end_group_of_copies() = 0;
  // Waits until all copies except the last `groups` groups have happened; without a number, all copies.
  virtual void await_copies(std::optional<std::uint64_t> groups) = 0;
  // Starts a copy of a block of memory, which is in groups of its own. With `combined`, each element of
  // `width` bytes is combined atomically with what is there.
  virtual void start_block_copy(const BlockCopy& copy) = 0;
  virtual void end_group_of_block_copies() = 0;
  // Waits until all such copies except the last `groups` groups have happened, or have read what they copy.
  virtual void await_block_copies(std::uint64_t groups, bool only_reads) = 0;
  virtual void together(GroupCall call, std::uint64_t* result) = 0;
  virtual std::uint64_t arbitrary_word() = 0;  // a value that the language leaves open
  virtual void broken_assertion() = 0;
  // Tells whether the reads from here on are for an annotation.
  virtual void observe(bool begins) = 0;
  // Its reads promise from here on that the launch writes nothing there, or no longer do.
  virtual void promise(bool begins) = 0;
  virtual void leave_out() = 0;  // the work-item has ended, and no other work-item waits for it
  // PTX: the barrier that the work-item has just reached has a number, and may match a barrier at any other
  // place.
  virtual void name_barrier(std::uint64_t number, bool anywhere) = 0;
  virtual void end() = 0;  // the work-item has ended, whatever function it is in
  // Returns equal numbers for equal places, even if different arguments lead to them.
  virtual std::uint64_t place_of(std::uint64_t address) = 0;
  // Returns the distance of two addresses in one object, or the difference of two numbers.
  virtual std::uint64_t difference(std::uint64_t a, std::uint64_t b) = 0;
  virtual bool holds_object(std::uint64_t address) = 0;
  // Returns OpenCL C's number for the address space that contains the address: 0 private, 1 global, 2
  // constant, 3 local.
  virtual unsigned address_space(std::uint64_t address) = 0;
  // Returns the image at the address; null if there is none.
  virtual const ImageInfo* image(std::uint64_t address) = 0;
};

// One type in a function's signature. For pointers `scalar` and `lanes` are the pointee's.
struct TypeName {
  bool pointer = false;
  ScalarType scalar;
  std::uint32_t lanes = 1;
  bool known = true;  // false: not a scalar or vector
  std::string text;   // as demangled
};

// The function that is called. Only lanes and bits of the result's type are known; its signedness
// follows from the name.
struct Signature {
  std::string mangled;
  std::string name;
  std::vector<TypeName> parameters;
  std::uint32_t result_lanes = 0;
  std::uint8_t result_bits = 0;
};

// Arguments as pointers to their first lanes; results are written zero-extended.
using Lanes = const std::uint64_t* const*;
using Handler = std::function<void(CallingItem&, Lanes arguments, std::uint64_t* result)>;

// Splits a mangled name. Keeps an unmangled name unchanged.
Signature read_signature(const std::string& mangled);

// Returns the function's handler; empty if the function is unknown.
Handler find_builtin(const Signature& signature);

// One function for each family; they return an empty handler for unknown names.
Handler find_work_item_builtin(const Signature& signature);
Handler find_group_builtin(const Signature& signature);
Handler find_exchange_builtin(const Signature& signature);
Handler find_image_builtin(const Signature& signature);
Handler find_integer_builtin(const Signature& signature);
Handler find_float_builtin(const Signature& signature);
Handler find_vector_builtin(const Signature& signature);
Handler find_conversion_builtin(const Signature& signature);
Handler find_memory_builtin(const Signature& signature);
Handler find_atomic_builtin(const Signature& signature);
// Handlers that only CUDA programs use.
Handler find_cuda_builtin(const Signature& signature);
Handler find_warp_builtin(const Signature& signature);

}  // namespace launchproof::oracle
