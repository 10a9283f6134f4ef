// Hash-consed terms over Booleans, bit-vectors and uninterpreted functions, simplified as they are built.
//
// A TermStore owns every node; a Term is a cheap handle, equal exactly when structurally equal after
// simplification. No solver type leaves this folder.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::smt {

__extension__ typedef unsigned __int128 Bits;  // literals; bit-vector widths are 1..128
__extension__ typedef __int128 SignedBits;

enum class Kind : std::uint8_t {
  True,
  False,
  BoolVar,
  Not,
  And,
  Or,
  Ite,  // Ite also over bit-vectors
  Eq,   // over Booleans (iff) or bit-vectors
  BvConst,
  BvVar,
  Add,
  Sub,
  Mul,
  Neg,
  UDiv,
  URem,
  SDiv,
  SRem,  // SMT-LIB semantics, including division by zero
  BvNot,
  BvAnd,
  BvOr,
  BvXor,
  Shl,
  LShr,
  AShr,
  Ult,
  Ule,
  Slt,
  Sle,
  Extract,
  Concat,
  ZeroExtend,
  SignExtend,
  Apply,  // uninterpreted function of bit-vectors, result bit-vector
};

struct Node;

class Term {
 public:
  Term() = default;
  explicit Term(const Node* node) : d_node(node) {}
  bool operator==(const Term& other) const = default;
  explicit operator bool() const { return d_node != nullptr; }
  const Node* node() const { return d_node; }
  const Node* operator->() const { return d_node; }

  bool is_true() const;
  bool is_false() const;
  bool is_constant() const;  // True, False or BvConst
  unsigned width() const;    // bits; 0 for Booleans
  Kind kind() const;
  std::uint32_t id() const;  // creation order within the store

 private:
  const Node* d_node = nullptr;
};

struct Node {
  Kind kind;
  std::uint16_t width;  // 0: Boolean
  std::uint32_t id;
  std::uint32_t low;           // Extract: lowest bit; Apply: number of the function
  Bits value;                  // BvConst
  std::string name;            // BoolVar, BvVar, Apply (the function's name)
  std::vector<Term> operands;  // Extract/Extend: one; Concat: high part first (as in SMT-LIB)
};

// Builds terms. And/Or are flattened, sorted, deduplicated; x∧¬x folds; constants fold; commutative operands
// are ordered. Linear sums are normalised (coefficients collected), so that a+b-a is b. And, Or, Add, Mul,
// BvAnd, BvOr, BvXor and Concat nodes may have more than two operands; Sub, Neg, Ule and Sle are rewritten
// and never appear in a node. Operands of wrong or differing widths throw std::invalid_argument.
class TermStore {
 public:
  TermStore();
  ~TermStore();
  TermStore(const TermStore&) = delete;
  TermStore& operator=(const TermStore&) = delete;

  Term true_();
  Term false_();
  Term boolean(bool value) { return value ? true_() : false_(); }
  Term bool_var(std::string_view name);                // the same name gives the same variable
  Term bv(Bits value, unsigned width);                 // the value is taken modulo 2^width
  Term bv_var(std::string_view name, unsigned width);  // the same name and width give the same variable
  // Creates an application. A function is identified by its name together with its widths: the same name with
  // other widths is another function.
  Term apply(std::string_view function, std::span<const Term> arguments, unsigned result_width);

  Term not_(Term a);
  Term and_(Term a, Term b);
  Term and_(std::span<const Term> conjuncts);
  Term or_(Term a, Term b);
  Term or_(std::span<const Term> disjuncts);
  Term implies(Term a, Term b) { return or_(not_(a), b); }
  Term ite(Term condition, Term then_value, Term else_value);
  Term eq(Term a, Term b);
  Term distinct(Term a, Term b) { return not_(eq(a, b)); }

  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term mul(Term a, Term b);
  Term neg(Term a);
  Term udiv(Term a, Term b);
  Term urem(Term a, Term b);
  Term sdiv(Term a, Term b);
  Term srem(Term a, Term b);
  Term bvnot(Term a);
  Term bvand(Term a, Term b);
  Term bvor(Term a, Term b);
  Term bvxor(Term a, Term b);
  Term shl(Term a, Term b);
  Term lshr(Term a, Term b);
  Term ashr(Term a, Term b);
  Term ult(Term a, Term b);
  Term ule(Term a, Term b);
  Term slt(Term a, Term b);
  Term sle(Term a, Term b);
  Term extract(Term a, unsigned low, unsigned width);
  Term concat(Term high, Term low);
  Term zext(Term a, unsigned width);  // to `width` bits (same width: unchanged)
  Term sext(Term a, unsigned width);
  Term trunc(Term a, unsigned width) { return extract(a, 0, width); }

  // Replaces each variable (or any other term) for which `mapping` returns a term; a null Term means "keep".
  // Results are simplified.
  Term substitute(Term root, const std::function<Term(Term)>& mapping);

  // Return the variables (BoolVar, BvVar), or the Apply terms, that occur in `term`, each once, in id order.
  std::vector<Term> variables(Term term);
  std::vector<Term> applications(Term term);

  // Bounds of a bit-vector term that are known without a solver: unsigned bounds, and the number of trailing
  // zero bits.
  struct Range {
    Bits low, high;
  };  // inclusive
  Range unsigned_range(Term term);
  struct SignedRange {
    SignedBits low, high;
  };  // inclusive, of the value as two's complement
  SignedRange signed_range(Term term);
  unsigned trailing_zeros(Term term);  // at least this many low bits are zero

  std::size_t size() const;  // nodes made

 private:
  struct Impl;
  std::unique_ptr<Impl> d_impl;
};

// Returns SMT-LIB 2 text of one term (shared subterms by let), for dumps.
std::string to_smtlib(Term root);

}  // namespace launchproof::smt

template <>
struct std::hash<launchproof::smt::Term> {
  std::size_t operator()(const launchproof::smt::Term& t) const noexcept {
    return std::hash<const void*>()(t.node());
  }
};
