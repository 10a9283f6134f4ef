// Handles floats whose value is an integer times a power of two that their format represents exactly. Results
// computed from them are computed with integers, since IEEE 754 and OpenCL C define an exact result for every
// rounding mode.
//
// Such a float is one of these: the application `float.exact.WIDTH.EXPONENT` of the integer (64 bits), with a
// second operand that says whether a zero is negative, if it may be; a constant; or a choice between floats
// of which some are exact. Nothing is known of its bits except that equal operands give equal ones. Numbers
// too small for the normal form are never exact, as devices may flush them.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/smt/terms/term.h"
#include "verify/symbolic/floats/float_operation.h"
#include "verify/symbolic/terms/unknowns.h"

namespace launchproof::symbolic {

class ExactFloats {
 public:
  ExactFloats(smt::TermStore& store, Unknowns& unknowns) : d_store(store), d_unknowns(unknowns) {}

  // The result of an operation if `valid` holds. Otherwise the operation may return anything.
  struct Result {
    smt::Term value;  // a Boolean for comparisons, otherwise bits
    smt::Term valid;  // Boolean, never false
  };
  // Returns the result of the function with this name (model::Function) for these bits; nothing if no exact
  // float is involved. `why` is the cause for bits that may be anything. If `may_be_asked`, `valid` may
  // contain the condition that a number fits into its format; otherwise this must be known.
  std::optional<Result> apply(const std::string& function, const std::vector<smt::Term>& operands,
                              unsigned width, bool may_be_asked, const Unknown& why);
  std::optional<Result> sign(smt::Term bits);
  // Returns whether the bits are equal.
  smt::Term same(smt::Term a, smt::Term b);
  // Evaluates the bitwise operations on floats that the front end generates: clearing or flipping the sign,
  // or comparing the bits with those of infinity. The sign bit is a Boolean.
  std::optional<Result> bitwise(model::Op op, const std::vector<smt::Term>& operands, const Unknown& why);

 private:
  struct Format {
    unsigned width, precision;
    int least, most;  // exponents of normal numbers
  };
  // n * 2^exponent. If `valid` holds, |n| is at most 2^bits, and bits is at most 62.
  struct Number {
    smt::Term n;  // 64 bits, signed
    int exponent = 0;
    smt::Term negative_zero;  // only relevant if n is 0
    smt::Term valid;
    unsigned bits = 0;
    bool is_symbolic = false;  // not computed from constants alone
  };

  static std::optional<Format> format_of(unsigned width);

  std::optional<Number> number(smt::Term bits, const Format& format, unsigned depth = 0);
  std::optional<Number> literal(smt::Term bits, const Format& format);
  static std::optional<smt::Bits> encode(smt::SignedBits n, int exponent, bool negative_zero,
                                         const Format& format);
  smt::Term encode_choice(smt::Term n, const Number& number, const Format& format, unsigned depth);
  // Returns the bits of a number. If the number may not fit and `may_be_asked`, `valid` is the condition
  // under which it fits.
  std::optional<Result> pack(Number number, const Format& format, bool may_be_asked, const Unknown& why);

  std::optional<Number> from_integer(smt::Term bits, bool is_signed);
  std::optional<Result> to_integer(const Number& number, const FloatOperation& operation, unsigned width);
  std::optional<Result> compare(Number a, Number b, const std::string& predicate);
  std::optional<Number> sum(Number a, Number b, bool subtract);
  std::optional<Number> product(const Number& a, const Number& b);
  std::optional<Number> quotient(const Number& a, const Number& b);
  std::optional<Number> remainder(Number a, Number b);
  std::optional<Number> extreme(Number a, Number b, const std::string& function);
  std::optional<Number> rounded(const Number& a, char direction);
  Number negated(const Number& a);
  Number magnitude(const Number& a);

  // Scales both numbers to the smaller of their exponents. Returns false if that takes too many bits.
  bool align(Number& a, Number& b);
  // Returns n / 2^bits rounded to an integer: down 'n', up 'p', towards zero 'z', to nearest with ties to
  // even 'e' or away from zero 'a'.
  smt::Term divide(smt::Term n, unsigned bits, char direction);
  unsigned bits_of(smt::Term n);
  smt::Term integer(smt::SignedBits value) { return d_store.bv(static_cast<smt::Bits>(value), kBits); }
  smt::Term negative(const Number& a);

  static constexpr unsigned kBits = 64;

  smt::TermStore& d_store;
  Unknowns& d_unknowns;
  std::unordered_map<smt::Term, std::optional<Number>> d_numbers;  // cache for terms of 16, 32 and 64 bits
  std::unordered_map<std::string, std::optional<FloatOperation>> d_operations;
};

}  // namespace launchproof::symbolic
