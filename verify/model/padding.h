// The fourth component of a vector of three in memory. Clang stores it with the other three, and the program
// does not define its value.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verify/model/kernel_model.h"

namespace launchproof::model {

// `index` of an Undefined that a store writes into padding. Whichever of two stores comes last, these bytes
// are undefined afterwards, so engines assume that all stores write the same value into them.
inline constexpr std::uint32_t kPadding = 1;

inline bool is_padding(const Value& value) {
  return value.op == Op::Undefined && value.index == kPadding;
}

// Returns whether component number `component` of the value that a site writes is padding.
inline bool is_padding(const KernelModel& kernel, const Site& site, std::size_t component) {
  return component < site.written.size() && is_padding(kernel.values[site.written[component]]);
}

}  // namespace launchproof::model
