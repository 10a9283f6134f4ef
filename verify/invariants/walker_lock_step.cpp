// --warp-sync: where two work-items of a warp come together, all accesses before are ordered against those
// behind (verify/analysis/lock_step.h says where that is).
#include "verify/invariants/walker.h"

namespace launchproof::invariants {

using smt::Term;

Term Walker::same_warp() {
  if (!d_lock_step) return d_store.false_();
  return d_store.not_(
      access::different_warps(d_store, d_values.item(0), d_values.item(1), d_setting.limits.warp_sync));
}

void Walker::come_together(model::BlockId block, FrameId frame) {
  if (!d_lock_step || !d_lock_step->together_at(block)) return;
  const Term together = d_store.and_(
      std::vector<Term>{same_warp(), d_values.reach(block, frame, 0), d_values.reach(block, frame, 1)});
  for (Log& log : d_logs) forget(log, together);
}

void Walker::forget(Log& log, Term when) {
  log.set = d_store.and_(log.set, d_store.not_(when));
  for (LoggedAccess& one : log.by) one.condition = d_store.and_(one.condition, d_store.not_(when));
  if (log.set.is_false()) log.by.clear();
}

}  // namespace launchproof::invariants
