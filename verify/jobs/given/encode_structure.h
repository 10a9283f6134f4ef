// Encodes structures and arrays in --arg from the values of their fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verify/jobs/given/encode_value.h"
#include "verify/model/value_layout.h"

namespace launchproof::jobs {

// Returns the parameter's name in "NAME", "NAME.field" or "NAME.field[2].x".
std::string parameter_of(const std::string& path);

// Returns the bytes of a by-value argument from the values given for it: first the value of the whole
// argument, if there is one, then the values of fields. Throws UsageError that names the existing fields or
// the missing ones.
std::vector<std::uint8_t> encode_fields(const model::Parameter& parameter, const model::ValueLayout& layout,
                                        const std::vector<GivenValue>& given);

}  // namespace launchproof::jobs
