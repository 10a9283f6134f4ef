#include "verify/invariants/terms/values.h"

#include <algorithm>

#include "verify/analysis/preconditions.h"
#include "verify/effort/clock.h"
#include "verify/model/padding.h"
#include "verify/symbolic/terms/memory_objects.h"
#include "verify/symbolic/terms/operation.h"
#include "verify/symbolic/terms/pointers.h"
#include "verify/symbolic/terms/shape.h"

namespace launchproof::invariants {

using model::kNone;
using model::Op;
using model::ValueId;
using smt::Term;
using symbolic::Unknown;
using verdict::Cause;

namespace {

constexpr unsigned kIterationBits = 32;  // tells the iterations of a loop apart that a model looks at

// A work-item that an assumption leaves out leaves a loop alone; values that are uniform for the others are
// then not those of its last iteration.
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
      d_pairing(pairing),
      d_items(std::move(items)),
      d_unwound(loops == Loops::Unwound),
      d_inputs(inputs),
      d_frames(setting.options.uses(Optimisation::Uniformity) && pairing == Pairing::SameGroup &&
               !leaves_out_within_loops(setting.kernel, setting.graph)) {
  d_phi.assign(setting.kernel.values.size(), nullptr);
  for (const model::Block& block : setting.kernel.blocks)
    for (const model::Phi& phi : block.phis) d_phi[phi.value] = &phi;
}

void Values::keep_time() {
  constexpr unsigned kStepsBetweenLooks = 64;
  if (++d_steps % kStepsBetweenLooks != 0) return;
  const bool unwanted = d_setting.cancellation != nullptr && d_setting.cancellation->cancelled();
  if (unwanted || effort::Clock::now() >= d_setting.deadline) throw OutOfTime{};
}

bool Values::is_uniform(ValueId id, FrameId frame) const {
  return d_frames.at(frame).shares && d_setting.uniformity.is_uniform(id);
}

// In an unwound loop the work-items compute apart: one that does not come there has no value that could serve
// both.
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
  keep_time();
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
    case Op::Phi:
      return phi(value, id, frame, who);
    case Op::Read:
      return read(value, id, frame, who);
    case Op::Constant:
    case Op::Undefined:
    case Op::Parameter:
    case Op::LocalId:
    case Op::GroupId:
    case Op::LocalSize:
    case Op::EnqueuedLocalSize:
    case Op::NumGroups:
    case Op::GlobalOffset:
    case Op::GlobalSize:
    case Op::WorkDim:
      return leaf(value, id, frame, who);
    case Op::Collective:
      return unknown("collective", id, frame, who,
                     {Cause::CollectiveResult,
                      "the result of " + d_setting.kernel.barriers[value.index].function, value.location});
    case Op::Other:
      return other(value, id, frame, who);
    case Op::Event:
      return event(value, id, frame, who);
    case Op::Element: {
      // The element belongs to the copy that the work-item's group makes.
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
  std::vector<Term> x;
  x.reserve(value.operands.size());
  for (const ValueId operand : value.operands) x.push_back(this->value(operand, frame, who));
  if (value.op == Op::Function) return function(value, id, frame, who, std::move(x));
  const auto undefined = [&] {
    return unknown(
        "undefined", id, frame, who,
        {Cause::UndefinedValue,
         "the result of a division by zero or beyond the type, or of an over-wide shift", value.location});
  };
  if (const Term result = symbolic::operation(d_store, value, x, undefined)) return result;
  return unknown("operation", id, frame, who, {Cause::UnsupportedConstruct, "an operation", value.location});
}

// Returns whether the frame stands for one iteration of both work-items. Their last iterations need not be
// the same, and what the first did in an earlier one says nothing about the second.
bool Values::in_lock_step(FrameId frame) const {
  for (; frame != kOutside; frame = d_frames.at(frame).parent)
    if (d_frames.at(frame).kind != FrameKind::Body && d_frames.at(frame).kind != FrameKind::Iteration)
      return false;
  return true;
}

// In lock step: of the same iteration, as long as the other work-item comes there too.
Term Values::other(const model::Value& value, ValueId id, FrameId frame, unsigned who) {
  const Term open = unknown("other", id, frame, who,
                            {Cause::AnnotationNotJudged, "what another work-item computes", value.location});
  if (items() < 2 || value.block == kNone || !in_lock_step(frame)) return open;
  return d_store.ite(reach(value.block, frame, 1 - who), this->value(value.operands[0], frame, 1 - who),
                     open);
}

// An event that is handed in serves the new copy too, and is returned; else there is one for each call, the
// same for the whole group.
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

Term Values::leaf(const model::Value& value, ValueId id, FrameId frame, unsigned who) {
  switch (value.op) {
    case Op::Undefined:
      if (model::is_padding(value))
        return d_setting.unknowns.value(
            "padding." + std::to_string(value.width), value.width,
            {Cause::UndefinedValue, "what is stored into the padding of a vector of three components",
             value.location});
      return unknown("undefined", id, frame, who,
                     {Cause::UndefinedValue, "a value that the program leaves undefined", value.location});
    case Op::Parameter:
      return parameter(value);
    default:
      return symbolic::launch_value(d_store, value, d_items[who], d_setting.launch, d_setting.facts);
  }
}

Term Values::parameter(const model::Value& value) {
  if (const auto free = d_setting.launch.free_value(value.index))
    d_setting.unknowns.note(
        *free, {Cause::ValueNotGiven,
                "the value of `" + d_setting.kernel.parameters[value.index].name + "` is left open",
                value.location, value.index});
  if (const auto given = d_setting.launch.value(value.index, value.literal, value.width)) return *given;
  const std::string& name = d_setting.kernel.parameters[value.index].name;
  return d_setting.unknowns.value(
      "argument." + name + "." + std::to_string(value.literal) + "." + std::to_string(value.width),
      value.width,
      {Cause::ValueNotGiven, "the value of `" + name + "` is not given", value.location, value.index,
       value.literal});
}

Term Values::function(const model::Value& value, ValueId id, FrameId frame, unsigned who,
                      std::vector<Term> operands) {
  const model::Function& function = d_setting.kernel.functions[value.index];
  const Unknown why{Cause::OpaqueFunction, "the result of " + function.name, value.location};
  if (function.name == symbolic::kPointerBelow)
    if (const Term known = symbolic::pointer_below(d_store, d_setting.regions, operands)) return known;
  if (function.name == symbolic::kObject)
    if (const Term known = symbolic::memory_object(d_store, d_setting.kernel, d_setting.regions, operands[0]))
      return known;
  if (function.name == symbolic::kPointersEqual)
    return symbolic::pointers_equal({d_store, d_setting.kernel, d_setting.regions, d_setting.launch,
                                     [&] { return unknown("function", id, frame, who, why); }},
                                    {operands[0], operands[1], operands[2], operands[3]});
  // Where an array lies is not the same for each work-item that has its own.
  if (function.name.starts_with("pointer.") || function.name.starts_with("image.") || operands.empty())
    return unknown("function", id, frame, who, why);
  std::string name = "f." + function.name;
  for (Term& operand : operands) {
    operand = symbolic::to_bits(d_store, operand);
    name += "." + std::to_string(operand.width());
  }
  if (function.commutative && operands.size() == 2) {
    // One order for both work-items, or equal results would look different.
    const auto rank = [&](std::size_t i) {
      return std::pair{symbolic::shape(operands[i]), value.operands[i]};
    };
    if (rank(1) < rank(0)) std::swap(operands[0], operands[1]);
  }
  d_setting.unknowns.function(name, why);
  const Term bits = d_store.apply(name, operands, value.width);
  return value.width == 1 ? d_store.eq(bits, d_store.bv(1, 1)) : bits;
}

Term Values::phi(const model::Value& value, ValueId id, FrameId frame, unsigned who) {
  const model::KernelModel& kernel = d_setting.kernel;
  const model::LoopId region = kernel.blocks[value.block].loop;
  if (region != kNone && kernel.loops[region].header == value.block) {
    if (d_frames.at(frame).kind == FrameKind::Iteration) return iteration_value(id, frame, who);
    const Term head = fresh(prefix(id, frame, who) + ".head." + std::to_string(id), value.width, frame);
    d_origins.emplace(head, Origin{id, frame, who});
    return head;
  }

  // Gated by the conditions from the immediate dominator to each incoming edge; the last one needs no gate.
  const model::Block& block = kernel.blocks[value.block];
  const std::vector<ValueId>& incoming = d_phi[id]->incoming;
  std::vector<Term> values;
  values.reserve(incoming.size());
  for (const ValueId in : incoming) values.push_back(this->value(in, frame, who));
  if (std::ranges::all_of(values, [&](Term one) { return one == values.front(); })) return values.front();
  const model::BlockId top = d_setting.graph.immediate_dominator(region, value.block);
  Term result = values.back();
  for (std::size_t i = incoming.size() - 1; i-- > 0;) {
    const model::BlockId from = block.predecessors[i];
    std::uint32_t successor = 0;
    // A block may branch here by both edges; they carry one value.
    while (kernel.blocks[from].successors[successor] != value.block) ++successor;
    const Term taken = d_store.and_(path(top, d_setting.graph.node(region, from), frame, who),
                                    edge(from, successor, frame, who));
    result = d_store.ite(taken, values[i], result);
  }
  return result;
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
      const std::string name =
          "contents." + std::to_string(place.region) + "." + std::to_string(site.component_bytes);
      d_setting.unknowns.function(
          name, {Cause::ContentsNotRecorded, "what " + what + " holds is not looked at", site.location,
                 array.parameter});
      return bits_read(name, {address_read(value, frame, who)}, value);
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
  const Term offset = this->value(site.offset, frame, who);
  const std::uint64_t origin = d_setting.regions.placement(site.arrays[0]).origin;
  return d_store.add(offset, d_store.bv(origin + value.literal * site.component_bytes, offset.width()));
}

Term Values::bits_read(const std::string& function, std::vector<Term> arguments, const model::Value& value) {
  const Term bits =
      d_store.apply(function, arguments, d_setting.kernel.sites[value.index].component_bytes * 8);
  return value.width == 1 ? d_store.eq(d_store.extract(bits, 0, 1), d_store.bv(1, 1))
                          : d_store.trunc(bits, value.width);
}

bool Values::is_equal_read(const model::Site& site, model::SiteId number) const {
  return d_pairing != Pairing::One && d_setting.equal_reads != nullptr &&
         site.kind == model::AccessKind::Read && site.arrays.size() == 1 &&
         d_setting.equal_reads->is_shared(number);
}

// A function of the address and of the barrier interval: of the barriers that came before it in the program's
// text, and of the iterations of the loops around it that hold one. Where a work-item itself may have written
// there before, in its interval, that is so for what both read at one address in lock step alone: had one of
// them written there, the other one's read would race with that.
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
  return bits_read(name, std::move(arguments), value);
}

}  // namespace launchproof::invariants
