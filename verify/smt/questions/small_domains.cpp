#include "verify/smt/questions/small_domains.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

constexpr unsigned kMostBits = 12;
constexpr std::size_t kMostSteps = 1'000'000;  // nodes that are evaluated for one question
constexpr int kMostPasses = 4;

bool is_comparison(Term term) {
  switch (term.kind()) {
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Ule:
    case Kind::Slt:
    case Kind::Sle:
      return true;
    default:
      return false;
  }
}

unsigned bits_of(Term variable) {
  return std::max(1U, variable.width());
}

// A term as a list of operations, for repeated evaluation.
class Program {
 public:
  explicit Program(Term root) {
    Marks marks;
    std::unordered_map<std::uint32_t, std::uint32_t> places;
    visit_operands_first(root, marks, [&](Term term) {
      Step& step = d_steps.emplace_back();
      step.node = term.node();
      for (const Term operand : term->operands) step.operands.push_back(places.at(operand.id()));
      const auto place = static_cast<std::uint32_t>(places.size());
      places.emplace(term.id(), place);
      if (term.kind() == Kind::BoolVar || term.kind() == Kind::BvVar) d_inputs.push_back(place);
      d_is_closed = d_is_closed && term.kind() != Kind::Apply;
    });
    d_values.resize(d_steps.size());
  }

  // The term's variables, in the order of inputs.
  std::vector<Term> variables() const {
    std::vector<Term> result;
    result.reserve(d_inputs.size());
    for (const std::uint32_t input : d_inputs) result.emplace_back(d_steps[input].node);
    return result;
  }
  bool is_closed() const { return d_is_closed; }  // no functions
  std::size_t size() const { return d_steps.size(); }

  Bits value(const std::vector<Bits>& inputs) {
    std::size_t input = 0;
    for (std::size_t i = 0; i < d_steps.size(); ++i) {
      if (input < d_inputs.size() && d_inputs[input] == i) {
        d_values[i] = inputs[input++];
        continue;
      }
      d_operands.clear();
      for (const std::uint32_t operand : d_steps[i].operands) d_operands.push_back(d_values[operand]);
      d_values[i] = operation_value(*d_steps[i].node, d_operands);
    }
    return d_values.back();
  }

 private:
  struct Step {
    const Node* node = nullptr;
    std::vector<std::uint32_t> operands;
  };

  std::vector<Step> d_steps;
  std::vector<std::uint32_t> d_inputs;
  std::vector<Bits> d_values, d_operands;
  bool d_is_closed = true;
};

// The truth values of a comparison for all values of its variables; the first variable has the lowest bits.
struct Table {
  std::vector<Term> variables;
  std::vector<bool> rows;

  unsigned low_bit(std::size_t variable) const {
    unsigned bit = 0;
    for (std::size_t i = 0; i < variable; ++i) bit += bits_of(variables[i]);
    return bit;
  }

  bool depends_on(std::size_t variable) const {
    const unsigned low = low_bit(variable), bits = bits_of(variables[variable]);
    const std::size_t others = ~(((std::size_t{1} << bits) - 1) << low);
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (rows[row] != rows[row & others]) return true;
    return false;
  }

  // Returns the values of the variable, with the others 0, for which it is true, if they form an interval.
  std::optional<std::pair<Bits, Bits>> interval_of(std::size_t variable) const {
    const unsigned low = low_bit(variable), bits = bits_of(variables[variable]);
    std::optional<std::pair<Bits, Bits>> result;
    for (std::size_t value = 0; value < std::size_t{1} << bits; ++value) {
      if (!rows[value << low]) continue;
      if (!result)
        result = {value, value};
      else if (result->second + 1 == value)
        result->second = value;
      else
        return std::nullopt;
    }
    return result;
  }
};

class Plain {
 public:
  explicit Plain(TermStore& store) : d_store(store) {}

  std::vector<Term> of(std::span<const Term> conjuncts) {
    std::vector<Term> result(conjuncts.begin(), conjuncts.end());
    for (int round = 0; round < kMostPasses; ++round) {
      const std::vector<Term> before = result;
      for (Term& conjunct : result) conjunct = plain(conjunct);
      put_in_place(result);
      if (result == before) break;
    }
    return result;
  }

 private:
  Term plain(Term conjunct) {
    return d_store.substitute(conjunct,
                              [&](Term term) { return is_comparison(term) ? known(term) : Term(); });
  }

  // Returns a null Term if there is nothing simpler.
  Term known(Term comparison) {
    const auto found = d_known.find(comparison);
    if (found != d_known.end()) return found->second;
    const Term result = try_all(comparison);
    d_known.emplace(comparison, result == comparison ? Term() : result);
    return d_known.at(comparison);
  }

  Term try_all(Term comparison) {
    unsigned bits = 0;
    for (const Term variable : d_store.variables(comparison)) bits += bits_of(variable);
    if (bits == 0 || bits > kMostBits) return {};
    Program program(comparison);
    const std::size_t rows = std::size_t{1} << bits;
    if (!program.is_closed() || d_steps + rows * program.size() > kMostSteps) return {};
    d_steps += rows * program.size();
    Table table{program.variables(), {}};
    std::vector<Bits> inputs(table.variables.size());
    for (std::size_t row = 0; row < rows; ++row) {
      std::size_t rest = row;
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        const unsigned width = bits_of(table.variables[i]);
        inputs[i] = rest & ((std::size_t{1} << width) - 1);
        rest >>= width;
      }
      table.rows.push_back(program.value(inputs) != 0);
    }
    return in_words_of(table, comparison);
  }

  Term in_words_of(const Table& table, Term comparison) {
    std::vector<std::size_t> needed;
    for (std::size_t i = 0; i < table.variables.size(); ++i)
      if (table.depends_on(i)) needed.push_back(i);
    if (needed.empty()) return table.rows.front() ? d_store.true_() : d_store.false_();
    if (needed.size() == 1)
      if (const auto interval = table.interval_of(needed[0]))
        return within(table.variables[needed[0]], interval->first, interval->second);
    if (needed.size() == table.variables.size()) return {};
    return d_store.substitute(comparison, [&](Term term) {
      const auto at = std::ranges::find(table.variables, term) - table.variables.begin();
      if (static_cast<std::size_t>(at) == table.variables.size()) return Term();
      if (std::ranges::find(needed, static_cast<std::size_t>(at)) != needed.end()) return Term();
      return term.width() == 0 ? d_store.false_() : d_store.bv(0, term.width());
    });
  }

  Term within(Term variable, Bits low, Bits high) {
    if (variable.width() == 0) return low == 1 ? variable : d_store.not_(variable);
    const unsigned width = variable.width();
    if (low == high) return d_store.eq(variable, d_store.bv(low, width));
    const Term from = low == 0 ? d_store.true_() : d_store.ult(d_store.bv(low - 1, width), variable);
    const Term to =
        high == mask(width) ? d_store.true_() : d_store.ult(variable, d_store.bv(high + 1, width));
    return d_store.and_(from, to);
  }

  // Constants to which conjuncts equate variables; the conjuncts are kept.
  void put_in_place(std::vector<Term>& conjuncts) {
    std::unordered_map<Term, std::pair<Term, std::size_t>> values;  // the conjunct that states it
    for (std::size_t i = 0; i < conjuncts.size(); ++i) {
      const Term one = conjuncts[i];
      if (one.kind() != Kind::Eq) continue;
      for (const bool first : {true, false}) {
        const Term variable = one->operands[first ? 0 : 1], value = one->operands[first ? 1 : 0];
        if (variable.kind() == Kind::BvVar && value.is_constant()) values.try_emplace(variable, value, i);
      }
    }
    if (values.empty()) return;
    for (std::size_t i = 0; i < conjuncts.size(); ++i)
      conjuncts[i] = d_store.substitute(conjuncts[i], [&](Term term) {
        const auto found = values.find(term);
        return found == values.end() || found->second.second == i ? Term() : found->second.first;
      });
  }

  TermStore& d_store;
  std::unordered_map<Term, Term> d_known;
  std::size_t d_steps = 0;
};

}  // namespace

std::vector<Term> plain_small_domains(TermStore& store, std::span<const Term> conjuncts) {
  return Plain(store).of(conjuncts);
}

}  // namespace launchproof::smt
