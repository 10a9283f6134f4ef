// The memory layout of by-value parameters.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace launchproof::model {

struct ValueField;

struct ValueLayout {
  enum class Kind : std::uint8_t { Integer, Floating, Record, Array, Other };

  Kind kind = Kind::Other;
  std::string type;  // type name for messages
  std::uint64_t bytes = 0;
  std::uint32_t lanes = 1;           // Integer and Floating: components of a vector; in a vector of three,
                                     // the fourth is unused
  std::vector<ValueField> fields;    // Record: fields, including those of anonymous members
  std::vector<ValueLayout> element;  // Array: one
};

struct ValueField {
  std::string name;
  std::uint64_t offset = 0;  // in bytes
  bool is_bit_field = false;
  ValueLayout layout;
};

using ValueLayouts = std::map<std::string, ValueLayout>;  // by name of the parameter

}  // namespace launchproof::model
