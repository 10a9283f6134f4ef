// The order that --warp-sync implies: between different instructions, the two work-items come together.
#include "verify/access/checks/race_questions.h"

namespace launchproof::access {

using model::BlockId;
using model::kNone;
using model::LoopId;
using smt::Term;
using symbolic::different_warps;

Term RaceQuestions::not_in_lock_step(const Meeting& meeting) const {
  const Context& context = d_session.context;
  const BlockId first = d_kernel.sites[meeting.a.site].block;
  const BlockId second = d_kernel.sites[meeting.b.site].block;
  const LoopId common = context.graph.common(d_kernel.blocks[first].loop, d_kernel.blocks[second].loop);
  std::vector<Term> ways{different_warps(d_store, meeting.a.evaluator->item(), meeting.b.evaluator->item(),
                                         d_session.options.warp_sync)};
  Term equal = d_store.true_();
  for (const LoopId loop : context.graph.chain(common)) {
    const Term one = context.environments.counter_in(meeting.a.environment, loop);
    const Term two = context.environments.counter_in(meeting.b.environment, loop);
    if (!d_lock_step->orders_iterations(loop, first))
      ways.push_back(d_store.and_(equal, d_store.ult(one, two)));
    if (!d_lock_step->orders_iterations(loop, second))
      ways.push_back(d_store.and_(equal, d_store.ult(two, one)));
    equal = d_store.and_(equal, d_store.eq(one, two));
  }
  if (!d_lock_step->orders(first, second)) ways.push_back(equal);
  return d_store.or_(ways);
}

}  // namespace launchproof::access
