#include "verify/model/alignment.h"

#include <algorithm>
#include <bit>

namespace launchproof::model {

std::uint32_t Alignment::of(ValueId id) {
  d_known.resize(d_kernel.values.size(), kNone);
  d_open.resize(d_kernel.values.size(), false);
  if (d_known[id] != kNone) return d_known[id];
  if (d_open[id]) return 0;  // carried around a loop
  d_open[id] = true;
  const Value& value = d_kernel.values[id];
  const auto operand = [&](std::size_t i) { return of(value.operands[i]); };
  std::uint32_t result = 0;
  switch (value.op) {
    case Op::Constant:
      result = value.literal == 0 ? kMost : static_cast<std::uint32_t>(std::countr_zero(value.literal));
      break;
    case Op::Mul:
      result = operand(0) + operand(1);
      break;
    case Op::Shl: {
      const Value& by = d_kernel.values[value.operands[1]];
      // A shift by the width or more has an arbitrary value.
      if (by.op == Op::Constant && by.literal < value.width)
        result = operand(0) + static_cast<std::uint32_t>(by.literal);
      break;
    }
    case Op::And:
      result = std::max(operand(0), operand(1));
      break;
    case Op::Add:
    case Op::Sub:
    case Op::Or:
    case Op::Xor:
      result = std::min(operand(0), operand(1));
      break;
    case Op::Select:
      result = std::min(operand(1), operand(2));
      break;
    case Op::ZExt:
    case Op::SExt:
    case Op::Trunc:
      result = operand(0);
      break;
    default:
      break;
  }
  d_open[id] = false;
  d_known[id] = std::min(result, kMost);
  return d_known[id];
}

}  // namespace launchproof::model
