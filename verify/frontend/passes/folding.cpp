#include "verify/frontend/passes/folding.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <set>
#include <vector>

#include "verify/frontend/ir/markers.h"

namespace launchproof::frontend {
namespace {

using llvm::APFloat;
using llvm::Instruction;

bool is_float(const llvm::Type* type) {
  return type->isFPOrFPVectorTy();
}

bool has_floats(const Instruction& instruction) {
  return is_float(instruction.getType()) ||
         llvm::any_of(instruction.operands(), [](const llvm::Use& use) { return is_float(use->getType()); });
}

// Returns whether the instruction only moves bits, whatever they represent.
bool moves_bits(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::PHI:
    case Instruction::Select:
    case Instruction::Load:
    case Instruction::BitCast:
    case Instruction::Freeze:
    case Instruction::FNeg:
    case Instruction::ExtractElement:
    case Instruction::InsertElement:
    case Instruction::ShuffleVector:
    case Instruction::ExtractValue:
    case Instruction::InsertValue:
      return true;
    default:
      return false;
  }
}

bool is_plain(const APFloat& value) {
  return value.isZero() || value.isNormal();
}

const APFloat* plain(const llvm::Constant* constant) {
  const auto* number = llvm::dyn_cast_or_null<llvm::ConstantFP>(constant);
  return number != nullptr && is_plain(number->getValueAPF()) ? &number->getValueAPF() : nullptr;
}

bool is_exact(APFloat::opStatus status, const APFloat& result) {
  return status == APFloat::opOK && is_plain(result);
}

bool is_exact(unsigned opcode, const APFloat& a, const APFloat& b) {
  constexpr auto kNearest = APFloat::rmNearestTiesToEven;
  APFloat result = a;
  switch (opcode) {
    case Instruction::FAdd:
      return is_exact(result.add(b, kNearest), result);
    case Instruction::FSub:
      return is_exact(result.subtract(b, kNearest), result);
    case Instruction::FMul:
      return is_exact(result.multiply(b, kNearest), result);
    case Instruction::FDiv:
      return is_exact(result.divide(b, kNearest), result);
    case Instruction::FRem:
      return is_exact(result.mod(b), result);
    default:
      return false;
  }
}

// Converts one number. A conversion to an integer rounds towards zero on every device.
bool converts_exactly(const Instruction& instruction, const llvm::Constant* from) {
  constexpr auto kNearest = APFloat::rmNearestTiesToEven;
  const llvm::Type* to = instruction.getType()->getScalarType();
  if (const auto* integer = llvm::dyn_cast_or_null<llvm::ConstantInt>(from)) {
    if (!is_float(to)) return false;
    APFloat result(to->getFltSemantics());
    const bool is_signed = instruction.getOpcode() == Instruction::SIToFP;
    return is_exact(result.convertFromAPInt(integer->getValue(), is_signed, kNearest), result);
  }
  const APFloat* number = plain(from);
  if (number == nullptr) return false;
  if (to->isIntegerTy()) {
    llvm::APSInt result(to->getIntegerBitWidth(), instruction.getOpcode() == Instruction::FPToUI);
    bool exact = false;
    return number->convertToInteger(result, APFloat::rmTowardZero, &exact) != APFloat::opInvalidOp;
  }
  APFloat result = *number;
  bool loses = false;
  return is_float(to) && is_exact(result.convert(to->getFltSemantics(), kNearest, &loses), result) && !loses;
}

// Returns whether the operation is exact for one component of the operands.
bool is_exact(const Instruction& instruction, const llvm::Constant* a, const llvm::Constant* b) {
  if (instruction.isCast()) return converts_exactly(instruction, a);
  const APFloat* x = plain(a);
  const APFloat* y = plain(b);
  if (x == nullptr || y == nullptr) return false;
  return llvm::isa<llvm::FCmpInst>(instruction) || is_exact(instruction.getOpcode(), *x, *y);
}

bool is_same_everywhere(const Instruction& instruction) {
  const bool is_comparison = llvm::isa<llvm::FCmpInst>(instruction);
  if (!instruction.isBinaryOp() && !instruction.isCast() && !is_comparison) return false;
  if (instruction.isBinaryOp() && instruction.getModule()->getNamedMetadata(kRelaxedArithmetic) != nullptr)
    return false;
  if (instruction.hasMetadata(llvm::LLVMContext::MD_fpmath)) return false;  // the result has an error bound
  const auto* a = llvm::dyn_cast<llvm::Constant>(instruction.getOperand(0));
  const auto* b = llvm::dyn_cast<llvm::Constant>(instruction.getOperand(instruction.getNumOperands() - 1));
  if (a == nullptr || b == nullptr) return false;
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
  if (vector == nullptr) return is_exact(instruction, a, b);
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    if (!is_exact(instruction, a->getAggregateElement(i), b->getAggregateElement(i))) return false;
  return true;
}

bool is_shield(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::ssa_copy;
}

}  // namespace

llvm::Constant* fold_constant(Instruction& instruction, const llvm::DataLayout& layout) {
  if (has_floats(instruction) && !moves_bits(instruction) && !is_same_everywhere(instruction)) return nullptr;
  return llvm::ConstantFoldInstruction(&instruction, layout);
}

void fold_operands(const llvm::Use& operand, const llvm::DataLayout& layout) {
  for (bool changed = true; changed;) {
    changed = false;
    std::set<llvm::Instruction*> seen;
    std::vector<llvm::Value*> open{operand.get()};
    while (!open.empty() && !changed) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(open.back());
      open.pop_back();
      if (instruction == nullptr || !seen.insert(instruction).second) continue;
      llvm::Value* simpler = llvm::simplifyInstruction(instruction, layout);
      if (simpler != nullptr && simpler != instruction && !instruction->use_empty()) {
        instruction->replaceAllUsesWith(simpler);
        changed = true;
      }
      open.insert(open.end(), instruction->op_begin(), instruction->op_end());
    }
  }
}

ConstantShield::ConstantShield(llvm::Function& function) : d_function(function) {
  for (Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!has_floats(instruction) || moves_bits(instruction) || instruction.mayReadOrWriteMemory()) continue;
    for (llvm::Use& operand : instruction.operands()) {
      auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
      if (constant == nullptr || !is_float(constant->getType())) continue;
      llvm::IRBuilder<> builder(&instruction);
      operand.set(builder.CreateIntrinsic(llvm::Intrinsic::ssa_copy, {constant->getType()}, {constant}));
    }
  }
}

ConstantShield::~ConstantShield() {
  remove(d_function);
}

void ConstantShield::remove(llvm::Function& function) {
  for (Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!is_shield(instruction)) continue;
    instruction.replaceAllUsesWith(instruction.getOperand(0));
    instruction.eraseFromParent();
  }
}

}  // namespace launchproof::frontend
