#include "verify/symbolic/lowering/lowering.h"

#include <algorithm>
#include <string>
#include <utility>

#include "verify/model/padding.h"
#include "verify/symbolic/terms/operation.h"

namespace launchproof::symbolic {

using model::BlockId;
using model::kNone;
using model::LoopId;
using model::Op;
using model::Value;
using model::ValueId;
using smt::Term;
using verdict::Cause;

Lowering::Lowering(const LaunchSetting& setting)
    : d_setting(setting), d_store(setting.store), d_phi(setting.kernel.values.size(), nullptr) {
  for (const model::Block& block : setting.kernel.blocks)
    for (const model::Phi& phi : block.phis) d_phi[phi.value] = &phi;
}

void Lowering::keep_time() {
  constexpr unsigned kStepsBetweenLooks = 64;
  if (++d_steps % kStepsBetweenLooks == 0 && d_setting.is_over()) throw OutOfTime{};
}

bool Lowering::is_carried(const Value& value) const {
  if (value.op != Op::Phi) return false;
  const LoopId loop = d_setting.kernel.blocks[value.block].loop;
  return loop != kNone && d_setting.kernel.loops[loop].header == value.block;
}

Term Lowering::value(const Value& value, ValueId id, Computation& at) {
  switch (value.op) {
    case Op::Phi:
      return merged(value, id, at);
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
    case Op::SubGroup:
    case Op::Pipe:
      return leaf(value, at);
    default:
      return operation_of(value, at);
  }
}

Term Lowering::leaf(const Value& value, Computation& at) {
  switch (value.op) {
    case Op::Undefined: {
      Unknown why{Cause::UndefinedValue, "a value that the program leaves undefined", value.location};
      if (!model::is_padding(value)) return at.unknown("undefined", why);
      why.detail = "what is stored into the padding of a vector of three components";
      return d_setting.unknowns.value("padding." + std::to_string(value.width), value.width, why);
    }
    case Op::Parameter:
      return parameter(value, at);
    case Op::SubGroup: {
      const auto what = static_cast<model::SubGroupValue>(value.index);
      if (what != model::SubGroupValue::Result) return at.item().division->value(what);
      return at.unknown("sub_group", {Cause::CollectiveResult, "what the work-items of a sub-group exchange",
                                      value.location});
    }
    case Op::Pipe:
      return at.unknown("pipe", {Cause::PipeContents, "what a pipe holds or has room for", value.location});
    default:
      return launch_value(d_store, value, at.item(), d_setting.launch, d_setting.facts);
  }
}

Term Lowering::parameter(const Value& value, const Computation& at) {
  const model::Parameter& parameter = d_setting.kernel.parameters[value.index];
  const std::string& name = parameter.name;
  if (const auto free = d_setting.launch.free_value(value.index))
    d_setting.unknowns.note(*free, {Cause::ValueNotGiven, "the value of `" + name + "` is left open",
                                    value.location, value.index, 0, at.is_promised(value.index)});
  if (const auto given = d_setting.launch.value(value.index, value.literal, value.width)) return *given;
  if (parameter.kind == model::ParameterKind::Image) {
    const auto field = static_cast<model::ImageField>(value.literal);
    const bool size = field < model::ImageField::ChannelType || field > model::ImageField::BorderAlpha;
    return d_setting.unknowns.value(
        "image." + name + "." + std::to_string(value.literal), value.width,
        {size ? Cause::SizeNotKnown : Cause::ImageFormat,
         std::string(size ? "the size" : "the format") + " of `" + name + "` is not given", value.location});
  }
  const std::string full =
      "argument." + name + (value.literal == 0 ? "" : "." + std::to_string(value.literal));
  return d_setting.unknowns.value(full + "." + std::to_string(value.width), value.width,
                                  {Cause::ValueNotGiven, "the value of `" + name + "` is not given",
                                   value.location, value.index, value.literal, at.is_promised(value.index)});
}

Term Lowering::operation_of(const Value& value, Computation& at) {
  std::vector<Term> x;
  x.reserve(value.operands.size());
  for (const ValueId operand : value.operands) x.push_back(at.value(operand));
  if (const Term known = at.operation(value, x)) return known;
  if (value.op == Op::Function) return function(value, std::move(x), at);
  const auto undefined = [&] {
    return at.unknown(
        "undefined",
        {Cause::UndefinedValue,
         "the result of a division by zero or beyond the type, or of an over-wide shift", value.location});
  };
  if (const Term result = operation(d_store, value, x, undefined)) return result;
  return at.unknown("operation", {Cause::UnsupportedConstruct, "an operation", value.location});
}

// Selects by the conditions of paths from the immediate dominator to each incoming edge; the last edge needs
// no condition.
Term Lowering::merged(const Value& value, ValueId id, Computation& at) {
  const model::KernelModel& kernel = d_setting.kernel;
  const LoopId region = kernel.blocks[value.block].loop;
  const model::Block& block = kernel.blocks[value.block];
  const std::vector<ValueId>& incoming = phi(id).incoming;
  std::vector<Term> values;
  values.reserve(incoming.size());
  for (const ValueId in : incoming) values.push_back(at.value(in));
  if (std::ranges::all_of(values, [&](Term one) { return one == values.front(); })) return values.front();
  const BlockId top = d_setting.graph.immediate_dominator(region, value.block);
  Term result = values.back();
  for (std::size_t i = incoming.size() - 1; i-- > 0;) {
    const BlockId from = block.predecessors[i];
    std::uint32_t successor = 0;
    // A block may branch here through both edges, which carry the same value.
    while (kernel.blocks[from].successors[successor] != value.block) ++successor;
    const Term taken =
        d_store.and_(path(top, d_setting.graph.node(region, from), at), at.this_edge(from, successor));
    result = d_store.ite(taken, values[i], result);
  }
  return result;
}

Term Lowering::path(BlockId from, BlockId to, Computation& at) {
  const analysis::FlowGraph& graph = d_setting.graph;
  const LoopId region = at.region();
  if (from == to || graph.postdominates(region, to, from)) return d_store.true_();
  const auto key = std::tuple{from, to, at.place()};
  if (const auto found = d_paths.find(key); found != d_paths.end()) return found->second;
  keep_time();
  Term result;
  const BlockId top = graph.immediate_dominator(region, to);
  if (top != from && graph.dominates(region, from, top)) {
    result = d_store.and_(path(from, top, at), path(top, to, at));
  } else {
    std::vector<Term> ways;
    for (const analysis::FlowGraph::Edge& in : graph.incoming(region, to)) {
      if (!graph.dominates(region, from, in.source_node)) continue;
      ways.push_back(d_store.and_(path(from, in.source_node, at), at.edge(in.from, in.successor)));
    }
    result = d_store.or_(ways);
  }
  d_paths.emplace(key, result);
  return result;
}

Term Lowering::address(const Value& read, model::ArrayId array, Term offset) {
  const model::Site& site = d_setting.kernel.sites[read.index];
  const std::uint64_t origin = d_setting.regions.placement(array).origin;
  return d_store.add(offset, d_store.bv(origin + read.literal * site.component_bytes, offset.width()));
}

Term Lowering::contents(const Value& read, model::ArrayId array, Term offset, unsigned bits,
                        std::string why) {
  const model::Site& site = d_setting.kernel.sites[read.index];
  const std::string name = "contents." + std::to_string(d_setting.regions.placement(array).region) + "." +
                           std::to_string(site.component_bytes);
  d_setting.unknowns.function(name, {Cause::ContentsNotRecorded, std::move(why), site.location,
                                     d_setting.kernel.arrays[array].parameter});
  const std::vector<Term> at{address(read, array, offset)};
  return d_store.zext(d_store.apply(name, at, bits), site.component_bytes * 8);
}

}  // namespace launchproof::symbolic
