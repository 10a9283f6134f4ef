// Values of structures and arrays in --arg, by field.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/launch/encode_value.h"
#include "verify/model/value_layout.h"

namespace launchproof::cli {

// Returns the parameter's name in "NAME", "NAME.field" or "NAME.field[2].x".
std::string parameter_of(const std::string& path);

// Returns the bytes of a by-value argument from the values given for it: that of the whole, which stands
// first where there is one, and those of fields. Throws UsageError, naming the fields there are or those that
// are missing.
std::vector<std::uint8_t> encode_fields(const model::Parameter& parameter, const model::ValueLayout& layout,
                                        const std::vector<GivenValue>& given);

}  // namespace launchproof::cli
