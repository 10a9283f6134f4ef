// How the value of a by-value parameter lies in memory.
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
  std::string type;  // as messages name it
  std::uint64_t bytes = 0;
  std::uint32_t lanes = 1;           // Integer and Floating: of a vector; of three, the fourth is unused
  std::vector<ValueField> fields;    // Record: those of its anonymous members included
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
