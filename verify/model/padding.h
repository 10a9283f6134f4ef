// The fourth component that a vector of three has in memory. Clang stores it with the other three, and the
// program says nothing of what it is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verify/model/kernel_model.h"

namespace launchproof::model {

// `index` of an Undefined that a store puts into padding. Whichever of two stores comes last, such bytes are
// undefined afterwards: engines take all stores to put the same into them.
inline constexpr std::uint32_t kPadding = 1;

inline bool is_padding(const Value& value) {
  return value.op == Op::Undefined && value.index == kPadding;
}

// Returns whether component number `component` of what a site writes is padding.
inline bool is_padding(const KernelModel& kernel, const Site& site, std::size_t component) {
  return component < site.written.size() && is_padding(kernel.values[site.written[component]]);
}

}  // namespace launchproof::model
