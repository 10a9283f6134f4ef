// Fields of bits (cl_khr_extended_bit_ops) and products of small integers (cl_khr_integer_dot_product),
// exact.
#include "verify/frontend/builtins/builtin_call.h"

namespace launchproof::frontend {
namespace {

// The lowest `count` bits set, for a count up to the width. A shift by the whole width has no defined result.
ValueId low_bits(ValueBuilder& values, ValueId count) {
  const unsigned width = values.width(count);
  const ValueId one = values.constant(width, 1);
  const ValueId all = values.constant(width, ~0ULL);
  return values.select(values.equal(count, values.constant(width, width)), all,
                       values.sub(values.binary(Op::Shl, one, count), one));
}

struct Field {
  ValueId offset;
  ValueId count;
};

Field field(BuiltinCall& call, const Parts& of, std::size_t first, unsigned width) {
  return {call.values().resize(of[first], width, false), call.values().resize(of[first + 1], width, false)};
}

// Returns the factors of a dot product: bytes of a word, or components.
Parts factors(BuiltinCall& call, unsigned argument, bool is_signed) {
  ValueBuilder& values = call.values();
  constexpr unsigned kWide = 64;
  Parts parts = call.argument(argument);
  if (parts.size() == 1) {
    const ValueId packed = parts.front();
    parts.clear();
    for (unsigned bit = 0; bit < 32; bit += 8) parts.push_back(values.extract(packed, bit, 8));
  }
  for (ValueId& part : parts) part = values.resize(part, kWide, is_signed);
  return parts;
}

}  // namespace

// Halves are swapped, then their halves.
void bits_reversed(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  call.result_of_each([&](const Parts& of, unsigned width) {
    ValueId result = of[0];
    for (unsigned step = width / 2; step > 0; step /= 2) {
      std::uint64_t mask = 0;  // the lower half of each pair of neighbours
      for (unsigned bit = 0; bit < width; ++bit)
        if (bit / step % 2 == 0) mask |= 1ULL << bit;
      const ValueId low = values.constant(width, mask);
      const ValueId by = values.constant(width, step);
      result = values.bit_or(values.binary(Op::Shl, values.bit_and(result, low), by),
                             values.bit_and(values.binary(Op::LShr, result, by), low));
    }
    return result;
  });
}

void bitfield_inserted(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  call.result_of_each([&](const Parts& of, unsigned width) {
    const Field at = field(call, of, 2, width);
    const ValueId mask = values.binary(Op::Shl, low_bits(values, at.count), at.offset);
    return values.bit_or(values.bit_and(of[0], values.bit_not(mask)),
                         values.bit_and(values.binary(Op::Shl, of[1], at.offset), mask));
  });
}

void bitfield_extracted(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  const bool is_signed = call.name().ends_with("_signed");
  call.result_of_each([&](const Parts& of, unsigned width) {
    const Field at = field(call, of, 1, width);
    const ValueId bits =
        values.bit_and(values.binary(Op::LShr, of[0], at.offset), low_bits(values, at.count));
    if (!is_signed) return bits;
    // Its highest bit is its sign: (bits ^ sign) - sign.
    const ValueId one = values.constant(width, 1);
    const ValueId zero = values.constant(width, 0);
    const ValueId sign = values.select(values.equal(at.count, zero), zero,
                                       values.binary(Op::Shl, one, values.sub(at.count, one)));
    return values.sub(values.bit_xor(bits, sign), sign);
  });
}

// dot, dot_acc_sat, their forms for packed operands, and ARM's versions. The sum is exact in 64 bits.
void integer_dot(BuiltinCall& call) {
  if (call.name() == "dot" && call.scalar().is_float()) {
    geometric(call);
    return;
  }
  ValueBuilder& values = call.values();
  const std::string& name = call.name();
  bool first_signed = call.scalar().is_signed();
  bool second_signed = call.second_scalar().is_signed();
  if (const std::size_t packed = name.find("packed_"); packed != std::string::npos) {
    first_signed = name[packed + 7] == 's';
    second_signed = name[packed + 8] == 's';
  }
  const Parts a = factors(call, 0, first_signed);
  const Parts b = factors(call, 1, second_signed);
  const bool is_signed = first_signed || second_signed;
  ValueId sum = values.constant(64, 0);
  for (std::size_t i = 0; i < a.size(); ++i) sum = values.add(sum, values.mul(a[i], b[i]));
  if (call.arguments() == 3) sum = values.add(sum, values.resize(call.argument(2).front(), 64, is_signed));
  const unsigned width = call.result_widths().front();
  if (name.find("_sat") != std::string::npos) {
    const ValueId high = values.constant(64, is_signed ? 0x7fffffffULL : 0xffffffffULL);
    sum = values.select(values.less(true, high, sum), high, sum);
    const ValueId low = values.constant(64, is_signed ? ~0x7fffffffULL : 0);
    sum = values.select(values.less(true, sum, low), low, sum);
  }
  call.result({values.resize(sum, width, false)});
}

}  // namespace launchproof::frontend
