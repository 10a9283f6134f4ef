// Data that instrumented machine code reads directly. The code generator uses the offsets of these members.
#pragma once

#include <cstdint>

namespace launchproof::replay {

class GroupRunner;

// An object whose accesses need no record. Accesses below `limit` are performed directly if their chunk
// exists.
struct DirectView {
  std::uint8_t* const* chunks = nullptr;  // by number; null for chunks that nothing has touched yet
  std::uint64_t limit = 0;                // in bytes; 0: every access is a call
  std::uint64_t origin = 0;               // offset of the view in its storage
  std::uint64_t shift = 0;                // as View::shift
};

// Three numbers for each enumerator of Query from GroupId on, in the order of the enumerators.
struct GroupNumbers {
  std::uint64_t group_id[3], local_size[3], enqueued_local_size[3], num_groups[3], global_size[3],
      global_offset[3];
};

struct MachineItem {
  GroupRunner* runner = nullptr;
  const std::uint8_t* arguments = nullptr;
  const DirectView* views = nullptr;  // by object number
  std::uint8_t* private_memory = nullptr;
  std::uint8_t* local_memory = nullptr;  // local memory of the group, for execution in place
  const GroupNumbers* group = nullptr;
  std::int64_t* fuel = nullptr;            // loop iterations until the next check of the limits
  std::uint8_t* open_floats = nullptr;     // set to 1 if devices may compute a different result
  std::uint8_t* open_divisions = nullptr;  // set to 1 if a quotient is undefined
  std::uint64_t global_id[3]{};
  std::uint64_t local_id[3]{};
};

}  // namespace launchproof::replay
