#include "verify/scans/stretch.h"

#include <algorithm>

namespace launchproof::scans {

using model::Op;
using model::ValueId;
using smt::Term;

namespace {

// Extended elements are joined with more bits and truncated to an element's bits in the end, which gives the
// same result.
bool keeps_low_bits(Join join) {
  switch (join) {
    case Join::Add:
    case Join::Multiply:
    case Join::And:
    case Join::Or:
    case Join::Xor:
      return true;
    default:
      return false;
  }
}

bool is_identity(Join join, Term number) {
  const unsigned width = number.width();
  if (number.kind() != smt::Kind::BvConst) return false;
  const smt::Bits all = width == 128 ? ~smt::Bits{0} : (smt::Bits{1} << width) - 1;
  const smt::Bits top = smt::Bits{1} << (width - 1);
  const smt::Bits bits = number->value;
  switch (join) {
    case Join::Add:
    case Join::Or:
    case Join::Xor:
    case Join::UnsignedMax:
      return bits == 0;
    case Join::Multiply:
      return bits == 1;
    case Join::And:
    case Join::UnsignedMin:
      return bits == all;
    case Join::SignedMax:
      return bits == top;
    case Join::SignedMin:
      return bits == top - 1;
    case Join::FloatAdd:
      return bits == 0 || bits == top;
  }
  return false;
}

// `x < y ? y : x` and equivalent forms.
std::optional<Join> extremum(const model::KernelModel& kernel, const model::Value& select) {
  const model::Value& condition = kernel.values[select.operands[0]];
  const bool is_signed = condition.op == Op::SLess || condition.op == Op::SLessEq;
  if (!is_signed && condition.op != Op::ULess && condition.op != Op::ULessEq) return {};
  const ValueId less = condition.operands[0], more = condition.operands[1];
  if (select.operands[1] == more && select.operands[2] == less)
    return is_signed ? Join::SignedMax : Join::UnsignedMax;
  if (select.operands[1] == less && select.operands[2] == more)
    return is_signed ? Join::SignedMin : Join::UnsignedMin;
  return {};
}

}  // namespace

std::string in_words(Join join) {
  switch (join) {
    case Join::Add:
      return "addition";
    case Join::Multiply:
      return "multiplication";
    case Join::And:
      return "bitwise and";
    case Join::Or:
      return "bitwise or";
    case Join::Xor:
      return "bitwise exclusive or";
    case Join::SignedMax:
      return "the maximum of signed numbers";
    case Join::SignedMin:
      return "the minimum of signed numbers";
    case Join::UnsignedMax:
      return "the maximum of unsigned numbers";
    case Join::UnsignedMin:
      return "the minimum of unsigned numbers";
    case Join::FloatAdd:
      return "addition of floating-point numbers";
  }
  return {};
}

bool is_idempotent(Join join) {
  switch (join) {
    case Join::Add:
    case Join::Multiply:
    case Join::Xor:
    case Join::FloatAdd:
      return false;
    default:
      return true;
  }
}

std::optional<Join> join_of(const model::KernelModel& kernel, const model::Value& value) {
  switch (value.op) {
    case Op::Add:
      return Join::Add;
    case Op::Mul:
      return Join::Multiply;
    case Op::And:
      return Join::And;
    case Op::Or:
      return Join::Or;
    case Op::Xor:
      return Join::Xor;
    case Op::Select:
      return extremum(kernel, value);
    case Op::Function:
      if (kernel.functions[value.index].name.starts_with("float.add.") && value.operands.size() == 2)
        return Join::FloatAdd;
      return {};
    default:
      return {};
  }
}

Content joined(Join join, const Content& one, const Content& other) {
  if (one.known == Known::Stretch && other.known == Known::Number)
    return is_identity(join, other.number) && (!one.is_extended || keeps_low_bits(join)) ? one : Content{};
  if (one.known == Known::Number && other.known == Known::Stretch) return joined(join, other, one);
  if (one.known != Known::Stretch || other.known != Known::Stretch) return {};
  if (one.bits != other.bits || one.is_extended != other.is_extended) return {};
  if (one.is_extended && !keeps_low_bits(join)) return {};
  // All of these operators are commutative.
  const Content& low = one.first <= other.first ? one : other;
  const Content& high = one.first <= other.first ? other : one;
  const bool meets = low.last + 1 == high.first || (is_idempotent(join) && high.first <= low.last + 1);
  if (!meets) return {};
  Content result = low;
  result.last = std::max(low.last, high.last);
  return result;
}

}  // namespace launchproof::scans
