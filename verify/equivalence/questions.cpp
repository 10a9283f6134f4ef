#include "verify/equivalence/questions.h"

#include <algorithm>
#include <string>
#include <vector>

namespace launchproof::equivalence {

Questions::Questions(const Graph& graph, const Options& options, effort::Clock::time_point end)
    : d_options(options),
      d_end(end),
      d_solver(smt::make_solver(d_store, options.solver)),
      d_terms(graph, d_store) {}

smt::Limits Questions::limits() const {
  smt::Limits limits;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(d_end - effort::Clock::now());
  limits.time = std::max(std::chrono::milliseconds(50), std::min(left / 2, std::chrono::milliseconds(3000)));
  limits.memory_mib = d_options.memory_mib;
  return limits;
}

bool Questions::holds(std::span<const Word> given, Word condition) {
  if (condition.is_known()) return condition.is_true();
  if (std::ranges::find(given, condition) != given.end()) return true;
  return is_refuted(given, d_store.distinct(d_terms.term(condition, 1), d_store.bv(1, 1)));
}

bool Questions::are_impossible(std::span<const Word> given) {
  return is_refuted(given, d_store.true_());
}

bool Questions::is_refuted(std::span<const Word> given, smt::Term wrong) {
  std::vector<smt::Term> question{wrong};
  const smt::Term one = d_store.bv(1, 1);
  for (const Word& word : given) question.push_back(d_store.eq(d_terms.term(word, 1), one));
  if (!d_powers.empty()) {
    for (smt::Term& part : question) part = smt::by_shifts_and_masks(d_store, part, d_powers);
    for (const auto& [power, logarithm] : d_powers)
      question.push_back(d_store.ult(logarithm, d_store.bv(power.width(), logarithm.width())));
  }
  ++d_asked;
  return d_solver->check(question, limits()).status == smt::Status::Unsat;
}

bool Questions::are_possible(std::span<const Word> conditions) {
  std::vector<smt::Term> question;
  question.reserve(conditions.size());
  for (const Word& word : conditions) question.push_back(d_store.eq(d_terms.term(word, 1), d_store.bv(1, 1)));
  smt::Limits limits;
  limits.time = std::chrono::milliseconds(3000);
  return d_solver->check(question, limits).status == smt::Status::Sat;
}

void Questions::add_power(Word power, unsigned width) {
  if (power.is_known()) return;
  const smt::Term term = d_terms.term(power, width);
  // Seven bits also hold the width.
  d_powers.emplace_back(term, d_store.bv_var("logarithm." + std::to_string(power.node), 7));
}

}  // namespace launchproof::equivalence
