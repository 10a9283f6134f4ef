// Known facts about one launch class when a kernel is verified: recorded by the capture or given to `check`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "verify/model/buffer_contents.h"
#include "verify/model/contents_properties.h"
#include "verify/model/image_shape.h"
#include "verify/model/launch_relation.h"
#include "verify/model/sub_groups.h"

namespace launchproof::model {

// A by-value argument, or a sampler in the four-byte encoding of OpenCL C. The bytes are those that the
// application passed (little-endian scalars).
struct ValueArgument {
  std::vector<std::uint8_t> bytes;
};

// The accesses that kernels are allowed to make to a memory object, as the host declared when it created the
// object (CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY).
enum class KernelAccess : std::uint8_t { ReadWrite, ReadOnly, WriteOnly };

// A buffer or an image. Arguments with the same `object` lie in one memory object; `origin` is the position
// of each in it (non-zero for sub-buffers).
struct BufferArgument {
  std::uint64_t object = 0;            // identity of the root memory object
  std::uint64_t origin = 0;            // bytes from the start of the root object
  std::optional<std::uint64_t> bytes;  // size of this (sub-)buffer; nothing if it is unknown
  BufferContents contents;             // contents of this (sub-)buffer before the launch
  std::optional<ImageShape> image;     // shape of an image; `bytes` is then its extent
  std::uint64_t before = 0;  // number of bytes before `origin` that also belong to the pointer's allocation
  KernelAccess access = KernelAccess::ReadWrite;
  ContentsProperties properties;  // properties of its contents if these are unknown; requires `bytes`
};

struct NullArgument {};  // a null buffer
struct LocalArgument {
  std::uint64_t bytes = 0;  // size given with clSetKernelArg
};
struct UnknownArgument {};  // not given: a value is arbitrary; a pointer points to a separate array of
                            // unknown size

using Argument = std::variant<UnknownArgument, ValueArgument, BufferArgument, NullArgument, LocalArgument>;

// Bits of a size that is left open, and of the number of work-items in its dimension.
inline constexpr unsigned kOpenSizeBits = 31;

// Sizes that are left open, by dimension: any positive number, provided that the dimension has fewer than
// 2^31 work-items, in whole groups. Sizes with the same symbol are equal; 0: the size is given.
struct OpenSizes {
  std::array<std::uint32_t, 3> local{};   // symbols, from 1
  std::array<std::uint32_t, 3> groups{};  // the numbers of groups
  std::array<bool, 3> global{};           // the global size is not given either

  bool any() const { return *this != OpenSizes(); }
  bool operator==(const OpenSizes&) const = default;
};

// Sizes that replace open ones, or those of any launch in whole groups.
struct LaunchSizes {
  std::array<std::uint64_t, 3> local{1, 1, 1};
  std::array<std::uint64_t, 3> groups{1, 1, 1};

  bool operator==(const LaunchSizes&) const = default;
};

// Sizes in work-items and groups. A dimension beyond work_dim has size 1 and id 0.
struct LaunchFacts {
  std::uint32_t work_dim = 1;
  OpenSizes open;  // sizes that are open; the sizes below do not apply to them
  std::array<std::uint64_t, 3> global_offset{0, 0, 0};
  std::array<std::uint64_t, 3> global_size{1, 1, 1};
  std::array<std::uint64_t, 3> local_size{1, 1, 1};  // size of full groups; the last group is smaller if this
                                                     // does not divide the global size
  SubGroups sub_groups;                              // used by kernels that depend on sub-groups
  std::optional<bool> is_cooperative;  // whether all groups run at the same time (CUDA); nothing: unknown
  std::vector<Argument> arguments;     // by parameter number
  // Facts that may have any value that satisfies the relations. A free value is an UnknownArgument above, a
  // free buffer size is unset, and free numbers of groups are in `open`. If a relation pins a fact, the fact
  // is also given above.
  std::vector<FreeFact> free;
  std::vector<Relation> relations;
};

}  // namespace launchproof::model
