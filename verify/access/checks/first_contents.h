// The contents of memory when the launch begins, as far as arguments and program determine them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "verify/access/evaluator/evaluator.h"

namespace launchproof::access {

struct Bytes {
  std::uint64_t from = 0;  // of an array
  std::uint64_t count = 0;
};

struct FirstContents {
  enum class Holds : std::uint8_t {
    Zeros,    // for certain
    Unknown,  // zeros may be assumed: nobody has recorded what it holds
    Other     // something else, or what is known of the launch and not of the proof
  };
  Holds holds = Holds::Unknown;
  std::string origin;  // Zeros: the contents that say so, in words
};

// Returns what these bytes of an array, or the whole array, hold. Also uses what is known of the bytes under
// another argument in the same memory object.
FirstContents first_contents(const Context& context, model::ArrayId array, std::optional<Bytes> bytes);

}  // namespace launchproof::access
