#include "verify/access/questions/queries.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_set>
#include <utility>

#include "verify/access/evaluator/family_run.h"
#include "verify/access/questions/open_sizes.h"
#include "verify/effort/clock.h"
#include "verify/model/scalar_text.h"
#include "verify/smt/questions/flattened.h"
#include "verify/symbolic/terms/sub_groups.h"

namespace launchproof::access {

using smt::Answer;
using smt::Status;
using smt::Term;
using symbolic::divided_alike;
using symbolic::DivisionVariable;
using symbolic::Options;
using symbolic::Unknown;
using symbolic::WorkItem;
using verdict::Cause;

namespace {
constexpr std::size_t kMostNeeded = 8;  // approximations that one finding names
// Upper bounds for ids and iterations that are tried, in this order, each with this work.
constexpr std::array<std::uint64_t, 2> kSmallBounds{1, 7};
// The same if sizes are left open, since ids and accesses may then have to be larger.
constexpr std::array<std::uint64_t, 5> kSmallOpenBounds{2, 7, 64, 256, 1024};
constexpr std::uint64_t kSmallArgument = 64;  // and contents
constexpr smt::Work kSmallWork = 80 * smt::kWorkPerMillisecond;
constexpr smt::Work kBriefWork = 20 * smt::kWorkPerMillisecond;
constexpr smt::Work kProductsWork = 500 * smt::kWorkPerMillisecond;
// The work for one question of an induction.
constexpr smt::Work kInductionWork = 3'000 * smt::kWorkPerMillisecond;
// The time limit of a question with a work limit is this multiple of the usual time for the work, since
// solvers do not count all their steps.
constexpr int kTimeSlack = 15;
constexpr std::chrono::milliseconds kSmallContentsTime{1000};
constexpr std::uint64_t kFew = 7;  // bound for open sizes

// Work for a question on which similar ones used their limits without an answer.
constexpr const char* kTriedBriefly =
    " (tried briefly: it took all of its time twice before, for launches of the same kernel)";
constexpr const char* kNotTried = "timeout (not tried: others of this size in the same kernel timed out)";

bool holds_floats(const model::Parameter& parameter) {
  const auto is_in_type = [&](const char* word) { return parameter.type.find(word) != std::string::npos; };
  return is_in_type("float") || is_in_type("double") || is_in_type("half");
}

bool is_timeout(const Answer& answer) {
  return answer.reason.find("timeout") != std::string::npos;
}

}  // namespace

std::string decimal(smt::Bits value) {
  if (value == 0) return "0";
  std::string text;
  for (; value != 0; value /= 10) text.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
  std::reverse(text.begin(), text.end());
  return text;
}

std::string in_its_type(const Context& context, const Unknown& unknown, Term term, const smt::Model& model) {
  const smt::Bits value = model.evaluate(term);
  if (unknown.parameter == model::kNone || term.width() > 64) return decimal(value);
  const model::Parameter& parameter = context.kernel.parameters[unknown.parameter];
  const bool is_pointer = parameter.array != model::kNone;
  return model::scalar_text(is_pointer ? context.kernel.arrays[parameter.array].element_type : parameter.type,
                            static_cast<std::uint64_t>(value), term.width());
}

Queries::Queries(Context& context, smt::Solver& solver, const Options& options, Lessons& lessons)
    : d_context(context),
      d_solver(solver),
      d_options(options),
      d_lessons(lessons),
      d_contents(context,
                 [this](const std::vector<Term>& conjuncts, std::chrono::milliseconds most) {
                   return check(conjuncts, Role::Contents, 0, most);
                 }),
      d_floats(context.store, context.unknowns,
               [this](const std::vector<Term>& conjuncts) {
                 return with_contents(conjuncts, check(conjuncts, Role::Floats));
               }),
      d_sums(context),
      d_memory_mib(options.memory_mib) {}

Answer Queries::check(const std::vector<Term>& conjuncts, Role role, smt::Work work,
                      std::chrono::milliseconds most) {
  Subject subject = d_current;
  subject.push_back(static_cast<std::uint32_t>(role));
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(d_context.deadline - effort::Clock::now());
  smt::Limits limits;
  if (work != 0)
    most = std::min(most, std::chrono::milliseconds(kTimeSlack * (work / smt::kWorkPerMillisecond)));
  const std::chrono::milliseconds could = std::min({left, d_options.question_time, most});
  const std::size_t nodes = size_of(conjuncts);
  limits.time = could.count() > 0 ? d_lessons.patience.of(subject, nodes, could) : could;
  limits.work = work;
  limits.memory_mib = d_memory_mib;
  limits.cancellation = d_options.cancellation;
  if (limits.time.count() <= 0 || d_context.is_over()) {
    Answer answer;
    answer.reason = could.count() > 0 ? kNotTried : "timeout";
    ++d_lessons.late;
    return answer;
  }
  if (auto model = d_lessons.model(subject, nodes, conjuncts)) {
    ++d_settled;
    Answer answer;
    answer.status = Status::Sat;
    answer.model = std::move(*model);
    return answer;
  }
  Answer answer = d_solver.check(conjuncts, limits);
  const bool by_nobody = answer.status != Status::Unknown && answer.solver.empty();
  ++(by_nobody ? d_settled : d_questions);
  if (answer.status == Status::Sat) d_lessons.keep(subject, answer.model);
  if (answer.status == Status::Unknown && is_timeout(answer)) {
    ++d_lessons.late;
    if (limits.time < could)
      answer.reason += kTriedBriefly;
    else
      d_lessons.patience.lost(subject, nodes, could);
  }
  return answer;
}

Answer Queries::with_contents(const std::vector<Term>& conjuncts, Answer answer) {
  if (answer.status == Status::Unsat || !d_contents.concerns(conjuncts)) return answer;
  Answer known = d_contents.ask(conjuncts, answer.status == Status::Sat ? &answer.model : nullptr);
  return known.status == Status::Unknown ? answer : known;
}

Answer Queries::with_sums(std::vector<Term>& conjuncts, std::initializer_list<Evaluator*> evaluators,
                          Answer answer) {
  if (answer.status == Status::Unsat) return answer;
  const std::vector<Term> facts = d_sums.facts(conjuncts, evaluators);
  if (facts.empty()) return answer;
  conjuncts.insert(conjuncts.end(), facts.begin(), facts.end());
  conjuncts = complete(std::move(conjuncts), evaluators);
  if (conjuncts.front().is_false()) {
    answer = {};
    answer.status = Status::Unsat;
    return answer;
  }
  const bool is_open = d_context.facts.open.any() || !d_context.facts.free.empty();
  return is_open ? check_open(conjuncts, evaluators) : check(conjuncts, Role::Sums);
}

Answer Queries::with_floats(const std::vector<Term>& conjuncts, Answer answer) {
  if (answer.status != Status::Sat || !d_floats.concerns(conjuncts)) return answer;
  Answer known = d_floats.ask(conjuncts, answer.model);
  return known.status == Status::Unknown ? answer : known;
}

Outcome Queries::failed(const Answer& answer) const {
  Outcome outcome;
  outcome.reason = answer.reason.empty() ? "the solver gave no answer" : answer.reason;
  outcome.cause = Cause::SolverFailure;
  if (is_timeout(answer)) outcome.cause = out_of_time() ? Cause::ClassTimeout : Cause::SolverTimeout;
  return outcome;
}

std::vector<Needed> Queries::needs(const std::vector<Term>& conjuncts, const smt::Model& model) {
  std::vector<Needed> result;
  std::unordered_set<Term> seen;
  const auto add = [&](Term term) {
    if (!seen.insert(term).second || result.size() >= kMostNeeded) return;
    if (const Unknown* marker = d_context.unknowns.marker(term)) {
      const auto is_known = [&](Term one) { return d_floats.agrees(one, model); };
      if (marker->rounded && std::ranges::all_of(d_context.store.applications(marker->rounded), is_known))
        return;
      if (model.evaluate(term) != 0) result.push_back({*marker, term, ""});
    } else if (const Unknown* value = d_context.unknowns.value(term)) {
      if (value->is_promised || (value->is_other && d_is_paired) || d_floats.agrees(term, model)) return;
      if (d_contents.agrees(term, model)) {
        Unknown open = *value;
        if (d_contents.may_be_raced(term, open)) result.push_back({open, term, ""});
        return;
      }
      result.push_back({*value, term, in_its_type(d_context, *value, term, model)});
      d_contents.explain(term, model, result.back().unknown);
    }
  };
  for (const Term conjunct : conjuncts) {
    for (const Term variable : d_context.store.variables(conjunct)) add(variable);
    for (const Term application : d_context.store.applications(conjunct)) add(application);
  }
  return result;
}

std::vector<Term> Queries::normalised(const std::vector<Term>& conjuncts) {
  const Term all = d_context.store.and_(conjuncts);
  if (all.kind() == smt::Kind::And) return all->operands;
  return {all};
}

std::vector<Term> Queries::complete(std::vector<Term> conjuncts,
                                    std::initializer_list<Evaluator*> evaluators) {
  if (out_of_time()) throw OutOfTime{};
  d_is_paired = evaluators.size() == 2;
  // A value that one evaluator takes from the other may depend on further definitions of the other.
  for (int round = 0; round < (d_is_paired ? 2 : 1); ++round)
    for (Evaluator* evaluator : evaluators) {
      Evaluator* peer = nullptr;
      for (Evaluator* one : evaluators)
        if (d_is_paired && one != evaluator) peer = one;
      const std::vector<Term> more = evaluator->definitions(conjuncts, peer);
      conjuncts.insert(conjuncts.end(), more.begin(), more.end());
    }
  add_divisions(conjuncts, evaluators);
  return normalised(conjuncts);
}

InductionProver Queries::induction(Evaluator& evaluator) {
  const auto completed = [this, &evaluator](const std::vector<Term>& conjuncts) {
    const bool was_paired = d_is_paired;
    std::vector<Term> question = complete(conjuncts, {&evaluator});
    d_is_paired = was_paired;
    return question;
  };
  InductionProver result;
  result.ask = [this, completed](const std::vector<Term>& conjuncts) {
    std::vector<Term> question = completed(conjuncts);
    Answer answer;
    if (question.front().is_false()) {
      answer.status = Status::Unsat;
      return answer;
    }
    if (d_context.family != nullptr) question = d_context.family->prover.spanned(std::move(question));
    const Subject before =
        std::exchange(d_current, {static_cast<std::uint32_t>(Role::Induction), d_inductions++});
    answer = check(question, Role::Induction, kInductionWork);
    if (const std::vector<Term> stated = d_contents.stated(question);
        answer.status != Status::Unsat && !stated.empty() && d_context.family == nullptr) {
      std::vector<Term> narrower(question);
      narrower.insert(narrower.end(), stated.begin(), stated.end());
      answer = check(narrower, Role::Induction, kInductionWork);
      if (answer.status == Status::Unsat) d_contents.note(question);
    }
    d_current = before;
    return answer;
  };
  if (d_context.family != nullptr)
    result.confirm = [this, completed](const std::vector<Term>& conjuncts) {
      const std::vector<Term> question = completed(conjuncts);
      return question.front().is_false() || d_context.family->prover.holds(question);
    };
  return result;
}

// A question that does not mention the division of the group does not need its facts, since some division
// suits all work-items.
void Queries::add_divisions(std::vector<Term>& conjuncts,
                            std::initializer_list<Evaluator*> evaluators) const {
  std::unordered_set<Term> variables;
  std::vector<const WorkItem*> divided;
  for (const Evaluator* evaluator : evaluators)
    if (evaluator->item().division) divided.push_back(&evaluator->item());
  if (divided.empty()) return;
  for (const Term conjunct : conjuncts)
    for (const Term variable : d_context.store.variables(conjunct)) variables.insert(variable);
  const bool is_mentioned = std::ranges::any_of(divided, [&](const WorkItem* item) {
    return std::ranges::any_of(item->division->variables,
                               [&](const DivisionVariable& one) { return variables.contains(one.term); });
  });
  if (!is_mentioned) return;
  for (std::size_t i = 0; i < divided.size(); ++i) {
    const std::vector<Term>& own = divided[i]->division->constraints;
    conjuncts.insert(conjuncts.end(), own.begin(), own.end());
    for (std::size_t j = 0; j < i; ++j)
      if (divided[i]->group_tag == divided[j]->group_tag && divided[i] != divided[j])
        conjuncts.push_back(divided_alike(d_context.store, *divided[i], *divided[j]));
  }
}

Outcome Queries::probe(std::vector<Term> conjuncts, std::initializer_list<Evaluator*> evaluators,
                       Narrow narrow) {
  if (d_context.family == nullptr) return ask(std::move(conjuncts), evaluators);
  const std::vector<Term> question = complete(std::move(conjuncts), evaluators);
  FamilyProver& prover = d_context.family->prover;
  const bool refuted = question.front().is_false() ||
                       (narrow == Narrow::Yes ? prover.holds(question) : prover.holds_already(question));
  Outcome outcome;
  outcome.status = refuted ? Status::Unsat : Status::Sat;
  return outcome;
}

std::optional<bool> Queries::is_refuted_briefly(std::vector<Term> conjuncts,
                                                std::initializer_list<Evaluator*> evaluators) {
  const std::vector<Term> question = complete(std::move(conjuncts), evaluators);
  if (question.front().is_false()) return true;
  const Status status = check(question, Role::Small, kBriefWork).status;
  return status == Status::Unknown ? std::nullopt : std::optional(status == Status::Unsat);
}

bool Queries::possible(std::vector<Term> conjuncts, std::initializer_list<Evaluator*> evaluators) {
  const std::vector<Term> question = complete(std::move(conjuncts), evaluators);
  return !question.front().is_false() && d_context.family->prover.possible(question);
}

// Products of variables are hard for solvers. If a question is refuted without them, or by arithmetic
// decomposition, it is refuted.
Answer Queries::check_open(std::vector<Term>& conjuncts, std::initializer_list<Evaluator*> evaluators) {
  const smt::Refuter refuted = [&](const std::vector<Term>& easier) {
    return check(easier, Role::Small).status == Status::Unsat;
  };
  if (smt::refute_flattened(d_context.store, conjuncts, refuted)) {
    ++d_settled;
    Answer answer;
    answer.status = Status::Unsat;
    return answer;
  }
  std::vector<Term> whole(conjuncts);
  for (Evaluator* evaluator : evaluators)
    whole.insert(whole.end(), evaluator->item().products.begin(), evaluator->item().products.end());
  // Most behaviour already occurs with few work-items.
  std::vector<Term> few(whole);
  const std::vector<Term> sizes = open_sizes(d_context.launch, d_context.facts.open);
  if (sizes.empty()) return check(conjuncts, Role::Whole);
  for (const Term size : sizes)
    few.push_back(d_context.store.ule(size, d_context.store.bv(kFew, size.width())));
  if (Answer small = check(normalised(few), Role::Small, kSmallWork); small.status == Status::Sat) {
    conjuncts = normalised(whole);
    return small;
  }
  Answer first = check(conjuncts, Role::Whole);
  if (first.status != Status::Sat || whole.size() == conjuncts.size()) return first;
  // A question that takes too long here keeps its model of the rest, which proves nothing.
  whole = normalised(whole);
  Answer exact = check(whole, Role::Strict, kProductsWork);
  if (exact.status == Status::Sat) conjuncts = std::move(whole);
  return exact.status == Status::Unknown ? first : exact;
}

Outcome Queries::ask(std::vector<Term> conjuncts, std::initializer_list<Evaluator*> evaluators) {
  smt::TermStore& store = d_context.store;
  conjuncts = complete(std::move(conjuncts), evaluators);
  Outcome outcome;
  if (conjuncts.size() == 1 && conjuncts[0].is_false()) {
    ++d_settled;
    outcome.status = Status::Unsat;
    return outcome;
  }
  if (d_context.family != nullptr) {
    d_context.family->prover.prove(conjuncts);  // or it throws
    outcome.status = Status::Unsat;
    return outcome;
  }
  d_current = d_subject;
  d_current.push_back(d_asked[d_subject]++);
  Lessons::Key key;
  key.reserve(conjuncts.size());
  for (const Term conjunct : conjuncts) key.push_back(conjunct.id());
  std::sort(key.begin(), key.end());
  if (d_lessons.refuted(key)) {
    ++d_settled;
    outcome.status = Status::Unsat;
    return outcome;
  }
  Answer answer = d_context.facts.open.any() || !d_context.facts.free.empty()
                      ? check_open(conjuncts, evaluators)
                      : check(conjuncts, Role::Whole);
  if (answer.status == Status::Unsat) {
    d_lessons.refute(std::move(key));
    outcome.status = Status::Unsat;
    return outcome;
  }
  // A refutation with contents is not stored for other launches, which may have other contents.
  answer = with_sums(conjuncts, evaluators, std::move(answer));
  answer = with_floats(conjuncts, with_contents(conjuncts, std::move(answer)));
  if (answer.status == Status::Unsat) {
    outcome.status = Status::Unsat;
    return outcome;
  }
  if (answer.status == Status::Unknown) return failed(answer);
  outcome.status = Status::Sat;
  outcome.model = std::move(answer.model);
  outcome.needed = needs(conjuncts, outcome.model);
  outcome.conjuncts = conjuncts;
  if (outcome.needed.empty()) return outcome;
  bool marked = false, admitted = false;  // markers occur; the model sets one
  for (const Term conjunct : conjuncts)
    for (const Term variable : store.variables(conjunct)) {
      if (d_context.unknowns.marker(variable) == nullptr) continue;
      marked = true;
      admitted = admitted || outcome.model.evaluate(variable) != 0;
    }
  if (!marked) return outcome;

  // Asks the same question without any behaviour beyond the program's.
  std::vector<Term> strict;
  strict.reserve(conjuncts.size());
  for (const Term conjunct : conjuncts)
    strict.push_back(store.substitute(conjunct, [&](Term term) {
      return d_context.unknowns.marker(term) != nullptr ? store.false_() : Term();
    }));
  strict = normalised(strict);
  if (strict.size() == 1 && strict[0].is_false()) return outcome;
  if (!admitted) {
    outcome.needed = needs(strict, outcome.model);
    outcome.conjuncts = std::move(strict);
    return outcome;
  }
  Answer certain = check(strict, Role::Strict);
  if (certain.status == Status::Sat && d_contents.concerns(strict)) {
    const Answer first = certain;
    certain = d_contents.ask(strict, &first.model);
  }
  certain = with_floats(strict, std::move(certain));
  if (certain.status == Status::Sat) {
    outcome.model = std::move(certain.model);
    outcome.needed = needs(strict, outcome.model);
    outcome.conjuncts = std::move(strict);
  }
  return outcome;
}

bool Queries::make_small(Outcome& outcome, const std::vector<Term>& terms, std::uint64_t bound) {
  std::vector<Term> question = outcome.conjuncts;
  const bool small = std::all_of(terms.begin(), terms.end(),
                                 [&](Term term) { return outcome.model.evaluate(term) <= bound; });
  if (small) return true;
  if (out_of_time()) return false;
  for (const Term term : terms)
    question.push_back(d_context.store.ule(term, d_context.store.bv(bound, term.width())));
  question = normalised(question);
  if (question.front().is_false()) return false;
  Answer answer = check(question, Role::Small, kSmallWork);
  // A model that agrees with recorded contents is not replaced by one that does not.
  if (answer.status == Status::Sat && d_contents.concerns(question) &&
      d_contents.keeps_to(outcome.conjuncts, outcome.model)) {
    const auto deadline = d_context.deadline;
    d_context.deadline = std::min(deadline, effort::Clock::now() + kSmallContentsTime);
    answer = d_contents.ask(question, &answer.model);
    d_context.deadline = deadline;
  }
  if (answer.status != Status::Sat) return false;
  std::vector<Needed> needed = needs(outcome.conjuncts, answer.model);
  // Keeps needs that were added after the question was asked.
  for (const Needed& added : outcome.needed)
    if (added.term.is_true()) needed.push_back(added);
  // A recorded value is not replaced by a small one either.
  const auto is_chosen = [](const Needed& one) { return !one.value.empty(); };
  if (needed.size() > outcome.needed.size() ||
      std::ranges::count_if(needed, is_chosen) > std::ranges::count_if(outcome.needed, is_chosen))
    return false;
  outcome.needed = std::move(needed);
  outcome.model = answer.model;
  return true;
}

void Queries::make_small(Outcome& outcome, std::vector<Term> terms) {
  if (outcome.status != Status::Sat || outcome.conjuncts.empty()) return;
  std::uint64_t reached = 0;
  const bool open = d_context.facts.open.any();
  for (const std::uint64_t bound : open ? std::span<const std::uint64_t>(kSmallOpenBounds)
                                        : std::span<const std::uint64_t>(kSmallBounds)) {
    if (!make_small(outcome, terms, bound)) continue;
    reached = bound;
    break;
  }
  if (reached == 0) return;
  // Also includes arguments that are not given, and contents that are not recorded, since they may determine
  // how long loops run. Small bits of a float are a subnormal number, which devices treat differently.
  const std::size_t ids = terms.size();
  std::vector<Term> contents;
  for (const Needed& needed : outcome.needed) {
    if (needed.unknown.parameter == model::kNone) continue;
    const bool is_argument = needed.term.kind() == smt::Kind::BvVar && !needed.unknown.address;
    if (is_argument)
      terms.push_back(needed.term);
    else if (!holds_floats(d_context.kernel.parameters[needed.unknown.parameter]))
      contents.push_back(needed.term);
  }
  const std::size_t arguments = terms.size();
  terms.insert(terms.end(), contents.begin(), contents.end());
  if (terms.size() > arguments && make_small(outcome, terms, kSmallArgument)) return;
  terms.resize(arguments);
  if (terms.size() > ids) make_small(outcome, terms, kSmallArgument);
}

}  // namespace launchproof::access
