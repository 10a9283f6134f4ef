#include "verify/two_thread/terms/head.h"

#include <algorithm>
#include <cstddef>

namespace launchproof::two_thread {

using model::kNone;

namespace {

// Returns whether the condition is computed from the value directly, not through memory or phis.
bool depends(const model::KernelModel& kernel, model::ValueId condition, model::ValueId value) {
  std::vector<model::ValueId> work{condition};
  std::vector<bool> seen(kernel.values.size(), false);
  while (!work.empty()) {
    const model::ValueId id = work.back();
    work.pop_back();
    if (id == value) return true;
    if (seen[id]) continue;
    seen[id] = true;
    const auto& operands = kernel.values[id].operands;
    work.insert(work.end(), operands.begin(), operands.end());
  }
  return false;
}

model::ValueId incoming_from(const model::KernelModel& kernel, const model::Phi& phi, model::BlockId header,
                             model::BlockId from) {
  const auto& predecessors = kernel.blocks[header].predecessors;
  const auto place = std::ranges::find(predecessors, from);
  return phi.incoming[static_cast<std::size_t>(place - predecessors.begin())];
}

}  // namespace

std::vector<model::Phi> Head::phis() const {
  std::vector<model::Phi> result = setting.kernel.blocks[of().header].phis;
  if (relevant != nullptr)
    std::erase_if(result, [&](const model::Phi& phi) { return !(*relevant)[phi.value]; });
  return result;
}

bool Head::is_relevant() const {
  if (relevant == nullptr || has_barrier || !logs.empty() || !copies.empty() || !phis().empty()) return true;
  return std::ranges::any_of(setting.graph.exits(loop), [&](const analysis::ExitEdge& exit) {
    const model::ValueId condition = setting.kernel.blocks[exit.from].condition;
    return condition != kNone && (*relevant)[condition];
  });
}

model::ValueId Head::first(const model::Phi& phi) const {
  return incoming_from(setting.kernel, phi, of().header, of().preheader);
}

model::ValueId Head::next(const model::Phi& phi) const {
  return incoming_from(setting.kernel, phi, of().header, of().latch);
}

bool Head::guards(const model::Phi& phi) const {
  return std::ranges::any_of(setting.graph.exits(loop), [&](const analysis::ExitEdge& exit) {
    const model::ValueId condition = setting.kernel.blocks[exit.from].condition;
    return condition != kNone && depends(setting.kernel, condition, phi.value);
  });
}

Head::Guard Head::guard() const {
  for (const analysis::ExitEdge& exit : setting.graph.exits(loop))
    if (exit.from == of().header && setting.kernel.blocks[exit.from].condition != kNone)
      return {setting.kernel.blocks[exit.from].condition, exit.successor == 1};
  return {};
}

}  // namespace launchproof::two_thread
