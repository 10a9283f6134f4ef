// What the collective functions that scan return.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <llvm/IR/Type.h>

#include "verify/model/exchanges.h"

namespace launchproof::frontend {

// Returns what `work_group_scan_exclusive_add` and its like return (model/exchanges.h); nothing for other
// functions, and for sums of floating-point numbers.
inline std::optional<std::uint64_t> sum_of_places(std::string_view function, const llvm::Type* passed) {
  if (!passed->isIntegerTy()) return std::nullopt;
  if (function.ends_with("_scan_exclusive_add")) return model::kSumOfLowerPlaces;
  if (function.ends_with("_scan_inclusive_add")) return model::kSumUpToOwnPlace;
  return std::nullopt;
}

}  // namespace launchproof::frontend
