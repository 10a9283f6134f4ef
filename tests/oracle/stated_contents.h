// Contents of a buffer with stated properties, drawn anew for each execution.
#pragma once

#include <cstdint>
#include <string>

#include "tests/oracle/contents.h"

namespace launchproof::oracle {

// Returns whether the text lists properties: "int32,distinct,min:0,below:16". Does not check the rest of it.
bool states_properties(const std::string& text);

// Returns contents of so many bytes with the properties. The seeds 0 and 1 give the least and the largest
// ones, in order where the properties allow it; other seeds any, most of them small. `type` is of the
// elements where the text names none. Throws UsageError for what is misspelt and where there are none.
Contents drawn(const std::string& properties, ElementType type, std::uint64_t bytes, std::uint64_t seed);

}  // namespace launchproof::oracle
