// Generates contents of a buffer with stated properties, different ones for each execution.
#pragma once

#include <cstdint>
#include <string>

#include "tests/oracle/contents.h"

namespace launchproof::oracle {

// Returns whether the text lists properties: "int32,distinct,min:0,below:16". Does not check the rest of it.
bool states_properties(const std::string& text);

// Returns contents with the properties and this many bytes. Seeds 0 and 1 give the smallest and the largest
// elements, sorted if the properties allow it; other seeds give arbitrary, mostly small ones. `type` is the
// element type if the text names none. Throws UsageError for misspelt properties, and if no contents have
// them.
Contents drawn(const std::string& properties, ElementType type, std::uint64_t bytes, std::uint64_t seed);

}  // namespace launchproof::oracle
