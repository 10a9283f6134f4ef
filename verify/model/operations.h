// Classifies the operations of the kernel model.
#pragma once

#include "verify/model/kernel_model.h"

namespace launchproof::model {

// Returns whether values of the operation depend only on their operands, the launch facts and the kernel's
// arguments: two work-items with equal operands have equal values. Returns false for ids, merged values,
// contents of memory, and everything that is unknown. The switch has no `default`, so that a new operation
// must be classified here before anything compiles.
constexpr bool is_computed(Op op) {
  switch (op) {
    case Op::Constant:
    case Op::Parameter:
    case Op::LocalSize:
    case Op::EnqueuedLocalSize:
    case Op::NumGroups:
    case Op::GlobalOffset:
    case Op::GlobalSize:
    case Op::WorkDim:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Equal:
    case Op::ULess:
    case Op::ULessEq:
    case Op::SLess:
    case Op::SLessEq:
    case Op::Select:
    case Op::Trunc:
    case Op::ZExt:
    case Op::SExt:
    case Op::Extract:
    case Op::Concat:
    case Op::Function:
      return true;
    case Op::Undefined:
    case Op::LocalId:
    case Op::GroupId:
    case Op::SubGroup:
    case Op::Pipe:
    case Op::Phi:
    case Op::Read:
    case Op::Collective:
    case Op::Event:
    case Op::Other:
    case Op::Element:
    case Op::Accessed:
    case Op::Contract:
      return false;
  }
  return false;
}

}  // namespace launchproof::model
