#include "verify/two_thread/judgement/slice.h"

#include <algorithm>
#include <iterator>

#include "verify/smt/terms/walk.h"

namespace launchproof::two_thread {

using smt::Term;

const Slicer::FrameSet& Slicer::frames_of(Term term) {
  const auto [entry, is_new] = d_frames.try_emplace(term);
  if (is_new)
    for (const Term variable : d_store.variables(term))
      if (const auto found = d_problem.made_in.find(variable); found != d_problem.made_in.end())
        entry->second.insert(found->second);
  return entry->second;
}

void Slicer::add_around(Term term, FrameSet& into) {
  for (FrameId frame : frames_of(term))
    for (; frame != kOutside; frame = d_problem.parents[frame]) into.insert(frame);
}

bool Slicer::is_within(Term term, const FrameSet& around) {
  return std::ranges::includes(around, frames_of(term));
}

std::vector<Assumption> Slicer::near(const Induction& induction) {
  FrameSet around;
  for (const auto& [id, goal] : induction.goals) add_around(goal, around);
  std::vector<Assumption> result;
  for (const Assumption& one : induction.context)
    if (is_within(one.term, around)) result.push_back(one);
  return result;
}

std::vector<Term> Slicer::near_obligation(const std::vector<Term>& known, Term bad) {
  FrameSet around;
  add_around(bad, around);
  std::set<std::uint32_t> logs;
  const std::vector<Term> variables = d_store.variables(bad);
  for (const LogVariable& log : d_problem.logs)
    if (std::ranges::find(variables, log.variable) != variables.end()) logs.insert(log.variable.id());
  const auto is_log = [&](Term variable) { return logs.contains(variable.id()); };
  for (const Term one : known)
    if (std::ranges::any_of(d_store.variables(one), is_log)) add_around(one, around);
  std::vector<Term> result;
  std::ranges::copy_if(known, std::back_inserter(result), [&](Term one) { return is_within(one, around); });
  return result;
}

bool Slicer::divides(Term root) {
  const auto is_known = [&](Term term) { return d_divides.contains(term); };
  smt::visit_operands_first(root, is_known, [&](Term term) {
    const smt::Kind kind = term.kind();
    const bool here = kind == smt::Kind::UDiv || kind == smt::Kind::URem || kind == smt::Kind::SDiv ||
                      kind == smt::Kind::SRem;
    d_divides[term] =
        here || std::ranges::any_of(term->operands, [&](Term operand) { return d_divides.at(operand); });
  });
  return d_divides.at(root);
}

bool Slicer::is_changed_within(Term term, FrameId frame) {
  return std::ranges::any_of(frames_of(term), [&](FrameId at) {
    while (at != frame && at != kOutside) at = d_problem.parents[at];
    return at == frame;
  });
}

Term Slicer::without_divisions(Term term, FrameId within) {
  if (!divides(term)) return term;
  return d_store.substitute(term, [&](Term part) {
    if (part.width() == 0 || !divides(part) || is_changed_within(part, within)) return Term();
    d_has_replaced = true;
    return d_store.bv_var("divided." + std::to_string(part.id()), part.width());
  });
}

Problem with_near_contexts(const Problem& problem, smt::TermStore& store) {
  Slicer slicer(problem, store);
  Problem result;
  result.candidates = problem.candidates;
  result.made_in = problem.made_in;
  result.parents = problem.parents;
  for (const Induction& one : problem.inductions)
    result.inductions.push_back({one.loop, one.is_entry, slicer.near(one), one.goals, one.body});
  return result;
}

std::optional<Problem> without_divisions(const Problem& near, smt::TermStore& store) {
  Slicer slicer(near, store);
  Problem result = near;
  for (Induction& one : result.inductions) {
    if (one.is_entry) continue;
    for (Assumption& known : one.context) known.term = slicer.without_divisions(known.term, one.body);
    for (auto& [id, goal] : one.goals) goal = slicer.without_divisions(goal, one.body);
  }
  if (!slicer.has_replaced()) return {};
  return result;
}

}  // namespace launchproof::two_thread
