// --warp-sync: at the places where two work-items of a warp come together, all earlier accesses are ordered
// before all later ones (verify/analysis/lock_step.h determines these places).
#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

using smt::Term;

Term Walker::same_warp() {
  if (!d_lock_step) return d_store.false_();
  return d_store.not_(
      symbolic::different_warps(d_store, d_values.item(0), d_values.item(1), d_setting.limits.warp_sync));
}

void Walker::come_together(model::BlockId block, FrameId frame) {
  if (!d_lock_step || !d_lock_step->together_at(block)) return;
  const Term together = d_store.and_(
      std::vector<Term>{same_warp(), d_values.reach(block, frame, 0), d_values.reach(block, frame, 1)});
  for (std::uint32_t region = 0; region < d_memory.regions(); ++region) {
    // A copy may be started by another warp, so only a barrier orders earlier accesses with it.
    if (d_copies.touches(region)) continue;
    for (const LogKind kind : kLogKinds) forget(d_store, log_of(region, kind), together);
  }
}

}  // namespace launchproof::two_thread
