// Modular mode: calls by contract, and the assumptions of a procedure.
#include <algorithm>

#include "verify/two_thread/terms/parts.h"
#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

using model::AnnotationKind;
using model::ContractPart;
using model::kNone;
using smt::Term;

namespace {

// Returns the call that precedes the annotation in its block.
std::uint32_t call_of(const model::KernelModel& kernel, const model::Annotation& annotation) {
  std::uint32_t result = kNone;
  const auto& events = kernel.blocks[annotation.block].events;
  for (std::uint32_t i = 0; i < annotation.event && i < events.size(); ++i)
    if (events[i].kind == model::Event::Kind::Call) result = events[i].index;
  return result;
}

}  // namespace

// Either work-item may be elsewhere when the other one calls the procedure, and its earlier accesses may be
// logged.
void Walker::begin_procedure() {
  const model::KernelModel& kernel = d_setting.kernel;
  if (kernel.enabled == kNone) return;
  std::vector<Term> there;
  there.reserve(d_values.items());
  for (unsigned who = 0; who < d_values.items(); ++who)
    there.push_back(d_values.value(kernel.enabled, kOutside, who));
  d_problem.entry.push_back(d_store.or_(there));
  if (d_pairing == Pairing::One) return;
  const EntryLogs* entry =
      d_setting.entry == nullptr ? nullptr : &(*d_setting.entry)[static_cast<std::size_t>(d_pairing)];
  const bool meets = kernel.values[kernel.enabled].literal == 1 && d_pairing == Pairing::SameGroup;
  const bool come_together = entry != nullptr && !entry->any && !entry->apart;
  if (meets || come_together) assume(d_store.eq(there[0], there[1]));
  for (std::uint32_t region = 0; region < d_memory.regions(); ++region)
    for (const LogKind kind : kLogKinds) {
      if (!d_memory.region(region).is_watched) continue;
      if (entry != nullptr && !entry->may_hold(kernel, d_memory, region, kind)) continue;
      Log& log = log_of(region, kind);
      log = arbitrary_log(region, kind, kOutside);
      for (model::SiteId site = 0; site < kernel.sites.size() && entry != nullptr; ++site) {
        if (!kernel.sites[site].is_elsewhere || d_memory.kind(site) != kind ||
            !entry->may_be(kernel, site, kind))
          continue;
        const model::ArrayId array = kernel.sites[site].arrays.front();
        if (d_memory.region_of(array) != region) continue;
        // Its place is arbitrary, so it may be that one.
        assume(d_memory.covers(site, array, kOutside, 0, log.at.address));
        log.by.push_back({site, kOutside, log.set});
      }
    }
}

void Walker::visit_call(std::uint32_t id, FrameId frame) {
  const model::BlockId block = d_setting.kernel.calls[id].block;
  if (d_pairing == Pairing::One) {
    oblige(ObligationKind::Entry, frame, d_values.reach(block, frame, 0)).point = id;
    return;
  }
  const Term first = d_values.reach(block, frame, 0), second = d_values.reach(block, frame, 1);
  const Term any = d_store.or_(first, second);
  if (const Term apart = d_store.distinct(first, second); !apart.is_false())
    oblige(ObligationKind::Entry, frame, apart).point = id;
  for (std::uint32_t region = 0; region < d_memory.regions(); ++region)
    for (const LogKind kind : kLogKinds) {
      const Term held = d_store.and_(log_of(region, kind).set, any);
      if (held.is_false()) continue;
      Obligation& obligation = oblige(ObligationKind::Entry, frame, held);
      obligation.point = id;
      obligation.log = static_cast<std::uint32_t>(&log_of(region, kind) - d_logs.data());
      obligation.earlier = log_of(region, kind).by;
    }
}

// Concerns the first work-item, whose accesses are logged. Each part of the condition concerns one kind of
// accesses to one array, so that accesses in different logs need not be distinguished.
Term Walker::of_logged(std::uint32_t annotation, FrameId frame) {
  const model::KernelModel& kernel = d_setting.kernel;
  Replacements by;
  for (model::ValueId id = 0; id < kernel.values.size(); ++id) {
    const model::Value& value = kernel.values[id];
    if (value.op != model::Op::Accessed || kernel.queries[value.index].annotation != annotation) continue;
    const model::AccessQuery& query = kernel.queries[value.index];
    const Log& log = log_of(d_memory.region_of(query.array), static_cast<LogKind>(query.kind));
    const Term chosen = d_values.value(id, frame, 0);
    const std::uint64_t origin = d_setting.regions.placement(query.array).origin;
    by[chosen] =
        value.width == 1 ? log.set : d_store.sub(log.at.address, d_store.bv(origin, log.at.address.width()));
  }
  return replaced(d_values.value(kernel.annotations[annotation].condition, frame, 0), by);
}

// A statement about accesses counts if either of the two calls the procedure, since a work-item that does not
// call it may have made some as well. A guarantee about them counts for a work-item that has called it.
void Walker::visit_contract(std::uint32_t id, FrameId frame) {
  const model::Annotation& annotation = d_setting.kernel.annotations[id];
  if (annotation.condition == kNone) return;
  const bool is_of_pairs = annotation.two_items || annotation.of_accesses;
  if (is_of_pairs && d_pairing == Pairing::One) return;
  if (!is_of_pairs && !is_granted(annotation)) return;  // an ordinary assertion
  if (annotation.of_accesses && !is_of_watched(d_setting.kernel, d_memory, id)) return;
  std::vector<Term> there;
  there.reserve(d_values.items());
  for (unsigned who = 0; who < d_values.items(); ++who)
    there.push_back(d_values.reach(annotation.block, frame, who));
  const auto say = [&](Term gate, Term holds) {
    if (!is_granted(annotation)) {
      oblige(ObligationKind::Assertion, frame, d_store.and_(gate, d_store.not_(holds))).point = id;
      return;
    }
    const Term granted = d_store.implies(gate, holds);
    assume(granted);
    if (annotation.contract == ContractPart::Requirement) d_problem.entry.push_back(granted);
  };
  if (annotation.of_accesses) {
    say(annotation.contract == ContractPart::Requirement ? d_store.or_(there) : there[0],
        of_logged(id, frame));
    return;
  }
  for (unsigned who = 0; who < d_values.items(); ++who)
    say(annotation.two_items ? d_store.and_(there) : there[who],
        d_values.value(annotation.condition, frame, who));
}

void Walker::assume_guarantees(model::LoopId loop, FrameId frame, unsigned who, Term gate) {
  const model::KernelModel& kernel = d_setting.kernel;
  const bool is_past = d_values.frames().at(frame).kind == FrameKind::Past;
  for (const model::Annotation& one : kernel.annotations) {
    if (one.contract == ContractPart::None || one.condition == kNone || !is_granted(one)) continue;
    if (one.two_items || one.of_accesses || !d_setting.graph.contains(loop, one.block)) continue;
    // A past iteration says nothing about other loops in it.
    if (is_past && !d_setting.graph.encloses(kernel.blocks[one.block].loop, d_values.frames().at(frame).loop))
      continue;
    assume(d_store.implies(d_store.and_(gate, d_values.reach(one.block, frame, who)),
                           d_values.value(one.condition, frame, who)));
  }
}

void Walker::assume_guarantees_of(model::SiteId site, FrameId frame, Term gate, const Log& log) {
  const model::KernelModel& kernel = d_setting.kernel;
  if (kernel.sites[site].call == kNone) return;
  const model::BlockId block = kernel.sites[site].block;
  const std::uint32_t region = d_memory.region_of(kernel.sites[site].arrays.front());
  for (std::uint32_t id = 0; id < kernel.annotations.size(); ++id) {
    const model::Annotation& one = kernel.annotations[id];
    if (one.contract != ContractPart::Guarantee || one.condition == kNone || !is_granted(one)) continue;
    if (!one.of_accesses || one.block != block || call_of(kernel, one) != kernel.sites[site].call) continue;
    Replacements by;
    bool is_of_it = true;
    for (model::ValueId value = 0; value < kernel.values.size(); ++value) {
      if (kernel.values[value].op != model::Op::Accessed ||
          kernel.queries[kernel.values[value].index].annotation != id)
        continue;
      const model::AccessQuery& query = kernel.queries[kernel.values[value].index];
      is_of_it = is_of_it && d_memory.region_of(query.array) == region &&
                 static_cast<LogKind>(query.kind) == d_memory.kind(site);
      const std::uint64_t origin = d_setting.regions.placement(query.array).origin;
      by[d_values.value(value, frame, 0)] =
          kernel.values[value].width == 1
              ? d_store.true_()
              : d_store.sub(log.at.address, d_store.bv(origin, log.at.address.width()));
    }
    if (is_of_it) assume(d_store.implies(gate, replaced(d_values.value(one.condition, frame, 0), by)));
  }
}

}  // namespace launchproof::two_thread
