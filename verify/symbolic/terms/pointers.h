// Comparisons of pointers that may point into several arrays, including null.
#pragma once

#include <array>
#include <functional>

#include "verify/analysis/memory_regions.h"
#include "verify/smt/terms/term.h"
#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::symbolic {

// The model's function with this name. Its operands are the base and the offset of each pointer.
inline constexpr const char* kPointersEqual = "pointer.equal";

struct PointerSetting {
  smt::TermStore& store;
  const model::KernelModel& kernel;
  const analysis::MemoryRegions& regions;
  LaunchTerms& launch;
  // Creates the term for two places whose addresses the launch does not relate, such as the end of one array
  // and the start of another. Called at most once.
  std::function<smt::Term()> open;
  // Called with two arrays if the result depends on their sharing no memory. May be empty.
  std::function<void(model::ArrayId, model::ArrayId)> apart;
};

// Returns the condition that the two pointers are equal. operands[0] and operands[2] are bases (array
// numbers), and operands[1] and operands[3] are byte offsets. The term distinguishes the arrays that each
// base may name.
smt::Term pointers_equal(const PointerSetting& setting, const std::array<smt::Term, 4>& operands);

}  // namespace launchproof::symbolic
