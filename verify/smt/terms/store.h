// Internals of TermStore: interning, facts about each node, and the rewriting in each constructor. README.md
// states the rules, and each is also named at its implementation.
#pragma once

#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/term.h"
#include "verify/smt/terms/term_table.h"

namespace launchproof::smt {

struct Interval {
  SignedBits low = 0, high = 0;  // inclusive
};

// A node with the facts known about it, computed once at its creation.
struct Cell : Node {
  std::uint64_t hash = 0;
  mutable const Node* negation = nullptr;  // Booleans: the node for its complement, once it exists
  Bits low_bound = 0, high_bound = 0;      // unsigned bounds
  Interval signed_bounds;                  // the same value read as two's complement
  unsigned zeros = 0;                      // trailing zero bits
};

inline const Cell& cell(Term term) {
  return static_cast<const Cell&>(*term.node());
}

// constant + sum of coefficient * atom, modulo 2^width. Atoms are not sums, constants or constant multiples.
struct Linear {
  unsigned width = 1;
  Bits constant = 0;
  std::vector<std::pair<Term, Bits>> terms;  // by id; no coefficient is zero after normalise()

  void add(Term term, Bits factor);
  void normalise();
};

// A Linear interpreted over the integers: coefficients are signed, and each atom is read as unsigned or as
// two's complement.
struct IntegerSum {
  struct Part {
    Term atom;
    bool is_signed = false;
    SignedBits coefficient = 0;
  };
  SignedBits constant = 0;
  std::vector<Part> parts;
  Interval bounds;  // bounds of the whole sum
};

// Returns the interpretation with signed coefficients (or unsigned ones); nothing if it does not fit into 127
// bits.
std::optional<IntegerSum> integer_sum(const Linear& sum, bool signed_coefficients);
// Returns an interpretation that stays within [0, 2^width), or within the signed range, so that nothing
// wraps.
std::optional<IntegerSum> exact_sum(const Linear& sum, bool is_signed);
// Returns the bounds of the term under these interpretations.
std::optional<Interval> bounds_of(const std::vector<IntegerSum::Part>& parts, SignedBits constant);

void compute_facts(Cell& node);

// The variables and applications that occur in a term, each in the order of their numbers.
struct Leaves {
  std::vector<Term> variables, applications;
};

struct TermStore::Impl {
  Impl();

  // Returns the leaves of the term. One walk finds them; they are cached for terms of this store. The
  // reference is valid until the next call.
  const Leaves& leaves_of(Term root);

  // Interning.
  Term make(Node node);  // finds or adds the node; a bit-vector node with facts that allow only one value
                         // becomes that constant
  Term make(Kind kind, unsigned width, std::vector<Term> operands, std::uint32_t low = 0);
  Term constant(Bits value, unsigned width);
  Term boolean(bool value) const { return value ? d_true : d_false; }

  // Booleans.
  Term negate(Term a);
  Term conjunction(std::vector<Term> operands);
  Term disjunction(std::vector<Term> operands);
  Term choose(Term condition, Term a, Term b);
  // Replaces a quotient and a remainder by their dividend. Returns false if there are none.
  bool join_division(Linear& linear);
  Term same(Term a, Term b);
  Term less(Term a, Term b, bool is_signed);

  // Arithmetic.
  Term sum(Linear linear);
  Term plus(Term a, Term b);
  Term scale(Term a, Bits factor);
  Term product(Term a, Term b);
  Term divide(Term a, Term b);
  Term remainder(Term a, Term b);
  Term signed_divide(Term a, Term b);
  Term signed_remainder(Term a, Term b);
  Term signed_division_in_few_bits(Term a, Term b, bool want_remainder);

  // Bits.
  Term complement(Term a);
  Term bitwise(Kind kind, Term a, Term b);
  Term shift_left(Term a, Term b);
  Term shift_right(Term a, Term b, bool is_signed);
  Term extract(Term a, unsigned low, unsigned width);
  Term concatenate(const std::vector<Term>& parts);
  Term extend(Term a, unsigned width, bool is_signed);

  Term apply(std::string_view name, std::span<const Term> arguments, unsigned width);

  std::deque<Cell> d_cells;
  std::vector<Cell*> d_table;  // open addressing
  Term d_true, d_false;
  std::unordered_map<std::string, std::uint32_t> d_functions;  // number by function_key()
  std::unordered_map<std::uint64_t, Term> d_extracts;          // (id, low, width)
  std::unordered_map<std::uint64_t, Term> d_extends;           // (id, width, signed)
  unsigned d_depth = 0;

 private:
  TermTable<std::uint32_t> d_leaves_by_root;  // index in `d_leaves`, from 1; 0: none
  std::deque<Leaves> d_leaves;
  std::size_t d_leaves_kept = 0;  // terms in `d_leaves`
  Leaves d_leaves_of_other;       // leaves of a term of another store

  enum class Extreme : std::uint8_t { None, Least, Greatest };
  std::unordered_map<std::uint64_t, Extreme> d_extremes;  // extremes of choices, keyed by (id, signed)
  void grow();
  // and_ in parts
  static bool gather(std::vector<Term>& operands);
  bool absorb(std::vector<Term>& operands);
  bool merge_clauses(std::vector<Term>& operands);
  // or_ in parts
  Term meeting_ways(const std::vector<Term>& operands);
  // The parts of same(). A null Term means "no rule applies".
  Term same_booleans(Term a, Term b);
  Term same_structure(Term a, Term b);
  Term same_linear(Term a, Term b);
  Term same_integers(const IntegerSum& difference, unsigned width);
  Term same_digits(const std::vector<IntegerSum::Part>& parts, SignedBits rest, unsigned width);
  Term equation(std::vector<IntegerSum::Part> parts, SignedBits rest, unsigned width);
  Term same_factored(const std::vector<IntegerSum::Part>& parts, unsigned width);
  Extreme extreme(Term choice, bool is_signed);
  Term less_of_extremes(Term a, Term b, bool is_signed);
  Term less_integers(IntegerSum difference, unsigned width);
  Term side(const std::vector<IntegerSum::Part>& parts, SignedBits constant, unsigned width);
  Term divide_by_constant(Term a, Bits divisor, bool want_remainder);
  Term extract_pushed(Term a, unsigned low, unsigned width);
  Term extract_from_sum(Term a, unsigned low, unsigned width);
  Term extend_pushed(Term a, unsigned width, bool is_signed);
  Term masked(Term a, Bits bits);
  Term bitwise_booleans(Kind kind, const std::vector<Term>& operands);
};

// Rules that push an operation towards the leaves stop at this depth, so that deep terms cannot exhaust the
// stack.
inline constexpr unsigned kPushDepth = 40;

class Deeper {
 public:
  explicit Deeper(unsigned& depth) : d_depth(depth) { ++d_depth; }
  ~Deeper() { --d_depth; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  unsigned& d_depth;
};

inline bool is_constant(Term term) {
  return term->kind == Kind::BvConst;
}
// Returns whether the term is a constant multiple c * atom, whose constant is the first operand.
inline bool is_multiple(Term term) {
  return term->kind == Kind::Mul && is_constant(term->operands[0]);
}

}  // namespace launchproof::smt
