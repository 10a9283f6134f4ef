// The accesses to each byte of one shared object, and the rule that decides which of them race.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace launchproof::oracle {

enum class AccessKind : std::uint8_t { Read, Write, AtomicRead, AtomicWrite, AtomicUpdate };
// Numbered as in OpenCL.
enum class AtomicScope : std::uint8_t {
  WorkItem = 0,
  WorkGroup = 1,
  Device = 2,
  AllDevices = 3,
  SubGroup = 4
};

// How an atomic is performed. Orders have the numbers of C11's memory_order; 0 is relaxed.
struct AtomicManner {
  AtomicScope scope = AtomicScope::Device;
  std::uint64_t order = 0;
};

inline bool is_atomic(AccessKind kind) {
  return kind >= AccessKind::AtomicRead;
}
inline bool reads(AccessKind kind) {
  return kind != AccessKind::Write && kind != AccessKind::AtomicWrite;
}
inline bool writes(AccessKind kind) {
  return kind != AccessKind::Read && kind != AccessKind::AtomicRead;
}

inline constexpr std::uint32_t kNoPadding = UINT32_MAX;

struct Access {
  std::uint32_t agent = 0;  // number of a work-item in the launch, or of one asynchronous copy
  std::uint32_t group = 0;
  std::uint32_t epoch = 0;            // number of barriers passed by the group whose fences cover this memory
  std::uint32_t sub_group = 0;        // number of its sub-group in the group
  std::uint32_t sub_group_epoch = 0;  // the same for barriers that only the sub-group passed
  std::uint32_t image_epoch = 0;      // the same for barriers that fence images
  std::uint32_t clock = 0;            // CUDA: clock of the work-item, advanced by barriers of groups and
                                      // warps
  std::uint32_t time = 0;             // in global memory: time of the work-item, advanced by operations that
                                      // order it
  bool of_image = false;
  bool promises = false;  // a read that promises that the launch writes nothing there
  std::uint32_t site = 0;
  std::uint32_t event = 0;  // the asynchronous copy that makes this access; 0: the work-item itself
  std::int64_t start = 0;   // first byte, relative to the object
  std::uint32_t bytes = 0;
  AccessKind kind = AccessKind::Read;
  AtomicScope scope = AtomicScope::Device;
  std::uint8_t value = 0;  // Write: value of the byte in question
  // Write: the byte in question is padding, which the program does not define; `value` is then 0.
  bool is_padding = false;
  std::uint32_t item = 0;  // the call stack that made it, for the report

  friend bool operator==(const Access&, const Access&) = default;
};

// The two accesses race unless something that this rule does not know orders them. `waited` says whether the
// later one's work-item waited for an asynchronous copy before. `ordered`, if given, says whether the earlier
// access, by a work-item of the same group, is ordered before the later work-item's current action. `follows`
// says the same for any work-item, by atomics.
struct Orders {
  std::function<bool(std::uint32_t event)> waited;
  std::function<bool(const Access& earlier)> ordered;
  std::function<bool(const Access& earlier)> follows;
};
bool race(const Access& earlier, const Access& later, const Orders& orders);
// Returns whether one is a read that promises that the launch writes nothing there, and the other one a
// write. Nothing orders the two, and one work-item may make both.
bool breaks_promise(const Access& a, const Access& b);

class AccessLog {
 public:
  using RaceSink = std::function<void(const Access& earlier, const Access& later, std::int64_t byte)>;

  // `size` bytes are stored densely, all others sparsely.
  explicit AccessLog(std::uint64_t size) : d_cells(size) {}

  // Records an access and reports each race. `data` has the values written (null for reads). Bytes from
  // number `padding` on are padding.
  void enter(Access access, const std::uint8_t* data, std::uint32_t padding, const Orders& orders,
             const RaceSink& sink);

 private:
  std::vector<Access>& cell(std::int64_t byte);

  std::vector<std::vector<Access>> d_cells;
  std::unordered_map<std::int64_t, std::vector<Access>> d_far_cells;
};

}  // namespace launchproof::oracle
