// Order between two groups by flags: one work-item stores a value into a flag by an atomic, and another one
// reads that value.
//
// The flag is 0 at first, and only atomics write it. An atomic that reads another value has therefore read
// what one of these atomics stored. What the writer's work-item, or its group, did before and released then
// happens before what the reader does later and has acquired (OpenCL C 3.0 specification, 6.15.12.4; PTX ISA,
// "Release and Acquire Patterns"). A loop that waits for the flag need not be shown to end: after the loop,
// its last iteration has read such a value.
#include <algorithm>

#include "verify/access/checks/first_contents.h"
#include "verify/access/checks/race_questions.h"

namespace launchproof::access {

using analysis::AtomicOrder;
using analysis::Ordered;
using model::AccessKind;
using model::kNone;
using model::Site;
using model::SiteId;
using smt::Status;
using smt::Term;
using symbolic::different_groups;
using symbolic::different_local_ids;
using symbolic::WorkItem;

namespace {

constexpr std::size_t kMostFlags = 8, kMostFlagWrites = 4;

bool is_global_atomic(const Context& context, const Site& site) {
  return site.kind == AccessKind::Atomic && site.scope >= model::AtomicScope::Device &&
         site.arrays.size() == 1 && site.arrays[0] != 0 && site.call == kNone && !site.is_elsewhere &&
         context.kernel.arrays[site.arrays[0]].memory == model::Memory::Global &&
         context.regions.placement(site.arrays[0]).region != kNone;
}

// Returns whether the read is in the last iteration of each loop around it, before everything that follows.
bool is_made_last(const analysis::FlowGraph& graph, const Site& site) {
  const model::LoopId loop = graph.kernel().blocks[site.block].loop;
  if (loop == kNone) return true;
  return graph.parent(loop) == kNone && std::ranges::all_of(graph.exits(loop), [&](const auto& exit) {
           return graph.dominates(loop, site.block, graph.node(loop, exit.from));
         });
}

}  // namespace

// Returns nothing if anything other than atomics may write the flag, or if it may not be 0 at first.
std::optional<RaceQuestions::Flag> RaceQuestions::flag_of(SiteId read, model::ValueId value) {
  const Context& context = d_session.context;
  const Site& site = d_kernel.sites[read];
  if (!is_global_atomic(context, site) || !site.atomic_reads || !is_made_last(context.graph, site)) return {};
  // A failed comparison has a separate order, which is not in the model.
  if (site.atomic_writes && site.operation == model::AtomicOperation::Other) return {};
  Flag flag{.read = read, .value = value};
  const model::Array& array = d_kernel.arrays[site.arrays[0]];
  const std::uint32_t region = context.regions.placement(site.arrays[0]).region;
  for (SiteId id = 0; id < d_kernel.sites.size(); ++id) {
    const Site& other = d_kernel.sites[id];
    const bool writes =
        other.kind == AccessKind::Write || (other.kind == AccessKind::Atomic && other.atomic_writes);
    const bool shares = std::ranges::any_of(other.arrays, [&](model::ArrayId one) {
      return one != 0 && context.regions.placement(one).region == region;
    });
    if (!writes || !shares || (id != read && !may_meet(read, id))) continue;
    if (!is_global_atomic(context, other) || other.bytes != site.bytes ||
        flag.writes.size() == kMostFlagWrites)
      return {};
    flag.writes.push_back(id);
  }
  if (flag.writes.empty()) return {};
  const FirstContents first = first_contents(context, site.arrays[0], std::nullopt);
  if (first.holds == FirstContents::Holds::Other) return {};
  if (first.holds == FirstContents::Holds::Zeros) {
    flag.assumed = first.origin;
  } else {
    const verdict::SourceLocation at = d_session.build.location(site.location, "");
    flag.assumed = "`" + array.name + "`, which serves as a flag (" + at.file + ":" +
                   std::to_string(at.line) + "), holds 0 when the launch begins";
  }
  return flag;
}

const std::vector<RaceQuestions::Flag>& RaceQuestions::flags() {
  if (d_flags) return *d_flags;
  d_flags.emplace();
  if (!analysis::has_order_between_groups(d_kernel) || d_session.context.family != nullptr ||
      d_session.options.warp_sync > 1 || d_numbered_phases)
    return *d_flags;
  for (model::ValueId id = 0; id < d_kernel.values.size() && d_flags->size() < kMostFlags; ++id) {
    const model::Value& value = d_kernel.values[id];
    if (value.op != model::Op::Read || value.width == 1 || !d_session.context.decides[id]) continue;
    if (auto flag = flag_of(value.index, id)) d_flags->push_back(std::move(*flag));
  }
  return *d_flags;
}

// Returns the condition that the first access happens before the second one, whose work-item has read the
// flag. Appends the premises of that condition.
Term RaceQuestions::in_order(const Flag& flag, const Side& first, const Side& second,
                             std::vector<Term>& premises) {
  const Site& read = d_kernel.sites[flag.read];
  const Context& context = d_session.context;
  if (order_of(flag.read).after(second.site, AtomicOrder::Acquire::Needed) == Ordered::No)
    return d_store.false_();
  Evaluator& reader = *second.evaluator;
  Term has_read = d_store.true_();
  const model::LoopId loop = d_kernel.blocks[read.block].loop;
  if (loop == kNone) {
    has_read = reader.reach(read.block, kOutside);
  } else if (context.graph.dominates(kNone, context.graph.node(kNone, read.block),
                                     context.graph.node(kNone, d_kernel.sites[second.site].block))) {
    // The loop is left in the iteration whose value matters.
    const EnvironmentId last =
        d_session.context.environments.enter(kOutside, loop, reader.exit_counter(loop, kOutside));
    std::vector<Term> exits;
    for (const analysis::ExitEdge& exit : context.graph.exits(loop))
      exits.push_back(d_store.and_(reader.arrive(context.graph.node(loop, exit.from), last),
                                   reader.edge(exit.from, exit.successor, last)));
    premises.push_back(d_store.or_(exits));
  } else {
    return d_store.false_();
  }
  const Term found = reader.value(flag.value, kOutside);
  const Term none = d_store.eq(found, d_store.bv(0, found.width()));
  std::vector<Term> ways{none}, ordered;
  for (const SiteId id : flag.writes) {
    const Site& write = d_kernel.sites[id];
    Ordered how = order_of(id).before(first.site);
    // In CUDA, the order of observed values is a causality order: the atomics themselves need no fences.
    if (first.site == id && d_kernel.language == model::Language::Cuda && order_of(id).is_made_once())
      how = Ordered::OfCaller;
    const std::string name = "f" + std::to_string(flag.read) + "." + std::to_string(id);
    auto& made = d_writers[{name, id}];
    if (!made) made = d_session.another(name, name);
    Evaluator& writer = *made;
    const std::vector<Term>& ids = writer.item().constraints;
    premises.insert(premises.end(), ids.begin(), ids.end());
    const EnvironmentId there = writer.enter_all(write.block, kOutside, name + ".k");
    const Term chosen = d_store.bool_var(name + ".found");
    ways.push_back(d_store.and_(
        chosen, d_store.and_(writer.reach(write.block, there),
                             d_store.eq(writer.address(id, there), reader.address(flag.read, kOutside)))));
    const WorkItem& other = first.evaluator->item();
    Term same = d_store.not_(different_groups(d_store, writer.item(), other));
    if (how == Ordered::OfCaller)
      same = d_store.and_(same, d_store.not_(different_local_ids(d_store, writer.item(), other)));
    if (how != Ordered::No) ordered.push_back(d_store.and_(chosen, same));
    const std::vector<Term> more = writer.definitions(ways);
    premises.insert(premises.end(), more.begin(), more.end());
  }
  premises.push_back(d_store.or_(ways));
  return d_store.and_(d_store.and_(has_read, d_store.not_(none)), d_store.or_(ordered));
}

bool RaceQuestions::is_ordered_by_flag(const Meeting& meeting, const std::vector<Term>& question) {
  if (meeting.same_group || !d_session.context.follows_flags) return false;
  for (const auto& [first, second] : {std::pair(meeting.a, meeting.b), std::pair(meeting.b, meeting.a)})
    for (const Flag& flag : flags()) {
      std::vector<Term> premises;
      const Term ordered = in_order(flag, first, second, premises);
      if (ordered.is_false()) continue;
      std::vector<Term> whole = question;
      whole.insert(whole.end(), premises.begin(), premises.end());
      whole.push_back(d_store.not_(ordered));
      if (d_session.queries.ask(whole, {&d_session.s, meeting.b.evaluator}).status != Status::Unsat) continue;
      if (!is_reached(first, premises, meeting) || !is_reached(second, premises, meeting)) continue;
      d_session.assume(flag.assumed);
      return true;
    }
  return false;
}

}  // namespace launchproof::access
