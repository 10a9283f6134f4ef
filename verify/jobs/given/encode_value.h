// Encodes by-value arguments from their texts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/value_layout.h"

namespace launchproof::jobs {

// NAME=TEXT. The parameter's type decides how the text is read.
struct GivenValue {
  std::string name;  // name of the parameter, or path of a field: "s.sizes[2].x"
  std::string text;
};

// Returns the bytes of a by-value argument. Throws UsageError if the text is not a value of the parameter's
// type.
std::vector<std::uint8_t> encode_value(const model::Parameter& parameter, const std::string& text);

// Returns the bytes of a number or vector of this layout; `name` is for messages.
std::vector<std::uint8_t> encode_as(const std::string& name, const model::ValueLayout& layout,
                                    const std::string& text);

// Returns whether the type's name determines how its values are encoded. Names of typedefs and structures do
// not.
bool is_basic_type(const std::string& type);

}  // namespace launchproof::jobs
