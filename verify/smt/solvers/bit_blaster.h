// Translates terms to circuits: a bit-vector is a circuit for each of its bits.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "verify/smt/solvers/circuit.h"
#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Lowest bit first; a Boolean has one bit.
using Word = std::vector<Literal>;

// Translates the conjuncts of one question, or of several that share a context. Applications of functions
// become variables; for each two applications of a function, clauses state that equal arguments have equal
// results (Ackermann 1954). Bits that are the same in all values between a term's bounds get no gates.
class BitBlaster {
 public:
  // Limits the work to about `most_work`.
  explicit BitBlaster(std::size_t most_work) : d_most(most_work) {}

  // Requires that all conjuncts hold. Returns false if the limit was reached; the circuit is then useless.
  bool require(std::span<const Term> conjuncts);
  // Returns the literal of a Boolean term, which is not required to hold. Returns nothing if the limit was
  // reached; the circuit is then useless.
  std::optional<Literal> literal(Term condition);

  // Returns the number of clauses created plus the number of pairs of applications compared.
  std::size_t work() const { return d_circuit.clause_count() + d_compared; }
  const Circuit& circuit() const { return d_circuit; }
  // Returns the bits of a term that require() has translated. Throws std::out_of_range for any other term.
  const Word& word(Term term) const { return d_words.at(term.id()); }

 private:
  struct Division {
    Word quotient, remainder;
  };

  Word made(Term term);
  Word by_kind(Term term);
  Word arithmetic(Term term);
  Word sum(Term term, std::size_t bits);
  // Adds factor times value to the sum.
  void add_multiple(Word& sum, const Word& value, Bits factor);
  Word added(const Word& a, const Word& b, Literal carry);
  Word negated(const Word& value);
  Word product(const Word& a, const Word& b);
  Word chosen(Literal condition, const Word& then_value, const Word& else_value);
  Word shifted(Term term);
  const Division& division(const Word& dividend, const Word& divisor);
  Word signed_division(Term term);
  Word conjunction(Term term);
  Word bitwise(Term term);
  Literal is_equal(const Word& a, const Word& b);
  Literal is_less(const Word& a, const Word& b);
  bool translate(Term root);
  bool relate_applications();
  void relate(Term one, Term other);
  bool is_too_large() const { return work() > d_most; }

  Circuit d_circuit;
  std::size_t d_most, d_compared = 0;
  std::unordered_map<std::uint32_t, Word> d_words;  // by id of the term
  // The applications of one function whose relation to each other has been encoded.
  struct Applications {
    std::vector<Term> open, constant;  // applications with some argument that is not a number, and
                                       // applications with only numbers
  };
  std::vector<Term> d_applications;  // applications whose relations have not been encoded yet
  std::map<std::uint32_t, Applications> d_related;
  std::vector<std::pair<std::pair<Word, Word>, Division>> d_divisions;  // keyed by dividend and divisor
};

}  // namespace launchproof::smt
