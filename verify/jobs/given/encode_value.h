// Encodes by-value arguments from their texts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/value_layout.h"

namespace launchproof::jobs {

// NAME=TEXT; how the text is read depends on the parameter's type.
struct GivenValue {
  std::string name;  // of the parameter, or the path of a field: "s.sizes[2].x"
  std::string text;
};

// Returns the bytes of a by-value argument. Throws UsageError if the text is not a value of the parameter's
// type.
std::vector<std::uint8_t> encode_value(const model::Parameter& parameter, const std::string& text);

// Returns the bytes of a number or vector of this layout; `name` is for messages.
std::vector<std::uint8_t> encode_as(const std::string& name, const model::ValueLayout& layout,
                                    const std::string& text);

// Returns whether the type's name tells how its values are encoded. The name of a typedef or structure does
// not.
bool is_basic_type(const std::string& type);

}  // namespace launchproof::jobs
