#include "verify/frontend/compilation/assembly_functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "verify/frontend/cuda/address_numbers.h"
#include "verify/frontend/ptx/assembly.h"

namespace launchproof::frontend {
namespace {

const llvm::InlineAsm* assembly_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call == nullptr ? nullptr : llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand());
}

std::vector<llvm::Type*> result_types(const llvm::CallInst& call) {
  if (call.getType()->isVoidTy()) return {};
  if (auto* all = llvm::dyn_cast<llvm::StructType>(call.getType())) return all->elements().vec();
  return {call.getType()};
}

// Returns the type of PTX for an operand with this constraint; nothing if the constraint is none of them.
std::optional<std::string> register_type(const std::string& code) {
  if (code == "h") return "b16";
  if (code == "r") return "b32";
  if (code == "l") return "b64";
  if (code == "f") return "f32";
  if (code == "d") return "f64";
  return std::nullopt;
}

// Returns whether values of the type fill a register of this type of PTX.
bool fills(const llvm::Type* type, const std::string& register_type) {
  const std::string bits =
      std::to_string(type->isPointerTy() ? 64 : type->getPrimitiveSizeInBits().getFixedValue());
  return register_type.substr(1) == bits;
}

// Returns the operands, as the PTX needs them; nothing if one is not understood.
std::optional<std::vector<ptx::AssemblyOperand>> operands_of(const llvm::CallInst& call,
                                                             const llvm::InlineAsm& assembly) {
  std::vector<ptx::AssemblyOperand> all;
  const std::vector<llvm::Type*> results = result_types(call);
  std::size_t value = 0;
  for (const llvm::InlineAsm::ConstraintInfo& one : assembly.ParseConstraints()) {
    if (one.Type == llvm::InlineAsm::isClobber) continue;
    if (one.Type == llvm::InlineAsm::isLabel || one.isIndirect || one.Codes.size() != 1) return std::nullopt;
    ptx::AssemblyOperand operand;
    operand.is_result = one.Type == llvm::InlineAsm::isOutput;
    const llvm::Value* given = operand.is_result ? nullptr : call.getArgOperand(value++);
    if (unsigned result = 0;
        !operand.is_result && !llvm::StringRef(one.Codes.front()).getAsInteger(10, result)) {
      if (result >= all.size() || !all[result].is_result) return std::nullopt;
      operand.starts_result = result;
      operand.type = all[result].type;
    } else if (one.Codes.front() == "n" || one.Codes.front() == "i") {
      const auto* number = llvm::dyn_cast<llvm::ConstantInt>(given);
      if (number == nullptr || number->getBitWidth() > 64) return std::nullopt;
      operand.constant = number->getBitWidth() == 1 ? std::to_string(number->getZExtValue())
                                                    : std::to_string(number->getSExtValue());
    } else {
      const std::optional<std::string> type = register_type(one.Codes.front());
      if (!type) return std::nullopt;
      operand.type = *type;
    }
    const llvm::Type* type = operand.is_result ? results.at(all.size()) : given->getType();
    if (operand.constant.empty() && !fills(type, operand.type)) return std::nullopt;
    all.push_back(std::move(operand));
  }
  return all;
}

// Returns a text that is equal for calls of one function.
std::string key_of(const llvm::InlineAsm& assembly, const std::vector<ptx::AssemblyOperand>& operands) {
  std::string key = (assembly.hasSideEffects() ? "volatile " : "") + assembly.getConstraintString() + '\n' +
                    assembly.getAsmString();
  for (const ptx::AssemblyOperand& operand : operands) key += '\n' + operand.type + ' ' + operand.constant;
  return key;
}

// Returns the value as one of the type, which has the same bits.
llvm::Value* as(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Type* type) {
  if (value->getType() == type) return value;
  if (value->getType()->isPointerTy() && type->isPointerTy()) return builder.CreateAddrSpaceCast(value, type);
  if (value->getType()->isPointerTy()) return builder.CreatePtrToInt(value, type);
  if (value->getType()->isIntegerTy() && type->isIntegerTy()) return builder.CreateZExtOrTrunc(value, type);
  if (value->getType()->getPrimitiveSizeInBits() == type->getPrimitiveSizeInBits())
    return builder.CreateBitCast(value, type);
  return nullptr;
}

// Returns the pointer for an operand that is an address in the memory.
llvm::Value* pointer(llvm::IRBuilder<>& builder, llvm::Value* given, const std::string& memory,
                     llvm::Type* type) {
  llvm::Type* wide = builder.getInt64Ty();
  if (given->getType()->isPointerTy())
    given = builder.CreatePtrToInt(given, wide);
  else
    given = builder.CreateZExt(given, wide);
  const llvm::FunctionCallee address = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      cuda::kAddressOf + memory, llvm::FunctionType::get(type, {wide}, false));
  return builder.CreateCall(address, {given});
}

void replace(llvm::CallInst& assembly, llvm::Function& by, const std::vector<ptx::AssemblyOperand>& operands,
             const std::vector<std::string>& memories) {
  llvm::IRBuilder<> builder(&assembly);
  llvm::IRBuilder<> entry(&*assembly.getFunction()->getEntryBlock().getFirstInsertionPt());
  const std::vector<llvm::Type*> types = result_types(assembly);
  std::vector<llvm::Value*> results, arguments;
  for (llvm::Type* type : types) {
    results.push_back(entry.CreateAlloca(type));
    arguments.push_back(
        as(builder, results.back(), by.getArg(static_cast<unsigned>(arguments.size()))->getType()));
  }
  unsigned value = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const ptx::AssemblyOperand& operand = operands[i];
    if (operand.is_result) continue;
    llvm::Value* given = assembly.getArgOperand(value++);
    if (!operand.constant.empty()) continue;
    llvm::Type* type = by.getArg(static_cast<unsigned>(arguments.size()))->getType();
    if (memories[i].empty() == type->isPointerTy()) return;
    arguments.push_back(memories[i].empty() ? as(builder, given, type)
                                            : pointer(builder, given, memories[i], type));
  }
  if (llvm::is_contained(arguments, nullptr)) return;
  llvm::CallInst* call = builder.CreateCall(&by, arguments);
  call->setCallingConv(by.getCallingConv());
  call->setConvergent();
  llvm::Value* whole =
      assembly.getType()->isStructTy() ? llvm::PoisonValue::get(assembly.getType()) : nullptr;
  for (unsigned i = 0; i < results.size(); ++i) {
    llvm::Value* read = builder.CreateLoad(types[i], results[i]);
    whole = whole == nullptr || !assembly.getType()->isStructTy() ? read
                                                                  : builder.CreateInsertValue(whole, read, i);
  }
  if (whole != nullptr) assembly.replaceAllUsesWith(whole);
  assembly.eraseFromParent();
}

}  // namespace

AssemblyFunctions::AssemblyFunctions(llvm::Module& module) : d_module(module) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::InlineAsm* assembly = assembly_of(instruction);
      if (assembly == nullptr) continue;
      const auto operands = operands_of(llvm::cast<llvm::CallInst>(instruction), *assembly);
      if (!operands) continue;
      const auto [known, is_new] = d_functions.emplace(key_of(*assembly, *operands), Function());
      if (!is_new) continue;
      const std::string name = "launchproof_assembly_" + std::to_string(d_functions.size());
      auto made = ptx::assembly_program(name, assembly->getAsmString(), *operands);
      if (!made || (!made->is_pure && !assembly->hasSideEffects()) || module.getFunction(name) != nullptr)
        continue;
      known->second = {name, std::move(made->memories)};
      d_may_be_moved |=
          made->touches_memory && assembly->getConstraintString().find("~{memory}") == std::string::npos;
      d_text += made->program.text;
      d_headers.insert(made->program.headers.begin(), made->program.headers.end());
      d_is_relaxed |= made->program.is_relaxed;
    }
}

void AssemblyFunctions::call() const {
  for (llvm::Function& function : d_module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      const llvm::InlineAsm* assembly = assembly_of(instruction);
      if (assembly == nullptr) continue;
      auto& call = llvm::cast<llvm::CallInst>(instruction);
      const auto operands = operands_of(call, *assembly);
      if (!operands) continue;
      const auto found = d_functions.find(key_of(*assembly, *operands));
      if (found == d_functions.end() || found->second.name.empty()) continue;
      llvm::Function* by = d_module.getFunction(found->second.name);
      if (by != nullptr && !by->isDeclaration()) replace(call, *by, *operands, found->second.memories);
    }
}

}  // namespace launchproof::frontend
