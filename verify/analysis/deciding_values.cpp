#include "verify/analysis/deciding_values.h"

#include "verify/analysis/confined_reads.h"

namespace launchproof::analysis {

using model::ValueId;

std::vector<bool> deciding_values(const model::KernelModel& kernel, bool asserted) {
  std::vector<const model::Phi*> phi_of(kernel.values.size(), nullptr);
  std::vector<bool> result(kernel.values.size(), false);
  std::vector<ValueId> work;
  const auto add = [&](ValueId id) {
    if (id == model::kNone || result[id]) return;
    result[id] = true;
    work.push_back(id);
  };
  for (const model::Block& block : kernel.blocks) {
    for (const model::Phi& phi : block.phis) phi_of[phi.value] = &phi;
    add(block.condition);
  }
  // The conditions of the other annotations are those of branches.
  for (const model::Annotation& annotation : kernel.annotations)
    if (asserted) add(annotation.condition);
  const auto add_site = [&](const model::Site& site) {
    add(site.offset);
    add(site.inside);
    add(site.outside);
    add(site.base);
    add(site.elements);
  };
  // For a confined read, only the address decides what it reads.
  const std::vector<bool> confined = confined_reads(kernel);
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id)
    if ((asserted || !kernel.sites[id].observes) && !confined[id]) add_site(kernel.sites[id]);
  for (const model::Barrier& barrier : kernel.barriers) {
    for (const ValueId same : barrier.same) add(same);
    for (const ValueId waited : barrier.events) add(waited);
  }
  while (!work.empty()) {
    const ValueId id = work.back();
    work.pop_back();
    const model::Value& value = kernel.values[id];
    for (const ValueId operand : value.operands) add(operand);
    if (value.op == model::Op::Read) add_site(kernel.sites[value.index]);
    if (phi_of[id] == nullptr) continue;
    for (const ValueId in : phi_of[id]->incoming) add(in);
  }
  return result;
}

}  // namespace launchproof::analysis
