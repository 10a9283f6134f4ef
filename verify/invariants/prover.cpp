#include "verify/invariants/prover.h"

#include <algorithm>

namespace launchproof::invariants {

using smt::Answer;
using smt::Status;
using smt::Term;

namespace {

constexpr std::chrono::milliseconds kOneCandidate{200};     // for a candidate that is asked of alone
constexpr std::chrono::milliseconds kManyCandidates{1000};  // for those of a loop together

}  // namespace

Answer Prover::ask(std::vector<Term> conjuncts) {
  return ask(std::move(conjuncts), d_setting.limits.question_time);
}

Answer Prover::ask(std::vector<Term> conjuncts, std::chrono::milliseconds most) {
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
  const std::chrono::milliseconds left = time_left();
  ++d_questions;
  answer = d_solver.check(parts, {std::min(most, left), d_setting.limits.memory_mib});
  if (answer.status == Status::Unsat) d_refuted.insert(std::move(key));
  return answer;
}

std::chrono::milliseconds Prover::time_left() const {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(d_setting.deadline -
                                                                          std::chrono::steady_clock::now());
  if (left.count() <= 0) throw OutOfTime{};
  return left;
}

std::optional<smt::Model> Prover::refute(smt::Counterexamples& refuter, std::span<const Term> conjuncts,
                                         std::chrono::milliseconds most) {
  const std::chrono::milliseconds left = time_left();
  ++d_questions;
  return refuter.find(conjuncts, {std::min(most, left), d_setting.limits.memory_mib});
}

std::shared_ptr<smt::Z3Session> Prover::session() {
  if (!d_session) d_session = smt::make_session();
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
  Houdini(const Problem& problem, Prover& prover, Inferred& into)
      : d_problem(problem), d_prover(prover), d_into(into), d_refuters(problem.inductions.size()) {}

  // Returns whether a candidate fell.
  bool visit(std::size_t number) {
    const Induction& induction = d_problem.inductions[number];
    bool any = refute(number);
    while (true) {
      const Goals goals = open_goals(induction);
      if (goals.empty()) return any;
      const Answer answer = ask(induction, goals, kManyCandidates);
      if (answer.status == Status::Unsat) return any;
      if (answer.status == Status::Unknown) return one_by_one(induction, goals) || any;
      any = true;
      drop(induction, goals, answer.model);
      refute(number);
    }
  }

 private:
  using Goals = std::vector<std::pair<CandidateId, Term>>;

  // Drops what models of the kept context break, one model after the other, until none is found.
  bool refute(std::size_t number) {
    const Induction& induction = d_problem.inductions[number];
    bool any = false;
    while (true) {
      const Goals goals = open_goals(induction);
      if (goals.empty()) return any;
      if (!d_refuters[number]) d_refuters[number] = refuter(induction);
      std::vector<Term> question;
      for (const Assumption& one : induction.context)
        if (one.candidate != model::kNone && d_into.stands[one.candidate]) question.push_back(one.term);
      question.push_back(some_broken(goals));
      const auto model = d_prover.refute(*d_refuters[number], question, kManyCandidates);
      if (!model) return any;
      any = true;
      drop(induction, goals, *model);
    }
  }

  std::unique_ptr<smt::Counterexamples> refuter(const Induction& induction) {
    std::vector<Term> fixed;
    for (const Assumption& one : induction.context)
      if (one.candidate == model::kNone) fixed.push_back(one.term);
    return std::make_unique<smt::Counterexamples>(d_prover.store(), d_prover.session(), fixed);
  }

  Goals open_goals(const Induction& induction) const {
    Goals result;
    for (const auto& goal : induction.goals)
      if (d_into.stands[goal.first]) result.push_back(goal);
    return result;
  }

  Term some_broken(const Goals& goals) {
    std::vector<Term> broken;
    broken.reserve(goals.size());
    for (const auto& [id, goal] : goals) broken.push_back(d_prover.store().not_(goal));
    return d_prover.store().or_(broken);
  }

  Answer ask(const Induction& induction, const Goals& goals, std::chrono::milliseconds most) {
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
  }

  const Problem& d_problem;
  Prover& d_prover;
  Inferred& d_into;
  std::vector<std::unique_ptr<smt::Counterexamples>> d_refuters;  // by induction, made when first needed
};

}  // namespace

Inferred nothing_inferred(const Problem& problem) {
  return {std::vector<bool>(problem.candidates.size(), false),
          std::vector<Fall>(problem.candidates.size(), Fall::None)};
}

Inferred houdini(const Problem& problem, Prover& prover) {
  Inferred result{std::vector<bool>(problem.candidates.size(), true),
                  std::vector<Fall>(problem.candidates.size(), Fall::None)};
  Houdini search(problem, prover, result);
  // What falls on entry is not used in any iteration.
  bool changed = true;
  while (changed) {
    changed = false;
    for (const bool is_entry : {true, false})
      for (std::size_t number = 0; number < problem.inductions.size(); ++number)
        if (problem.inductions[number].is_entry == is_entry) changed = search.visit(number) || changed;
  }
  return result;
}

}  // namespace launchproof::invariants
