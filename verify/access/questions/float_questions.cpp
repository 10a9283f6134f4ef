#include "verify/access/questions/float_questions.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace launchproof::access {

using smt::Answer;
using smt::Bits;
using smt::Model;
using smt::SignedBits;
using smt::Status;
using smt::Term;
using symbolic::FloatValues;

namespace {

constexpr unsigned kMostRounds = 24;
constexpr unsigned kRoundsBeforeTables = 4;
constexpr SignedBits kLongestTable = 512;
constexpr std::size_t kMostOperations = 64;     // of one question
constexpr std::size_t kMostApplications = 256;  // number of all applications in a question whose model is
                                                // completed

// A function is identified by its name and widths.
std::string key_of(Term application) {
  std::string key = application->name + ":" + std::to_string(application.width());
  for (const Term operand : application->operands) key += "." + std::to_string(operand.width());
  return key;
}

SignedBits read(Bits bits, unsigned width, bool is_signed) {
  const bool is_negative = is_signed && (bits >> (width - 1) & 1U) != 0;
  return static_cast<SignedBits>(bits) - (is_negative ? SignedBits{1} << width : SignedBits{0});
}

// Returns the number nearest to `end` for which the predicate holds, given that it holds for `begin` and
// changes at most once.
template <typename Holds>
SignedBits last_that(SignedBits begin, SignedBits end, Holds holds) {
  if (holds(end)) return end;
  while (begin - end > 1 || end - begin > 1) {
    const SignedBits middle = begin + (end - begin) / 2;
    (holds(middle) ? begin : end) = middle;
  }
  return begin;
}

std::vector<Term> all_applications(smt::TermStore& store, const std::vector<Term>& question) {
  std::vector<Term> result;
  std::unordered_set<Term> seen;
  for (const Term conjunct : question)
    for (const Term application : store.applications(conjunct))
      if (seen.insert(application).second) result.push_back(application);
  // Operands come before terms that use them.
  std::ranges::sort(result, {}, &Term::id);
  return result;
}

}  // namespace

std::vector<Term> FloatQuestions::known(const std::vector<Term>& question) {
  std::vector<Term> result = all_applications(d_store, question);
  std::erase_if(result, [&](Term term) { return !d_values.is_known(term); });
  return result;
}

bool FloatQuestions::concerns(const std::vector<Term>& question) {
  const std::vector<Term> operations = known(question);
  return !operations.empty() && operations.size() <= kMostOperations;
}

bool FloatQuestions::agrees(Term term, const Model& model) {
  const auto bits = d_values.only_bits(term, {.model = &model});
  return bits && *bits == model.evaluate(term);
}

bool FloatQuestions::complete(const std::vector<Term>& question, Model& model) {
  const std::vector<Term> applications = all_applications(d_store, question);
  if (applications.size() > kMostApplications) return false;
  std::unordered_map<std::string, Model::FunctionTable> tables;
  // Unknown applications keep their values.
  std::vector<Bits> before;
  before.reserve(applications.size());
  for (const Term application : applications) before.push_back(model.evaluate(application));
  for (std::size_t i = 0; i < applications.size(); ++i) {
    const Term application = applications[i];
    std::vector<Bits> operands;
    for (const Term operand : application->operands) operands.push_back(model.evaluate(operand));
    const auto bits = d_values.only_bits(application, {.model = &model});
    Model::FunctionTable& table = tables[key_of(application)];
    table.entries[operands] = bits ? *bits : before[i];
    model.set_function(application, table);
  }
  return std::ranges::all_of(question, [&](Term conjunct) { return model.evaluate(conjunct) != 0; });
}

Term FloatQuestions::bounds(Term application, const FloatValues::Given& given) {
  const auto observed = d_values.observed(application);
  const auto range = observed ? d_values.integer(application, given) : std::nullopt;
  if (!range) return d_store.true_();
  const Term low = d_store.bv(static_cast<Bits>(range->low), application.width());
  const Term high = d_store.bv(static_cast<Bits>(range->high), application.width());
  return observed->is_signed ? d_store.and_(d_store.sle(low, application), d_store.sle(application, high))
                             : d_store.and_(d_store.ule(low, application), d_store.ule(application, high));
}

void FloatQuestions::add_corrections(Term application, const Model& model, std::vector<Term>& facts) {
  const auto add = [&](std::vector<Term> when, Term what) {
    if (!what.is_true()) facts.push_back(d_store.implies(d_store.and_(when), what));
  };
  const FloatValues::Given here{.model = &model};
  if (!d_values.observed(application)) {
    const auto bits = d_values.only_bits(application, here);
    if (bits && *bits != model.evaluate(application))
      add(d_values.premises(application, model),
          d_store.eq(application, d_store.bv(*bits, application.width())));
    return;
  }
  const Term now = bounds(application, here);
  if (now.is_true() || model.evaluate(now) != 0) return;
  if (const auto definition = d_values.definition(application);
      definition && model.evaluate(*definition) == 0) {
    facts.push_back(*definition);
    return;
  }
  add(d_values.premises(application, model), now);
  // Adds the results for operands above the model's operand, and likewise for those below: the widest
  // interval of operands that excludes the model's result, if there is one.
  const SignedBits wrong =
      read(model.evaluate(application), application.width(), d_values.observed(application)->is_signed);
  for (const Term atom : d_values.atoms(application)) {
    const unsigned width = atom.width();
    const SignedBits value = read(model.evaluate(atom), width, true);
    const auto range = d_store.signed_range(atom);
    const auto excludes = [&](SignedBits low, SignedBits high) {
      const auto yields = d_values.integer(application, {.atom = atom, .range = {low, high}});
      return yields && (wrong < yields->low || wrong > yields->high);
    };
    const auto add_between = [&](SignedBits low, SignedBits high) {
      const Term from = d_store.sle(d_store.bv(static_cast<Bits>(low), width), atom);
      const Term to = d_store.sle(atom, d_store.bv(static_cast<Bits>(high), width));
      add({from, to}, bounds(application, {.atom = atom, .range = {low, high}}));
    };
    if (excludes(value, range.high))
      add_between(last_that(value, range.low, [&](SignedBits low) { return excludes(low, range.high); }),
                  range.high);
    if (excludes(range.low, value))
      add_between(range.low,
                  last_that(value, range.high, [&](SignedBits high) { return excludes(range.low, high); }));
  }
}

// Adds the result of the application for each value of its only integer input, if that has few values.
void FloatQuestions::add_table(Term application, std::vector<Term>& facts) {
  const std::vector<Term> atoms = d_values.atoms(application);
  if (atoms.size() != 1 || !d_values.observed(application)) return;
  const Term atom = atoms.front();
  const auto range = d_store.signed_range(atom);
  if (range.high - range.low >= kLongestTable) return;
  for (SignedBits value = range.low; value <= range.high; ++value) {
    const Term yields = bounds(application, {.atom = atom, .range = {value, value}});
    if (yields.is_true()) continue;
    const Term here = d_store.eq(atom, d_store.bv(static_cast<Bits>(value), atom.width()));
    facts.push_back(d_store.implies(here, yields));
  }
}

Answer FloatQuestions::ask(const std::vector<Term>& question, const Model& first) {
  Answer answer;
  answer.status = Status::Sat;
  answer.model = first;
  if (complete(question, answer.model)) return answer;
  const std::vector<Term> operations = known(question);
  std::vector<Term> facts;
  for (const Term operation : operations) {
    const Term general = bounds(operation, {});
    if (!general.is_true()) facts.push_back(general);
  }
  Model last = first;
  for (unsigned round = 0; round < kMostRounds; ++round) {
    const std::size_t before = round == 0 ? 0 : facts.size();
    if (round == kRoundsBeforeTables)
      for (const Term operation : operations) add_table(operation, facts);
    for (const Term operation : operations) add_corrections(operation, last, facts);
    // Nothing more is known about the operations that the model got wrong.
    if (facts.size() == before) break;
    std::vector<Term> conjuncts(question);
    conjuncts.insert(conjuncts.end(), facts.begin(), facts.end());
    const Term all = d_store.and_(conjuncts);
    if (all.is_false()) {
      answer = {};
      answer.status = Status::Unsat;
      return answer;
    }
    answer = d_check(all.kind() == smt::Kind::And ? all->operands : std::vector<Term>{all});
    if (answer.status != Status::Sat) return answer;
    last = answer.model;
    if (complete(question, answer.model)) return answer;
  }
  answer = {};
  answer.reason = "the values of floats were not determined in " + std::to_string(kMostRounds) + " rounds";
  return answer;
}

}  // namespace launchproof::access
