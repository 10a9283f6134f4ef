// Detects questions that bounds alone refute once some of their variables have values. The question is read
// once and then evaluated for many assignments, without a solver.
//
// A conjunct `a < b` with a given b bounds a. Interval arithmetic over polynomials bounds sums and products
// of bounded terms. A bounded sum counts as one term wherever it occurs: x + W * y + W * H * z <= W * H * D -
// 1 if x < W, y < H and z < D.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "verify/smt/arithmetic/polynomial.h"
#include "verify/smt/terms/solver.h"
#include "verify/smt/terms/term.h"

namespace launchproof::smt {

class GivenBounds {
 public:
  // Reads the conjuncts. `is_given` returns whether a variable is given. The store must outlive this object.
  GivenBounds(TermStore& store, std::span<const Term> conjuncts, std::function<bool(Term)> is_given);

  // Returns true if no values of the other variables satisfy the conjuncts under these values of the given
  // ones. A result of false means nothing.
  bool refutes(const Model& given);

  // Returns the given variables that all refutations so far used, by id.
  const std::map<std::uint32_t, Term>& used() const { return d_used; }

 private:
  // Unsigned bounds, both included. Empty if low > high: no assignment satisfies the guards.
  struct Span {
    Bits low = 0, high = 0;
    bool empty() const { return low > high; }
  };
  // term < limit, term <= limit, or the reverse; or term is not equal to limit.
  struct Guard {
    Term limit;
    bool upper = true, strict = true, is_signed = false, differs = false;
  };
  // A sum of given coefficients, times a product of atoms that are not given.
  struct Part {
    Monomial atoms;
    std::vector<std::pair<Monomial, SignedBits>> coefficient;
  };

  bool is_given(Term term);
  bool read_guard(Term conjunct);  // false: it is not a guard
  const std::vector<Part>* parts_of(Term sum);
  void fold_guarded_sums(Term sum, Polynomial& polynomial);
  Bits value(Term given);
  Span span(Term term);
  Span computed(Term term);
  Span summed(Term sum, const Span& otherwise);
  // Each returns true if the condition is certainly false. A result of false means nothing.
  bool is_false(Term condition);
  bool is_false_order(Term order, bool denied);
  bool refuted_by(Term conjunct);

  TermStore& d_store;
  std::function<bool(Term)> d_is_given;
  std::vector<Term> d_conjuncts;
  std::unordered_map<Term, bool> d_given;  // by term: whether all of its variables are given
  std::unordered_map<Term, std::vector<Guard>> d_guards;
  std::vector<std::pair<Term, Polynomial>> d_guarded_sums;  // the longest first
  std::unordered_map<Term, std::optional<std::vector<Part>>> d_parts;
  std::map<std::uint32_t, Term> d_used;

  // The current assignment.
  const Model* d_model = nullptr;
  bool d_guards_first = true;  // a term that guards bound on both sides is not analysed further
  bool d_impossible = false;   // a span is empty
  std::unordered_map<Term, Span> d_spans;
  std::unordered_map<Term, Bits> d_values;
};

}  // namespace launchproof::smt
