// Implements the functions of OpenCL C's section "Integer Functions".
#include <bit>
#include <map>

#include "tests/oracle/builtins.h"
#include "tests/oracle/elementwise.h"

namespace launchproof::oracle {

namespace {

__extension__ using Wide = __int128;
using Word = std::uint64_t;
using Function = Word (*)(const ScalarType&, Word, Word, Word);

// Returns the mathematical value of a machine integer.
Wide value_of(const ScalarType& type, Word bits) {
  return type.is_signed ? Wide{sign_extended(bits, type.bits)} : Wide{bits};
}

Word saturated(const ScalarType& type, Wide value) {
  const Wide high = type.is_signed ? (Wide{1} << (type.bits - 1)) - 1 : (Wide{1} << type.bits) - 1;
  const Wide low = type.is_signed ? -(Wide{1} << (type.bits - 1)) : Wide{0};
  return static_cast<Word>(std::clamp(value, low, high));
}

// Returns half of the value, rounded down. The shift of Wide keeps the sign.
Word half_sum(const ScalarType& t, Word a, Word b, Wide extra) {
  return static_cast<Word>((value_of(t, a) + value_of(t, b) + extra) >> 1);
}

Word low_bits_signed(Word value, unsigned bits) {
  return static_cast<Word>(sign_extended(value, bits));
}

Word multiply_24(const ScalarType& t, Word a, Word b) {
  if (t.is_signed) return low_bits_signed(a & mask_of(24), 24) * low_bits_signed(b & mask_of(24), 24);
  return (a & mask_of(24)) * (b & mask_of(24));
}

Word absolute(const ScalarType& t, Word a) {
  const Wide value = value_of(t, a);
  return static_cast<Word>(value < 0 ? -value : value);
}

Word leading_zeros(const ScalarType& t, Word a) {
  return static_cast<Word>(std::countl_zero(a)) - (64U - t.bits);
}

Word rotated(const ScalarType& t, Word a, Word b) {
  const unsigned by = static_cast<unsigned>(b % t.bits);
  return by == 0 ? a : (a << by) | (a >> (t.bits - by));
}

Word high_product(const ScalarType& t, Word a, Word b) {
  if (t.is_signed) return static_cast<Word>((value_of(t, a) * value_of(t, b)) >> t.bits);
  __extension__ using UnsignedWide = unsigned __int128;
  return static_cast<Word>((UnsignedWide{a} * b) >> t.bits);
}

Word reversed(const ScalarType& t, Word a) {
  Word result = 0;
  for (unsigned i = 0; i < t.bits; ++i)
    if ((a >> i & 1) != 0) result |= Word{1} << (t.bits - 1U - i);
  return result;
}

Word field(Word a, Word offset, Word count, bool is_signed) {
  if (count == 0) return 0;
  const Word bits = a >> offset & mask_of(static_cast<unsigned>(count));
  return is_signed ? low_bits_signed(bits, static_cast<unsigned>(count)) : bits;
}

// Finds dot products of four bytes each, signed or not as the name says ("dot_acc_sat_4x8packed_us_int").
Handler find_packed_dot(const Signature& signature) {
  const std::size_t at = signature.name.find("4x8packed_");
  if (!signature.name.starts_with("dot_") || at == std::string::npos) return {};
  const bool first_signed = signature.name[at + 10] == 's';
  const bool second_signed = signature.name[at + 11] == 's';
  const bool saturates = signature.name.starts_with("dot_acc_sat_");
  const ScalarType sum_type{32, false, first_signed || second_signed};
  return [=](CallingItem&, Lanes arguments, Word* result) {
    Wide sum = saturates ? value_of(sum_type, *arguments[2]) : 0;
    for (unsigned i = 0; i < 32; i += 8)
      sum += value_of({8, false, first_signed}, *arguments[0] >> i & mask_of(8)) *
             value_of({8, false, second_signed}, *arguments[1] >> i & mask_of(8));
    *result = (saturates ? saturated(sum_type, sum) : static_cast<Word>(sum)) & mask_of(32);
  };
}

const std::map<std::string, Function>& functions() {
  using T = const ScalarType&;
  static const std::map<std::string, Function> kFunctions{
      {"abs", [](T t, Word a, Word, Word) { return absolute(t, a); }},
      {"abs_diff",
       [](T t, Word a, Word b, Word) {
         const Wide d = value_of(t, a) - value_of(t, b);
         return static_cast<Word>(d < 0 ? -d : d);
       }},
      {"add_sat", [](T t, Word a, Word b, Word) { return saturated(t, value_of(t, a) + value_of(t, b)); }},
      {"sub_sat", [](T t, Word a, Word b, Word) { return saturated(t, value_of(t, a) - value_of(t, b)); }},
      {"hadd", [](T t, Word a, Word b, Word) { return half_sum(t, a, b, 0); }},
      {"rhadd", [](T t, Word a, Word b, Word) { return half_sum(t, a, b, 1); }},
      {"clz", [](T t, Word a, Word, Word) { return leading_zeros(t, a); }},
      {"ctz", [](T t, Word a, Word,
                 Word) { return a == 0 ? Word{t.bits} : static_cast<Word>(std::countr_zero(a)); }},
      {"popcount", [](T, Word a, Word, Word) { return static_cast<Word>(std::popcount(a)); }},
      {"max", [](T t, Word a, Word b, Word) { return value_of(t, a) < value_of(t, b) ? b : a; }},
      {"min", [](T t, Word a, Word b, Word) { return value_of(t, b) < value_of(t, a) ? b : a; }},
      {"clamp",
       [](T t, Word a, Word low, Word high) {
         const Word raised = value_of(t, a) < value_of(t, low) ? low : a;
         return value_of(t, high) < value_of(t, raised) ? high : raised;
       }},
      {"mul_hi", [](T t, Word a, Word b, Word) { return high_product(t, a, b); }},
      {"mad_hi", [](T t, Word a, Word b, Word c) { return high_product(t, a, b) + c; }},
      {"mad_sat",
       [](T t, Word a, Word b, Word c) {
         if (t.bits < 64) return saturated(t, value_of(t, a) * value_of(t, b) + value_of(t, c));
         // The sum may leave 128 bits only for unsigned operands, and then it saturates anyway.
         __extension__ using UnsignedWide = unsigned __int128;
         if (!t.is_signed) {
           const UnsignedWide product = UnsignedWide{a} * b;
           return product + c > UnsignedWide{mask_of(64)} ? mask_of(64) : static_cast<Word>(product + c);
         }
         return saturated(t, value_of(t, a) * value_of(t, b) + value_of(t, c));
       }},
      {"mul24", [](T t, Word a, Word b, Word) { return multiply_24(t, a, b); }},
      {"mad24", [](T t, Word a, Word b, Word c) { return multiply_24(t, a, b) + c; }},
      {"rotate", [](T t, Word a, Word b, Word) { return rotated(t, a, b); }},
      {"upsample", [](T t, Word a, Word b, Word) { return (a << t.bits) | b; }},
      {"bit_reverse", [](T t, Word a, Word, Word) { return reversed(t, a); }},
      {"bitfield_extract_signed",
       [](T, Word a, Word from, Word count) { return field(a, from, count, true); }},
      {"bitfield_extract_unsigned",
       [](T, Word a, Word from, Word count) { return field(a, from, count, false); }},
      {"bitselect", [](T, Word a, Word b, Word c) { return (a & ~c) | (b & c); }},
  };
  return kFunctions;
}

// LLVM's spelling of the same operations, with the signedness in the name.
struct Intrinsic {
  const char* name;
  bool is_signed;
};

const std::map<std::string, Intrinsic>& intrinsics() {
  static const std::map<std::string, Intrinsic> kIntrinsics{
      {"llvm.abs", {"abs", true}},          {"llvm.smax", {"max", true}},
      {"llvm.smin", {"min", true}},         {"llvm.umax", {"max", false}},
      {"llvm.umin", {"min", false}},        {"llvm.ctpop", {"popcount", false}},
      {"llvm.ctlz", {"clz", false}},        {"llvm.cttz", {"ctz", false}},
      {"llvm.sadd.sat", {"add_sat", true}}, {"llvm.uadd.sat", {"add_sat", false}},
      {"llvm.ssub.sat", {"sub_sat", true}}, {"llvm.usub.sat", {"sub_sat", false}},
  };
  return kIntrinsics;
}

}  // namespace

Handler find_integer_builtin(const Signature& signature) {
  if (signature.parameters.empty() || signature.result_lanes == 0) return {};
  const bool is_float = signature.parameters[0].scalar.is_float;
  if (Handler handler = find_packed_dot(signature)) return handler;
  const auto intrinsic = intrinsics().find(signature.name);
  if (intrinsic != intrinsics().end()) {
    Signature renamed = signature;
    for (TypeName& type : renamed.parameters) type.scalar.is_signed = intrinsic->second.is_signed;
    return elementwise(renamed, functions().at(intrinsic->second.name));
  }
  const auto function = functions().find(signature.name);
  if (function == functions().end() || (is_float && signature.name != "bitselect")) return {};
  return elementwise(signature, function->second);
}

}  // namespace launchproof::oracle
