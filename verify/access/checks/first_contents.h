// Determines the contents of memory when the launch begins from arguments and program, if they are known.
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
    Unknown,  // may be assumed to be zeros: no contents are recorded
    Other     // something else, or something known of this launch that the proof does not depend on
  };
  Holds holds = Holds::Unknown;
  std::string origin;  // for Zeros: describes the contents that are known to be zero
};

// Returns what these bytes of an array, or the whole array, hold. Also uses what is known of the same bytes
// through another argument whose buffer lies in the same memory object.
FirstContents first_contents(const Context& context, model::ArrayId array, std::optional<Bytes> bytes);

}  // namespace launchproof::access
