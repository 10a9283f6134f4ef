// The division of a group into sub-groups: the second level at which work-items converge. OpenCL calls them
// sub-groups, CUDA warps.
//
// Every division follows these rules (OpenCL API specification, "Mapping work-items onto an ND-range", and
// CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE). A group with W work-items has ceil(W / M) sub-groups, where the
// maximum size M is one number for the launch. All sub-groups except the last one have M work-items; the last
// one has the remaining work-items. Sub-groups of a group, and work-items of a sub-group, are numbered from 0
// without gaps. Unless the mapping is known, the device decides which work-item has which place.
#pragma once

#include <cstdint>
#include <string>

namespace launchproof::model {

// The work-items that come together at a convergence point. Work-items that share a part of one level share
// one of every level before it.
enum class ConvergenceLevel : std::uint8_t {
  Grid,  // all of the launch, if the device runs its groups at the same time (CUDA: a cooperative launch)
  Group,
  SubGroup
};

enum class SubGroupMapping : std::uint8_t {
  Any,    // the device's choice
  Linear  // work-item number i of the group, by linear local id, has place i % M of sub-group i / M
};

// Where the size comes from.
enum class SubGroupSource : std::uint8_t {
  Option,     // the user
  Attribute,  // the kernel: intel_reqd_sub_group_size
  Language,   // CUDA: warps
  Recorded    // the runtime, when the launch was recorded
};

// Facts about the division of the groups of one launch.
struct SubGroups {
  // The sub-group size with which the device runs the kernel; 0: unknown. A group with fewer work-items is a
  // single sub-group, whose maximum size is then any number from the number of work-items of a full group to
  // this one.
  std::uint32_t size = 0;
  SubGroupMapping mapping = SubGroupMapping::Any;
  SubGroupSource source = SubGroupSource::Option;

  // Adopts what the runtime reported for full groups of `items` work-items (0: unknown size). Ignores reports
  // that break the rules above, so that nothing depends on them.
  void record(std::uint64_t said_size, std::uint64_t said_count, std::uint64_t items);
  // Adopts the size that the kernel requires (0: none), unless the size is known already.
  void require(std::uint32_t required);
  // Sets the warps of CUDA: consecutive work-items, 32 each (CUDA C++ Programming Guide, "SIMT
  // Architecture").
  void make_warps();
  // Adopts the mapping that the user states, and the stated size unless a size is known already.
  void state(const SubGroups& stated);

  bool is_stated() const { return size != 0 || mapping != SubGroupMapping::Any; }
  // Returns whether the sub-group of every work-item, and its place there, are known.
  bool is_known() const { return size != 0 && mapping == SubGroupMapping::Linear; }
  bool operator==(const SubGroups&) const = default;
};

// Returns "sub-groups have up to 16 work-items (intel_reqd_sub_group_size)"; empty if the size is unknown.
std::string size_in_words(const SubGroups& sub_groups);
// Returns "sub-groups consist of consecutive work-items, by linear local id (--sub-group-mapping=linear)";
// empty if the mapping is unknown.
std::string mapping_in_words(const SubGroups& sub_groups);

}  // namespace launchproof::model
