#include "verify/two_thread/proof/prover.h"

#include <algorithm>
#include <utility>

#include "verify/effort/clock.h"
#include "verify/smt/questions/cases.h"

namespace launchproof::two_thread {

using smt::Answer;
using smt::Status;
using smt::Term;

namespace {

constexpr smt::Work kOneCandidate = 600 * smt::kWorkPerMillisecond;  // for a candidate that is checked by
                                                                     // itself
// For all candidates of a loop together.
constexpr smt::Work kManyCandidates = 1000 * smt::kWorkPerMillisecond;
// For a model that violates a candidate.
constexpr smt::Work kSearch = 40 * smt::kWorkPerMillisecond;
constexpr std::chrono::milliseconds kWithoutHelp{30};  // before other ways to refute are tried

}  // namespace

Answer Prover::ask(std::vector<Term> conjuncts) {
  return ask(std::move(conjuncts), 0);
}

Answer Prover::ask(std::vector<Term> conjuncts, smt::Work most) {
  const Term all = d_setting.store.and_(conjuncts);
  Answer answer;
  answer.status = Status::Unsat;
  if (all.is_false()) {
    ++d_settled;
    return answer;
  }
  const std::vector<Term> parts = all.kind() == smt::Kind::And ? all->operands : std::vector<Term>{all};
  std::vector<std::uint32_t> key;
  key.reserve(parts.size());
  for (const Term part : parts) key.push_back(part.id());
  std::ranges::sort(key);
  if (d_refuted.contains(key)) {
    ++d_settled;
    return answer;
  }
  answer = check(parts, most);
  if (answer.status == Status::Unsat) d_refuted.insert(std::move(key));
  return answer;
}

Answer Prover::check(const std::vector<Term>& parts, smt::Work most) {
  const std::vector<Term> cases = smt::cases(d_setting.store, parts);
  if (cases.empty()) return check_one(parts, most);
  // All parts must be refuted, or one has a model.
  Answer result;
  result.status = Status::Unsat;
  for (const Term one : cases) {
    std::vector<Term> in_case = parts;
    in_case.push_back(one);
    Answer answer = check_one(in_case, most);
    if (answer.status == Status::Sat) return answer;
    if (answer.status == Status::Unknown) result = std::move(answer);
  }
  return result;
}

Answer Prover::check_one(const std::vector<Term>& parts, smt::Work most) {
  ++d_questions;
  return d_solver.check(parts, {.time = time_for(most),
                                .work = most,
                                .in_slices = true,
                                .memory_mib = d_setting.limits.memory_mib,
                                .cancellation = d_setting.cancellation});
}

std::chrono::milliseconds Prover::time_for(smt::Work most) const {
  constexpr unsigned kSlack = 8;  // multiple of the usual time for the work
  const std::chrono::milliseconds usual(kSlack * (most / smt::kWorkPerMillisecond));
  return std::min(most == 0 ? d_setting.limits.question_time : usual, time_left());
}

std::chrono::milliseconds Prover::time_left() const {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(d_setting.deadline - effort::Clock::now());
  if (d_setting.is_over() || left.count() <= 0 || d_setting.launch.has_enough()) throw OutOfTime{};
  return left;
}

smt::Search Prover::refute(smt::Counterexamples& refuter, std::span<const Term> conjuncts, smt::Work most) {
  ++d_questions;
  return refuter.find(conjuncts,
                      {.time = time_for(most), .work = most, .memory_mib = d_setting.limits.memory_mib});
}

std::shared_ptr<smt::SharedSession> Prover::session() {
  if (!d_session) d_session = smt::make_session(d_setting.cancellation);
  return d_session;
}

std::vector<Term> standing(const std::vector<Assumption>& context, const std::vector<bool>& stands) {
  std::vector<Term> result;
  for (const Assumption& one : context)
    if (one.candidate == model::kNone || stands[one.candidate]) result.push_back(one.term);
  return result;
}

namespace {

class Houdini {
 public:
  // Adopts what is in the pool; if it has a pool, also adds what it refutes to the pool, as `number`.
  Houdini(const Problem& problem, Prover& prover, Inferred& into, Pool* pool,
          std::optional<std::uint32_t> number, const std::function<void()>& help = {})
      : d_problem(problem),
        d_prover(prover),
        d_into(into),
        d_pool(pool),
        d_number(number),
        d_help(help),
        d_searches(problem.inductions.size()) {}

  // First uses models of the kept contexts, as long as there are any; then puts the rest to the solver. The
  // last sweep shows that all remaining candidates hold together: none falls in it.
  void run() {
    do {
      while (d_prover.uses(Optimisation::KeptContexts) &&
             sweep([&](std::size_t number) { return refute(number); })) {
      }
    } while (sweep([&](std::size_t number) { return prove(number); }));
  }

  // Only uses models, for one kind of induction.
  void search(bool on_entry) {
    bool any = true;
    while (any) {
      any = false;
      for (std::size_t number = 0; number < d_problem.inductions.size(); ++number)
        if (d_problem.inductions[number].is_entry == on_entry) any = refute(number) || any;
    }
  }

 private:
  using Goals = std::vector<std::pair<CandidateId, Term>>;

  // The state of one induction: its context in Z3, and the candidates for which it has no model that violates
  // a goal.
  struct Kept {
    std::unique_ptr<smt::Counterexamples> refuter;  // created when needed
    std::optional<std::vector<CandidateId>> enough;
    bool is_hard = false;  // some search had no result
  };

  // Returns whether a candidate fell. A candidate that falls on entry is not used in any iteration.
  template <typename Visit>
  bool sweep(Visit visit) {
    bool any = false;
    for (const bool is_entry : {true, false})
      for (std::size_t number = 0; number < d_problem.inductions.size(); ++number)
        if (d_problem.inductions[number].is_entry == is_entry) any = visit(number) || any;
    return any;
  }

  bool prove(std::size_t number) {
    const Induction& induction = d_problem.inductions[number];
    bool any = false;
    while (true) {
      any = take() || any;
      const Goals goals = open_goals(induction);
      if (goals.empty()) return any;
      if (holds_with_enough(number, goals)) return any;
      const Answer answer = ask(induction, goals, kManyCandidates);
      if (answer.status == Status::Unsat) return any;
      if (answer.status == Status::Unknown) return one_by_one(induction, goals) || any;
      any = true;
      drop(induction, goals, answer.model);
    }
  }

  // Drops candidates that models of the kept context violate, model by model, until none is found.
  bool refute(std::size_t number) {
    const Induction& induction = d_problem.inductions[number];
    Kept& kept = d_searches[number];
    bool any = false;
    while (true) {
      any = take() || any;
      const Goals goals = open_goals(induction);
      if (goals.empty() || kept.is_hard || still_enough(kept)) return any;
      if (!kept.refuter) kept.refuter = refuter(induction);
      std::vector<Term> question;
      std::vector<CandidateId> candidates;
      for (const Assumption& one : induction.context)
        if (one.candidate != model::kNone && d_into.stands[one.candidate]) {
          question.push_back(one.term);
          candidates.push_back(one.candidate);
        }
      question.push_back(some_broken(goals));
      const smt::Search found = d_prover.refute(*kept.refuter, question, kSearch);
      kept.is_hard = !found.model && !found.without;
      if (found.without) {
        kept.enough.emplace();
        for (const std::size_t i : *found.without)
          if (i < candidates.size()) kept.enough->push_back(candidates[i]);
      }
      if (!found.model) return any;
      any = true;
      drop(induction, goals, *found.model);
    }
  }

  // With fewer assumptions, the question is smaller for the solver.
  bool holds_with_enough(std::size_t number, const Goals& goals) {
    const Kept& kept = d_searches[number];
    if (!still_enough(kept)) return false;
    std::vector<bool> stands(d_into.stands.size(), false);
    for (const CandidateId id : *kept.enough) stands[id] = true;
    std::vector<Term> question = standing(d_problem.inductions[number].context, stands);
    question.push_back(some_broken(goals));
    return d_prover.ask(std::move(question), kManyCandidates).status == Status::Unsat;
  }

  // There are fewer goals than before, so assumptions that were sufficient remain sufficient as long as they
  // hold.
  bool still_enough(const Kept& kept) const {
    return kept.enough &&
           std::ranges::all_of(*kept.enough, [&](CandidateId id) { return d_into.stands[id]; });
  }

  std::unique_ptr<smt::Counterexamples> refuter(const Induction& induction) {
    std::vector<Term> fixed;
    for (const Assumption& one : induction.context)
      if (one.candidate == model::kNone) fixed.push_back(one.term);
    const std::vector<Term> cases = smt::cases(d_prover.store(), fixed);
    if (!cases.empty()) fixed.push_back(cases.front());  // for finding models, one case is enough
    return std::make_unique<smt::Counterexamples>(d_prover.store(), d_prover.session(), fixed);
  }

  Goals open_goals(const Induction& induction) const {
    Goals result;
    for (const auto& goal : induction.goals)
      if (d_into.stands[goal.first] && !d_into.given[goal.first]) result.push_back(goal);
    return result;
  }

  Term some_broken(const Goals& goals) {
    std::vector<Term> broken;
    broken.reserve(goals.size());
    for (const auto& [id, goal] : goals) broken.push_back(d_prover.store().not_(goal));
    return d_prover.store().or_(broken);
  }

  Answer ask(const Induction& induction, const Goals& goals, smt::Work most) {
    std::vector<Term> question = standing(induction.context, d_into.stands);
    question.push_back(some_broken(goals));
    return d_prover.ask(std::move(question), most);
  }

  void drop(const Induction& induction, const Goals& goals, const smt::Model& model) {
    for (const auto& [id, goal] : goals)
      if (model.evaluate(goal) == 0) fall(id, induction.is_entry ? Fall::OnEntry : Fall::NotMaintained);
  }

  bool one_by_one(const Induction& induction, const Goals& goals) {
    bool any = false;
    for (const auto& goal : goals) {
      const Answer answer = ask(induction, {goal}, kOneCandidate);
      if (answer.status == Status::Unsat) continue;
      any = true;
      const Fall broken = induction.is_entry ? Fall::OnEntry : Fall::NotMaintained;
      fall(goal.first, answer.status == Status::Unknown ? Fall::Undecided : broken);
    }
    return any;
  }

  void fall(CandidateId id, Fall why) {
    d_into.stands[id] = false;
    d_into.falls[id] = why;
    if (d_pool != nullptr && d_number) d_pool->add(id, why, *d_number);
  }

  // Adopts refutations by others. Returns whether a candidate fell that had held here.
  bool take() {
    if (d_help && std::chrono::steady_clock::now() - d_begin > kWithoutHelp) std::exchange(d_help, nullptr)();
    if (d_pool == nullptr || d_pool->size() == d_taken) return false;
    const std::vector<Pool::Entry> entries = d_pool->entries();
    d_taken = 0;
    bool any = false;
    for (CandidateId id = 0; id < entries.size(); ++id) {
      if (entries[id].why == Fall::None) continue;
      ++d_taken;
      if (!d_into.stands[id] || d_into.given[id]) continue;
      d_into.stands[id] = false;
      d_into.falls[id] = entries[id].why;
      any = true;
    }
    return any;
  }

  const Problem& d_problem;
  Prover& d_prover;
  Inferred& d_into;
  Pool* d_pool;
  std::optional<std::uint32_t> d_number;
  std::function<void()> d_help;
  std::chrono::steady_clock::time_point d_begin = std::chrono::steady_clock::now();
  std::size_t d_taken = 0;       // number of entries in the pool
  std::vector<Kept> d_searches;  // by induction
};

}  // namespace

Inferred nothing_inferred(const Problem& problem) {
  const std::vector<bool> none(problem.candidates.size(), false);
  return {none, std::vector<Fall>(problem.candidates.size(), Fall::None), none};
}

Inferred all_candidates(const Problem& problem, bool costly) {
  Inferred result = nothing_inferred(problem);
  for (CandidateId id = 0; id < problem.candidates.size(); ++id)
    result.stands[id] = costly || !problem.candidates[id].is_costly;
  return result;
}

Inferred houdini(const Problem& problem, Prover& prover, Inferred from, Pool* pool, bool adds,
                 const std::function<void()>& help) {
  Inferred result = std::move(from);
  // A candidate that falls under part of the candidates may hold under all of them.
  const bool is_all = std::ranges::all_of(result.stands, [](bool stands) { return stands; });
  std::optional<std::uint32_t> number;
  if (is_all && adds) number = Pool::kHoudini;
  Houdini(problem, prover, result, pool, number, help).run();
  return result;
}

void search_models(const Problem& problem, Prover& prover, bool on_entry, Pool& pool, std::uint32_t number) {
  Inferred all = all_candidates(problem, true);
  Houdini(problem, prover, all, &pool, number).search(on_entry);
}

}  // namespace launchproof::two_thread
