// k-induction (Donaldson, Haller, Kroening and Ruemmer, "Software Verification Using k-Induction", SAS 2011,
// section 3): candidates hold at a loop's first k arrivals, and after k iterations if they hold at the head
// of each of these. They then hold at every arrival, and everything else uses them as usual: obligations are
// checked for one arbitrary iteration.
//
// This is done for loops without inner loops. The additional iterations have separate frames (frames.h). The
// parent of the first ones is the loop's parent; the parent of those after the arbitrary iteration is its
// frame.
#include <algorithm>

#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

using model::LoopId;
using smt::Term;

bool Walker::is_deepened(LoopId loop) const {
  const auto& loops = d_setting.kernel.loops;
  return d_setting.options.induction_depth > 1 &&
         std::ranges::none_of(loops, [&](const model::Loop& one) { return one.parent == loop; });
}

Walker::Replacements Walker::walk_iteration(const Cut& cut, FrameId iteration, const Replacements& at_head) {
  for (const CandidateId id : d_of_loop[cut.loop])
    assume(replaced(d_problem.candidates[id].formula, at_head), id);
  std::vector<Term> running;
  running.reserve(d_values.items());
  for (unsigned who = 0; who < d_values.items(); ++who)
    running.push_back(d_values.reach_node(d_setting.kernel.loops[cut.loop].header, iteration, who));
  assume(d_store.or_(running));
  walk_region(cut.loop, iteration);
  return next_values(cut, iteration);
}

void Walker::prove_first_iterations(const Cut& cut) {
  if (!is_deepened(cut.loop)) return;
  const std::size_t mark = d_context.size();
  const std::vector<Term> left_out = d_left_out;
  d_is_silent = true;
  Replacements at_head = first_values(cut);
  for (std::uint32_t number = 0; number + 1 < d_setting.options.induction_depth; ++number) {
    at_head = walk_iteration(cut, d_values.iteration_frame(cut.loop, cut.parent, number), at_head);
    prove(cut, true, at_head);
  }
  d_is_silent = false;
  d_context.resize(mark);
  d_left_out = left_out;
  d_logs = cut.before;
  d_copies.restore(cut.in_flight);
}

// The caller must restore the context and the logs.
Walker::Replacements Walker::after_further_iterations(const Cut& cut, Replacements at_head) {
  if (!is_deepened(cut.loop)) return at_head;
  const std::vector<Term> left_out = d_left_out;
  d_is_silent = true;
  for (std::uint32_t number = 0; number + 1 < d_setting.options.induction_depth; ++number)
    at_head = walk_iteration(cut, d_values.iteration_frame(cut.loop, cut.body, number), at_head);
  d_is_silent = false;
  d_left_out = left_out;
  return at_head;
}

}  // namespace launchproof::two_thread
