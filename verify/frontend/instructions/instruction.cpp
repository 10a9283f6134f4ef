#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>

#include "verify/frontend/builtins/builtins.h"
#include "verify/frontend/translate/kernel_translator.h"

namespace launchproof::frontend {
namespace {

Op integer_op(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::Add:
      return Op::Add;
    case llvm::Instruction::Sub:
      return Op::Sub;
    case llvm::Instruction::Mul:
      return Op::Mul;
    case llvm::Instruction::UDiv:
      return Op::UDiv;
    case llvm::Instruction::SDiv:
      return Op::SDiv;
    case llvm::Instruction::URem:
      return Op::URem;
    case llvm::Instruction::SRem:
      return Op::SRem;
    case llvm::Instruction::Shl:
      return Op::Shl;
    case llvm::Instruction::LShr:
      return Op::LShr;
    case llvm::Instruction::AShr:
      return Op::AShr;
    case llvm::Instruction::And:
      return Op::And;
    case llvm::Instruction::Or:
      return Op::Or;
    case llvm::Instruction::Xor:
      return Op::Xor;
    default:
      return Op::Undefined;
  }
}

}  // namespace

void KernelTranslator::translate(const llvm::Instruction& instruction) {
  const auto& operation = llvm::cast<llvm::Operator>(instruction);
  const unsigned opcode = instruction.getOpcode();
  if (const auto* item = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    load(*item);
    return;
  }
  if (const auto* item = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    store(*item);
    return;
  }
  if (const auto* item = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    call(*item);
    return;
  }
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (!variable->isStaticAlloca()) unsupported("a private array of variable length");
    return;
  }
  if (instruction.isBinaryOp()) {
    define(instruction, integer_op(opcode) == Op::Undefined ? float_operation(instruction)
                                                            : integer_operation(operation, opcode));
    return;
  }
  if (opcode == llvm::Instruction::FNeg) {
    define(instruction, float_operation(instruction));
    return;
  }
  if (const auto* item = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    define(instruction, comparison(*item));
    return;
  }
  if (instruction.isCast()) {
    define(instruction, cast(operation, opcode));
    return;
  }
  if (const auto* item = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    define(instruction, select(*item));
    return;
  }
  if (const auto* item = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) {
    define(instruction, element_pointer(*item));
    return;
  }
  if (const auto* item = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    define(instruction, shuffle(*item));
    return;
  }
  if (const auto* item = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    define(instruction, extract_element(*item));
    return;
  }
  if (const auto* item = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
    define(instruction, insert_element(*item));
    return;
  }
  if (opcode == llvm::Instruction::Freeze) {
    define(instruction, Parts(parts(instruction.getOperand(0))));
    return;
  }
  if (const auto* item = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    llvm::Type* member = nullptr;
    const std::size_t first =
        aggregate_offset(item->getAggregateOperand()->getType(), item->getIndices(), member);
    const Parts& all = parts(item->getAggregateOperand());
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    define(instruction, Parts(begin, begin + static_cast<std::ptrdiff_t>(widths(member).size())));
    return;
  }
  if (const auto* item = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    llvm::Type* member = nullptr;
    const std::size_t first = aggregate_offset(item->getType(), item->getIndices(), member);
    Parts all = parts(item->getAggregateOperand());
    const Parts& inserted = parts(item->getInsertedValueOperand());
    std::copy(inserted.begin(), inserted.end(), all.begin() + static_cast<std::ptrdiff_t>(first));
    define(instruction, std::move(all));
    return;
  }
  unsupported(std::string("the instruction ") + instruction.getOpcodeName());
  define(instruction, undefined(instruction.getType()));
}

std::size_t KernelTranslator::aggregate_offset(llvm::Type* type, llvm::ArrayRef<unsigned> indices,
                                               llvm::Type*& member) {
  std::size_t offset = 0;
  for (const unsigned index : indices) {
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < index; ++i) offset += widths(structure->getElementType(i)).size();
      type = structure->getElementType(index);
    } else {
      type = llvm::cast<llvm::ArrayType>(type)->getElementType();
      offset += index * widths(type).size();
    }
  }
  member = type;
  return offset;
}

Parts KernelTranslator::constant(const llvm::Constant& constant) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    if (number->getBitWidth() <= 64)
      return {d_values.constant(number->getBitWidth(), number->getZExtValue())};
    return undefined(constant.getType());
  }
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    const llvm::APInt bits = number->getValueAPF().bitcastToAPInt();
    return {d_values.constant(bits.getBitWidth(), bits.getZExtValue())};
  }
  if (llvm::isa<llvm::UndefValue>(constant)) return undefined(constant.getType());
  if (is_event(constant.getType()) && constant.isNullValue()) return {d_values.constant(kEventBits, 0)};
  if (llvm::isa<llvm::ConstantPointerNull>(constant)) return {d_values.constant(32, 0), d_values.address(0)};
  if (llvm::isa<llvm::ConstantAggregateZero>(constant)) {
    Parts all;
    for (const unsigned width : widths(constant.getType())) all.push_back(d_values.constant(width, 0));
    return all;
  }
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
    Parts all;
    for (unsigned i = 0; i < data->getNumElements(); ++i)
      all.push_back(this->constant(*data->getElementAsConstant(i)).front());
    return all;
  }
  if (llvm::isa<llvm::ConstantVector>(constant) || llvm::isa<llvm::ConstantStruct>(constant) ||
      llvm::isa<llvm::ConstantArray>(constant)) {
    Parts all;
    for (const llvm::Use& operand : constant.operands()) {
      const Parts one = parts(operand.get());
      all.insert(all.end(), one.begin(), one.end());
    }
    return all;
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant))
    return constant_expression(*expression);
  unsupported(llvm::isa<llvm::Function>(constant) ? "the address of a function"
                                                  : "a constant that is not understood");
  return undefined(constant.getType());
}

Parts KernelTranslator::constant_expression(const llvm::ConstantExpr& expression) {
  if (const auto* item = llvm::dyn_cast<llvm::GEPOperator>(&expression)) return element_pointer(*item);
  if (expression.isCast()) return cast(llvm::cast<llvm::Operator>(expression), expression.getOpcode());
  if (integer_op(expression.getOpcode()) != Op::Undefined)
    return integer_operation(llvm::cast<llvm::Operator>(expression), expression.getOpcode());
  unsupported(std::string("the constant expression ") + expression.getOpcodeName());
  return undefined(expression.getType());
}

Parts KernelTranslator::integer_operation(const llvm::Operator& operation, unsigned opcode) {
  const auto* left = llvm::dyn_cast<llvm::PtrToIntOperator>(operation.getOperand(0));
  const auto* right = llvm::dyn_cast<llvm::PtrToIntOperator>(operation.getOperand(1));
  if (opcode == llvm::Instruction::Sub && left != nullptr && right != nullptr) {
    // The distance of two pointers into one array needs no address.
    const Pointer a = pointer(left->getPointerOperand());
    const Pointer b = pointer(right->getPointerOperand());
    const unsigned width = operation.getType()->getScalarSizeInBits();
    if (a.base == b.base && d_values.constant_of(a.base) && width <= address_bits())
      return {d_values.resize(d_values.sub(a.offset, b.offset), width, false)};
  }
  const Parts a = parts(operation.getOperand(0));
  const Parts b = parts(operation.getOperand(1));
  Parts all;
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back(d_values.binary(integer_op(opcode), a[i], b[i]));
  return all;
}

Parts KernelTranslator::comparison(const llvm::CmpInst& compare) {
  if (compare.getOperand(0)->getType()->isPointerTy())
    return pointer_comparison(llvm::cast<llvm::ICmpInst>(compare));
  const Parts a = parts(compare.getOperand(0));
  const Parts b = parts(compare.getOperand(1));
  Parts all;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (compare.isFPPredicate()) {
      if (compare.getPredicate() == llvm::CmpInst::FCMP_FALSE ||
          compare.getPredicate() == llvm::CmpInst::FCMP_TRUE) {
        all.push_back(d_values.constant(1, compare.getPredicate() == llvm::CmpInst::FCMP_TRUE));
        continue;
      }
      const std::string name = "float." + llvm::CmpInst::getPredicateName(compare.getPredicate()).str() +
                               "." + std::to_string(d_values.width(a[i])) +
                               (is_finite_math() ? ".finite" : "");
      all.push_back(d_values.function(name, 1, {a[i], b[i]}, compare.isCommutative()));
      continue;
    }
    const bool is_signed = compare.isSigned();
    switch (compare.getPredicate()) {
      case llvm::CmpInst::ICMP_EQ:
        all.push_back(d_values.equal(a[i], b[i]));
        break;
      case llvm::CmpInst::ICMP_NE:
        all.push_back(d_values.logical_not(d_values.equal(a[i], b[i])));
        break;
      case llvm::CmpInst::ICMP_ULT:
      case llvm::CmpInst::ICMP_SLT:
        all.push_back(d_values.less(is_signed, a[i], b[i]));
        break;
      case llvm::CmpInst::ICMP_ULE:
      case llvm::CmpInst::ICMP_SLE:
        all.push_back(d_values.less_equal(is_signed, a[i], b[i]));
        break;
      case llvm::CmpInst::ICMP_UGT:
      case llvm::CmpInst::ICMP_SGT:
        all.push_back(d_values.less(is_signed, b[i], a[i]));
        break;
      default:
        all.push_back(d_values.less_equal(is_signed, b[i], a[i]));
        break;
    }
  }
  return all;
}

// The relative position of two arrays of the program is unknown here, since parameters may refer to one
// buffer or be null. pointer.equal(array, offset, array, offset), pointer.below with the same operands and
// pointer.address(array) leave that to the launch facts.
Parts KernelTranslator::pointer_comparison(const llvm::ICmpInst& compare) {
  const Pointer a = pointer(compare.getOperand(0));
  const Pointer b = pointer(compare.getOperand(1));
  const bool is_equality = compare.isEquality();
  ValueId result = model::kNone;
  if (a.base == b.base && d_values.constant_of(a.base)) {
    if (is_equality)
      result = d_values.equal(a.offset, b.offset);
    else
      // Addresses in one array are ordered like their offsets, and a pointer may be before the array's start.
      switch (compare.getUnsignedPredicate()) {
        case llvm::CmpInst::ICMP_ULT:
          result = d_values.less(true, a.offset, b.offset);
          break;
        case llvm::CmpInst::ICMP_UGT:
          result = d_values.less(true, b.offset, a.offset);
          break;
        case llvm::CmpInst::ICMP_ULE:
          result = d_values.less_equal(true, a.offset, b.offset);
          break;
        default:
          result = d_values.less_equal(true, b.offset, a.offset);
          break;
      }
  } else if (is_equality) {
    result = d_values.function("pointer.equal", 1, {a.base, a.offset, b.base, b.offset});
  } else {
    // Each work-item has separate private memory, and each group separate local memory.
    const auto is_own = [&](model::ArrayId array) {
      const model::Memory memory = d_model.arrays[array].memory;
      return array != 0 && (memory == model::Memory::Private || memory == model::Memory::Local);
    };
    if (std::ranges::any_of(a.targets.arrays, is_own) || std::ranges::any_of(b.targets.arrays, is_own))
      return undefined(compare.getType());
    const llvm::CmpInst::Predicate predicate = compare.getUnsignedPredicate();
    const bool is_less = predicate == llvm::CmpInst::ICMP_ULT || predicate == llvm::CmpInst::ICMP_UGE;
    const Pointer& one = is_less ? a : b;
    const Pointer& two = is_less ? b : a;
    result = d_values.function("pointer.below", 1, {one.base, one.offset, two.base, two.offset});
    const bool is_opposite = predicate == llvm::CmpInst::ICMP_UGE || predicate == llvm::CmpInst::ICMP_ULE;
    return {is_opposite ? d_values.logical_not(result) : result};
  }
  return {compare.getPredicate() == llvm::CmpInst::ICMP_NE ? d_values.logical_not(result) : result};
}

Parts KernelTranslator::pointer_address(const llvm::Value* value, unsigned width) {
  const Pointer at = pointer(value);
  if (at.targets.unknown) unsupported("the address of memory that is not known");
  // The private memory of each work-item has its own addresses.
  for (const model::ArrayId array : at.targets.arrays)
    if (array != 0 && d_model.arrays[array].memory == model::Memory::Private)
      return {d_values.undefined(width)};
  return {d_values.resize(d_values.add(start_address(at.base), at.offset), width, false)};
}

ValueId KernelTranslator::start_address(ValueId base) {
  if (d_values.constant_of(base) == 0U) return d_values.address(0);
  return d_values.function("pointer.address." + std::to_string(address_bits()), address_bits(), {base});
}

Parts KernelTranslator::pointer_from_integer(const llvm::Operator& operation) {
  const PointsTo targets = d_pointers.of(&operation);
  const ValueId base = base_value(targets);
  const ValueId address = d_values.resize(parts(operation.getOperand(0)).front(), address_bits(), false);
  // The pointer may point anywhere. An access through it is rejected (add_site), and so is a use of its
  // address.
  if (base == model::kNone)
    return {d_values.function("pointer.base.32", 32, {address}),
            d_values.function("pointer.offset." + std::to_string(address_bits()), address_bits(), {address})};
  return {base, d_values.sub(address, start_address(base))};
}

Parts KernelTranslator::cast(const llvm::Operator& operation, unsigned opcode) {
  const llvm::Value* from = operation.getOperand(0);
  llvm::Type* type = operation.getType();
  if (opcode == llvm::Instruction::PtrToInt && type->isIntegerTy() && type->getScalarSizeInBits() <= 64)
    return pointer_address(from, type->getScalarSizeInBits());
  if (opcode == llvm::Instruction::IntToPtr && type->isPointerTy()) return pointer_from_integer(operation);
  Parts a = parts(from);
  if (opcode == llvm::Instruction::AddrSpaceCast) return a;
  if (opcode == llvm::Instruction::BitCast) return bit_cast(a, type);
  const std::vector<unsigned> to = widths(type);
  Parts all;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const unsigned width = d_values.width(a[i]);
    std::string suffix(".");
    suffix.append(std::to_string(width)).append(".").append(std::to_string(to[i]));
    switch (opcode) {
      case llvm::Instruction::Trunc:
      case llvm::Instruction::ZExt:
        all.push_back(d_values.resize(a[i], to[i], false));
        break;
      case llvm::Instruction::SExt:
        all.push_back(d_values.resize(a[i], to[i], true));
        break;
      case llvm::Instruction::FPTrunc:
      case llvm::Instruction::FPExt:
        all.push_back(d_values.function("float.convert" + suffix, to[i], {a[i]}));
        break;
      case llvm::Instruction::FPToSI:
        all.push_back(d_values.function("float.to_signed" + suffix, to[i], {a[i]}));
        break;
      case llvm::Instruction::FPToUI:
        all.push_back(d_values.function("float.to_unsigned" + suffix, to[i], {a[i]}));
        break;
      case llvm::Instruction::SIToFP:
        all.push_back(d_values.function("float.from_signed" + suffix, to[i], {a[i]}));
        break;
      case llvm::Instruction::UIToFP:
        all.push_back(d_values.function("float.from_unsigned" + suffix, to[i], {a[i]}));
        break;
      default:
        unsupported("a cast that is not understood");
        return undefined(type);
    }
  }
  return all;
}

Parts KernelTranslator::bit_cast(const Parts& from, llvm::Type* type) {
  if (type->isPointerTy()) return from;
  const std::vector<unsigned> to = widths(type);
  if (to.size() == from.size()) return from;
  Parts all;
  const unsigned from_width = d_values.width(from.front());
  if (to.size() > from.size()) {
    const auto ratio = static_cast<unsigned>(to.size() / from.size());
    if (to.size() % from.size() == 0 && to.front() * ratio == from_width) {
      for (const ValueId value : from)
        for (unsigned i = 0; i < ratio; ++i)
          all.push_back(d_values.extract(value, i * to.front(), to.front()));
      return all;
    }
  } else if (from.size() % to.size() == 0 && to.front() == from_width * (from.size() / to.size())) {
    const auto ratio = static_cast<std::ptrdiff_t>(from.size() / to.size());
    for (auto part = from.begin(); part != from.end(); part += ratio)
      all.push_back(d_values.concat(Parts(part, part + ratio)));
    return all;
  }
  unsupported("a cast between vectors whose components do not fit");
  return undefined(type);
}

Parts KernelTranslator::select(const llvm::SelectInst& select) {
  const Parts condition = parts(select.getCondition());
  const Parts a = parts(select.getTrueValue());
  const Parts b = parts(select.getFalseValue());
  Parts all;
  for (std::size_t i = 0; i < a.size(); ++i)
    all.push_back(d_values.select(condition[condition.size() == 1 ? 0 : i], a[i], b[i]));
  return all;
}

Parts KernelTranslator::element_pointer(const llvm::GEPOperator& operation) {
  if (operation.getType()->isVectorTy()) {
    unsupported("a vector of pointers");
    return undefined(operation.getType());
  }
  const unsigned width = address_bits();
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt fixed(d_layout.getIndexTypeSizeInBits(operation.getType()), 0);
  const Parts from = parts(operation.getPointerOperand());
  if (!operation.collectOffset(d_layout, fixed.getBitWidth(), variable, fixed)) {
    unsupported("an address that is not understood");
    return undefined(operation.getType());
  }
  ValueId offset = from[1];
  for (const auto& [index, scale] : variable) {
    const ValueId steps = d_values.resize(parts(index).front(), width, /*is_signed=*/true);
    offset = d_values.add(offset, d_values.mul(steps, d_values.constant(width, scale.getSExtValue())));
  }
  return {from[0], d_values.add(offset, d_values.constant(width, fixed.getSExtValue()))};
}

// Steps that move a pointer by whole elements (`p + i` for an array that decayed to `p`, `&a[0][0] + i`) are
// not subscripts of an array, and hide earlier subscripts. An array with one element at the end of a
// structure may stand for one of any length.
std::vector<ArrayIndex> KernelTranslator::array_indices(const llvm::Value* pointer) {
  std::vector<ArrayIndex> result;
  for (;;) {
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer);
    if (step == nullptr || step->getType()->isVectorTy() || step->getNumIndices() == 0) return result;
    auto at = llvm::gep_type_begin(step);
    const auto* first = llvm::dyn_cast<llvm::ConstantInt>(at.getOperand());
    for (llvm::Type* within = at.getIndexedType(); ++at != llvm::gep_type_end(step);
         within = at.getIndexedType()) {
      const auto* array = llvm::dyn_cast<llvm::ArrayType>(within);
      if (array == nullptr || array->getNumElements() <= 1) continue;
      const auto* known = llvm::dyn_cast<llvm::ConstantInt>(at.getOperand());
      if (known != nullptr && known->getValue().ult(array->getNumElements())) continue;
      const ValueId index =
          d_values.resize(parts(at.getOperand()).front(), address_bits(), /*is_signed=*/true);
      result.push_back({index, array->getNumElements(), d_layout.getTypeAllocSize(within).getFixedValue()});
    }
    if (first == nullptr || !first->isZero()) return result;
    pointer = step->getPointerOperand();
  }
}

Parts KernelTranslator::shuffle(const llvm::ShuffleVectorInst& shuffle) {
  const Parts a = parts(shuffle.getOperand(0));
  const Parts b = parts(shuffle.getOperand(1));
  const std::vector<unsigned> to = widths(shuffle.getType());
  Parts all;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const int from = shuffle.getMaskValue(static_cast<unsigned>(i));
    const auto index = static_cast<std::size_t>(from);
    if (from < 0)
      all.push_back(d_values.undefined(to[i]));
    else
      all.push_back(index < a.size() ? a[index] : b[index - a.size()]);
  }
  return all;
}

Parts KernelTranslator::extract_element(const llvm::ExtractElementInst& extract) {
  const Parts from = parts(extract.getVectorOperand());
  const ValueId index = parts(extract.getIndexOperand()).front();
  if (const auto known = d_values.constant_of(index))
    return *known < from.size() ? Parts{from[*known]} : undefined(extract.getType());
  ValueId result = from.front();
  for (std::size_t i = 1; i < from.size(); ++i)
    result =
        d_values.select(d_values.equal(index, d_values.constant(d_values.width(index), i)), from[i], result);
  return {result};
}

Parts KernelTranslator::insert_element(const llvm::InsertElementInst& insert) {
  Parts all = parts(insert.getOperand(0));
  const ValueId element = parts(insert.getOperand(1)).front();
  const ValueId index = parts(insert.getOperand(2)).front();
  const auto known = d_values.constant_of(index);
  if (known && *known >= all.size()) return undefined(insert.getType());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] =
        d_values.select(d_values.equal(index, d_values.constant(d_values.width(index), i)), element, all[i]);
  return all;
}

}  // namespace launchproof::frontend
