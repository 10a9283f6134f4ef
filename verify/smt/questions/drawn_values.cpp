#include "verify/smt/questions/drawn_values.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <random>
#include <unordered_map>
#include <utility>

#include "verify/smt/questions/question.h"
#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

constexpr std::size_t kSmall = 150;  // number of nodes in a small conjunct
constexpr std::size_t kLarge = 400;
constexpr unsigned kTries = 4;
// Later tries also draw the results of functions that small conjuncts mention, with this many bits, since
// conjuncts may bound them.
constexpr unsigned kBits[] = {1, 3, 5, 8};

using Arguments = std::vector<Bits>;

// One attempt.
class Drawing {
 public:
  // `bits`: width of results that are drawn although the model has them; 0: none are.
  Drawing(std::span<const Term> small, const Model& of_small, std::uint64_t seed, unsigned bits)
      : d_random(seed), d_bits(bits) {
    const Symbols known = symbols_of(small);
    for (const Term variable : known.variables) d_values[variable.id()] = of_small.evaluate(variable);
    if (d_bits != 0) return;
    for (const Term application : known.applications) {
      Arguments arguments;
      for (const Term operand : application->operands) arguments.push_back(of_small.evaluate(operand));
      auto& [named, table] = d_tables[application->low];
      named = application;
      table.entries.emplace(std::move(arguments), of_small.evaluate(application));
    }
  }

  std::optional<Model> model(std::span<const Term> conjuncts) {
    Marks marks;
    for (const Term conjunct : conjuncts) {
      visit_operands_first(conjunct, marks, [&](Term term) { d_values.try_emplace(term.id(), value(term)); });
      if (d_values.at(conjunct.id()) == 0) return std::nullopt;
    }
    Model model;
    for (const Term variable : symbols_of(conjuncts).variables)
      model.set(variable, d_values.at(variable.id()));
    for (auto& [function, entry] : d_tables) model.set_function(entry.first, std::move(entry.second));
    return model;
  }

 private:
  Bits drawn(unsigned width) {
    const Bits bits = (Bits{d_random()} << 64) | d_random();
    return bits & (width == 0 ? Bits{1} : mask(width));
  }

  Bits value(Term term) {
    if (term.kind() == Kind::BoolVar || term.kind() == Kind::BvVar) {
      const auto known = d_values.find(term.id());
      return known != d_values.end() ? known->second : drawn(term.width());
    }
    Arguments operands;
    operands.reserve(term->operands.size());
    for (const Term operand : term->operands) operands.push_back(d_values.at(operand.id()));
    if (term.kind() != Kind::Apply) return operation_value(*term.node(), operands);
    auto& [named, table] = d_tables[term->low];
    named = term;
    const auto known = table.entries.find(operands);
    if (known != table.entries.end()) return known->second;
    const unsigned bits = d_bits == 0 ? term.width() : std::min(d_bits, term.width());
    return table.entries.emplace(std::move(operands), drawn(bits)).first->second;
  }

  std::mt19937_64 d_random;
  unsigned d_bits;
  std::unordered_map<std::uint32_t, Bits> d_values;                         // by term
  std::map<std::uint32_t, std::pair<Term, Model::FunctionTable>> d_tables;  // by function
};

std::size_t size_of(Term conjunct) {
  return nodes_of(std::span<const Term>(&conjunct, 1));
}

}  // namespace

std::vector<Term> small_conjuncts(std::span<const Term> conjuncts) {
  std::vector<Term> small;
  bool any_large = false;
  for (const Term conjunct : conjuncts) {
    const std::size_t size = size_of(conjunct);
    any_large = any_large || size >= kLarge;
    if (size <= kSmall) small.push_back(conjunct);
  }
  if (!any_large) small.clear();
  return small;
}

std::optional<Model> draw_values(std::span<const Term> conjuncts, std::span<const Term> small,
                                 const Model& of_small) {
  for (unsigned i = 0; i < kTries + std::size(kBits); ++i) {
    const unsigned bits = i < kTries ? 0 : kBits[i - kTries];
    std::optional<Model> model = Drawing(small, of_small, i + 1, bits).model(conjuncts);
    if (!model) continue;
    const bool fits = std::ranges::all_of(conjuncts, [&](Term one) { return model->evaluate(one) != 0; });
    if (fits) return model;
  }
  return std::nullopt;
}

}  // namespace launchproof::smt
