// Detects values that a loop doubles, halves or shifts by a constant.
#pragma once

#include "verify/two_thread/rules/rule_table.h"

namespace launchproof::two_thread {

enum class Scaling : std::uint8_t { None, Up, Down };

// Returns how the value changes from iteration to iteration.
inline Scaling scaling(const Head& head, const model::Phi& phi) {
  const model::KernelModel& kernel = head.setting.kernel;
  const model::Value& next = kernel.values[head.next(phi)];
  const auto is_constant = [&](model::ValueId id) { return kernel.values[id].op == model::Op::Constant; };
  if (next.operands.size() != 2) return Scaling::None;
  const model::ValueId a = next.operands[0], b = next.operands[1];
  switch (next.op) {
    case model::Op::Shl:
      return a == phi.value && is_constant(b) ? Scaling::Up : Scaling::None;
    case model::Op::Mul:
      return (a == phi.value && is_constant(b)) || (b == phi.value && is_constant(a)) ? Scaling::Up
                                                                                      : Scaling::None;
    case model::Op::Add:
      return a == phi.value && b == phi.value ? Scaling::Up : Scaling::None;
    case model::Op::LShr:
    case model::Op::AShr:
    case model::Op::UDiv:
    case model::Op::SDiv:
      return a == phi.value && is_constant(b) ? Scaling::Down : Scaling::None;
    default:
      return Scaling::None;
  }
}

}  // namespace launchproof::two_thread
