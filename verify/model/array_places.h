// Names places in a kernel's arrays for messages.
#pragma once

#include <cstdint>
#include <string>

#include "verify/model/kernel_model.h"

namespace launchproof::model {

// Returns the place that an access of `bytes` bytes at `offset` touches, as the program names it: "a[3]",
// "k[1][3]", "p[0].tag". Uses the size of elements where the array's layout is unknown. Returns an empty text
// if the access begins within an element.
std::string place_in(const Array& array, std::int64_t offset, std::uint64_t bytes);

// Returns the size of an array of `bytes` bytes: "64 elements", "8 x 16 elements". Returns an empty text if
// it is not a whole number of elements.
std::string size_in(const Array& array, std::uint64_t bytes);

}  // namespace launchproof::model
