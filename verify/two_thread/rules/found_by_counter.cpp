// Rule handedOut: a value returned by a counter is carried from iteration to iteration.
#include <set>

#include "verify/two_thread/rules/rules.h"
#include "verify/two_thread/terms/tickets.h"

namespace launchproof::two_thread {

using model::Op;
using model::SiteId;
using model::ValueId;

namespace {

// Returns the calls whose unchanged result the value may be, looking through selections.
void add_calls(const model::KernelModel& kernel, ValueId id, std::set<ValueId>& seen,
               std::set<SiteId>& calls) {
  if (!seen.insert(id).second) return;
  const model::Value& value = kernel.values[id];
  if (value.op == Op::Read && kernel.sites[value.index].kind == model::AccessKind::Atomic)
    calls.insert(value.index);
  if (value.op == Op::Select) {
    add_calls(kernel, value.operands[1], seen, calls);
    add_calls(kernel, value.operands[2], seen, calls);
  }
  if (value.op != Op::Phi) return;
  for (const model::Phi& phi : kernel.blocks[value.block].phis)
    if (phi.value == id)
      for (const ValueId from : phi.incoming) add_calls(kernel, from, seen, calls);
}

}  // namespace

// The formula only uses the head if the call has the same address in all iterations.
void found_by_counter(const Head& head, std::vector<Guess>& into) {
  if (head.setting.counters == nullptr) return;
  for (const model::Phi& phi : head.phis()) {
    std::set<ValueId> seen;
    std::set<SiteId> calls;
    add_calls(head.setting.kernel, phi.value, seen, calls);
    for (const SiteId call : calls)
      for (unsigned who = 0; who < head.values.items(); ++who)
        into.push_back({found_by(head.setting, head.pairing, head.values, call, head.now(phi.value, who),
                                 head.body, who),
                        who});
  }
}

}  // namespace launchproof::two_thread
