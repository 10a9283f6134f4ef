#include "tests/oracle/evaluate.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>

#include <algorithm>
#include <cmath>

#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

using llvm::CmpInst;
using Op = llvm::Instruction;

std::uint64_t divide(unsigned opcode, std::uint64_t a, std::uint64_t b, unsigned bits, Undefined& undefined) {
  if (b == 0) {
    undefined.note("division by zero");
    return undefined.arbitrary();
  }
  if (opcode == Op::UDiv) return a / b;
  if (opcode == Op::URem) return a % b;
  const std::int64_t x = sign_extended(a, bits);
  const std::int64_t y = sign_extended(b, bits);
  if (y == -1) {  // also the smallest number, whose negation overflows
    return opcode == Op::SDiv ? std::uint64_t{0} - a : 0;
  }
  return static_cast<std::uint64_t>(opcode == Op::SDiv ? x / y : x % y);
}

std::uint64_t shift(unsigned opcode, std::uint64_t a, std::uint64_t b, unsigned bits, Undefined& undefined) {
  if (b >= bits) return undefined.arbitrary();
  if (opcode == Op::Shl) return a << b;
  if (opcode == Op::LShr) return a >> b;
  return static_cast<std::uint64_t>(sign_extended(a, bits) >> b);
}

template <typename Float>
Float float_operation(unsigned opcode, Float a, Float b) {
  switch (opcode) {
    case Op::FAdd:
      return a + b;
    case Op::FSub:
      return a - b;
    case Op::FMul:
      return a * b;
    case Op::FDiv:
      return a / b;
    default:
      return std::fmod(a, b);
  }
}

// Half precision is computed in single precision and rounded, which is exact for these operations.
std::uint64_t float_binary(unsigned opcode, std::uint64_t a, std::uint64_t b, unsigned bits) {
  if (bits == 64) return bits_of(float_operation(opcode, as_double(a), as_double(b)));
  return from_single(float_operation(opcode, to_single(a, bits), to_single(b, bits)), bits);
}

std::uint64_t binary(unsigned opcode, std::uint64_t a, std::uint64_t b, unsigned bits, Undefined& undefined) {
  switch (opcode) {
    case Op::Add:
      return a + b;
    case Op::Sub:
      return a - b;
    case Op::Mul:
      return a * b;
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return shift(opcode, a, b, bits, undefined);
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
      return divide(opcode, a, b, bits, undefined);
    default:
      return float_binary(opcode, a, b, bits);
  }
}

bool compare_integers(CmpInst::Predicate predicate, std::uint64_t a, std::uint64_t b, unsigned bits) {
  const std::int64_t x = sign_extended(a, bits);
  const std::int64_t y = sign_extended(b, bits);
  switch (predicate) {
    case CmpInst::ICMP_EQ:
      return a == b;
    case CmpInst::ICMP_NE:
      return a != b;
    case CmpInst::ICMP_UGT:
      return a > b;
    case CmpInst::ICMP_UGE:
      return a >= b;
    case CmpInst::ICMP_ULT:
      return a < b;
    case CmpInst::ICMP_ULE:
      return a <= b;
    case CmpInst::ICMP_SGT:
      return x > y;
    case CmpInst::ICMP_SGE:
      return x >= y;
    case CmpInst::ICMP_SLT:
      return x < y;
    default:
      return x <= y;
  }
}

// The predicate's bits say which outcomes make it true: 1 equal, 2 greater, 4 less, 8 unordered.
bool compare_floats(CmpInst::Predicate predicate, double a, double b) {
  unsigned outcome = 8;
  if (a == b) outcome = 1;
  if (a > b) outcome = 2;
  if (a < b) outcome = 4;
  return (static_cast<unsigned>(predicate) & outcome) != 0;
}

std::uint64_t cast(const Instruction& instruction, std::uint64_t a) {
  const unsigned from = instruction.source_bits;
  const auto to = instruction.bits;
  switch (instruction.opcode) {
    case Op::SExt:
      return static_cast<std::uint64_t>(sign_extended(a, from));
    case Op::FPTrunc:
    case Op::FPExt:
      return from_double(to_double(a, from), to);
    case Op::FPToUI:
      return float_to_integer(to_double(a, from), {to, false, false});
    case Op::FPToSI:
      return float_to_integer(to_double(a, from), {to, false, true});
    case Op::UIToFP:
      return integer_to_float(a, {instruction.source_bits, false, false}, to);
    case Op::SIToFP:
      return integer_to_float(a, {instruction.source_bits, false, true}, to);
    default:
      return a;  // Trunc is masked by the caller; the rest keep their bits
  }
}

// The lanes are concatenated, lowest first, and divided anew.
void cast_bits(const Instruction& instruction, const std::uint64_t* from, std::uint64_t* to) {
  const unsigned from_bits = instruction.source_bits;
  const unsigned to_bits = instruction.bits;
  const std::uint64_t from_lanes = instruction.numbers[0];
  if (from_bits == to_bits) {
    std::copy(from, from + from_lanes, to);
    return;
  }
  std::fill(to, to + instruction.lanes, 0);
  const unsigned piece = std::min(from_bits, to_bits);
  const std::uint64_t total = from_bits * from_lanes;
  for (std::uint64_t bit = 0; bit < total; bit += piece) {
    const std::uint64_t part = (from[bit / from_bits] >> (bit % from_bits)) & mask_of(piece);
    to[bit / to_bits] |= part << (bit % to_bits);
  }
}

void shuffle(const Instruction& instruction, const std::uint64_t* const* operands, std::uint64_t* result,
             Undefined& undefined) {
  const std::vector<std::uint64_t>& numbers = instruction.numbers;
  const std::uint64_t lanes = numbers[0];
  for (std::uint32_t i = 0; i < instruction.lanes; ++i) {
    const std::uint64_t lane = numbers[i + 1];
    if (lane < 2 * lanes) {
      result[i] = lane < lanes ? operands[0][lane] : operands[1][lane - lanes];
    } else {
      result[i] = undefined.arbitrary() & mask_of(instruction.bits);
    }
  }
}

bool evaluate_vector(const Instruction& instruction, const std::uint64_t* const* operands,
                     std::uint64_t* result, Undefined& undefined) {
  const std::uint64_t lanes = instruction.numbers.empty() ? 0 : instruction.numbers[0];
  switch (instruction.opcode) {
    case Op::ExtractElement:
      result[0] = *operands[1] < lanes ? operands[0][*operands[1]]
                                       : undefined.arbitrary() & mask_of(instruction.bits);
      return true;
    case Op::InsertElement:
      std::copy(operands[0], operands[0] + lanes, result);
      if (*operands[2] < lanes) result[*operands[2]] = *operands[1];
      return true;
    case Op::ShuffleVector:
      shuffle(instruction, operands, result, undefined);
      return true;
    case Op::ExtractValue:
      std::copy(operands[0] + lanes, operands[0] + lanes + instruction.lanes, result);
      return true;
    case Op::InsertValue:
      std::copy(operands[0], operands[0] + instruction.lanes, result);
      std::copy(operands[1], operands[1] + instruction.numbers[1], result + lanes);
      return true;
    case Op::BitCast:
      cast_bits(instruction, operands[0], result);
      return true;
    case Op::Freeze:
      std::copy(operands[0], operands[0] + instruction.lanes, result);
      return true;
    case Op::Select:
      for (std::uint32_t i = 0; i < instruction.lanes; ++i) {
        result[i] = operands[operands[0][lanes == 1 ? 0 : i] != 0 ? 1 : 2][i];
      }
      return true;
    default:
      return false;
  }
}

}  // namespace

bool evaluate(const Instruction& instruction, const std::uint64_t* const* operands, std::uint64_t* result,
              Undefined& undefined) {
  const unsigned opcode = instruction.opcode;
  if (Op::isBinaryOp(opcode)) {
    for (std::uint32_t i = 0; i < instruction.lanes; ++i) {
      result[i] = binary(opcode, operands[0][i], operands[1][i], instruction.bits, undefined) &
                  mask_of(instruction.bits);
    }
    return true;
  }
  if (opcode == Op::ICmp || opcode == Op::FCmp) {
    const auto predicate = static_cast<CmpInst::Predicate>(instruction.numbers[0]);
    const unsigned bits = instruction.source_bits;
    for (std::uint32_t i = 0; i < instruction.lanes; ++i) {
      const std::uint64_t a = operands[0][i];
      const std::uint64_t b = operands[1][i];
      result[i] = opcode == Op::ICmp ? compare_integers(predicate, a, b, bits)
                                     : compare_floats(predicate, to_double(a, bits), to_double(b, bits));
    }
    return true;
  }
  if (opcode == Op::FNeg) {
    const std::uint64_t sign = std::uint64_t{1} << (instruction.bits - 1);
    for (std::uint32_t i = 0; i < instruction.lanes; ++i) result[i] = operands[0][i] ^ sign;
    return true;
  }
  if (Op::isCast(opcode) && opcode != Op::BitCast) {
    for (std::uint32_t i = 0; i < instruction.lanes; ++i) {
      result[i] = cast(instruction, operands[0][i]) & mask_of(instruction.bits);
    }
    return true;
  }
  return evaluate_vector(instruction, operands, result, undefined);
}

}  // namespace launchproof::oracle
