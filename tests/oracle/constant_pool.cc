#include "tests/oracle/constant_pool.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Operator.h>

#include "tests/oracle/errors.h"

namespace launchproof::oracle {

std::uint32_t lane_count(llvm::Type* type) {
  if (type->isIntegerTy()) {
    if (type->getIntegerBitWidth() > 64) throw CannotJudge{"an integer of more than 64 bits"};
    return 1;
  }
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return vector->getNumElements();
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    return static_cast<std::uint32_t>(array->getNumElements()) * lane_count(array->getElementType());
  }
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    std::uint32_t lanes = 0;
    for (llvm::Type* element : structure->elements()) lanes += lane_count(element);
    return lanes;
  }
  if (type->isX86_FP80Ty() || type->isFP128Ty()) throw CannotJudge{"a float of more than 64 bits"};
  return 1;
}

namespace {

void append_fields(llvm::Type* type, std::uint64_t offset, const llvm::DataLayout& layout,
                   std::vector<Field>& fields) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const std::uint64_t bits = layout.getTypeSizeInBits(vector->getElementType()).getFixedValue();
    if (bits % 8 != 0) throw CannotJudge{"a vector of bits in memory"};
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      append_fields(vector->getElementType(), offset + i * (bits / 8), layout, fields);
    }
  } else if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i) {
      append_fields(array->getElementType(), offset + i * stride, layout, fields);
    }
  } else if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* parts = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      append_fields(structure->getElementType(i), offset + parts->getElementOffset(i).getFixedValue(), layout,
                    fields);
    }
  } else if (type->isTargetExtTy()) {
    fields.push_back({static_cast<std::uint32_t>(offset), 8});
  } else {
    const std::uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
    fields.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint8_t>(bytes)});
  }
}

}  // namespace

Layout layout_of(llvm::Type* type, const llvm::DataLayout& layout) {
  Layout result;
  if (type->isTargetExtTy()) {
    result.bytes = 8;
  } else {
    result.bytes = layout.getTypeStoreSize(type).getFixedValue();
  }
  append_fields(type, 0, layout, result.fields);
  return result;
}

void ConstantPool::add_globals() {
  for (const llvm::GlobalVariable& variable : d_module.globals()) {
    d_globals[&variable] = static_cast<std::uint32_t>(d_program.globals.size());
    GlobalVariable& global = d_program.globals.emplace_back();
    global.name = variable.getName().str();
    // Clang names a kernel's __local variable "kernel.variable".
    const std::size_t dot = global.name.find('.');
    if (variable.getAddressSpace() == 3 && dot != std::string::npos)
      global.name = global.name.substr(dot + 1);
    if (global.name.starts_with("_Z")) {  // CUDA: "function(...)::variable"
      global.name = llvm::demangle(global.name);
      if (const std::size_t colons = global.name.rfind("::"); colons != std::string::npos)
        global.name = global.name.substr(colons + 2);
    }
    global.address_space = variable.getAddressSpace();
    global.dynamic = variable.getAddressSpace() == 3 && variable.isDeclaration();
    global.layout = layout_of(variable.getValueType(), d_module.getDataLayout());
    global.layout.bytes = d_module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue();
  }
  for (const llvm::GlobalVariable& variable : d_module.globals()) {
    if (!variable.hasInitializer() || llvm::isa<llvm::UndefValue>(variable.getInitializer())) continue;
    GlobalVariable& global = d_program.globals[d_globals.at(&variable)];
    global.initialised = true;
    global.initializer = add(variable.getInitializer());
  }
}

Operand ConstantPool::add(const llvm::Constant* constant) {
  const auto [entry, is_new] = d_operands.try_emplace(constant);
  if (is_new) {
    entry->second = {true, static_cast<std::uint32_t>(d_program.pool.size())};
    append(constant);
  }
  return entry->second;
}

void ConstantPool::append(const llvm::Constant* constant) {
  std::vector<std::uint64_t>& pool = d_program.pool;
  const std::uint32_t lanes = lane_count(constant->getType());
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant)) {
    pool.push_back(integer->getZExtValue());
  } else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant)) {
    pool.push_back(real->getValueAPF().bitcastToAPInt().getZExtValue());
  } else if (llvm::isa<llvm::UndefValue>(constant)) {  // poison too
    for (std::uint32_t i = 0; i < lanes; ++i) {
      d_program.undefined.push_back(static_cast<std::uint32_t>(pool.size()));
      pool.push_back(0);
    }
  } else if (constant->isNullValue() || llvm::isa<llvm::ConstantTargetNone>(constant)) {
    pool.insert(pool.end(), lanes, 0);
  } else if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(constant)) {
    for (unsigned i = 0; i < data->getNumElements(); ++i) append(data->getElementAsConstant(i));
  } else if (llvm::isa<llvm::ConstantAggregate>(constant)) {
    for (const llvm::Value* part : constant->operands()) append(llvm::cast<llvm::Constant>(part));
  } else {
    append_address(constant, 0);
  }
}

void ConstantPool::append_address(const llvm::Constant* constant, std::int64_t addend) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
    d_program.relocations.push_back(
        {static_cast<std::uint32_t>(d_program.pool.size()), d_globals.at(variable), addend});
    d_program.pool.push_back(0);
    return;
  }
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant)) {
    d_program.pool.push_back(integer->getZExtValue() + static_cast<std::uint64_t>(addend));
    return;
  }
  if (constant->isNullValue()) {
    d_program.pool.push_back(static_cast<std::uint64_t>(addend));
    return;
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) {
    if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
      llvm::APInt offset(64, 0);
      if (gep->accumulateConstantOffset(d_module.getDataLayout(), offset)) {
        append_address(llvm::cast<llvm::Constant>(gep->getPointerOperand()), addend + offset.getSExtValue());
        return;
      }
    } else if (expression->isCast() && expression->getOpcode() != llvm::Instruction::Trunc) {
      append_address(expression->getOperand(0), addend);
      return;
    }
  }
  if (llvm::isa<llvm::Function>(constant)) throw CannotJudge{"a pointer to a function"};
  throw CannotJudge{"a constant expression that the interpreter does not evaluate"};
}

}  // namespace launchproof::oracle
