// Finds barriers that order the accesses of a finding.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "verify/repair/candidate.h"

namespace launchproof::repair {

inline constexpr const char* kLocalFence = "CLK_LOCAL_MEM_FENCE";
inline constexpr const char* kGlobalFence = "CLK_GLOBAL_MEM_FENCE";
inline constexpr const char* kImageFence = "CLK_IMAGE_MEM_FENCE";

// Returns whether the finding is a data race between work-items of one group. Barriers do not order any
// others.
bool is_within_group(const verdict::Finding& finding);

// Returns whether the finding is a data race between work-items of different groups.
bool is_between_groups(const verdict::Finding& finding);

// Returns whether token number `at` is the function name in a call of an atomic function.
bool is_atomic_call(const SourceTree& tree, std::size_t at);
bool uses_atomics(const SourceTree& tree);

// Returns whether the statement calls a barrier of a group, a sub-group, a warp or a grid.
bool is_barrier_call(std::string_view statement);

// Finds statements that hold a barrier, or call a function of this text that does.
class BarrierHolders {
 public:
  // Requires that the tree outlives this.
  explicit BarrierHolders(const SourceTree& tree);

  bool holds(std::size_t statement) const;

 private:
  bool is_barrier_name(std::size_t token) const;

  const SourceTree& d_tree;
  std::set<std::string_view> d_functions;  // that hold a barrier
};

// Returns the fences that order the arrays in such a finding, the most likely choice first. Before OpenCL C
// 2.0, a fence for global memory orders images as well.
std::vector<std::vector<std::string>> fence_choices(const KernelFacts& facts,
                                                    const verdict::Finding& finding);

// Returns "a | b".
std::string joined(const std::vector<std::string>& parts);

// Returns calls, with semicolons, that order the accesses of such a finding, the most likely ones first.
std::vector<std::string> barrier_calls(const SourceTree& tree, const KernelFacts& facts,
                                       const verdict::Finding& finding);

// Returns calls that order all groups, in a kernel that knows its grid.
std::vector<std::string> grid_barrier_calls(const SourceTree& tree, const KernelFacts& facts);

}  // namespace launchproof::repair
