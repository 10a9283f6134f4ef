// Facts that are known of one launch class when a kernel is verified: recorded by the capture or given to
// `check`.
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

// A by-value argument, or a sampler as OpenCL C writes it in four bytes. Bytes are as the application passed
// them (little-endian scalars).
struct ValueArgument {
  std::vector<std::uint8_t> bytes;
};

// The accesses that kernels may make to a memory object, as the host said when it made it (CL_MEM_READ_ONLY,
// CL_MEM_WRITE_ONLY).
enum class KernelAccess : std::uint8_t { ReadWrite, ReadOnly, WriteOnly };

// A buffer or an image. Two arguments with the same `object` lie in one memory object; `origin` is where each
// begins in it (non-zero for sub-buffers).
struct BufferArgument {
  std::uint64_t object = 0;            // identity of the root memory object
  std::uint64_t origin = 0;            // bytes from the start of the root object
  std::optional<std::uint64_t> bytes;  // of this (sub-)buffer; nothing when not known
  BufferContents contents;             // of this (sub-)buffer, before the launch
  std::optional<ImageShape> image;     // of an image; `bytes` is then its extent
  std::uint64_t before = 0;  // bytes before `origin` that belong to it too: of a pointer's allocation
  KernelAccess access = KernelAccess::ReadWrite;
  ContentsProperties properties;  // of its contents, where these are not known; requires `bytes`
};

struct NullArgument {};  // a null buffer
struct LocalArgument {
  std::uint64_t bytes = 0;  // size given with clSetKernelArg
};
struct UnknownArgument {};  // not given: a value is arbitrary; a pointer is a distinct array of unknown size

using Argument = std::variant<UnknownArgument, ValueArgument, BufferArgument, NullArgument, LocalArgument>;

// Sizes that are left open, by dimension: any positive number, as long as a dimension has less than 2^31
// work-items in whole groups. Sizes of one symbol are one number; 0: the size is given.
struct OpenSizes {
  std::array<std::uint32_t, 3> local{};   // symbols, from 1
  std::array<std::uint32_t, 3> groups{};  // the numbers of groups
  std::array<bool, 3> global{};           // the product is not given either

  bool any() const { return *this != OpenSizes(); }
  bool operator==(const OpenSizes&) const = default;
};

// Sizes in place of open ones, or of any launch in whole groups.
struct LaunchSizes {
  std::array<std::uint64_t, 3> local{1, 1, 1};
  std::array<std::uint64_t, 3> groups{1, 1, 1};

  bool operator==(const LaunchSizes&) const = default;
};

// Sizes in work-items and groups. A dimension beyond work_dim has size 1 and id 0.
struct LaunchFacts {
  std::uint32_t work_dim = 1;
  OpenSizes open;  // of these the sizes below say nothing
  std::array<std::uint64_t, 3> global_offset{0, 0, 0};
  std::array<std::uint64_t, 3> global_size{1, 1, 1};
  std::array<std::uint64_t, 3> local_size{
      1, 1, 1};                     // of full groups; the last group is smaller if it does not divide
  SubGroups sub_groups;             // of kernels that use them
  std::vector<Argument> arguments;  // by parameter number
  // Facts that may have any value that satisfies the relations. A value among them is an UnknownArgument
  // above, a buffer has no size, and numbers of groups are in `open`. If a relation pins a fact, it is also
  // given above.
  std::vector<FreeFact> free;
  std::vector<Relation> relations;
};

}  // namespace launchproof::model
