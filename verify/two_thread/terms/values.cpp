#include "verify/two_thread/terms/values.h"

#include <algorithm>

#include "verify/analysis/preconditions.h"
#include "verify/symbolic/terms/operation.h"

namespace launchproof::two_thread {

using model::kNone;
using model::Op;
using model::ValueId;
using smt::Term;
using symbolic::Unknown;
using verdict::Cause;

namespace {

constexpr unsigned kIterationBits = 32;  // distinguishes the iterations of a loop in a model

// A work-item that an assumption excludes leaves a loop by itself; values that are uniform for the others
// then are not those of its last iteration.
bool leaves_out_within_loops(const model::KernelModel& kernel, const analysis::FlowGraph& graph) {
  for (model::LoopId loop = 0; loop < kernel.loops.size(); ++loop)
    for (const analysis::ExitEdge& exit : graph.exits(loop))
      if (analysis::is_excluded(kernel, exit.to)) return true;
  return false;
}

}  // namespace

Values::Values(const Setting& setting, Pairing pairing, std::vector<symbolic::WorkItem> items, Loops loops,
               Inputs* inputs)
    : d_setting(setting),
      d_store(setting.store),
      d_lowering(setting),
      d_pairing(pairing),
      d_items(std::move(items)),
      d_unwound(loops == Loops::Unwound),
      d_inputs(inputs),
      d_frames(setting.options.uses(Optimisation::Uniformity) && pairing == Pairing::SameGroup &&
               !leaves_out_within_loops(setting.kernel, setting.graph)) {}

bool Values::is_uniform(ValueId id, FrameId frame) const {
  return d_frames.at(frame).shares && d_setting.uniformity.is_uniform(id);
}

// In an unrolled loop, the work-items compute separately: a work-item that does not get there has no value
// that both could share.
bool Values::is_shared(ValueId id, FrameId frame) const {
  return !d_unwound && is_uniform(id, frame);
}

std::string Values::prefix(ValueId id, FrameId frame, unsigned who) const {
  return is_uniform(id, frame) ? d_items[who].group_tag : d_items[who].tag;
}

Term Values::fresh_boolean(const std::string& name, FrameId frame) {
  const Term term = d_store.bool_var(name + "." + std::to_string(frame));
  d_made_in.emplace(term, frame);
  return term;
}

Term Values::fresh(const std::string& name, unsigned width, FrameId frame) {
  if (width == 1) return fresh_boolean(name, frame);
  const Term term = d_store.bv_var(name + "." + std::to_string(frame), width);
  d_made_in.emplace(term, frame);
  return term;
}

Term Values::unknown(const std::string& name, ValueId id, FrameId frame, unsigned who, const Unknown& why) {
  const std::string full =
      prefix(id, frame, who) + "." + name + "." + std::to_string(id) + "." + std::to_string(frame);
  const Term term = d_setting.unknowns.value(full, d_setting.kernel.values[id].width, why);
  d_made_in.emplace(term, frame);
  d_origins.emplace(term, Origin{id, frame, who});
  return term;
}

FrameId Values::made_in(Term variable) const {
  const auto found = d_made_in.find(variable);
  return found == d_made_in.end() ? kOutside : found->second;
}

const Origin* Values::origin(Term variable) const {
  const auto found = d_origins.find(variable);
  return found == d_origins.end() ? nullptr : &found->second;
}

bool Values::is_within(FrameId frame, FrameId outer) const {
  while (frame != outer && frame != kOutside) frame = d_frames.at(frame).parent;
  return frame == outer;
}

Term Values::value(ValueId id, FrameId frame, unsigned who) {
  const model::Value& value = d_setting.kernel.values[id];
  // An undefined value may differ at each use.
  FrameId at = value.op == Op::Undefined ? frame : kOutside;
  if (value.block != kNone) at = frame_of(d_setting.kernel.blocks[value.block].loop, frame);
  if (is_shared(id, at)) who = 0;
  const auto found = d_values.find({id, at, who});
  if (found != d_values.end()) return found->second;
  d_lowering.keep_time();
  const FrameId exit = d_unwound ? outermost_exit(at) : kOutside;
  const Term result =
      exit == kOutside
          ? settled(evaluate(value, id, at, who))
          : in_last_iteration(exit, who, [&](FrameId iteration) { return this->value(id, iteration, who); });
  d_values.emplace(std::tuple{id, at, who}, result);
  return result;
}

Term Values::evaluate(const model::Value& value, ValueId id, FrameId frame, unsigned who) {
  switch (value.op) {
    case Op::Read:
      return read(value, id, frame, who);
    case Op::Collective:
      return unknown("collective", id, frame, who,
                     {Cause::CollectiveResult,
                      "the result of " + d_setting.kernel.barriers[value.index].function, value.location});
    case Op::Other:
      return other(value, id, frame, who);
    case Op::Event:
      return event(value, id, frame, who);
    case Op::Element: {
      // The element belongs to the copy made by the work-item's group.
      const Term element =
          fresh(d_items[who].group_tag + ".element." + std::to_string(id), value.width, frame);
      d_origins.emplace(element, Origin{id, frame, who});
      return element;
    }
    case Op::Contract: {
      const bool is_result = value.index != kNone;
      return unknown(
          "contract", id, frame, who,
          {Cause::Contract,
           is_result ? "what a call by contract returns, or where it accesses memory"
                     : "what `" + d_setting.kernel.procedure + "` is called with, or whether it is",
           value.location});
    }
    case Op::Accessed:
      if (d_follow)
        if (const Term followed = d_follow(value, id, frame, who)) return followed;
      [[fallthrough]];
    case Op::SubGroup:
    case Op::Pipe:
      return unknown("open", id, frame, who,
                     {Cause::UnsupportedConstruct, "a value that the two-thread engine does not follow",
                      value.location});
    default:
      break;
  }
  if (d_lowering.is_carried(value)) return carried(value, id, frame, who);
  Here here(*this, id, frame, who);
  return d_lowering.value(value, id, here);
}

// Returns whether the frame represents the same iteration for both work-items. Their last iterations may
// differ, and what the first one did in an earlier iteration says nothing about the second one.
bool Values::in_lock_step(FrameId frame) const {
  for (; frame != kOutside; frame = d_frames.at(frame).parent)
    if (d_frames.at(frame).kind != FrameKind::Body && d_frames.at(frame).kind != FrameKind::Iteration)
      return false;
  return true;
}

// In lock step, it is the value of the same iteration, as long as the other work-item gets there too.
Term Values::other(const model::Value& value, ValueId id, FrameId frame, unsigned who) {
  const Term open = unknown("other", id, frame, who,
                            {Cause::AnnotationNotJudged, "what another work-item computes", value.location});
  if (items() < 2 || value.block == kNone || !in_lock_step(frame)) return open;
  return d_store.ite(reach(value.block, frame, 1 - who), this->value(value.operands[0], frame, 1 - who),
                     open);
}

// An event that is passed in also represents the new copy, and is returned. Otherwise there is one event for
// each call, the same for the whole group.
Term Values::event(const model::Value& value, ValueId id, FrameId frame, unsigned who) {
  const Term given = this->value(value.operands[0], frame, who);
  const bool is_one = d_pairing == Pairing::SameGroup && (in_lock_step(frame) || d_frames.at(frame).shares);
  const Term made =
      fresh((is_one ? d_items[who].group_tag : d_items[who].tag) + ".event." + std::to_string(id),
            value.width, frame);
  const Term none = d_store.bv(0, value.width);
  const Term own = d_store.ite(d_store.eq(made, none), d_store.bv(1, value.width), made);  // never null
  return d_store.ite(d_store.eq(given, none), own, given);
}

// Returns the value of a phi at the head of the frame's loop.
Term Values::carried(const model::Value& value, ValueId id, FrameId frame, unsigned who) {
  if (d_frames.at(frame).kind == FrameKind::Iteration) return iteration_value(id, frame, who);
  const Term head = fresh(prefix(id, frame, who) + ".head." + std::to_string(id), value.width, frame);
  d_origins.emplace(head, Origin{id, frame, who});
  return head;
}

Term Values::read(const model::Value& value, ValueId id, FrameId frame, unsigned who) {
  if (d_follow)
    if (const Term followed = d_follow(value, id, frame, who)) return followed;
  const model::Site& site = d_setting.kernel.sites[value.index];
  const bool single = site.arrays.size() == 1 && site.arrays[0] != 0;
  const std::string what = single ? "`" + d_setting.kernel.arrays[site.arrays[0]].name + "`" : "memory";
  if (single && site.kind == model::AccessKind::Read) {
    const model::Array& array = d_setting.kernel.arrays[site.arrays[0]];
    const analysis::Placement& place = d_setting.regions.placement(site.arrays[0]);
    const bool fixed = array.memory == model::Memory::Global || array.memory == model::Memory::Constant;
    if (fixed && place.region != kNone && !d_setting.regions.is_written(place.region)) {
      const Term held =
          d_lowering.contents(value, site.arrays[0], this->value(site.offset, frame, who),
                              site.component_bytes * 8, "what " + what + " holds is not looked at");
      return symbolic::from_bits(d_store, held, value.width);
    }
  }
  if (is_equal_read(site, value.index)) return equal_read(value, id, frame, who);
  if (d_setting.counters != nullptr && d_setting.counters->of(value.index) != nullptr)
    d_tickets.push_back({id, frame, who});
  return unknown("read", id, frame, who,
                 {Cause::SharedContents,
                  site.kind == model::AccessKind::Atomic ? "the old value that an atomic found in " + what
                                                         : "a value read from " + what,
                  site.location});
}

Term Values::address_read(const model::Value& value, FrameId frame, unsigned who) {
  const model::Site& site = d_setting.kernel.sites[value.index];
  return d_lowering.address(value, site.arrays[0], this->value(site.offset, frame, who));
}

bool Values::is_equal_read(const model::Site& site, model::SiteId number) const {
  return d_pairing != Pairing::One && d_setting.equal_reads != nullptr &&
         site.kind == model::AccessKind::Read && site.arrays.size() == 1 &&
         d_setting.equal_reads->is_shared(number);
}

// A function of the address and of the barrier interval, which is identified by the barriers before it in the
// program and by the iterations of the loops around it that contain one. If a work-item may itself have
// written there earlier in its interval, this only holds for what both read at one address in lock step: if
// one of them had written there, the read of the other one would race with the write.
Term Values::equal_read(const model::Value& value, ValueId id, FrameId frame, unsigned who) {
  const model::Site& site = d_setting.kernel.sites[value.index];
  const analysis::StableReads& reads = *d_setting.equal_reads;
  const Unknown why{Cause::SharedContents,
                    "a value read from `" + d_setting.kernel.arrays[site.arrays[0]].name + "`",
                    site.location};
  if (!reads.is_stable(value.index)) {
    const Term own = unknown("read", id, frame, who, why);
    if (who == 0 || d_pairing != Pairing::SameGroup || !in_lock_step(frame)) return own;
    return d_store.ite(d_store.eq(address_read(value, frame, 0), address_read(value, frame, 1)),
                       this->value(id, frame, 0), own);
  }
  const std::uint32_t region = d_setting.regions.placement(site.arrays[0]).region;
  std::string name = d_items[who].group_tag + ".interval." + std::to_string(region) + "." +
                     std::to_string(reads.interval(value.index)) + "." + std::to_string(site.component_bytes);
  std::vector<Term> arguments{address_read(value, frame, who)};
  for (FrameId at = frame; at != kOutside; at = d_frames.at(at).parent) {
    if (!reads.counts(d_frames.at(at).loop, value.index)) continue;
    const bool is_one = in_lock_step(at) || d_frames.at(at).shares;
    name += "." + std::to_string(d_frames.at(at).loop);
    arguments.push_back(
        fresh((is_one ? d_items[who].group_tag : d_items[who].tag) + ".iteration", kIterationBits, at));
  }
  d_setting.unknowns.function(name, why);
  return symbolic::from_bits(d_store, d_store.apply(name, arguments, site.component_bytes * 8), value.width);
}

}  // namespace launchproof::two_thread
