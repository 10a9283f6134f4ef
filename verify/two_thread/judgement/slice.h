// Selects the known facts that are relevant to a question.
//
// A formula about one loop seldom follows from facts about other loops. Such facts are omitted to keep the
// solver's question small. This is sound, since a consequence of some of the facts is a consequence of all of
// them.
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

  // Returns the known facts, except those with a variable of an iteration, or of a loop's end, that is
  // unrelated to the goals. Iterations and ends around those of a goal's variables count as related.
  std::vector<Assumption> near(const Induction& induction);
  // Returns the same for an obligation. Loops in which the access that it assumes as logged may have happened
  // count as related as well.
  std::vector<smt::Term> near_obligation(const std::vector<smt::Term>& known, smt::Term bad);

  // Returns the term with each largest subterm that contains a division and that nothing within the frame
  // changes replaced by a variable with any value. If the resulting formula holds, the original holds as
  // well.
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

// Returns the same inductions, each with only the facts that are relevant to its goals. A set of candidates
// that holds under these facts also holds under all facts.
Problem with_near_contexts(const Problem& problem, smt::TermStore& store);
// Returns the same without divisions that the loops do not change; nothing if there are none.
std::optional<Problem> without_divisions(const Problem& near, smt::TermStore& store);

}  // namespace launchproof::two_thread
