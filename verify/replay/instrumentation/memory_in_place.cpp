// Execution in this process's memory: loads and stores remain instructions, and pointers are the host's.
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/ReplaceConstant.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/markers.h"
#include "verify/replay/memory/machine.h"
#include "verify/replay/memory/tables.h"

namespace launchproof::replay {
namespace {

constexpr std::uint64_t kAlignment = 16;  // alignment of variables in local memory; that of the widest vector

std::uint64_t aligned(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

std::optional<llvm::AtomicRMWInst::BinOp> instruction_of(AtomicOp op) {
  using Op = llvm::AtomicRMWInst;
  switch (op) {
    case AtomicOp::Add:
      return Op::Add;
    case AtomicOp::Sub:
      return Op::Sub;
    case AtomicOp::Exchange:
      return Op::Xchg;
    case AtomicOp::SignedMin:
      return Op::Min;
    case AtomicOp::SignedMax:
      return Op::Max;
    case AtomicOp::UnsignedMin:
      return Op::UMin;
    case AtomicOp::UnsignedMax:
      return Op::UMax;
    case AtomicOp::And:
      return Op::And;
    case AtomicOp::Or:
      return Op::Or;
    case AtomicOp::Xor:
      return Op::Xor;
    case AtomicOp::AddFloat:
      return Op::FAdd;
    case AtomicOp::CountUp:
      return Op::UIncWrap;
    case AtomicOp::CountDown:
      return Op::UDecWrap;
    case AtomicOp::CompareExchange:
    case AtomicOp::Load:
    case AtomicOp::Store:
      break;
  }
  return std::nullopt;
}

// Private variables become part of the stack, and arrays that always hold a constant become that constant.
void place_private(llvm::Function& kernel, std::uint64_t& stack_bytes) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) variables.push_back(variable);
  for (llvm::AllocaInst* variable : variables) {
    if (const llvm::MDNode* table = variable->getMetadata(frontend::kTable)) {
      auto* constant = llvm::mdconst::extract<llvm::Constant>(table->getOperand(0));
      variable->replaceAllUsesWith(
          llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(constant, variable->getType()));
      variable->eraseFromParent();
    } else if (llvm::isa<llvm::ConstantInt>(variable->getArraySize())) {
      variable->moveBefore(&*kernel.getEntryBlock().begin());
      stack_bytes += variable->getAllocationSize(layout)->getFixedValue();
    }
  }
}

// Variables in local memory are consecutive in the group's memory; all others are where the host placed them.
void place_variables(Rewriting& rewriting, const VariableAddresses& addresses) {
  const llvm::DataLayout& layout = rewriting.module.getDataLayout();
  std::vector<llvm::GlobalVariable*> local, others;
  for (llvm::GlobalVariable& variable : rewriting.module.globals()) {
    if (variable.getAddressSpace() == frontend::kLocalSpace)
      local.push_back(&variable);
    else if (!variable.isConstant())
      others.push_back(&variable);
  }
  llvm::convertUsersOfConstantsToInstructions(std::vector<llvm::Constant*>(local.begin(), local.end()),
                                              &rewriting.kernel);
  llvm::IRBuilder<> entry(rewriting.kernel.getEntryBlock().getTerminator());
  llvm::Value* memory =
      rewriting.constant_member(entry, rewriting.item, offsetof(MachineItem, local_memory), entry.getPtrTy());
  std::uint64_t& bytes = rewriting.tables.local_bytes;
  const auto place = [&](llvm::Type* type) {
    llvm::Value* address = entry.CreateConstInBoundsGEP1_64(entry.getInt8Ty(), memory, bytes);
    return entry.CreateAddrSpaceCast(address, type);
  };
  for (llvm::GlobalVariable* variable : local) {
    bytes = aligned(bytes, std::max<std::uint64_t>(kAlignment, variable->getAlign().valueOrOne().value()));
    llvm::Value* address = place(variable->getType());
    bool is_used = false;
    variable->replaceUsesWithIf(address, [&](llvm::Use& use) {
      const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      is_used |= user != nullptr && user->getFunction() == &rewriting.kernel;
      return user != nullptr && user->getFunction() == &rewriting.kernel;
    });
    if (is_used) bytes += layout.getTypeAllocSize(variable->getValueType());
  }
  bytes = aligned(bytes, kAlignment);
  for (const auto& [value, number] : rewriting.parameters) {
    if (rewriting.tables.parameters[number - 1].kind != model::ParameterKind::LocalPointer) continue;
    auto* pointer = llvm::cast<llvm::Instruction>(const_cast<llvm::Value*>(value));
    pointer->replaceAllUsesWith(place(pointer->getType()));
  }
  for (llvm::GlobalVariable* variable : others) {
    if (variable->use_empty()) continue;
    const auto found = addresses.find(variable->getName().str());
    if (found == addresses.end()) {
      rewriting.refuse("the variable " + variable->getName().str() + ", which has no address", {});
      continue;
    }
    variable->replaceAllUsesWith(
        llvm::ConstantExpr::getIntToPtr(entry.getInt64(found->second), variable->getType()));
  }
}

// Makes accesses non-volatile that are volatile only to keep the front end's passes away from them.
void leave_plain(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (!instruction.hasMetadata(frontend::kPlainAccess)) continue;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) load->setVolatile(false);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) store->setVolatile(false);
  }
}

void drop_marks(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr &&
        call->getCalledFunction()->getName() == frontend::kFresh)
      call->eraseFromParent();
  }
}

}  // namespace

llvm::Value* atomic_in_place(llvm::IRBuilder<>& builder, llvm::Value* pointer, AtomicOp op,
                             llvm::Value* operand, llvm::Value* wanted) {
  constexpr auto kOrder = llvm::AtomicOrdering::SequentiallyConsistent;
  llvm::Type* type = operand->getType();
  const llvm::Align alignment(type->getIntegerBitWidth() / 8);
  if (op == AtomicOp::Load) {
    llvm::LoadInst* load = builder.CreateAlignedLoad(type, pointer, alignment);
    load->setAtomic(kOrder);
    return load;
  }
  if (op == AtomicOp::Store) {
    builder.CreateAlignedStore(operand, pointer, alignment)->setAtomic(kOrder);
    return llvm::ConstantInt::get(type, 0);
  }
  if (op == AtomicOp::CompareExchange)
    return builder.CreateExtractValue(
        builder.CreateAtomicCmpXchg(pointer, wanted, operand, alignment, kOrder, kOrder), 0);
  if (op == AtomicOp::AddFloat)
    operand = builder.CreateBitCast(
        operand, type->getIntegerBitWidth() == 64 ? builder.getDoubleTy() : builder.getFloatTy());
  llvm::Value* old = builder.CreateAtomicRMW(*instruction_of(op), pointer, operand, alignment, kOrder);
  return builder.CreateBitCast(old, type);
}

void use_memory_in_place(Rewriting& rewriting, const VariableAddresses& variables) {
  drop_marks(rewriting.kernel);
  place_private(rewriting.kernel, rewriting.tables.stack_bytes);
  place_variables(rewriting, variables);
  leave_plain(rewriting.kernel);
  return_where_unreachable(rewriting.kernel);
  guard_divisions(rewriting);
  order_meetings(rewriting);
}

}  // namespace launchproof::replay
