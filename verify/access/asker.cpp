#include "verify/access/asker.h"

#include <algorithm>
#include <unordered_set>

namespace launchproof::access {

using smt::Answer;
using smt::Status;
using smt::Term;
using verdict::Cause;

namespace {
constexpr std::size_t kMostNeeded = 8;  // approximations named in one finding
}  // namespace

std::string decimal(smt::Bits value) {
  if (value == 0) return "0";
  std::string text;
  for (; value != 0; value /= 10) text.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
  std::reverse(text.begin(), text.end());
  return text;
}

Asker::Asker(Context& context, smt::Solver& solver, const Options& options, Refutations& refuted)
    : d_context(context), d_solver(solver), d_options(options), d_refuted(refuted) {}

Answer Asker::check(const std::vector<Term>& conjuncts) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(d_context.deadline -
                                                                          std::chrono::steady_clock::now());
  smt::Limits limits;
  limits.time = std::min(left, d_options.question_time);
  limits.memory_mib = d_options.memory_mib;
  if (limits.time.count() <= 0) {
    Answer answer;
    answer.reason = "timeout";
    return answer;
  }
  ++d_questions;
  return d_solver.check(conjuncts, limits);
}

Outcome Asker::failed(const Answer& answer) const {
  Outcome outcome;
  outcome.reason = answer.reason.empty() ? "the solver gave no answer" : answer.reason;
  const bool slow = outcome.reason.find("timeout") != std::string::npos;
  outcome.cause = Cause::SolverFailure;
  if (slow) outcome.cause = out_of_time() ? Cause::ClassTimeout : Cause::SolverTimeout;
  return outcome;
}

std::vector<Needed> Asker::needs(const std::vector<Term>& conjuncts, const smt::Model& model) const {
  std::vector<Needed> result;
  std::unordered_set<Term> seen;
  const auto add = [&](Term term) {
    if (!seen.insert(term).second || result.size() >= kMostNeeded) return;
    if (const Unknown* marker = d_context.unknowns.marker(term)) {
      if (model.evaluate(term) != 0) result.push_back({*marker, term, ""});
    } else if (const Unknown* value = d_context.unknowns.value(term)) {
      result.push_back({*value, term, decimal(model.evaluate(term))});
    }
  };
  for (const Term conjunct : conjuncts) {
    for (const Term variable : d_context.store.variables(conjunct)) add(variable);
    for (const Term application : d_context.store.applications(conjunct)) add(application);
  }
  return result;
}

Outcome Asker::ask(std::vector<Term> conjuncts, std::initializer_list<Evaluator*> evaluators) {
  smt::TermStore& store = d_context.store;
  if (out_of_time()) throw OutOfTime{};
  for (Evaluator* evaluator : evaluators) {
    const std::vector<Term> more = evaluator->definitions(conjuncts);
    conjuncts.insert(conjuncts.end(), more.begin(), more.end());
  }
  const auto normalise = [&](std::vector<Term>& terms) {
    const Term all = store.and_(terms);
    if (all.kind() == smt::Kind::And)
      terms = all->operands;
    else
      terms = {all};
  };
  normalise(conjuncts);
  Outcome outcome;
  if (conjuncts.size() == 1 && conjuncts[0].is_false()) {
    ++d_settled;
    outcome.status = Status::Unsat;
    return outcome;
  }
  std::vector<std::uint32_t> key;
  key.reserve(conjuncts.size());
  for (const Term conjunct : conjuncts) key.push_back(conjunct.id());
  std::sort(key.begin(), key.end());
  if (d_refuted.contains(key)) {
    ++d_settled;
    outcome.status = Status::Unsat;
    return outcome;
  }
  Answer answer = check(conjuncts);
  if (answer.status == Status::Unknown) return failed(answer);
  if (answer.status == Status::Unsat) {
    d_refuted.insert(std::move(key));
    outcome.status = Status::Unsat;
    return outcome;
  }
  outcome.status = Status::Sat;
  outcome.model = std::move(answer.model);
  outcome.needed = needs(conjuncts, outcome.model);
  const bool marked = std::any_of(outcome.needed.begin(), outcome.needed.end(), [&](const Needed& n) {
    return d_context.unknowns.marker(n.term) != nullptr;
  });
  if (!marked) return outcome;

  // The same question with nothing added to what the program does.
  std::vector<Term> strict;
  strict.reserve(conjuncts.size());
  for (const Term conjunct : conjuncts)
    strict.push_back(store.substitute(conjunct, [&](Term term) {
      return d_context.unknowns.marker(term) != nullptr ? store.false_() : Term();
    }));
  normalise(strict);
  if (strict.size() == 1 && strict[0].is_false()) return outcome;
  Answer certain = check(strict);
  if (certain.status == Status::Sat) {
    outcome.model = std::move(certain.model);
    outcome.needed = needs(strict, outcome.model);
  }
  return outcome;
}

}  // namespace launchproof::access
