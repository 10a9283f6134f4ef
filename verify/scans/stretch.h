// The knowledge of an interval run about a value: a number, or which elements of the input are joined in it.
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
  smt::Term number;                          // Number: a constant; of width 1 a Boolean
  std::uint64_t first = 0, last = 0;         // Stretch: elements of the input
  unsigned bits = 0;                         // Stretch: of one element
  bool is_extended = false;                  // Stretch: in more bits than an element has
  model::ValueId comparison = model::kNone;  // Comparison: of stretches, which only chooses one of them

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

// Returns whether an element may be joined more than once.
bool is_idempotent(Join join);

// Returns by which operator the value joins its operands; nothing where it is none.
std::optional<Join> join_of(const model::KernelModel& kernel, const model::Value& value);

// Returns the two joined, or an unknown value if that is not a stretch. A number is a stretch only if it is
// the operator's identity.
Content joined(Join join, const Content& one, const Content& other);

}  // namespace launchproof::scans
