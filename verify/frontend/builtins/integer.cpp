// Integer functions, exact in machine arithmetic.
#include "verify/frontend/builtins/builtin_call.h"

namespace launchproof::frontend {
namespace {

std::uint64_t lowest(bool is_signed, unsigned width) {
  return is_signed ? 1ULL << (width - 1) : 0;
}
std::uint64_t highest(bool is_signed, unsigned width) {
  const std::uint64_t all = width >= 64 ? ~0ULL : (1ULL << width) - 1;
  return is_signed ? all >> 1 : all;
}

// Repeats a byte over a width.
std::uint64_t repeated(unsigned width, std::uint64_t byte) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < width; i += 8) bits |= byte << i;
  return bits;
}

class Arithmetic {
 public:
  Arithmetic(ValueBuilder& values, bool is_signed) : d_values(values), d_signed(is_signed) {}

  ValueId minimum(ValueId a, ValueId b) { return d_values.select(d_values.less(d_signed, b, a), b, a); }
  ValueId maximum(ValueId a, ValueId b) { return d_values.select(d_values.less(d_signed, a, b), b, a); }

  ValueId shift_right(ValueId a, unsigned bits) {
    return d_values.binary(d_signed ? Op::AShr : Op::LShr, a, d_values.constant(d_values.width(a), bits));
  }

  // Saturates a value with more bits to `width` bits.
  ValueId saturate(ValueId wide, unsigned width) {
    const unsigned from = d_values.width(wide);
    const auto bound = [&](std::uint64_t bits) {
      return d_values.resize(d_values.constant(width, bits), from, d_signed);
    };
    const ValueId low = bound(lowest(d_signed, width));
    const ValueId high = bound(highest(d_signed, width));
    // Signed even for unsigned results, since a difference may be negative.
    const ValueId raised = d_values.select(d_values.less(true, wide, low), low, wide);
    return d_values.resize(d_values.select(d_values.less(true, high, raised), high, raised), width, false);
  }

  ValueId saturating_add(ValueId a, ValueId b) {
    const unsigned width = d_values.width(a);
    if (width < 64)
      return saturate(d_values.add(widen(a, width + 1 + !d_signed), widen(b, width + 1 + !d_signed)), width);
    const ValueId sum = d_values.add(a, b);
    if (!d_signed) return d_values.select(d_values.less(false, sum, a), all_ones(width), sum);
    // An overflow occurred if both operands differ in sign from the sum.
    const ValueId overflow = negative(d_values.bit_and(d_values.bit_xor(a, sum), d_values.bit_xor(b, sum)));
    return d_values.select(overflow, signed_limit(a), sum);
  }

  ValueId saturating_sub(ValueId a, ValueId b) {
    const unsigned width = d_values.width(a);
    if (width < 64)
      return saturate(d_values.sub(widen(a, width + 1 + !d_signed), widen(b, width + 1 + !d_signed)), width);
    const ValueId difference = d_values.sub(a, b);
    if (!d_signed)
      return d_values.select(d_values.less(false, a, b), d_values.constant(width, 0), difference);
    const ValueId overflow =
        negative(d_values.bit_and(d_values.bit_xor(a, b), d_values.bit_xor(a, difference)));
    return d_values.select(overflow, signed_limit(a), difference);
  }

  ValueId high_half(ValueId a, ValueId b) {
    const unsigned width = d_values.width(a);
    if (width < 64)
      return d_values.extract(d_values.mul(widen(a, 2 * width), widen(b, 2 * width)), width, width);
    return high_half_64(a, b);
  }

  ValueId leading_zeros(ValueId a) {
    const unsigned width = d_values.width(a);
    ValueId count = d_values.constant(width, 0);
    ValueId rest = a;
    for (unsigned step = width / 2; step > 0; step /= 2) {
      const ValueId upper = d_values.binary(Op::LShr, rest, d_values.constant(width, width - step));
      const ValueId empty = d_values.equal(upper, d_values.constant(width, 0));
      count = d_values.select(empty, d_values.add(count, d_values.constant(width, step)), count);
      rest = d_values.select(empty, d_values.binary(Op::Shl, rest, d_values.constant(width, step)), rest);
    }
    return d_values.select(negative(rest), count, d_values.add(count, d_values.constant(width, 1)));
  }

  // Adds neighbouring groups of 1, 2, 4, … bits as usual.
  ValueId set_bits(ValueId a) {
    const unsigned width = d_values.width(a);
    const auto masked = [&](ValueId value, unsigned shift, std::uint64_t byte) {
      return d_values.bit_and(d_values.binary(Op::LShr, value, d_values.constant(width, shift)),
                              d_values.constant(width, repeated(width, byte)));
    };
    ValueId sum = d_values.sub(a, masked(a, 1, 0x55));
    sum = d_values.add(masked(sum, 0, 0x33), masked(sum, 2, 0x33));
    sum = d_values.bit_and(d_values.add(sum, d_values.binary(Op::LShr, sum, d_values.constant(width, 4))),
                           d_values.constant(width, repeated(width, 0x0f)));
    ValueId total = d_values.constant(width, 0);
    for (unsigned i = 0; i < width; i += 8)
      total = d_values.add(total, d_values.resize(d_values.extract(sum, i, 8), width, false));
    return total;
  }

  ValueId negative(ValueId a) { return d_values.extract(a, d_values.width(a) - 1, 1); }
  ValueId widen(ValueId a, unsigned width) { return d_values.resize(a, width, d_signed); }
  ValueId signed_limit(ValueId sign_of) {
    const unsigned width = d_values.width(sign_of);
    return d_values.select(negative(sign_of), d_values.constant(width, lowest(true, width)),
                           d_values.constant(width, highest(true, width)));
  }

 private:
  ValueId all_ones(unsigned width) { return d_values.constant(width, ~0ULL); }
  // Schoolbook product of 32-bit halves; a signed product corrects the unsigned one.
  ValueId high_half_64(ValueId a, ValueId b) {
    const auto low = [&](ValueId value) {
      return d_values.bit_and(value, d_values.constant(64, 0xffffffffULL));
    };
    const auto high = [&](ValueId value) {
      return d_values.binary(Op::LShr, value, d_values.constant(64, 32));
    };
    const ValueId low_low = d_values.mul(low(a), low(b));
    const ValueId high_low = d_values.mul(high(a), low(b));
    const ValueId low_high = d_values.mul(low(a), high(b));
    const ValueId middle = d_values.add(d_values.add(high(low_low), low(high_low)), low(low_high));
    ValueId result = d_values.add(d_values.add(d_values.mul(high(a), high(b)), high(high_low)),
                                  d_values.add(high(low_high), high(middle)));
    if (!d_signed) return result;
    const ValueId zero = d_values.constant(64, 0);
    result = d_values.sub(result, d_values.select(negative(a), b, zero));
    return d_values.sub(result, d_values.select(negative(b), a, zero));
  }

  ValueBuilder& d_values;
  bool d_signed;
};

template <typename Make>
void each(BuiltinCall& call, Make make) {
  Arithmetic arithmetic(call.values(), call.scalar().is_signed());
  call.result_of_each([&](const Parts& operands, unsigned) { return make(arithmetic, operands); });
}

}  // namespace

void integer_abs(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  each(call, [&](Arithmetic& arithmetic, const Parts& of) {
    if (!call.scalar().is_signed()) return of[0];
    const ValueId zero = values.constant(values.width(of[0]), 0);
    return values.select(arithmetic.negative(of[0]), values.sub(zero, of[0]), of[0]);
  });
}

void integer_abs_diff(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  each(call, [&](Arithmetic&, const Parts& of) {
    return values.select(values.less(call.scalar().is_signed(), of[0], of[1]), values.sub(of[1], of[0]),
                         values.sub(of[0], of[1]));
  });
}

void integer_add_sat(BuiltinCall& call) {
  each(call, [](Arithmetic& arithmetic, const Parts& of) { return arithmetic.saturating_add(of[0], of[1]); });
}

void integer_sub_sat(BuiltinCall& call) {
  each(call, [](Arithmetic& arithmetic, const Parts& of) { return arithmetic.saturating_sub(of[0], of[1]); });
}

void integer_hadd(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  each(call, [&](Arithmetic& arithmetic, const Parts& of) {
    return values.add(values.bit_and(of[0], of[1]), arithmetic.shift_right(values.bit_xor(of[0], of[1]), 1));
  });
}

void integer_rhadd(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  each(call, [&](Arithmetic& arithmetic, const Parts& of) {
    return values.sub(values.bit_or(of[0], of[1]), arithmetic.shift_right(values.bit_xor(of[0], of[1]), 1));
  });
}

void integer_clz(BuiltinCall& call) {
  each(call, [](Arithmetic& arithmetic, const Parts& of) { return arithmetic.leading_zeros(of[0]); });
}

void integer_ctz(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  each(call, [&](Arithmetic& arithmetic, const Parts& of) {
    // The bits below the lowest set bit; all bits for 0.
    const unsigned width = values.width(of[0]);
    return arithmetic.set_bits(
        values.bit_and(values.bit_not(of[0]), values.sub(of[0], values.constant(width, 1))));
  });
}

void integer_popcount(BuiltinCall& call) {
  each(call, [](Arithmetic& arithmetic, const Parts& of) { return arithmetic.set_bits(of[0]); });
}

void integer_mul_hi(BuiltinCall& call) {
  each(call, [](Arithmetic& arithmetic, const Parts& of) { return arithmetic.high_half(of[0], of[1]); });
}

void integer_mad_hi(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  each(call, [&](Arithmetic& arithmetic, const Parts& of) {
    return values.add(arithmetic.high_half(of[0], of[1]), of[2]);
  });
}

void integer_mad_sat(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  const bool is_signed = call.scalar().is_signed();
  each(call, [&](Arithmetic& arithmetic, const Parts& of) {
    const unsigned width = values.width(of[0]);
    if (width > 32 || (width == 32 && !is_signed)) {
      // A signed result needs more than 64 bits, so the carries are handled explicitly.
      const ValueId low = values.mul(of[0], of[1]);
      const ValueId sum = values.add(low, of[2]);
      if (!is_signed) {
        const ValueId fits =
            values.bit_and(values.equal(arithmetic.high_half(of[0], of[1]), values.constant(width, 0)),
                           values.less_equal(false, low, sum));
        return values.select(fits, sum, values.constant(width, ~0ULL));
      }
      // Computes the sum in twice the width. It fits if its upper half only repeats the sign of the lower
      // half.
      const ValueId zero = values.constant(width, 0);
      const ValueId carry = values.resize(values.less(false, sum, low), width, false);
      const ValueId sign = values.select(arithmetic.negative(of[2]), values.constant(width, ~0ULL), zero);
      const ValueId high = values.add(values.add(arithmetic.high_half(of[0], of[1]), sign), carry);
      const ValueId fits =
          values.equal(high, values.select(arithmetic.negative(sum), values.constant(width, ~0ULL), zero));
      return values.select(fits, sum, arithmetic.signed_limit(high));
    }
    const unsigned wide = 2 * width + (width < 32 ? 2 : 0);
    return arithmetic.saturate(
        values.add(values.mul(arithmetic.widen(of[0], wide), arithmetic.widen(of[1], wide)),
                   arithmetic.widen(of[2], wide)),
        width);
  });
}

// Defined for operands of 24 bits, for which it is the plain product.
void integer_mul24(BuiltinCall& call) {
  each(call, [&](Arithmetic&, const Parts& of) { return call.values().mul(of[0], of[1]); });
}

void integer_mad24(BuiltinCall& call) {
  each(call, [&](Arithmetic&, const Parts& of) {
    return call.values().add(call.values().mul(of[0], of[1]), of[2]);
  });
}

void integer_rotate(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  each(call, [&](Arithmetic&, const Parts& of) {
    const unsigned width = values.width(of[0]);
    const ValueId mask = values.constant(width, width - 1);
    const ValueId left = values.bit_and(of[1], mask);
    const ValueId right = values.bit_and(values.sub(values.constant(width, width), left), mask);
    return values.bit_or(values.binary(Op::Shl, of[0], left), values.binary(Op::LShr, of[0], right));
  });
}

void integer_upsample(BuiltinCall& call) {
  each(call, [&](Arithmetic&, const Parts& of) { return call.values().concat({of[1], of[0]}); });
}

void minimum(BuiltinCall& call) {
  if (call.scalar().is_float()) {
    functional(call);
    return;
  }
  each(call, [](Arithmetic& arithmetic, const Parts& of) { return arithmetic.minimum(of[0], of[1]); });
}

void maximum(BuiltinCall& call) {
  if (call.scalar().is_float()) {
    functional(call);
    return;
  }
  each(call, [](Arithmetic& arithmetic, const Parts& of) { return arithmetic.maximum(of[0], of[1]); });
}

void clamped(BuiltinCall& call) {
  if (call.scalar().is_float()) {
    functional(call);
    return;
  }
  each(call, [](Arithmetic& arithmetic, const Parts& of) {
    return arithmetic.minimum(arithmetic.maximum(of[0], of[1]), of[2]);
  });
}

}  // namespace launchproof::frontend
