// What the operations of the kernel model have in common.
#pragma once

#include "verify/model/kernel_model.h"

namespace launchproof::model {

// Returns whether values of the operation follow from their operands, the launch facts and the kernel's
// arguments alone: two work-items with the same operands have the same value. False for what stands for
// something of its own: ids, merged values, what memory holds, and everything that is not known. No
// `default`: a new operation is placed here before anything compiles.
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
