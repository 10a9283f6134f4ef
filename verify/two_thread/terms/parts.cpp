#include "verify/two_thread/terms/parts.h"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "verify/effort/clock.h"
#include "verify/model/alignment.h"
#include "verify/symbolic/findings/locations.h"

namespace launchproof::two_thread {

using model::AccessKind;
using model::ArrayId;
using model::KernelModel;
using model::kNone;
using model::Op;
using model::ValueId;
using verdict::Verdict;

namespace {

// Accesses from one line and of one kind, to any place of an array.
struct Shape {
  Place place;
  ArrayName array;
  AccessKind kind = AccessKind::Read;
  std::uint32_t bytes = 0, component_bytes = 0;
  std::uint32_t zeros = 0;  // number of low bits of the offset that are zero
  model::AtomicScope scope = model::AtomicScope::Device;
  bool atomic_writes = true;
  bool atomic_reads = true;

  auto operator<=>(const Shape&) const = default;
};

// The effects of a procedure, including everything that it calls.
struct Summary {
  std::set<Shape> shapes;
  std::set<ArrayName> arrays;
  std::vector<model::Array> declared;  // these arrays, as the part declares them
  std::set<ArrayName> asked;           // arrays for which annotations ask which accesses were made
  bool meets = false, local_fence = false, global_fence = false, image_fence = false;
  Place barrier;  // the first one

  void add(const Summary& other) {
    shapes.insert(other.shapes.begin(), other.shapes.end());
    for (const model::Array& array : other.declared) declare(array);
    asked.insert(other.asked.begin(), other.asked.end());
    if (!meets) barrier = other.barrier;
    meets = meets || other.meets;
    local_fence = local_fence || other.local_fence;
    global_fence = global_fence || other.global_fence;
    image_fence = image_fence || other.image_fence;
  }
  void declare(const model::Array& array) {
    if (arrays.insert(name_of(array)).second) declared.push_back(array);
  }
};

// Tables that belong to one function are constants.
bool is_shared(const model::Array& array) {
  const bool is_table = array.memory == model::Memory::Constant && array.parameter == kNone;
  return array.memory != model::Memory::Private && !is_table;
}

Summary own_summary(const KernelModel& part) {
  Summary result;
  model::Alignment alignment(part);
  for (const model::Site& site : part.sites) {
    if (site.observes) continue;
    for (const ArrayId array : site.arrays) {
      if (array == 0 || !is_shared(part.arrays[array])) continue;
      result.declare(part.arrays[array]);
      result.shapes.insert({place_of(part, site.location), name_of(part.arrays[array]), site.kind, site.bytes,
                            site.component_bytes, alignment.of(site.offset), site.scope, site.atomic_writes,
                            site.atomic_reads});
    }
  }
  for (const model::AccessQuery& query : part.queries) result.asked.insert(name_of(part.arrays[query.array]));
  for (const model::Barrier& barrier : part.barriers) {
    if (!result.meets) result.barrier = place_of(part, barrier.location);
    result.meets = true;
    result.local_fence = result.local_fence || barrier.local_fence;
    result.global_fence = result.global_fence || barrier.global_fence;
    result.image_fence = result.image_fence || barrier.image_fence;
  }
  return result;
}

// Returns the place, as inlined at the call if there is one.
model::LocationId add_location(KernelModel& part, const Place& place, model::LocationId call) {
  if (place.line == 0) return call;
  part.locations.push_back({place.file, place.line, place.column, place.function, call});
  return static_cast<model::LocationId>(part.locations.size() - 1);
}

ArrayId array_of(KernelModel& part, const ArrayName& name, const Summary& from) {
  for (ArrayId id = 1; id < part.arrays.size(); ++id)
    if (name_of(part.arrays[id]) == name) return id;
  const auto declared =
      std::ranges::find_if(from.declared, [&](const model::Array& one) { return name_of(one) == name; });
  part.arrays.push_back(*declared);
  part.arrays.back().location = kNone;
  return static_cast<ArrayId>(part.arrays.size() - 1);
}

ValueId add_value(KernelModel& part, Op op, unsigned width, std::uint32_t index, std::uint64_t literal,
                  model::BlockId block, model::LocationId location, std::vector<ValueId> operands = {}) {
  model::Value value;
  value.op = op;
  value.width = static_cast<std::uint16_t>(width);
  value.index = index;
  value.literal = literal;
  value.block = block;
  value.location = location;
  value.operands = std::move(operands);
  part.values.push_back(std::move(value));
  return static_cast<ValueId>(part.values.size() - 1);
}

// At any place that the shape allows.
model::SiteId add_site(KernelModel& part, const Shape& shape, ArrayId array, model::BlockId block,
                       model::LocationId call_site, std::uint32_t call) {
  const model::LocationId location = add_location(part, shape.place, call_site);
  model::Site site;
  site.kind = shape.kind;
  site.block = block;
  site.base = add_value(part, Op::Constant, 32, 0, array, kNone, kNone);
  // Sites of other parts are only examined in procedures.
  const Op any = call == kNone && part.procedure.empty() ? Op::Undefined : Op::Contract;
  site.offset = add_value(part, any, part.address_bits, any == Op::Undefined ? 0 : call, 0, block, location);
  if (shape.zeros != 0) {
    const ValueId scale =
        add_value(part, Op::Constant, part.address_bits, 0, 1ULL << shape.zeros, kNone, kNone);
    site.offset = add_value(part, Op::Mul, part.address_bits, 0, 0, block, location, {site.offset, scale});
  }
  site.arrays = {array};
  site.bytes = shape.bytes;
  site.component_bytes = shape.component_bytes;
  site.scope = shape.scope;
  site.atomic_writes = shape.atomic_writes;
  site.atomic_reads = shape.atomic_reads;
  site.call = call;
  site.is_elsewhere = call == kNone;
  site.location = location;
  if (part.arrays[array].memory == model::Memory::Image)
    site.inside = add_value(part, Op::Constant, 1, 0, 1, kNone, kNone);
  part.sites.push_back(std::move(site));
  return static_cast<model::SiteId>(part.sites.size() - 1);
}

// Inserts events into the block; what precedes the event at that place continues to do so.
void insert(KernelModel& part, model::BlockId block, std::size_t at,
            const std::vector<model::Event>& events) {
  auto& all = part.blocks[block].events;
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), events.begin(), events.end());
  const auto move = [&](auto& one) {
    if (one.block == block && one.event >= at) one.event += static_cast<std::uint32_t>(events.size());
  };
  for (model::Annotation& one : part.annotations) move(one);
  for (model::AccessQuery& one : part.queries) move(one);
}

void summarise_calls(KernelModel& part, const std::vector<Summary>& procedures,
                     const std::vector<KernelModel>& models) {
  for (std::uint32_t id = 0; id < part.calls.size(); ++id) {
    const model::Call call = part.calls[id];
    const Summary& summary = procedures[call.procedure];
    std::vector<model::Event> events;
    if (summary.meets) {
      model::Barrier barrier;
      barrier.block = call.block;
      barrier.local_fence = summary.local_fence;
      barrier.global_fence = summary.global_fence;
      barrier.image_fence = summary.image_fence;
      barrier.call = id;
      barrier.function = models[call.procedure].procedure;
      barrier.location = add_location(part, summary.barrier, call.location);
      events.push_back({model::Event::Kind::Barrier, static_cast<std::uint32_t>(part.barriers.size())});
      part.barriers.push_back(std::move(barrier));
    }
    for (const Shape& shape : summary.shapes) {
      const ArrayId array = array_of(part, shape.array, summary);
      events.push_back(
          {model::Event::Kind::Site, add_site(part, shape, array, call.block, call.location, id)});
    }
    const auto& all = part.blocks[call.block].events;
    const auto at = std::ranges::find_if(all, [&](const model::Event& event) {
      return event.kind == model::Event::Kind::Call && event.index == id;
    });
    insert(part, call.block, static_cast<std::size_t>(at - all.begin()) + 1, events);
  }
}

// The part does not use memory that it does not know.
void add_elsewhere(KernelModel& part, const Summary& all) {
  std::vector<model::Event> events;
  for (const Shape& shape : all.shapes)
    for (ArrayId id = 1; id < part.arrays.size(); ++id)
      if (name_of(part.arrays[id]) == shape.array)
        events.push_back({model::Event::Kind::Site, add_site(part, shape, id, 0, kNone, kNone)});
  insert(part, 0, 0, events);
  // Statements in one part about accesses depend on what all parts log.
  for (ArrayId id = 1; id < part.arrays.size(); ++id)
    if (all.asked.contains(name_of(part.arrays[id]))) {
      model::AccessQuery& query = part.queries.emplace_back();
      query.array = id;
      query.block = 0;
    }
}

void merge(verdict::ClassResult& into, verdict::ClassResult&& from) {
  for (auto& [property, one] : from.properties) {
    const auto [entry, is_new] = into.properties.try_emplace(property, one);
    if (is_new) continue;
    verdict::PropertyResult& both = entry->second;
    both.verdict = verdict::worse(both.verdict, one.verdict);
    if (both.reason.empty()) both.reason = one.reason;
    both.causes.insert(both.causes.end(), one.causes.begin(), one.causes.end());
  }
  for (verdict::Finding& finding : from.findings)
    if (std::ranges::none_of(into.findings, [&](const auto& one) { return one.id == finding.id; }))
      into.findings.push_back(std::move(finding));
  for (std::string& text : from.assumptions)
    if (std::ranges::find(into.assumptions, text) == into.assumptions.end())
      into.assumptions.push_back(std::move(text));
  for (const verdict::SourceLocation& place : from.unreachable)
    if (std::ranges::find(into.unreachable, place) == into.unreachable.end())
      into.unreachable.push_back(place);
  into.questions += from.questions;
  into.settled += from.settled;
}

// A caller that used a violated contract proved nothing, and may not have examined everything.
void leave_open(verdict::ClassResult& result) {
  const std::string why = "it rests on what contracts of functions say, which was not all shown";
  for (auto& [property, into] : result.properties) {
    into.causes.push_back({verdict::Cause::Contract, why, {}});
    if (into.verdict != Verdict::Verified) continue;
    into.verdict = Verdict::Unknown;
    into.reason = why;
  }
}

// Nobody gets there.
void leave_out(const KernelModel& procedure, verdict::ClassResult& result) {
  for (const model::Site& site : procedure.sites)
    if (!site.is_elsewhere && !site.observes && site.call == kNone)
      result.unreachable.push_back(symbolic::location(procedure, site.location, "unreachable"));
  const bool claims = std::ranges::any_of(procedure.annotations, [](const model::Annotation& one) {
    return one.kind == model::AnnotationKind::Assertion || one.kind == model::AnnotationKind::Invariant ||
           one.kind == model::AnnotationKind::GlobalAssertion;
  });
  const auto [entry, is_new] = claims ? result.properties.try_emplace(verdict::Property::Assertion)
                                      : std::pair{result.properties.end(), false};
  if (is_new) entry->second.verdict = Verdict::Verified;
}

}  // namespace

Place place_of(const KernelModel& part, model::LocationId location) {
  if (location == kNone) return {};
  const model::Location& from = part.locations[location];
  return {from.file, from.line, from.column, from.function};
}

ArrayName name_of(const model::Array& array) {
  return {array.parameter, array.memory, array.name};
}

bool EntryLogs::may_hold(const KernelModel& kernel, const Memory& memory, std::uint32_t region,
                         LogKind kind) const {
  if (any) return true;
  for (ArrayId id = 1; id < kernel.arrays.size(); ++id)
    if (memory.region_of(id) == region && some.contains({name_of(kernel.arrays[id]), kind})) return true;
  return false;
}

bool EntryLogs::may_be(const KernelModel& kernel, model::SiteId site, LogKind kind) const {
  return std::ranges::any_of(kernel.sites[site].arrays, [&](ArrayId array) {
    const auto found = some.find({name_of(kernel.arrays[array]), kind});
    return found != some.end() && found->second.contains(place_of(kernel, kernel.sites[site].location));
  });
}

model::ModularKernel with_summaries(const model::ModularKernel& kernel) {
  model::ModularKernel result = kernel;
  std::vector<Summary> summaries(kernel.procedures.size());
  Summary all = own_summary(kernel.kernel);
  // Procedures come before those that they call.
  for (std::size_t i = kernel.procedures.size(); i-- > 0;) {
    summaries[i] = own_summary(kernel.procedures[i]);
    for (const model::Call& call : kernel.procedures[i].calls) summaries[i].add(summaries[call.procedure]);
    all.add(summaries[i]);
  }
  summarise_calls(result.kernel, summaries, kernel.procedures);
  add_elsewhere(result.kernel, all);
  for (std::size_t i = 0; i < result.procedures.size(); ++i) {
    KernelModel& part = result.procedures[i];
    // All work-items that reach its barriers come together, or none does.
    if (summaries[i].meets) part.values[part.enabled].literal = 1;
    summarise_calls(part, summaries, kernel.procedures);
    add_elsewhere(part, all);
  }
  return result;
}

void verify_parts(const model::ModularKernel& kernel, const symbolic::Options& limits, const Options& options,
                  const VerifyPart& verify, verdict::ClassResult& result) {
  const auto deadline = effort::Clock::now() + limits.time;
  const model::ModularKernel parts = with_summaries(kernel);
  Options of_parts = options;
  // These examine the whole kernel between its barriers.
  of_parts.is_adversarial = true;
  of_parts.left_out.insert({Optimisation::BarrierIntervals, Optimisation::RedundantReads});
  std::vector<ProcedureEntry> entries(parts.procedures.size());
  bool is_broken = false;
  const auto add = [&](const KernelModel& part, const ProcedureEntry* entry, verdict::ClassResult& into) {
    symbolic::Options left = limits;
    left.time =
        std::max(std::chrono::milliseconds(1),
                 std::chrono::duration_cast<std::chrono::milliseconds>(deadline - effort::Clock::now()));
    Part notes{entry, &entries, false};
    verify(part, left, of_parts, notes, into);
    is_broken = is_broken || notes.is_broken;
  };
  add(parts.kernel, nullptr, result);
  for (std::size_t i = 0; i < parts.procedures.size(); ++i) {
    const EntryLogs& of_one = entries[i][static_cast<std::size_t>(Pairing::One)];
    if (!of_one.any && !of_one.apart) {
      leave_out(parts.procedures[i], result);
      continue;
    }
    verdict::ClassResult of_procedure;
    add(parts.procedures[i], &entries[i], of_procedure);
    merge(result, std::move(of_procedure));
  }
  if (is_broken) leave_open(result);
}

}  // namespace launchproof::two_thread
