// Arithmetic on floats. Results that OpenCL leaves open may differ from place to place in one program, so
// each instruction with such a result has a separate function.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string_view>

#include "verify/frontend/ir/markers.h"
#include "verify/frontend/translate/kernel_translator.h"

namespace launchproof::frontend {
namespace {

constexpr std::size_t kMostLeaves = 64;  // operands of one result of relaxed arithmetic

const char* float_operation_name(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::FAdd:
      return "add";
    case llvm::Instruction::FSub:
      return "sub";
    case llvm::Instruction::FMul:
      return "mul";
    case llvm::Instruction::FDiv:
      return "div";
    case llvm::Instruction::FRem:
      return "rem";
    default:
      return nullptr;
  }
}

// Returns whether a division is rounded as IEEE 754 requires. For other divisions in single precision, OpenCL
// bounds the error, and Clang attaches the bound.
bool is_rounded_division(const llvm::Instruction& instruction) {
  return instruction.getOpcode() == llvm::Instruction::FDiv &&
         instruction.getMetadata(llvm::LLVMContext::MD_fpmath) == nullptr;
}

}  // namespace

std::string_view KernelTranslator::function_name(ValueId id) const {
  const model::Value& value = d_model.values[id];
  return value.op == Op::Function ? std::string_view(d_model.functions[value.index].name) : "";
}

// The product that is added or subtracted, possibly after a negation or conversion, and that need not be
// rounded first. Nothing if `id` is not such a product.
std::vector<ValueId> KernelTranslator::factors(ValueId id) const {
  for (;;) {
    const model::Value& value = d_model.values[id];
    const std::string_view name = function_name(id);
    if (name.starts_with("float.mul.")) return value.operands;
    const bool negates =
        value.op == Op::Xor && d_values.constant_of(value.operands[1]) == 1ULL << (value.width - 1);
    if (!negates && !name.starts_with("float.convert.")) return {};
    id = value.operands[0];
  }
}

// Adds the operands of a chain of relaxed operations, which a compiler may compute in any order. Returns
// false if there are too many.
bool KernelTranslator::add_leaves(ValueId id, std::vector<ValueId>& leaves) const {
  if (leaves.size() > kMostLeaves) return false;
  if (function_name(id).starts_with("relaxed."))
    return std::ranges::all_of(d_model.values[id].operands,
                               [&](ValueId operand) { return add_leaves(operand, leaves); });
  if (d_model.values[id].op != Op::Constant && std::ranges::find(leaves, id) == leaves.end())
    leaves.push_back(id);
  return true;
}

ValueId KernelTranslator::relaxed_operation(const std::string& name, ValueId a, ValueId b,
                                            const std::string& place) {
  std::vector<ValueId> leaves;
  const unsigned width = d_values.width(a);
  if (!add_leaves(a, leaves) || !add_leaves(b, leaves)) return d_values.undefined(width);
  std::vector<ValueId> operands{a, b};
  operands.insert(operands.end(), leaves.begin(), leaves.end());
  return d_values.function("relaxed." + name + "." + std::to_string(width) + place, width, operands);
}

ValueId KernelTranslator::sum(const std::string& name, ValueId a, ValueId b, const std::string& place) {
  std::vector<ValueId> operands{a, b};
  for (const ValueId operand : {a, b})
    for (const ValueId factor : factors(operand)) operands.push_back(factor);
  const unsigned width = d_values.width(a);
  const std::string function = "float." + name + "." + std::to_string(width);
  if (operands.size() == 2) return d_values.function(function, width, operands, name == "add");
  return d_values.function(function + place, width, operands);
}

Parts KernelTranslator::float_operation(const llvm::Instruction& instruction) {
  const Parts a = parts(instruction.getOperand(0));
  Parts all;
  if (instruction.getOpcode() == llvm::Instruction::FNeg) {
    for (const ValueId value : a) {
      const unsigned width = d_values.width(value);
      all.push_back(d_values.bit_xor(value, d_values.constant(width, 1ULL << (width - 1))));
    }
    return all;
  }
  const char* operation = float_operation_name(instruction.getOpcode());
  if (operation == nullptr) {
    unsupported(std::string("the instruction ") + instruction.getOpcodeName());
    return undefined(instruction.getType());
  }
  const std::string name = is_rounded_division(instruction) ? "quotient" : operation;
  const Parts b = parts(instruction.getOperand(1));
  const std::string place = next_place();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const unsigned width = d_values.width(a[i]);
    if (is_relaxed()) {
      all.push_back(relaxed_operation(name, a[i], b[i], place));
    } else if (instruction.hasAllowContract() && (name == "add" || name == "sub")) {
      all.push_back(sum(name, a[i], b[i], place));
    } else {
      all.push_back(d_values.function("float." + name + "." + std::to_string(width), width, {a[i], b[i]},
                                      instruction.isCommutative()));
    }
  }
  return all;
}

// A product and a sum in one expression, which may be contracted.
Parts KernelTranslator::product_and_sum(const llvm::IntrinsicInst& call) {
  const Parts a = parts(call.getArgOperand(0));
  const Parts b = parts(call.getArgOperand(1));
  const Parts c = parts(call.getArgOperand(2));
  Parts all;
  const std::string place = next_place();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const unsigned width = d_values.width(a[i]);
    if (is_relaxed()) {
      all.push_back(relaxed_operation("add", relaxed_operation("mul", a[i], b[i], place), c[i], place));
      continue;
    }
    const ValueId product =
        d_values.function("float.mul." + std::to_string(width), width, {a[i], b[i]}, /*commutative=*/true);
    all.push_back(sum("add", product, c[i], place));
  }
  return all;
}

bool KernelTranslator::is_relaxed() const {
  return d_function.getParent()->getNamedMetadata(kRelaxedArithmetic) != nullptr;
}

bool KernelTranslator::is_finite_math() const {
  return d_function.getParent()->getNamedMetadata(kFiniteMath) != nullptr;
}

}  // namespace launchproof::frontend
