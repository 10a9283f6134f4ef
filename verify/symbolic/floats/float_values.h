// Results of float operations on every device, as intervals: IEEE 754 arithmetic rounded to nearest, as the
// full profile of OpenCL has it. Whatever devices do in their own ways is left open. Operations that have an
// error bound (division in single precision) or may be contracted yield an interval that holds each allowed
// result. Subnormal numbers may be flushed to zero, so that an interval that touches them holds zero.
// Infinities and NaNs yield nothing.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/smt/terms/solver.h"
#include "verify/symbolic/floats/float_operation.h"
#include "verify/symbolic/terms/unknowns.h"

namespace launchproof::symbolic {

// From low to high, both finite and held exactly by the format.
struct FloatRange {
  double low = 0, high = 0;
};
// The result of an application that makes an integer, or a truth value, of floats.
struct IntegerRange {
  smt::SignedBits low = 0, high = 0;
};

class FloatValues {
 public:
  FloatValues(smt::TermStore& store, const Unknowns& unknowns) : d_store(store), d_unknowns(unknowns) {}

  // The values that the floats are made of.
  struct Given {
    const smt::Model* model =
        nullptr;     // the values and choices of a model; null: any that the terms may have
    smt::Term atom;  // an integer that lies within `range`, read as two's complement
    IntegerRange range;
  };
  // Returns the bits of a float of 32 or 64 bits. Nothing where the result is not known to be such.
  std::optional<FloatRange> value(smt::Term bits, const Given& given);
  // Returns the result of an application that makes an integer of a float, or compares two. Truth values are
  // 0 and 1.
  std::optional<IntegerRange> integer(smt::Term application, const Given& given);
  // Returns the bits of the application, float or integer, if there is only one result.
  std::optional<smt::Bits> only_bits(smt::Term application, const Given& given);

  // It makes an integer or a truth value, as a signed number or not; nothing for other terms.
  struct Observed {
    bool is_signed = false;
  };
  std::optional<Observed> observed(smt::Term term);
  // Returns whether the term applies a float operation that is known here, or is an exact float
  // (ExactFloats).
  bool is_known(smt::Term term);

  // Returns the result of a conversion to an integer as a condition on the bits of its operand, which holds
  // on every device. Nothing where the operand is itself an operation that is known here.
  std::optional<smt::Term> definition(smt::Term application);

  // Returns the values of a model that the term's floats are made of: conditions under which only_bits() with
  // this model says what the term is.
  std::vector<smt::Term> premises(smt::Term application, const smt::Model& model);
  // Returns the integers that the term's floats are made of.
  std::vector<smt::Term> atoms(smt::Term application);

 private:
  struct Memo;

  std::optional<FloatRange> compute(smt::Term bits, const Given& given, Memo& memo, unsigned depth);
  std::optional<FloatRange> operate(smt::Term term, const FloatOperation& operation, const Given& given,
                                    Memo& memo, unsigned depth);
  std::optional<IntegerRange> convert(smt::Term term, const FloatOperation& operation, const Given& given,
                                      Memo& memo, unsigned depth);
  std::optional<FloatRange> sum(smt::Term term, const FloatOperation& operation,
                                const std::vector<FloatRange>& x, const Given& given, Memo& memo,
                                unsigned depth);
  IntegerRange integers(smt::Term term, bool is_signed, const Given& given, unsigned depth);
  const FloatOperation* operation(smt::Term term);
  void collect(smt::Term term, const smt::Model* model, std::vector<smt::Term>& found,
               std::unordered_map<smt::Term, bool>& seen);
  void collect_atoms(smt::Term term, std::vector<smt::Term>& found,
                     std::unordered_map<smt::Term, bool>& seen);

  smt::TermStore& d_store;
  const Unknowns& d_unknowns;
  std::unordered_map<std::string, std::optional<FloatOperation>> d_operations;  // by an application's name
};

}  // namespace launchproof::symbolic
