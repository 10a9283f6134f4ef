// Computes the results of float operations on all devices as intervals: IEEE 754 arithmetic, rounded to
// nearest, as in the full profile of OpenCL. Device-dependent behaviour is left open. Operations that have an
// error bound (division in single precision) or may be contracted give an interval that contains each allowed
// result. Subnormal numbers may be flushed to zero, so an interval that touches them contains zero.
// Infinities and NaNs give nothing.
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

// The range from low to high, both finite and exactly representable in the format.
struct FloatRange {
  double low = 0, high = 0;
};
// The result of an application that computes an integer or a truth value from floats.
struct IntegerRange {
  smt::SignedBits low = 0, high = 0;
};

class FloatValues {
 public:
  FloatValues(smt::TermStore& store, const Unknowns& unknowns) : d_store(store), d_unknowns(unknowns) {}

  // The values from which the floats are computed.
  struct Given {
    const smt::Model* model =
        nullptr;     // the values and choices of a model; null: any values that the terms may have
    smt::Term atom;  // an integer that lies within `range`, read as two's complement
    IntegerRange range;
  };
  // Returns the range of a float of 32 or 64 bits, given its bits. Returns nothing if the result is not known
  // to be finite.
  std::optional<FloatRange> value(smt::Term bits, const Given& given);
  // Returns the result of an application that converts a float to an integer or compares two floats. Truth
  // values are 0 and 1.
  std::optional<IntegerRange> integer(smt::Term application, const Given& given);
  // Returns the bits of the application's result, a float or an integer, if there is only one possible
  // result.
  std::optional<smt::Bits> only_bits(smt::Term application, const Given& given);

  // An application that returns an integer or a truth value, signed or unsigned; nothing for other terms.
  struct Observed {
    bool is_signed = false;
  };
  std::optional<Observed> observed(smt::Term term);
  // Returns whether the term applies a float operation that this class knows, or is an exact float
  // (ExactFloats).
  bool is_known(smt::Term term);

  // Returns a condition on the bits of a conversion's operand that gives its integer result on every device.
  // Returns nothing if the operand is itself an operation that this class knows.
  std::optional<smt::Term> definition(smt::Term application);

  // Returns those values of a model from which the term's floats are computed, as conditions under which
  // only_bits() with this model gives the term's value.
  std::vector<smt::Term> premises(smt::Term application, const smt::Model& model);
  // Returns the integers from which the term's floats are computed.
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
  // Keyed by the name of an application.
  std::unordered_map<std::string, std::optional<FloatOperation>> d_operations;
};

}  // namespace launchproof::symbolic
