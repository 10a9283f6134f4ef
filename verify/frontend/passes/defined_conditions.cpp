#include "verify/frontend/passes/defined_conditions.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <utility>

#include "verify/frontend/ir/markers.h"

namespace launchproof::frontend {
namespace {

// Collects truth values which state that the operations below a value do not overflow. Null represents
// "true".
class Definedness {
 public:
  llvm::Value* of(llvm::Value* value) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || !instruction->hasOneUse() || !instruction->getType()->isIntegerTy())
      return nullptr;
    if (const auto known = d_known.find(instruction); known != d_known.end()) return known->second;
    d_known[instruction] = nullptr;  // a cycle contributes nothing
    llvm::Value* result = compute(*instruction);
    d_known[instruction] = result;
    return result;
  }

  static llvm::Value* both(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b) {
    if (a == nullptr || a == b) return b;
    return b == nullptr ? a : builder.CreateAnd(a, b);
  }

 private:
  llvm::Value* compute(llvm::Instruction& instruction) {
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return of_paths(*phi);
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return of_choice(*select);
    if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst>(instruction)) return nullptr;
    llvm::IRBuilder<> builder(instruction.getNextNode());
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    llvm::Value* result = nullptr;
    for (llvm::Value* operand : instruction.operands()) result = both(builder, result, of(operand));
    return both(builder, result, no_overflow(builder, instruction));
  }

  // The operands of `&&`, `||` and `?:` count only if they are evaluated.
  llvm::Value* of_paths(llvm::PHINode& phi) {
    llvm::SmallVector<llvm::Value*, 4> paths;
    bool any = false;
    for (llvm::Value* incoming : phi.incoming_values()) {
      paths.push_back(of(incoming));
      any = any || paths.back() != nullptr;
    }
    if (!any) return nullptr;
    llvm::Type* truth = llvm::Type::getInt1Ty(phi.getContext());
    llvm::PHINode* result = llvm::PHINode::Create(truth, phi.getNumIncomingValues(), "", phi.getIterator());
    result->setDebugLoc(phi.getDebugLoc());
    for (unsigned i = 0; i < paths.size(); ++i)
      result->addIncoming(paths[i] != nullptr ? paths[i] : llvm::ConstantInt::getTrue(truth),
                          phi.getIncomingBlock(i));
    return result;
  }

  llvm::Value* of_choice(llvm::SelectInst& select) {
    llvm::IRBuilder<> builder(select.getNextNode());
    builder.SetCurrentDebugLocation(select.getDebugLoc());
    llvm::Value* yes = of(select.getTrueValue());
    llvm::Value* no = of(select.getFalseValue());
    llvm::Value* chosen = nullptr;
    if (yes != nullptr || no != nullptr)
      chosen = builder.CreateSelect(select.getCondition(), yes != nullptr ? yes : builder.getTrue(),
                                    no != nullptr ? no : builder.getTrue());
    return both(builder, chosen, of(select.getCondition()));
  }

  static llvm::Value* no_overflow(llvm::IRBuilder<>& builder, llvm::Instruction& instruction) {
    if (!instruction.hasMetadata(kSignedArithmetic)) return nullptr;
    const unsigned width = instruction.getType()->getIntegerBitWidth();
    llvm::Value* a = instruction.getOperand(0);
    llvm::Value* b = instruction.getOperand(1);
    const bool commutes = instruction.isCommutative();
    if (commutes && llvm::isa<llvm::ConstantInt>(a)) std::swap(a, b);
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(b);
    if (constant != nullptr) return of_constant(builder, instruction, a, constant->getValue());
    llvm::Value* zero = llvm::ConstantInt::get(instruction.getType(), 0);
    switch (instruction.getOpcode()) {
      case llvm::Instruction::Add:
        // The sum has the sign of one of its operands.
        return builder.CreateICmpSGE(
            builder.CreateAnd(builder.CreateXor(a, &instruction), builder.CreateXor(b, &instruction)), zero);
      case llvm::Instruction::Sub:
        return builder.CreateICmpSGE(
            builder.CreateAnd(builder.CreateXor(a, b), builder.CreateXor(a, &instruction)), zero);
      case llvm::Instruction::Mul: {
        if (width > 32) return nullptr;
        llvm::Type* wide = builder.getIntNTy(2 * width);
        llvm::Value* product = builder.CreateMul(builder.CreateSExt(a, wide), builder.CreateSExt(b, wide));
        return builder.CreateICmpEQ(product, builder.CreateSExt(&instruction, wide));
      }
      default:
        return nullptr;
    }
  }

  // Bounds the operand that is combined with a constant.
  static llvm::Value* of_constant(llvm::IRBuilder<>& builder, llvm::Instruction& instruction, llvm::Value* a,
                                  const llvm::APInt& b) {
    const unsigned width = b.getBitWidth();
    const llvm::APInt least = llvm::APInt::getSignedMinValue(width);
    const llvm::APInt greatest = llvm::APInt::getSignedMaxValue(width);
    const auto at_least = [&](const llvm::APInt& bound) {
      return builder.CreateICmpSGE(a, builder.getInt(bound));
    };
    const auto at_most = [&](const llvm::APInt& bound) {
      return builder.CreateICmpSLE(a, builder.getInt(bound));
    };
    if (b.isZero()) return nullptr;
    switch (instruction.getOpcode()) {
      case llvm::Instruction::Add:
        return b.isNegative() ? at_least(least - b) : at_most(greatest - b);
      case llvm::Instruction::Sub:
        return b.isNegative() ? at_most(greatest + b) : at_least(least + b);
      case llvm::Instruction::Mul:
        if (b.isOne()) return nullptr;
        if (b.isAllOnes()) return at_least(least + 1);
        return b.isNegative() ? builder.CreateAnd(at_least(greatest.sdiv(b)), at_most(least.sdiv(b)))
                              : builder.CreateAnd(at_least(least.sdiv(b)), at_most(greatest.sdiv(b)));
      default:
        return nullptr;
    }
  }

  llvm::DenseMap<llvm::Instruction*, llvm::Value*> d_known;
};

}  // namespace

void require_defined(llvm::CallBase& call) {
  llvm::Value* condition = call.getArgOperand(0);
  Definedness definedness;
  llvm::Value* defined = definedness.of(condition);
  if (defined == nullptr) return;
  llvm::IRBuilder<> builder(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  call.setArgOperand(0, builder.CreateAnd(condition, defined));
}

}  // namespace launchproof::frontend
