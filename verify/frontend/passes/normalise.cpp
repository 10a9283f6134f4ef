#include <llvm/IR/Attributes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <vector>

#include "verify/frontend/ir/markers.h"
#include "verify/frontend/passes/prepare.h"

namespace launchproof::frontend {
namespace {

// Returns only the attributes that affect how arguments are passed.
llvm::AttributeList passing_attributes(llvm::LLVMContext& context, const llvm::AttributeList& all,
                                       unsigned count) {
  llvm::AttributeList kept;
  for (unsigned i = 0; i < count; ++i) {
    llvm::AttrBuilder builder(context);
    for (const auto kind : {llvm::Attribute::ByVal, llvm::Attribute::StructRet})
      if (all.hasParamAttr(i, kind)) builder.addAttribute(all.getParamAttr(i, kind));
    if (builder.hasAttributes()) kept = kept.addParamAttributes(context, i, builder);
  }
  return kept;
}

// Returns whether the function is CUDA's `__ldg`, an instance of a template in the project's headers.
bool is_non_coherent_load(const llvm::Function& function) {
  return function.getName().starts_with("_ZL5__ldgI");
}

// Copies of a structure become loads and stores of integers, as passes that take a copy apart keep no marks
// of it.
void take_copies_apart(llvm::Function& function) {
  std::vector<llvm::MemCpyInst*> copies;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&instruction)) copies.push_back(copy);
  for (llvm::MemCpyInst* copy : copies) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
    if (length == nullptr) continue;  // the length of a structure is constant
    llvm::IRBuilder<> builder(copy);
    const std::uint64_t alignment =
        std::min<std::uint64_t>({copy->getSourceAlign().valueOrOne().value(),
                                 copy->getDestAlign().valueOrOne().value(), sizeof(std::uint64_t)});
    for (std::uint64_t at = 0; at < length->getZExtValue();) {
      std::uint64_t size = alignment;
      while (at + size > length->getZExtValue()) size /= 2;
      llvm::Type* const type = builder.getIntNTy(static_cast<unsigned>(size * CHAR_BIT));
      llvm::Value* const from =
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), copy->getRawSource(), at);
      llvm::Value* const to = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), copy->getRawDest(), at);
      builder.CreateAlignedStore(builder.CreateAlignedLoad(type, from, llvm::Align(size)), to,
                                 llvm::Align(size));
      at += size;
    }
    copy->eraseFromParent();
  }
}

void normalise(llvm::Instruction& instruction) {
  const bool is_signed = llvm::isa<llvm::OverflowingBinaryOperator>(instruction) &&
                         llvm::cast<llvm::OverflowingBinaryOperator>(instruction).hasNoSignedWrap();
  if (is_signed) instruction.setMetadata(kSignedArithmetic, llvm::MDNode::get(instruction.getContext(), {}));
  instruction.dropPoisonGeneratingFlags();
  if (llvm::isa<llvm::FPMathOperator>(instruction)) {
    llvm::FastMathFlags flags;
    flags.setAllowContract(instruction.hasAllowContract());
    instruction.copyFastMathFlags(flags);
  }
  const unsigned variable = instruction.getContext().getMDKindID(kVariable);
  const unsigned signed_arithmetic = instruction.getContext().getMDKindID(kSignedArithmetic);
  const unsigned said = instruction.getContext().getMDKindID(kSaid);
  const unsigned function_pointer = instruction.getContext().getMDKindID(kFunctionPointer);
  const unsigned type = instruction.getContext().getMDKindID(kType);
  instruction.dropUnknownNonDebugMetadata(
      {llvm::LLVMContext::MD_fpmath, variable, signed_arithmetic, said, function_pointer, type});
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (!call->isInlineAsm() && !llvm::isa<llvm::IntrinsicInst>(call))
      call->setAttributes(passing_attributes(call->getContext(), call->getAttributes(), call->arg_size()));
    return;
  }
  const auto shield = [&](auto* access, bool shared) {
    if (shared && !access->isVolatile())
      access->setMetadata(kPlainAccess, llvm::MDNode::get(access->getContext(), {}));
    access->setVolatile(shared);
  };
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    shield(load, load->getPointerAddressSpace() != 0);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    shield(store, store->getPointerAddressSpace() != 0);
}

}  // namespace

void normalise(llvm::Module& module) {
  // Promotion of private structures may create integers up to the machine's widest.
  module.setDataLayout(module.getDataLayoutStr() + "-n8:16:32:64");
  for (llvm::Function& function : module) {
    if (function.isIntrinsic()) continue;
    function.setAttributes(
        passing_attributes(function.getContext(), function.getAttributes(), function.arg_size()));
    const bool is_coherent = !is_non_coherent_load(function);
    if (!is_coherent) take_copies_apart(function);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      normalise(instruction);
      if (!is_coherent && instruction.mayReadFromMemory())
        instruction.setMetadata(kNonCoherent, llvm::MDNode::get(module.getContext(), {}));
    }
  }
}

}  // namespace launchproof::frontend
