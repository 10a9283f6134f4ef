#include "verify/frontend/translate/prune.h"

#include <algorithm>
#include <map>
#include <utility>

namespace launchproof::frontend {
namespace {

using model::ValueId;

class Liveness {
 public:
  explicit Liveness(const model::KernelModel& kernel) : d_live(kernel.values.size()) {
    std::map<ValueId, const model::Phi*> phis;
    for (const model::Block& block : kernel.blocks)
      for (const model::Phi& phi : block.phis) phis[phi.value] = &phi;
    for (const model::Site& site : kernel.sites) {
      mark(site.base);
      mark(site.offset);
      if (site.inside != model::kNone) mark(site.inside);
      if (site.outside != model::kNone) mark(site.outside);
      for (const ValueId coordinate : site.coordinates) mark(coordinate);
      for (const model::InnerIndex& inner : site.inner) mark(inner.index);
      for (const ValueId written : site.written) mark(written);
      if (site.operand != model::kNone) mark(site.operand);
      if (site.number != model::kNone) mark(site.number);
      for (const auto* numbers : {&site.ended, &site.arriving, &site.awaited})
        for (const ValueId number : *numbers) mark(number);
      if (site.copy == model::kNone) continue;
      mark(site.element);
      mark(site.elements);
    }
    for (const model::Barrier& barrier : kernel.barriers) {
      for (const ValueId same : barrier.same) mark(same);
      for (const ValueId waited : barrier.events) mark(waited);
      for (const ValueId taken : barrier.taken) mark(taken);
      if (barrier.event != model::kNone) mark(barrier.event);
    }
    for (const model::Annotation& annotation : kernel.annotations) {
      for (const ValueId id : {annotation.condition, annotation.claim})
        if (id != model::kNone) mark(id);
      for (const ValueId instance : annotation.instances) mark(instance);
    }
    for (const model::AccessQuery& query : kernel.queries)
      if (query.at != model::kNone) mark(query.at);
    for (const model::Block& block : kernel.blocks)
      if (block.condition != model::kNone) mark(block.condition);
    if (kernel.enabled != model::kNone) mark(kernel.enabled);
    while (!d_open.empty()) {
      const ValueId value = d_open.back();
      d_open.pop_back();
      for (const ValueId operand : kernel.values[value].operands) mark(operand);
      if (const auto phi = phis.find(value); phi != phis.end())
        for (const ValueId incoming : phi->second->incoming) mark(incoming);
    }
  }

  bool operator()(ValueId value) const { return d_live[value]; }

 private:
  void mark(ValueId value) {
    if (d_live[value]) return;
    d_live[value] = true;
    d_open.push_back(value);
  }

  std::vector<bool> d_live;
  std::vector<ValueId> d_open;
};

}  // namespace

std::vector<ValueId> prune(model::KernelModel& kernel) {
  const Liveness live(kernel);
  std::vector<ValueId> renamed(kernel.values.size(), model::kNone);
  std::vector<model::Value> kept;
  for (ValueId id = 0; id < kernel.values.size(); ++id) {
    if (!live(id)) continue;
    renamed[id] = static_cast<ValueId>(kept.size());
    kept.push_back(std::move(kernel.values[id]));
  }
  std::vector<model::Function> functions;
  std::vector<std::uint32_t> function_ids(kernel.functions.size(), model::kNone);
  for (model::Value& value : kept) {
    for (ValueId& operand : value.operands) operand = renamed[operand];
    if (value.op != model::Op::Function) continue;
    std::uint32_t& id = function_ids[value.index];
    if (id == model::kNone) {
      id = static_cast<std::uint32_t>(functions.size());
      functions.push_back(std::move(kernel.functions[value.index]));
    }
    value.index = id;
  }
  kernel.values = std::move(kept);
  kernel.functions = std::move(functions);
  for (model::Site& site : kernel.sites) {
    site.base = renamed[site.base];
    site.offset = renamed[site.offset];
    if (site.number != model::kNone) site.number = renamed[site.number];
    for (auto* numbers : {&site.ended, &site.arriving, &site.awaited})
      for (ValueId& number : *numbers) number = renamed[number];
    if (site.inside != model::kNone) site.inside = renamed[site.inside];
    if (site.outside != model::kNone) site.outside = renamed[site.outside];
    for (ValueId& coordinate : site.coordinates) coordinate = renamed[coordinate];
    for (model::InnerIndex& inner : site.inner) inner.index = renamed[inner.index];
    for (ValueId& written : site.written) written = renamed[written];
    if (site.operand != model::kNone) site.operand = renamed[site.operand];
    if (site.copy == model::kNone) continue;
    site.element = renamed[site.element];
    site.elements = renamed[site.elements];
  }
  for (model::Barrier& barrier : kernel.barriers) {
    for (ValueId& same : barrier.same) same = renamed[same];
    for (ValueId& waited : barrier.events) waited = renamed[waited];
    for (ValueId& taken : barrier.taken) taken = renamed[taken];
    if (barrier.event != model::kNone) barrier.event = renamed[barrier.event];
  }
  for (model::Annotation& annotation : kernel.annotations) {
    for (ValueId* const id : {&annotation.condition, &annotation.claim})
      if (*id != model::kNone) *id = renamed[*id];
    for (ValueId& instance : annotation.instances) instance = renamed[instance];
  }
  for (model::AccessQuery& query : kernel.queries)
    if (query.at != model::kNone) query.at = renamed[query.at];
  if (kernel.enabled != model::kNone) kernel.enabled = renamed[kernel.enabled];
  for (model::Block& block : kernel.blocks) {
    if (block.condition != model::kNone) block.condition = renamed[block.condition];
    std::erase_if(block.phis, [&](const model::Phi& phi) { return renamed[phi.value] == model::kNone; });
    for (model::Phi& phi : block.phis) {
      phi.value = renamed[phi.value];
      for (ValueId& incoming : phi.incoming) incoming = renamed[incoming];
    }
  }
  return renamed;
}

}  // namespace launchproof::frontend
