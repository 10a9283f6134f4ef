// What an interval run knows about a value: a number, or the input elements that were joined to compute it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "verify/model/kernel_model.h"
#include "verify/smt/terms/term.h"

namespace launchproof::scans {

enum class Known : std::uint8_t { Nothing, Number, Stretch, Comparison };

struct Content {
  Known known = Known::Nothing;
  smt::Term number;                          // Number: a constant; for width 1, a Boolean
  std::uint64_t first = 0, last = 0;         // Stretch: elements of the input
  unsigned bits = 0;                         // Stretch: width of one element
  bool is_extended = false;                  // Stretch: the value has more bits than an element
  model::ValueId comparison = model::kNone;  // Comparison: of stretches, used only to select one of them

  static Content of(smt::Term number) { return {.known = Known::Number, .number = number}; }
  static Content element(std::uint64_t index, unsigned bits) {
    return {.known = Known::Stretch, .first = index, .last = index, .bits = bits};
  }
};

enum class Join : std::uint8_t {
  Add,
  Multiply,
  And,
  Or,
  Xor,
  SignedMax,
  SignedMin,
  UnsignedMax,
  UnsignedMin,
  FloatAdd
};

std::string in_words(Join join);

// Returns whether joining the same element more than once does not change the result.
bool is_idempotent(Join join);

// Returns the operator with which the value joins its operands; nothing if it does not join them.
std::optional<Join> join_of(const model::KernelModel& kernel, const model::Value& value);

// Returns the join of both, or an unknown value if the result is not a stretch. A number only counts as a
// stretch if it is the operator's identity.
Content joined(Join join, const Content& one, const Content& other);

}  // namespace launchproof::scans
