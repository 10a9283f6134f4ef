#include "verify/two_thread/walk/shared_contents.h"

#include <algorithm>
#include <bit>
#include <set>

#include "verify/symbolic/terms/operation.h"

namespace launchproof::two_thread {

using model::AccessKind;
using model::AnnotationKind;
using model::ArrayId;
using model::BarrierId;
using model::BlockId;
using model::kNone;
using model::Op;
using model::SiteId;
using model::ValueId;
using smt::Term;
using verdict::Cause;

namespace {

bool is_one_group(const model::LaunchFacts& facts) {
  for (unsigned d = 0; d < 3; ++d)
    if (facts.open.groups[d] != 0 || symbolic::group_count(facts, d) != 1) return false;
  return true;
}

// Returns the name of the function that gives a region's contents at a barrier.
std::string next_name(std::uint32_t region, BarrierId barrier, FrameId frame) {
  return "memory." + std::to_string(region) + ".barrier." + std::to_string(barrier) + "." +
         std::to_string(frame);
}

std::string of_memory(const model::KernelModel& kernel, ArrayId array) {
  return "what `" + kernel.arrays[array].name + "` holds";
}

}  // namespace

SharedContents::SharedContents(const Setting& setting, Values& values)
    : d_setting(setting), d_store(setting.store), d_values(values), d_alignment(setting.kernel) {
  choose_regions();
  find_reads_at_barriers();
  values.follow_memory([this](const model::Value& value, ValueId id, FrameId frame, unsigned who) {
    return follow(value, id, frame, who);
  });
}

// Returns whether the site touches a single component, or several whole ones, of one size and of one array.
bool SharedContents::is_followable(const model::Site& site, const Region& region) {
  if (site.arrays.size() != 1 || site.kind == AccessKind::Atomic || site.copy != kNone || site.in_flight ||
      site.call != kNone || site.inside != kNone || site.component_bytes != region.bytes)
    return false;
  return d_alignment.of(site.offset) >= static_cast<std::uint32_t>(std::countr_zero(region.bytes));
}

void SharedContents::choose_regions() {
  const model::KernelModel& kernel = d_setting.kernel;
  d_regions.resize(d_setting.regions.size());
  const bool one_group = is_one_group(d_setting.facts);
  for (ArrayId array = 1; array < kernel.arrays.size(); ++array) {
    const analysis::Placement& place = d_setting.regions.placement(array);
    if (place.region == kNone) continue;
    Region& region = d_regions[place.region];
    const model::Memory memory = kernel.arrays[array].memory;
    region.memory = memory;
    region.is_written = d_setting.regions.is_written(place.region);
    // Barriers order nothing between groups.
    region.is_followed =
        memory == model::Memory::Local || (memory == model::Memory::Global && one_group && region.is_written);
    region.name = "memory." + std::to_string(place.region);
  }
  for (const model::Snapshot& one : kernel.snapshots) {
    if (d_setting.regions.placement(one.to).region == kNone) continue;
    Region& to = d_regions[d_setting.regions.placement(one.to).region];
    to.is_followed = to.is_followed || (one_group && to.memory == model::Memory::Global);
  }
  for (const model::Site& site : kernel.sites)
    for (const ArrayId array : site.arrays) {
      const analysis::Placement& place = d_setting.regions.placement(array);
      if (place.region == kNone) continue;
      Region& region = d_regions[place.region];
      if (region.bytes == 0) region.bytes = site.component_bytes;
      if (!site.observes &&
          (site.arrays.size() != 1 || site.copy != kNone || site.call != kNone || site.inside != kNone))
        region.is_logged = false;
      if (!is_followable(site, region) || place.origin % region.bytes != 0) region.is_followed = false;
    }
}

Term SharedContents::address_of(const model::Site& site, std::uint64_t component, FrameId frame,
                                unsigned who) {
  const Term offset = d_values.value(site.offset, frame, who);
  const std::uint64_t origin = d_setting.regions.placement(site.arrays[0]).origin;
  return d_store.add(offset, d_store.bv(origin + component * site.component_bytes, offset.width()));
}

Term SharedContents::held(const std::string& name, const Region& region, Term address) {
  d_setting.unknowns.function(name, {Cause::SharedContents, "what memory holds at a barrier", kNone});
  return d_store.apply(name, std::vector<Term>{address}, region.bytes * 8);
}

Term SharedContents::content(const Region& region, Term address) {
  Term result = held(region.name, region, address);
  for (const Access& one : region.since)
    if (one.value)
      result = d_store.ite(d_store.and_(one.guard, d_store.eq(one.address, address)), one.value, result);
  return result;
}

// Returns what the snapshot of a place kept: its contents when the snapshot was taken.
Term SharedContents::kept(Region& region, Term address) {
  Taken& taken = d_taken[region.snapshot];
  const Term result = held(taken.name, region, address);
  if (std::ranges::find(taken.known, address) != taken.known.end()) return result;
  taken.known.push_back(address);
  const std::uint64_t to = d_setting.regions.placement(taken.to).origin;
  const std::uint64_t from = d_setting.regions.placement(taken.from).origin;
  const Term source = d_store.add(address, d_store.bv(from - to, address.width()));
  d_facts.push_back(d_store.or_(is_written_by_another(taken.source, source, true, 0),
                                d_store.eq(result, content(taken.source, source))));
  return result;
}

Term SharedContents::follow(const model::Value& value, ValueId id, FrameId frame, unsigned who) {
  if (value.op == Op::Accessed) {
    const model::AccessQuery& query = d_setting.kernel.queries[value.index];
    if (query.at != kNone) return accessed(query, frame);
    return who == 0 && query.annotation != kNone ? chosen(value, query, frame) : Term();
  }
  const model::Site& site = d_setting.kernel.sites[value.index];
  if (site.kind != AccessKind::Read || site.arrays.size() != 1) return {};
  const std::uint32_t number = d_setting.regions.placement(site.arrays[0]).region;
  if (number == kNone || !d_regions[number].is_followed) return {};
  Region& region = d_regions[number];
  const Term address = address_of(site, value.literal, frame, who);
  Term bits;
  if (region.snapshot != kNone) {
    bits = kept(region, address);
  } else if (!region.is_written) {
    bits = held(region.name, region, address);
  } else if (site.observes || site.non_temporal) {
    const BarrierId before = d_barrier_of[value.index];
    const bool is_at_barrier = before != kNone && orders(d_setting.kernel.barriers[before], region.memory);
    if (is_at_barrier) {
      bits = held(next_name(number, before, frame), region, address);
    } else {
      const std::string name =
          d_values.item(who).tag + ".observed." + std::to_string(id) + "." + std::to_string(frame);
      bits = d_setting.unknowns.value(
          name, region.bytes * 8,
          {Cause::SharedContents, of_memory(d_setting.kernel, site.arrays[0]), site.location});
    }
    region.pending.push_back(
        {address, bits, is_at_barrier ? Term() : content(region, address), who, is_at_barrier});
  } else if (d_at_site == value.index && d_at_frame == frame) {
    bits = content(region, address);
  } else {
    return {};  // not reached yet
  }
  if (site.observes || site.non_temporal) {
    const std::uint64_t origin = d_setting.regions.placement(site.arrays[0]).origin;
    const Term from_start = d_store.sub(address, d_store.bv(origin, address.width()));
    d_places.push_back(
        {site.arrays[0], d_store.udiv(from_start, d_store.bv(region.bytes, address.width())), bits});
  }
  return symbolic::from_bits(d_store, bits, value.width);
}

Term SharedContents::chosen(const model::Value& value, const model::AccessQuery& query, FrameId frame) {
  const std::string name = d_values.item(0).tag + ".chosen." + std::to_string(query.annotation) + "." +
                           std::to_string(static_cast<int>(query.kind)) + "." + std::to_string(query.array) +
                           "." + std::to_string(frame);
  return value.width == 1 ? d_store.bool_var(name) : d_store.bv_var(name + ".offset", value.width);
}

std::vector<Term> SharedContents::choices(std::uint32_t annotation, FrameId frame) {
  std::vector<Term> result;
  const model::KernelModel& kernel = d_setting.kernel;
  for (const model::AccessQuery& query : kernel.queries) {
    if (query.annotation != annotation || query.at != kNone) continue;
    const analysis::Placement& place = d_setting.regions.placement(query.array);
    model::Value flag, offset;
    flag.width = 1;
    offset.width = static_cast<std::uint16_t>(kernel.address_bits);
    const Term at = chosen(offset, query, frame);
    std::vector<Term> ways;
    for (const Access& one : d_regions[place.region].since)
      if (one.who == 0 && one.is_write == (query.kind == AccessKind::Write))
        ways.push_back(d_store.and_(
            one.guard, d_store.eq(one.address, d_store.add(at, d_store.bv(place.origin, at.width())))));
    result.push_back(d_store.implies(chosen(flag, query, frame), d_store.or_(ways)));
  }
  return result;
}

std::string SharedContents::why_not_logged(std::uint32_t annotation) const {
  for (const model::AccessQuery& query : d_setting.kernel.queries) {
    if (query.annotation != annotation) continue;
    const std::uint32_t number = d_setting.regions.placement(query.array).region;
    if (number == kNone || !d_regions[number].is_logged || query.kind == AccessKind::Atomic ||
        (d_regions[number].memory != model::Memory::Local && !is_one_group(d_setting.facts)))
      return "it speaks of accesses that are not followed";
  }
  return {};
}

Term SharedContents::accessed(const model::AccessQuery& query, FrameId frame) {
  const analysis::Placement& place = d_setting.regions.placement(query.array);
  if (place.region == kNone) return {};
  const Term offset = d_values.value(query.at, frame, 0);
  const Term address = d_store.add(offset, d_store.bv(place.origin, offset.width()));
  std::vector<Term> ways;
  for (const Access& one : d_regions[place.region].since)
    ways.push_back(d_store.and_(one.guard, d_store.eq(one.address, address)));
  return d_store.or_(ways);
}

// Returns the term with other ids in place of those of the work-items, and everything else that belongs to
// them left open.
Term SharedContents::about(Term term, const std::vector<Term>& items, const std::string& name) {
  return d_store.substitute(term, [&](Term part) -> Term {
    if (part.kind() != smt::Kind::BvVar && part.kind() != smt::Kind::BoolVar) return {};
    for (unsigned who = 0; who < items.size(); ++who) {
      const std::string own = d_values.item(who).tag + ".";
      if (!items[who] || !part->name.starts_with(own)) continue;
      if (part->name == own + "local.x") return d_store.trunc(items[who], part.width());
      return renamed(part, name + "." + part->name);
    }
    return {};
  });
}

Term SharedContents::renamed(Term variable, const std::string& name) {
  return variable.kind() == smt::Kind::BoolVar ? d_store.bool_var(name)
                                               : d_store.bv_var(name, variable.width());
}

// The writer is one more work-item, which does what the second work-item does.
Term SharedContents::is_written_by_another(const Region& region, Term address, bool leaves_out_second,
                                           unsigned reader) {
  const std::string name = "other." + std::to_string(d_others);
  const symbolic::WorkItem& second = d_values.item(1);
  const std::string own = second.tag + ".";
  const auto rename = [&](Term term) {
    return d_store.substitute(term, [&](Term part) -> Term {
      if (part.kind() != smt::Kind::BvVar && part.kind() != smt::Kind::BoolVar) return {};
      return part->name.starts_with(own) ? renamed(part, name + part->name.substr(own.size() - 1)) : Term();
    });
  };
  std::vector<Term> ways;
  for (const Access& one : region.since) {
    if (one.who != 1 || !one.value || one.guard.is_false()) continue;
    const Term way = d_store.and_(rename(one.guard), d_store.eq(rename(one.address), address));
    if (!way.is_false()) ways.push_back(way);
  }
  if (ways.empty()) return d_store.false_();
  ++d_others;
  std::vector<Term> all{d_store.or_(ways)};
  for (const Term constraint : second.constraints) all.push_back(rename(constraint));
  const auto differs = [&](const symbolic::WorkItem& from) {
    std::vector<Term> some;
    some.reserve(3);
    for (unsigned d = 0; d < 3; ++d)
      some.push_back(d_store.distinct(rename(second.local_id[d]), from.local_id[d]));
    all.push_back(d_store.or_(some));
  };
  differs(d_values.item(reader));
  if (leaves_out_second) differs(d_values.item(1 - reader));
  return d_store.and_(all);
}

void SharedContents::at_site(SiteId id, FrameId frame) {
  const model::Site& site = d_setting.kernel.sites[id];
  if (site.observes || site.arrays.size() != 1) return;
  const std::uint32_t number = d_setting.regions.placement(site.arrays[0]).region;
  if (number == kNone) return;
  Region& region = d_regions[number];
  if (region.bytes == 0 || site.kind == AccessKind::Atomic || site.non_temporal) return;
  const std::uint32_t components = site.bytes / site.component_bytes;
  std::vector<Access> made;
  for (unsigned who = 0; who < d_values.items(); ++who)
    for (std::uint32_t component = 0; component < components; ++component) {
      Access& one = made.emplace_back();
      one.who = who;
      one.is_write = site.kind == AccessKind::Write;
      one.guard = d_values.reach(site.block, frame, who);
      one.address = address_of(site, component, frame, who);
      if (site.kind != AccessKind::Write) continue;
      const unsigned width = site.component_bytes * 8;
      if (component < site.written.size()) {
        const Term stored = symbolic::to_bits(d_store, d_values.value(site.written[component], frame, who));
        one.value = d_store.zext(stored, std::max(stored.width(), width));
      } else {
        one.value = d_setting.unknowns.value(d_values.item(who).tag + ".stored." + std::to_string(id) + "." +
                                                 std::to_string(component) + "." + std::to_string(frame),
                                             width, {Cause::SharedContents, "what is stored", site.location});
      }
    }
  if (site.kind == AccessKind::Read) {
    d_at_site = id;
    d_at_frame = frame;
    for (ValueId value = 0; value < d_setting.kernel.values.size(); ++value)
      if (d_setting.kernel.values[value].op == Op::Read && d_setting.kernel.values[value].index == id)
        for (unsigned who = 0; who < d_values.items(); ++who) d_values.value(value, frame, who);
    d_at_site = kNone;
  }
  for (const Access& one : made)
    if (!one.guard.is_false()) region.since.push_back(one);
}

// Returns the first barrier on every path from there, if only reads of conditions come before it. Returns
// kNone if there is no such barrier, or if an assertion comes first.
BarrierId SharedContents::barrier_behind(BlockId from, std::size_t event) const {
  const model::KernelModel& kernel = d_setting.kernel;
  std::set<BarrierId> found;
  std::set<BlockId> seen;
  std::vector<std::pair<BlockId, std::size_t>> open{{from, event}};
  while (!open.empty()) {
    const auto [block, first] = open.back();
    open.pop_back();
    const std::vector<model::Event>& events = kernel.blocks[block].events;
    std::size_t i = first;
    while (i < events.size() && events[i].kind == model::Event::Kind::Site &&
           kernel.sites[events[i].index].observes)
      ++i;
    for (const model::Annotation& one : kernel.annotations)
      if (one.claim != kNone && one.kind != AnnotationKind::BarrierInvariant && one.block == block &&
          one.event >= first && one.event <= i && one.kind != AnnotationKind::ReadPermission)
        return kNone;
    if (i < events.size()) {
      const bool is_barrier = events[i].kind == model::Event::Kind::Barrier &&
                              kernel.barriers[events[i].index].kind == model::Convergence::Barrier;
      if (!is_barrier || kernel.blocks[block].loop != kernel.blocks[from].loop) return kNone;
      found.insert(events[i].index);
      continue;
    }
    if (kernel.blocks[block].successors.empty()) return kNone;
    for (const BlockId next : kernel.blocks[block].successors) {
      const model::LoopId loop = kernel.blocks[next].loop;
      const bool is_head = loop != kNone && kernel.loops[loop].header == next;
      if (is_head) return kNone;
      if (seen.insert(next).second) open.emplace_back(next, 0);
    }
  }
  return found.size() == 1 ? *found.begin() : kNone;
}

// A read in a barrier invariant finds the contents of memory at the barrier.
void SharedContents::find_reads_at_barriers() {
  const model::KernelModel& kernel = d_setting.kernel;
  std::set<BarrierId> claimed;
  for (const model::Annotation& one : kernel.annotations)
    if (one.kind == AnnotationKind::BarrierInvariant) claimed.insert(barrier_behind(one.block, one.event));
  d_barrier_of.assign(kernel.sites.size(), kNone);
  for (const model::Block& block : kernel.blocks)
    for (std::size_t i = 0; i < block.events.size(); ++i) {
      const model::Event& event = block.events[i];
      if (event.kind != model::Event::Kind::Site || !kernel.sites[event.index].observes) continue;
      const BarrierId barrier = barrier_behind(kernel.sites[event.index].block, i + 1);
      if (barrier != kNone && claimed.contains(barrier)) d_barrier_of[event.index] = barrier;
    }
}

bool SharedContents::compares_two(ValueId claim) const {
  std::set<ValueId> seen{claim};
  std::vector<ValueId> open{claim};
  while (!open.empty()) {
    const model::Value& value = d_setting.kernel.values[open.back()];
    open.pop_back();
    if (value.op == Op::Other) return true;
    for (const ValueId operand : value.operands)
      if (seen.insert(operand).second) open.push_back(operand);
  }
  return false;
}

bool SharedContents::reads_unfenced(ValueId claim, const model::Barrier& barrier) const {
  std::set<ValueId> seen{claim};
  std::vector<ValueId> open{claim};
  while (!open.empty()) {
    const model::Value& value = d_setting.kernel.values[open.back()];
    open.pop_back();
    if (value.op == Op::Read && d_setting.kernel.sites[value.index].observes)
      for (const ArrayId array : d_setting.kernel.sites[value.index].arrays) {
        const std::uint32_t number = d_setting.regions.placement(array).region;
        if (number != kNone && d_regions[number].is_written && !orders(barrier, d_regions[number].memory))
          return true;
      }
    for (const ValueId operand : value.operands)
      if (seen.insert(operand).second) open.push_back(operand);
    if (value.op == Op::Phi)
      for (const model::Phi& phi : d_setting.kernel.blocks[value.block].phis)
        if (&d_setting.kernel.values[phi.value] == &value)
          for (const ValueId operand : phi.incoming)
            if (seen.insert(operand).second) open.push_back(operand);
  }
  return false;
}

void SharedContents::at_event(BlockId block, std::uint32_t event, FrameId frame,
                              const std::vector<Assumption>& context) {
  const model::KernelModel& kernel = d_setting.kernel;
  for (std::uint32_t id = 0; id < kernel.annotations.size(); ++id) {
    const model::Annotation& one = kernel.annotations[id];
    if (one.block != block || one.event != event || one.claim == kNone) continue;
    if (one.kind == AnnotationKind::ReadPermission) {
      permit(id, frame, context);
    } else if (one.kind == AnnotationKind::BarrierInvariant) {
      const BarrierId barrier = barrier_behind(one.block, one.event);
      if (barrier == kNone)
        d_open[id] = "no barrier comes right behind it";
      else if (reads_unfenced(one.claim, kernel.barriers[barrier]))
        d_open[id] = "it reads memory that the barrier behind it does not fence";
      else if (!one.two_items && compares_two(one.claim))
        d_open[id] = "it compares two work-items, which __barrier_invariant_binary is for";
      else
        ask_at_barrier(id, barrier, frame, context);
    } else {
      ask(id, frame, context);
    }
  }
  // Reads of a snapshot come after it.
  for (const model::Snapshot& one : kernel.snapshots)
    if (one.block == block && one.event == event) take(one, frame, context);
}

void SharedContents::ask_parts(MemoryClaim claim, Term reached, Term claimed) {
  std::vector<Term> parts{claimed};
  if (claimed.kind() == smt::Kind::And) parts = claimed->operands;
  claim.granted = d_granted.size();
  claim.parts = parts.size();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    claim.part = i + 1;
    claim.bad = d_store.and_(reached, d_store.not_(parts[i]));
    if (claim.bad.is_false()) continue;
    claim.places.clear();
    const std::vector<Term> variables = d_store.variables(parts[i]), applied = d_store.applications(parts[i]);
    for (const ObservedPlace& one : d_places)
      if (std::ranges::find(variables, one.content) != variables.end() ||
          std::ranges::find(applied, one.content) != applied.end())
        claim.places.push_back(one);
    d_claims.push_back(claim);
  }
}

void SharedContents::ask(std::uint32_t annotation, FrameId frame, const std::vector<Assumption>& context) {
  const model::Annotation& one = d_setting.kernel.annotations[annotation];
  if (const std::string why = why_not_logged(annotation); !why.empty()) {
    d_open[annotation] = why;
    return;
  }
  MemoryClaim claim;
  claim.annotation = annotation;
  claim.frame = frame;
  claim.context = context;
  for (const Term choice : choices(annotation, frame)) claim.context.push_back({choice, kNone});
  if (one.two_items) claim.other_comes = d_values.reach(one.block, frame, 1);
  ask_parts(std::move(claim), d_values.reach(one.block, frame, 0), d_values.value(one.claim, frame, 0));
}

void SharedContents::ask_at_barrier(std::uint32_t annotation, BarrierId barrier, FrameId frame,
                                    const std::vector<Assumption>& context) {
  const model::Annotation& one = d_setting.kernel.annotations[annotation];
  const Term claimed = d_values.value(one.claim, frame, 0);
  MemoryClaim claim;
  claim.annotation = annotation;
  claim.barrier = barrier;
  claim.frame = frame;
  claim.context = context;
  const Term reached = d_values.reach(one.block, frame, 0);
  if (one.two_items) claim.other_comes = d_values.reach(one.block, frame, 1);
  d_waiting.push_back({annotation, frame, claimed, reached});
  ask_parts(std::move(claim), reached, claimed);
}

void SharedContents::permit(std::uint32_t annotation, FrameId frame, const std::vector<Assumption>& context) {
  const model::Annotation& one = d_setting.kernel.annotations[annotation];
  const model::Site& site = d_setting.kernel.sites[one.site];
  const std::uint32_t number = d_setting.regions.placement(site.arrays[0]).region;
  if (number == kNone) {
    d_open[annotation] = "it names an element of no memory";
    return;
  }
  Region& region = d_regions[number];
  if (!region.is_followed) {
    if (region.is_written)
      d_open[annotation] =
          "the array is not followed: barriers do not order all accesses to it, or they differ in width";
    return;  // nobody writes there
  }
  const Term address = address_of(site, 0, frame, 0);
  const Term from_start =
      d_store.sub(address, d_store.bv(d_setting.regions.placement(site.arrays[0]).origin, address.width()));
  region.permissions.push_back(
      {annotation,
       frame,
       context,
       d_values.reach(one.block, frame, 0),
       address,
       {site.arrays[0], d_store.udiv(from_start, d_store.bv(region.bytes, address.width())), {}}});
}

void SharedContents::take(const model::Snapshot& snapshot, FrameId frame,
                          const std::vector<Assumption>& context) {
  const std::uint32_t target = d_setting.regions.placement(snapshot.to).region;
  const std::uint32_t source = d_setting.regions.placement(snapshot.from).region;
  if (target == kNone || source == kNone) return;  // null has no contents
  Region& to = d_regions[target];
  const bool is_apart = std::ranges::all_of(d_setting.kernel.sites, [&](const model::Site& site) {
    return site.observes || std::ranges::none_of(site.arrays, [&](ArrayId array) {
             return d_setting.regions.placement(array).region == target;
           });
  });
  const Term comes =
      d_store.and_(d_values.reach(snapshot.block, frame, 0), d_values.reach(snapshot.block, frame, 1));
  if (!comes.is_true())
    d_needed.push_back({context, d_store.not_(comes), "not all work-items are known to take the snapshot",
                        snapshot.location});
  std::string why;
  if (!to.is_followed || !d_regions[source].is_followed || to.bytes != d_regions[source].bytes)
    why = "one of its arrays is not followed";
  if (!is_apart) why = "the kernel itself accesses the array that it is kept in";
  if (!why.empty()) {
    // Reads of it in conditions find arbitrary values from here on.
    to.is_followed = false;
    for (std::uint32_t id = 0; id < d_setting.kernel.annotations.size(); ++id)
      if (d_setting.kernel.annotations[id].claim != kNone) d_open.emplace(id, "__array_snapshot: " + why);
    return;
  }
  Taken& taken = d_taken.emplace_back();
  taken.to = snapshot.to;
  taken.from = snapshot.from;
  taken.source = d_regions[source];
  taken.source.pending.clear();
  taken.source.permissions.clear();
  taken.name = "snapshot." + std::to_string(d_taken.size()) + "." + std::to_string(frame);
  to.snapshot = static_cast<std::uint32_t>(d_taken.size() - 1);
  // The contents accessed by the two work-items are known.
  const std::uint64_t back =
      d_setting.regions.placement(snapshot.to).origin - d_setting.regions.placement(snapshot.from).origin;
  for (const Access& one : taken.source.since) {
    const Term place = d_store.add(one.address, d_store.bv(back, one.address.width()));
    d_facts.push_back(d_store.implies(
        one.guard, d_store.eq(held(taken.name, to, place), content(taken.source, one.address))));
  }
}

// Nothing more happens in the interval: values read for annotations are those that the work-item left there,
// unless another work-item writes there.
void SharedContents::settle(Region& region) {
  for (const Pending& one : region.pending)
    if (!one.is_at_barrier)
      d_facts.push_back(d_store.or_(is_written_by_another(region, one.address, false, one.who),
                                    d_store.eq(one.content, one.expected)));
  for (const Permission& one : region.permissions) {
    MemoryClaim claim;
    claim.annotation = one.annotation;
    claim.frame = one.frame;
    claim.context = one.context;
    claim.granted = d_granted.size();
    claim.bad = d_store.and_(one.reached, is_written_by_another(region, one.address, false, 0));
    claim.places = {one.place};
    if (!claim.bad.is_false()) d_claims.push_back(std::move(claim));
  }
  region.permissions.clear();
}

void SharedContents::at_barrier(BarrierId id, FrameId frame, Term both) {
  const model::Barrier& barrier = d_setting.kernel.barriers[id];
  if (barrier.kind != model::Convergence::Barrier) return;
  for (std::uint32_t number = 0; number < d_regions.size(); ++number) {
    Region& region = d_regions[number];
    if (!orders(barrier, region.memory)) continue;
    if (region.is_followed && region.is_written) {
      settle(region);
      const std::string name = next_name(number, id, frame);
      for (const Pending& one : region.pending)
        if (one.is_at_barrier)
          d_facts.push_back(
              d_store.or_(is_written_by_another(region, one.address, true, one.who),
                          d_store.eq(held(name, region, one.address), content(region, one.address))));
      std::set<std::pair<std::uint32_t, std::uint32_t>> said;
      for (const Access& one : region.since)
        if (said.emplace(one.guard.id(), one.address.id()).second)
          d_facts.push_back(d_store.implies(
              one.guard, d_store.eq(held(name, region, one.address), content(region, one.address))));
      region.pending.clear();
      region.name = name;
    }
    // If the two do not pass it, their earlier accesses still count as made since the last barrier.
    std::vector<Access> left;
    for (Access& one : region.since) {
      one.guard = d_store.and_(one.guard, d_store.not_(both));
      if (!one.guard.is_false()) left.push_back(one);
    }
    region.since = std::move(left);
  }
  for (const AtBarrier& one : d_waiting) grant(one, both);
  d_waiting.clear();
}

void SharedContents::grant(const AtBarrier& invariant, Term both) {
  const model::Annotation& annotation = d_setting.kernel.annotations[invariant.annotation];
  const symbolic::WorkItem& first = d_values.item(0);
  const Term passed = d_store.and_(both, invariant.reached);
  const auto is_one = [&](Term item) { return d_store.ult(item, first.local_size[0]); };
  const std::string name =
      "item." + std::to_string(invariant.annotation) + "." + std::to_string(invariant.frame);
  const auto item = [&](std::size_t i) {
    return d_store.zext(
        symbolic::to_bits(d_store, d_values.value(annotation.instances[i], invariant.frame, 0)),
        first.local_id[0].width());
  };
  const std::size_t step = annotation.two_items ? 2 : 1;
  for (std::size_t i = 0; i + step <= annotation.instances.size(); i += step) {
    const Term own = item(i);
    Term guard = d_store.and_(passed, is_one(own));
    std::vector<Term> items{own == first.local_id[0] ? Term() : own};
    if (annotation.two_items) {
      const Term other = item(i + 1);
      guard = d_store.and_(guard, d_store.and_(is_one(other), d_store.distinct(own, other)));
      items.push_back(other == d_values.item(1).local_id[0] ? Term() : other);
    }
    d_granted.push_back(
        d_store.implies(guard, about(invariant.claim, items, name + "." + std::to_string(i))));
  }
}

void SharedContents::end() {
  for (Region& region : d_regions)
    if (region.is_followed && region.is_written) settle(region);
}

}  // namespace launchproof::two_thread
