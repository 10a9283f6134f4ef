// Turns every array that the kernel can name into an object with a fixed address.
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include <cstring>

#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/names/source_name.h"
#include "verify/replay/memory/tables.h"

namespace launchproof::replay {
namespace {

// Returns false if the constant contains anything other than numbers.
bool flatten(const llvm::Constant& constant, const llvm::DataLayout& layout, std::uint8_t* bytes) {
  llvm::Type* type = constant.getType();
  if (llvm::isa<llvm::ConstantAggregateZero>(constant) || llvm::isa<llvm::UndefValue>(constant) ||
      llvm::isa<llvm::ConstantPointerNull>(constant))
    return true;
  const auto put = [&](const llvm::APInt& bits) {
    const std::uint64_t size = layout.getTypeStoreSize(type);
    for (std::uint64_t i = 0; i < size; ++i) {
      const auto from = static_cast<unsigned>(8 * i);
      const unsigned width = bits.getBitWidth();
      if (from < width)
        bytes[i] = static_cast<std::uint8_t>(bits.extractBitsAsZExtValue(std::min(8u, width - from), from));
    }
    return true;
  };
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) return put(number->getValue());
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return put(number->getValueAPF().bitcastToAPInt());
  const auto element_offset = [&](unsigned i) -> std::uint64_t {
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
      return layout.getStructLayout(structure)->getElementOffset(i);
    if (type->isArrayTy()) return i * layout.getTypeAllocSize(type->getArrayElementType());
    return i * layout.getTypeStoreSize(llvm::cast<llvm::VectorType>(type)->getElementType());
  };
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
    for (unsigned i = 0; i < data->getNumElements(); ++i)
      if (!flatten(*data->getElementAsConstant(i), layout, bytes + element_offset(i))) return false;
    return true;
  }
  if (!llvm::isa<llvm::ConstantAggregate>(constant)) return false;
  for (unsigned i = 0; i < constant.getNumOperands(); ++i)
    if (!flatten(*llvm::cast<llvm::Constant>(constant.getOperand(i)), layout, bytes + element_offset(i)))
      return false;
  return true;
}

std::uint32_t add_object(Rewriting& rewriting, ObjectSpec spec) {
  rewriting.tables.objects.push_back(std::move(spec));
  return static_cast<std::uint32_t>(rewriting.tables.objects.size() - 1);
}

llvm::Constant* pointer_to(std::uint32_t object, llvm::Type* type) {
  llvm::Type* i64 = llvm::Type::getInt64Ty(type->getContext());
  return llvm::ConstantExpr::getIntToPtr(llvm::ConstantInt::get(i64, address_of(object, 0)), type);
}

bool is_used_here(const llvm::Value& value, const llvm::Function& kernel) {
  for (const llvm::User* user : value.users()) {
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      if (instruction->getFunction() == &kernel) return true;
    } else if (is_used_here(*user, kernel)) {
      return true;
    }
  }
  return false;
}

void add_variable(Rewriting& rewriting, llvm::GlobalVariable& variable) {
  const llvm::DataLayout& layout = rewriting.module.getDataLayout();
  const unsigned space = variable.getAddressSpace();
  ObjectSpec spec;
  spec.name = frontend::variable_name(variable.getName());
  spec.bytes = layout.getTypeAllocSize(variable.getValueType());
  spec.kind = space == frontend::kLocalSpace ? ObjectKind::Local : ObjectKind::Constant;
  // One object for the whole launch. The host or an earlier launch may have changed it, even if it is in
  // constant memory.
  if (space != frontend::kLocalSpace && !variable.isConstant()) spec.kind = ObjectKind::Program;
  spec.in_constant_memory = space == frontend::kConstantSpace;
  if (space != frontend::kLocalSpace && !initial_bytes(variable, spec.initial)) {
    rewriting.refuse("the constant " + spec.name + ", which holds pointers", {});
    return;
  }
  variable.replaceAllUsesWith(pointer_to(add_object(rewriting, std::move(spec)), variable.getType()));
}

void add_private(Rewriting& rewriting, llvm::AllocaInst& variable) {
  const llvm::DataLayout& layout = rewriting.module.getDataLayout();
  const auto size = variable.getAllocationSize(layout);
  if (!size) {
    rewriting.refuse("a private array whose size is not constant", variable.getDebugLoc());
    return;
  }
  ObjectSpec spec;
  spec.kind = ObjectKind::Private;
  spec.name = variable.getName().rsplit('.').first.str();
  spec.bytes = size->getFixedValue();
  if (const llvm::MDNode* table = variable.getMetadata(frontend::kTable)) {
    // Its contents are a constant, and the copy that fills it has been removed.
    const auto* constant = llvm::mdconst::extract<llvm::Constant>(table->getOperand(0));
    spec.kind = ObjectKind::Constant;
    if (!initial_bytes(*llvm::cast<llvm::GlobalVariable>(constant), spec.initial)) {
      rewriting.refuse("a private array initialised with pointers", variable.getDebugLoc());
      return;
    }
  } else {
    spec.private_origin = rewriting.tables.private_bytes;
    rewriting.tables.private_bytes += (spec.bytes + 15) / 16 * 16;
  }
  variable.replaceAllUsesWith(pointer_to(add_object(rewriting, std::move(spec)), variable.getType()));
  variable.eraseFromParent();
}

}  // namespace

bool initial_bytes(const llvm::GlobalVariable& variable, std::vector<std::uint8_t>& bytes) {
  const llvm::DataLayout& layout = variable.getParent()->getDataLayout();
  bytes.assign(layout.getTypeAllocSize(variable.getValueType()), 0);
  return !variable.hasInitializer() || flatten(*variable.getInitializer(), layout, bytes.data());
}

void assign_objects(Rewriting& rewriting) {
  KernelTables& tables = rewriting.tables;
  add_object(rewriting, {ObjectKind::Constant, "null", 0, 0, {}});
  for (const model::Parameter& parameter : tables.parameters)
    add_object(rewriting,
               {parameter.kind == model::ParameterKind::Value ? ObjectKind::Value : ObjectKind::Parameter,
                parameter.name,
                0,
                0,
                {}});
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(rewriting.kernel))
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) variables.push_back(variable);
  for (llvm::AllocaInst* variable : variables) add_private(rewriting, *variable);
  for (llvm::GlobalVariable& variable : rewriting.module.globals())
    if (is_used_here(variable, rewriting.kernel)) add_variable(rewriting, variable);
}

}  // namespace launchproof::replay
