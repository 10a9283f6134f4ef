#include "verify/frontend/phases/low_bits.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <bit>

namespace launchproof::frontend {
namespace {

Low partly(std::uint64_t value, unsigned known, unsigned width) {
  if (known >= width) return exact(low_bits(value, width));
  return {low_bits(value, known), known};
}

Low operation(unsigned opcode, const Low& a, const Low& b, unsigned width) {
  const unsigned known = std::min(a.known, b.known);
  switch (opcode) {
    case llvm::Instruction::Add:
      return partly(a.bits + b.bits, known, width);
    case llvm::Instruction::Sub:
      return partly(a.bits - b.bits, known, width);
    case llvm::Instruction::Mul:
      if ((a.is_exact() && a.bits == 0) || (b.is_exact() && b.bits == 0)) return exact(0);
      return partly(a.bits * b.bits, known, width);
    case llvm::Instruction::Xor:
      return partly(a.bits ^ b.bits, known, width);
    case llvm::Instruction::Or:
      return partly(a.bits | b.bits, known, width);
    case llvm::Instruction::And: {
      // Bits that the one does not have need not be known of the other.
      const auto within = [](const Low& mask, const Low& other) {
        return mask.is_exact() && low_bits(mask.bits, other.known) == mask.bits;
      };
      if (within(a, b) || within(b, a)) return exact(a.bits & b.bits);
      return partly(a.bits & b.bits, known, width);
    }
    case llvm::Instruction::Shl:
      if (!b.is_exact() || b.bits >= width) return {};
      return partly(a.bits << b.bits, a.is_exact() ? Low::kExact : a.known + static_cast<unsigned>(b.bits),
                    width);
    case llvm::Instruction::LShr:
      if (!b.is_exact() || b.bits >= width) return {};
      if (a.is_exact()) return exact(a.bits >> b.bits);
      return a.known > b.bits ? partly(a.bits >> b.bits, a.known - static_cast<unsigned>(b.bits), width)
                              : Low{};
    case llvm::Instruction::URem:
      if (b.is_exact() && std::has_single_bit(b.bits) && low_bits(b.bits - 1, a.known) == b.bits - 1)
        return exact(a.bits & (b.bits - 1));
      return a.is_exact() && b.is_exact() && b.bits != 0 ? exact(a.bits % b.bits) : Low{};
    case llvm::Instruction::UDiv:
      return a.is_exact() && b.is_exact() && b.bits != 0 ? exact(a.bits / b.bits) : Low{};
    default:
      return {};
  }
}

Low comparison(const llvm::ICmpInst& compare, const Low& a, const Low& b) {
  if (!compare.getOperand(0)->getType()->isIntegerTy()) return {};
  if (compare.isEquality() && low_bits(a.bits ^ b.bits, std::min(a.known, b.known)) != 0)
    return exact(compare.getPredicate() == llvm::ICmpInst::ICMP_NE ? 1 : 0);
  if (!a.is_exact() || !b.is_exact()) return {};
  const unsigned width = width_of(*compare.getOperand(0));
  return exact(
      llvm::ICmpInst::compare(llvm::APInt(width, a.bits), llvm::APInt(width, b.bits), compare.getPredicate())
          ? 1
          : 0);
}

}  // namespace

std::uint64_t low_bits(std::uint64_t value, unsigned count) {
  return count >= 64 ? value : value & ((std::uint64_t{1} << count) - 1);
}

Low exact(std::uint64_t value) {
  return {value, Low::kExact};
}

unsigned width_of(const llvm::Value& value) {
  return value.getType()->isIntegerTy() ? value.getType()->getIntegerBitWidth() : 64;
}

std::optional<unsigned> dimension_of_local_id(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call == nullptr || call->getCalledFunction() == nullptr || call->arg_size() != 1) return std::nullopt;
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  if (call->getCalledFunction()->getName() != "_Z12get_local_idj" || dimension == nullptr)
    return std::nullopt;
  return static_cast<unsigned>(dimension->getZExtValue());
}

bool is_thread_number(const llvm::Value& value) {
  return dimension_of_local_id(value) == 0U;
}

Low bounded(const Low& number, const llvm::PHINode& phi) {
  constexpr std::uint64_t kLargest = 64;
  constexpr unsigned kKept = 5;
  if (phi.getType()->isPointerTy()) return number;
  const unsigned width = width_of(phi);
  const std::uint64_t negated = low_bits(std::uint64_t{0} - number.bits, width);
  if (number.is_exact() && (number.bits < kLargest || negated < kLargest)) return number;
  return partly(number.bits, std::min(number.known, kKept), width);
}

Low LowBits::value(const llvm::Value& of, const Numbers& numbers, unsigned depth) const {
  constexpr unsigned kDeepest = 48;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&of))
    return number->getBitWidth() > 64 ? Low{} : exact(number->getZExtValue());
  if (depth > kDeepest) return {};
  if (const auto known = d_leaf(of)) return *known;
  const auto part = [&](const llvm::Value& operand) { return value(operand, numbers, depth + 1); };
  if (of.getType()->isPointerTy()) return place(of, numbers, depth);
  if (!of.getType()->isIntegerTy() || width_of(of) > 64) return {};
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&of)) {
    const auto known = numbers.find(phi);
    return known == numbers.end() ? Low{} : known->second;
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&of);
  if (instruction == nullptr) return {};
  const unsigned width = width_of(of);
  switch (instruction->getOpcode()) {
    case llvm::Instruction::ZExt: {
      const Low from = part(*instruction->getOperand(0));
      return from.is_exact() ? from : partly(from.bits, from.known, width);
    }
    case llvm::Instruction::SExt: {
      const Low from = part(*instruction->getOperand(0));
      const unsigned narrow = width_of(*instruction->getOperand(0));
      if (!from.is_exact()) return partly(from.bits, from.known, width);
      const bool is_negative = (from.bits >> (narrow - 1) & 1) != 0;
      return exact(
          low_bits(is_negative ? from.bits | ~low_bits(~std::uint64_t{0}, narrow) : from.bits, width));
    }
    case llvm::Instruction::Trunc: {
      const Low from = part(*instruction->getOperand(0));
      return partly(from.bits, from.known, width);
    }
    case llvm::Instruction::Freeze:
      return part(*instruction->getOperand(0));
    case llvm::Instruction::Select: {
      const Low condition = part(*instruction->getOperand(0));
      if (condition.is_exact()) return part(*instruction->getOperand(condition.bits != 0 ? 1 : 2));
      const Low one = part(*instruction->getOperand(1)), other = part(*instruction->getOperand(2));
      return one == other ? one : Low{};
    }
    case llvm::Instruction::ICmp:
      return comparison(llvm::cast<llvm::ICmpInst>(*instruction), part(*instruction->getOperand(0)),
                        part(*instruction->getOperand(1)));
    case llvm::Instruction::AShr: {
      const Low from = part(*instruction->getOperand(0));
      const bool is_positive = from.is_exact() && (from.bits >> (width - 1) & 1) == 0;
      return is_positive ? operation(llvm::Instruction::LShr, from, part(*instruction->getOperand(1)), width)
                         : Low{};
    }
    case llvm::Instruction::SRem:
    case llvm::Instruction::SDiv:
      return signed_division(*instruction, part(*instruction->getOperand(0)),
                             part(*instruction->getOperand(1)), width);
    default:
      return instruction->isBinaryOp()
                 ? operation(instruction->getOpcode(), part(*instruction->getOperand(0)),
                             part(*instruction->getOperand(1)), width)
                 : Low{};
  }
}

// Towards zero. With a dividend that is not negative, it is the unsigned one.
Low LowBits::signed_division(const llvm::Instruction& division, const Low& a, const Low& b,
                             unsigned width) const {
  if (!b.is_exact() || b.bits == 0 || (b.bits >> (width - 1) & 1) != 0) return {};
  const unsigned opcode =
      division.getOpcode() == llvm::Instruction::SRem ? llvm::Instruction::URem : llvm::Instruction::UDiv;
  if (a.is_exact()) return (a.bits >> (width - 1) & 1) != 0 ? Low{} : operation(opcode, a, b, width);
  if (d_positive == nullptr || !std::has_single_bit(b.bits)) return {};
  const auto digits = static_cast<unsigned>(std::countr_zero(b.bits));
  const Low result = opcode == llvm::Instruction::URem
                         ? operation(opcode, a, b, width)
                         : operation(llvm::Instruction::LShr, a, exact(digits), width);
  if (result.known != 0) d_positive->insert(&division);
  return result;
}

// The bytes from the object's start.
Low LowBits::place(const llvm::Value& pointer, const Numbers& numbers, unsigned depth) const {
  if (d_object == nullptr ? llvm::isa<llvm::GlobalVariable>(pointer) : &pointer == d_object) return exact(0);
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&pointer)) {
    const auto known = numbers.find(phi);
    return known == numbers.end() ? Low{} : known->second;
  }
  if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(&pointer))
    return value(*cast->getPointerOperand(), numbers, depth + 1);
  const auto* step = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
  if (step == nullptr) return {};
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt constant(64, 0);
  if (d_layout.getIndexTypeSizeInBits(step->getType()) != 64 ||
      !step->collectOffset(d_layout, 64, variable, constant))
    return {};
  Low at = operation(llvm::Instruction::Add, value(*step->getPointerOperand(), numbers, depth + 1),
                     exact(constant.getZExtValue()), 64);
  for (const auto& [index, scale] : variable) {
    Low moved = value(*index, numbers, depth + 1);
    const unsigned width = width_of(*index);
    if (moved.is_exact() && width < 64 && (moved.bits >> (width - 1) & 1) != 0)
      moved.bits |= ~low_bits(~std::uint64_t{0}, width);
    at = operation(llvm::Instruction::Add, at,
                   operation(llvm::Instruction::Mul, moved, exact(scale.getZExtValue()), 64), 64);
  }
  return at;
}

}  // namespace launchproof::frontend
