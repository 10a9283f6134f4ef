// Finds which arrays of a kernel may share memory in one launch, and which memory the launch writes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::analysis {

// The place of an array of the kernel in one launch.
struct Placement {
  std::uint32_t region = model::kNone;  // arrays with the same region share memory; the null array has no
                                        // region
  std::uint64_t origin = 0;             // byte offset of the array in its region
  std::optional<std::uint64_t> bytes;   // size, when known
  bool is_null = false;                 // bound to a null buffer
  std::uint64_t before = 0;             // number of bytes before the array that also belong to it
  bool is_known_image = false;          // an image whose size and format the launch gives
  model::KernelAccess access = model::KernelAccess::ReadWrite;
};

class MemoryRegions {
 public:
  MemoryRegions(const model::KernelModel& kernel, const model::LaunchFacts& facts);

  const Placement& placement(model::ArrayId array) const { return d_placements[array]; }
  // Returns whether some site of the kernel may write to this region.
  bool is_written(std::uint32_t region) const { return d_written[region]; }
  std::size_t size() const { return d_written.size(); }

 private:
  std::vector<Placement> d_placements;
  std::vector<bool> d_written;
};

// Returns whether the memory's access flags forbid a kernel this kind of access (Property::AccessFlags).
bool is_forbidden(const model::Site& site, model::KernelAccess access);

// Returns whether the memory of some argument may only be read or only be written by kernels.
bool has_access_flags(const model::LaunchFacts& facts);

}  // namespace launchproof::analysis
