// Selects the known facts that are relevant to a question.
//
// A formula about one loop seldom follows from what other loops did. Such facts are left out if the solver
// should have little to examine. A consequence of some of the facts is one of all of them.
#pragma once

#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "verify/two_thread/terms/problem.h"

namespace launchproof::two_thread {

class Slicer {
 public:
  Slicer(const Problem& problem, smt::TermStore& store) : d_problem(problem), d_store(store) {}

  // Keeps what is known unless it has a variable of an iteration, or of a loop's end, that has nothing to do
  // with the goals. The iterations and ends around those of a goal's variables count as the goal's own.
  std::vector<Assumption> near(const Induction& induction);
  // Returns the same of an obligation, with those in which what it has as logged may have been accessed.
  std::vector<smt::Term> near_obligation(const std::vector<smt::Term>& known, smt::Term bad);

  // Returns the term with a variable, which may have any value, for each largest part that divides and that
  // nothing within the frame changes. A formula that then holds also holds of these parts.
  smt::Term without_divisions(smt::Term term, FrameId within);
  bool has_replaced() const { return d_has_replaced; }

 private:
  using FrameSet = std::set<FrameId>;
  const FrameSet& frames_of(smt::Term term);
  void add_around(smt::Term term, FrameSet& into);
  bool is_within(smt::Term term, const FrameSet& around);
  bool divides(smt::Term root);
  bool is_changed_within(smt::Term term, FrameId frame);

  const Problem& d_problem;
  smt::TermStore& d_store;
  std::unordered_map<smt::Term, FrameSet> d_frames;
  std::unordered_map<smt::Term, bool> d_divides;
  bool d_has_replaced = false;
};

// Returns the same inductions, each with what speaks of its goals alone: what holds together under these
// holds under all.
Problem with_near_contexts(const Problem& problem, smt::TermStore& store);
// Returns the same without divisions that the loops do not change; nothing where there are none.
std::optional<Problem> without_divisions(const Problem& near, smt::TermStore& store);

}  // namespace launchproof::two_thread
