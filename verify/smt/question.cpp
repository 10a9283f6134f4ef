#include "verify/smt/question.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "verify/smt/backend.h"
#include "verify/smt/bits.h"
#include "verify/smt/walk.h"

namespace launchproof::smt {
namespace {

constexpr int kMostRounds = 8;

bool names_variable(Term term) {
  return term.kind() == Kind::BoolVar || term.kind() == Kind::BvVar;
}

std::vector<Term> split(Term all) {
  if (all.kind() == Kind::And) return all->operands;
  return {all};
}

// The definitions of one round. Values hold no variable that is defined in the same round.
class Round {
 public:
  explicit Round(TermStore& store) : d_store(store) {}

  void read(Term conjunct) {
    if (conjunct.kind() == Kind::BoolVar) define(conjunct, d_store.true_());
    if (conjunct.kind() == Kind::Eq) {
      const Term a = conjunct->operands[0], b = conjunct->operands[1];
      if (!names_variable(a) || !define(a, b)) define(b, a);
    }
    if (conjunct.kind() == Kind::Ult)
      bound(conjunct->operands[0], d_store.unsigned_range(conjunct->operands[1]).high - 1);
    if (conjunct.kind() != Kind::Not) return;
    const Term denied = conjunct->operands[0];
    if (denied.kind() == Kind::BoolVar) define(denied, d_store.false_());
    if (denied.kind() == Kind::Ult)
      bound(denied->operands[1], d_store.unsigned_range(denied->operands[0]).high);
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
    // The name cannot meet one of a caller: it holds a byte that is in no identifier.
    const std::string name = variable->name + '\x01' + std::to_string(variable.width());
    define(variable, d_store.zext(d_store.bv_var(name, needed), variable.width()));
  }

  TermStore& d_store;
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

Question::Question(TermStore& store, std::span<const Term> conjuncts)
    : d_original(conjuncts.begin(), conjuncts.end()), d_conjuncts(split(store.and_(conjuncts))) {
  for (int round = 0; round < kMostRounds && reduce(store); ++round) {
  }
}

bool Question::reduce(TermStore& store) {
  Round round(store);
  for (const Term conjunct : d_conjuncts) round.read(conjunct);
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
    if (model.evaluate(conjunct) == 0) return unknown("model does not fit", solver);
  }
  return {Status::Sat, std::move(model), {}, solver};
}

Answer Backend::check(std::span<const Term> conjuncts, const Limits& limits) {
  const auto deadline = std::chrono::steady_clock::now() + limits.time;
  const Question question(d_store, conjuncts);
  Answer settled = question.settled();
  if (settled.status != Status::Unknown) return settled;
  Limits rest = limits;
  rest.time =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  Cancellation never;
  return answer(question, rest, never);
}

Answer unknown(std::string reason, const std::string& solver) {
  return {Status::Unknown, {}, std::move(reason), solver};
}

}  // namespace launchproof::smt
