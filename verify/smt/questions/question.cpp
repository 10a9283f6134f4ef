#include "verify/smt/questions/question.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>

#include "verify/effort/clock.h"
#include "verify/smt/arithmetic/bounded_sums.h"
#include "verify/smt/questions/common_bounds.h"
#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/by_id.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

constexpr int kMostRounds = 8;
constexpr int kMostSums = 12;

bool names_variable(Term term) {
  return term.kind() == Kind::BoolVar || term.kind() == Kind::BvVar;
}

std::vector<Term> split(Term all) {
  if (all.kind() == Kind::And) return all->operands;
  return {all};
}

// low <= value <= high, as two's complement.
using SignedRange = TermStore::SignedRange;

// Bounds of variables from comparisons, given what is known about the other side.
class Bounds {
 public:
  explicit Bounds(TermStore& store) : d_store(store) {}

  // A conjunct.
  void read(Term conjunct) {
    const bool holds = conjunct.kind() != Kind::Not;
    const Term order = holds ? conjunct : conjunct->operands[0];
    if (order.kind() != Kind::Ult && order.kind() != Kind::Slt) return;
    // low + gap <= high
    const Term low = order->operands[holds ? 0 : 1], high = order->operands[holds ? 1 : 0];
    const SignedBits gap = holds ? 1 : 0;
    if (order.kind() == Kind::Slt) {
      at_most(low, d_store.signed_range(high).high - gap);
      at_least(high, d_store.signed_range(low).low + gap);
    } else if (order->operands[0].width() < kWidest) {
      const auto most = static_cast<SignedBits>(d_store.unsigned_range(high).high) - gap;
      // A value below half of the range is not negative.
      if (bit_length(static_cast<Bits>(most)) >= low.width()) return;
      at_least(low, 0);
      at_most(low, most);
    }
  }

  const std::map<Term, SignedRange, decltype(&by_id)>& all() const { return d_known; }

 private:
  static constexpr unsigned kWidest = 120;

  void at_most(Term variable, SignedBits value) {
    if (variable.kind() != Kind::BvVar) return;
    SignedRange& known = of(variable);
    known.high = std::min(known.high, value);
  }
  void at_least(Term variable, SignedBits value) {
    if (variable.kind() != Kind::BvVar) return;
    SignedRange& known = of(variable);
    known.low = std::max(known.low, value);
  }
  SignedRange& of(Term variable) {
    return d_known.try_emplace(variable, d_store.signed_range(variable)).first->second;
  }

  TermStore& d_store;
  std::map<Term, SignedRange, decltype(&by_id)> d_known{&by_id};
};

// The definitions of one round. Values contain no variable that is defined in the same round.
class Round {
 public:
  explicit Round(TermStore& store) : d_store(store), d_bounds(store) {}

  void read(Term conjunct) {
    if (conjunct.kind() == Kind::BoolVar) define(conjunct, d_store.true_());
    if (conjunct.kind() == Kind::Eq) {
      const Term a = conjunct->operands[0], b = conjunct->operands[1];
      if (!names_variable(a) || !define(a, b)) define(b, a);
    }
    if (conjunct.kind() == Kind::Ult)
      bound(conjunct->operands[0], d_store.unsigned_range(conjunct->operands[1]).high - 1);
    d_bounds.read(conjunct);
    if (conjunct.kind() != Kind::Not) return;
    const Term denied = conjunct->operands[0];
    if (denied.kind() == Kind::BoolVar) define(denied, d_store.false_());
    if (denied.kind() == Kind::Ult)
      bound(denied->operands[1], d_store.unsigned_range(denied->operands[0]).high);
  }

  // Applied after all conjuncts were read: one may bound a variable from below, and another from above.
  void bound_from_both_sides() { narrow(d_bounds); }

  // Bounds a variable if all conjuncts that mention it do so under one condition. If the condition does not
  // hold, the value of the variable does not matter, so it may have a value that it has under the condition.
  void bound_under_conditions(std::span<const Term> conjuncts) {
    std::map<Term, std::optional<std::set<std::uint32_t>>, decltype(&by_id)> common(&by_id);
    for (const Term conjunct : conjuncts) {
      std::set<std::uint32_t> literals;
      if (conjunct.kind() == Kind::Or)
        for (const Term part : conjunct->operands)
          if (is_literal(part)) literals.insert(part.id());
      for (const Term variable : d_store.variables(conjunct)) {
        if (variable.kind() != Kind::BvVar) continue;
        const auto [entry, is_new] = common.try_emplace(variable, literals);
        if (!is_new)
          std::erase_if(*entry->second, [&](std::uint32_t literal) { return !literals.contains(literal); });
      }
    }
    std::map<std::uint32_t, std::set<std::uint32_t>> of_literal;  // variables by the literal that makes them
                                                                  // irrelevant
    for (const auto& [variable, literals] : common)
      if (!literals->empty()) of_literal[*literals->begin()].insert(variable.id());
    for (const auto& [literal, variables] : of_literal) {
      Bounds bounds(d_store);
      for (const Term conjunct : conjuncts)
        if (const Term rest = without(conjunct, literal))
          for (const Term part : split(rest)) bounds.read(part);
      narrow(bounds, &variables);
    }
  }

  // Solves equations for a variable.
  void solve(Term conjunct) {
    if (conjunct.kind() != Kind::Eq || conjunct->operands[0].width() == 0) return;
    const Term difference = d_store.sub(conjunct->operands[0], conjunct->operands[1]);
    for (const Term variable : d_store.variables(difference)) {
      if (variable.width() != difference.width()) continue;
      const Term rest = d_store.sub(difference, variable), sum = d_store.add(difference, variable);
      if (define(variable, d_store.neg(rest)) || define(variable, sum)) return;
    }
  }

  const std::unordered_map<Term, Term>& definitions() const { return d_values; }
  const std::vector<Term>& order() const { return d_order; }

 private:
  bool define(Term variable, Term value) {
    if (!names_variable(variable) || d_values.contains(variable) || d_used.contains(variable)) return false;
    const std::vector<Term> inside = d_store.variables(value);
    for (const Term other : inside) {
      if (other == variable || d_values.contains(other)) return false;
    }
    d_used.insert(inside.begin(), inside.end());
    d_values.emplace(variable, value);
    d_order.push_back(variable);
    return true;
  }

  // variable <= high: the bits above high's are zero.
  void bound(Term variable, Bits high) {
    const unsigned needed = std::max(1U, bit_length(high));
    if (variable.kind() != Kind::BvVar || needed >= variable.width()) return;
    // The name cannot collide with a caller's, since it contains a byte that is in no identifier.
    const std::string name = variable->name + '\x01' + std::to_string(variable.width());
    define(variable, d_store.zext(d_store.bv_var(name, needed), variable.width()));
  }

  // Narrows the variables with these ids in `of`, or all if it is null.
  void narrow(const Bounds& bounds, const std::set<std::uint32_t>* of = nullptr) {
    for (const auto& [variable, known] : bounds.all()) {
      if (known.low > known.high || (of != nullptr && !of->contains(variable.id()))) continue;
      if (known.low >= 0) {
        bound(variable, static_cast<Bits>(known.high));
        continue;
      }
      const auto length = [](SignedBits value) {
        return bit_length(static_cast<Bits>(value < 0 ? ~value : value));
      };
      const unsigned needed = std::max(length(known.low), length(known.high)) + 1;
      if (needed >= variable.width()) continue;
      const std::string name = variable->name + "\x01s" + std::to_string(variable.width());
      define(variable, d_store.sext(d_store.bv_var(name, needed), variable.width()));
    }
  }

  static bool is_literal(Term term) {
    return term.kind() == Kind::BoolVar ||
           (term.kind() == Kind::Not && term->operands[0].kind() == Kind::BoolVar);
  }

  // Returns the other part of a disjunction of two. Returns a null Term if the conjunct is not such a
  // disjunction with that literal.
  static Term without(Term conjunct, std::uint32_t literal) {
    if (conjunct.kind() != Kind::Or || conjunct->operands.size() != 2) return {};
    for (const bool first : {true, false})
      if (conjunct->operands[first ? 0 : 1].id() == literal) return conjunct->operands[first ? 1 : 0];
    return {};
  }

  TermStore& d_store;
  Bounds d_bounds;
  std::unordered_map<Term, Term> d_values;
  std::unordered_set<Term> d_used;
  std::vector<Term> d_order;
};

Term replaced(TermStore& store, Term root, const std::unordered_map<Term, Term>& by) {
  return store.substitute(root, [&](Term term) {
    const auto found = by.find(term);
    return found == by.end() ? Term() : found->second;
  });
}

}  // namespace

Symbols symbols_of(std::span<const Term> conjuncts) {
  Symbols symbols;
  Marks marks;
  for (const Term conjunct : conjuncts) {
    visit_operands_first(conjunct, marks, [&](Term term) {
      if (names_variable(term)) symbols.variables.push_back(term);
      if (term.kind() == Kind::Apply) symbols.applications.push_back(term);
    });
  }
  return symbols;
}

Question::Question(TermStore& store, std::span<const Term> conjuncts, bool is_whole)
    : d_is_whole(is_whole),
      d_original(conjuncts.begin(), conjuncts.end()),
      d_conjuncts(split(store.and_(conjuncts))) {
  std::vector<Term> bounds = common_bounds(d_conjuncts);
  if (!bounds.empty()) {
    bounds.insert(bounds.end(), d_conjuncts.begin(), d_conjuncts.end());
    d_conjuncts = split(store.and_(bounds));
  }
  for (int sums = 0;; ++sums) {
    for (int round = 0; round < kMostRounds && reduce(store); ++round) {
    }
    if (sums == kMostSums || !name_sum(store)) return;
  }
}

bool Question::name_sum(TermStore& store) {
  const auto sum = bounded_sum(store, d_conjuncts);
  if (!sum) return false;
  const Term all = in_words_of(store, store.and_(d_conjuncts), *sum);
  d_conjuncts = split(store.and_(all, sum->condition));
  const Term value = sum->value(sum->variable.width());
  d_definitions.emplace_back(sum->variable, value);
  d_rounds.push_back({{sum->variable, value}});
  return true;
}

bool Question::reduce(TermStore& store) {
  Round round(store);
  for (const Term conjunct : d_conjuncts) round.read(conjunct);
  round.bound_from_both_sides();
  if (d_is_whole) round.bound_under_conditions(d_conjuncts);
  if (round.order().empty())
    for (const Term conjunct : d_conjuncts) round.solve(conjunct);
  if (round.order().empty()) return false;
  const Term reduced = replaced(store, store.and_(d_conjuncts), round.definitions());
  for (const Term variable : round.order())
    d_definitions.emplace_back(variable, round.definitions().at(variable));
  d_rounds.push_back(round.definitions());
  d_conjuncts = split(reduced);
  return true;
}

Term Question::in_place(TermStore& store, Term term) const {
  for (const auto& definitions : d_rounds) term = replaced(store, term, definitions);
  return term;
}

Question Question::verbatim(std::span<const Term> conjuncts) {
  Question question;
  question.d_original.assign(conjuncts.begin(), conjuncts.end());
  question.d_conjuncts = question.d_original;
  return question;
}

Answer Question::settled() const {
  if (d_conjuncts.front().is_false()) return {Status::Unsat, {}, {}, {}};
  if (d_conjuncts.front().is_true()) return sat({}, {});
  return unknown({}, {});
}

Answer Question::sat(Model model, const std::string& solver) const {
  for (auto definition = d_definitions.rbegin(); definition != d_definitions.rend(); ++definition) {
    model.set(definition->first, model.evaluate(definition->second));
  }
  for (const Term conjunct : d_original) {
    if (model.evaluate(conjunct) == 0) return unknown(kNoFit, solver);
  }
  return {Status::Sat, std::move(model), {}, solver};
}

Answer unknown(std::string reason, const std::string& solver) {
  return {Status::Unknown, {}, std::move(reason), solver};
}

}  // namespace launchproof::smt
