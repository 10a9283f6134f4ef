// Conditions of paths.
#include <string_view>

#include "verify/access/evaluator/evaluator.h"
#include "verify/analysis/preconditions.h"

namespace launchproof::access {

using analysis::ExitEdge;
using analysis::FlowGraph;
using model::BlockId;
using model::kNone;
using model::LoopId;
using smt::Term;
using symbolic::LaunchTerms;

namespace {

bool several_groups(LaunchTerms& launch) {
  for (unsigned d = 0; d < 3; ++d)
    if (launch.most_groups(d) > 1) return true;
  return false;
}

// Returns whether it is what some work-items of a sub-group exchange, maybe another one's result.
bool is_exchanged_by_some(Term application) {
  return std::string_view(application->name).find(".exchange.") != std::string_view::npos;
}

}  // namespace

Term Evaluator::path(BlockId from, BlockId to, EnvironmentId environment) {
  Here here(*this, kNone, environment);
  return d_lowering.path(from, to, here);
}

Term Evaluator::edge(BlockId block, std::uint32_t successor, EnvironmentId environment) {
  const FlowGraph& graph = d_context.graph;
  const LoopId nested = graph.child_containing(d_context.environments.at(environment).loop, block);
  if (nested != kNone) {
    // A loop with one exit is left through it (loops are assumed to end).
    const std::vector<ExitEdge>& exits = graph.exits(nested);
    bool only = true;
    for (const ExitEdge& exit : exits) only = only && exit.to == exits.front().to;
    if (only) return d_store.true_();
  }
  return this_edge(block, successor, environment);
}

Term Evaluator::this_edge(BlockId block, std::uint32_t successor, EnvironmentId environment) {
  const FlowGraph& graph = d_context.graph;
  const LoopId nested = graph.child_containing(d_context.environments.at(environment).loop, block);
  if (nested == kNone) {
    const model::Block& b = d_context.kernel.blocks[block];
    if (b.successors.size() < 2 || b.successors[0] == b.successors[1]) return d_store.true_();
    for (std::uint32_t way = 0; way < b.successors.size(); ++way) {
      const std::uint32_t annotation = d_context.kernel.blocks[b.successors[way]].excluded_by;
      if (annotation != kNone && analysis::is_ignored(d_context.annotations.ignored, annotation))
        return d_store.boolean(successor != way);
    }
    const Term condition = value(b.condition, environment);
    return successor == 0 ? condition : d_store.not_(condition);
  }
  if (graph.exits(nested).size() == 1) return d_store.true_();
  const EnvironmentId last =
      d_context.environments.enter(environment, nested, exit_counter(nested, environment));
  return d_store.and_(arrive(block, last), this_edge(block, successor, last));
}

Term Evaluator::arrive(BlockId block, EnvironmentId environment) {
  const FlowGraph& graph = d_context.graph;
  const LoopId region = d_context.environments.at(environment).loop;
  const Term here = path(graph.start(region), graph.node(region, block), environment);
  const LoopId nested = graph.child_containing(region, block);
  if (nested == kNone) return here;
  return d_store.and_(here, arrive(block, d_context.environments.enter(environment, nested,
                                                                       exit_counter(nested, environment))));
}

// Returns the condition that control reaches the start of the region of `environment` in the iterations that
// it names.
Term Evaluator::enter(EnvironmentId environment) {
  const Environment& e = d_context.environments.at(environment);
  if (e.loop == kNone) return d_store.true_();
  const LoopId outer = d_context.environments.at(e.parent).loop;
  const BlockId header = d_context.kernel.loops[e.loop].header;
  const EnvironmentId parent = e.parent;
  const Term entered = path(d_context.graph.start(outer), header, parent);
  return d_store.and_(d_store.and_(enter(parent), entered), iterates(environment));
}

Term Evaluator::reach(BlockId block, EnvironmentId environment) {
  const LoopId region = d_context.environments.at(environment).loop;
  return d_store.and_(enter(environment), path(d_context.graph.start(region), block, environment));
}

Term Evaluator::descend(BlockId block, EnvironmentId inner, EnvironmentId outer) {
  if (inner == outer) return d_store.true_();
  const Environment& here = d_context.environments.at(inner);
  const LoopId loop = here.loop;
  const EnvironmentId parent = here.parent;
  const Term above = descend(d_context.kernel.loops[loop].header, parent, outer);
  return d_store.and_(d_store.and_(above, iterates(inner)), path(d_context.graph.start(loop), block, inner));
}

EnvironmentId Evaluator::enter_all(BlockId block, EnvironmentId outer, const std::string& name) {
  EnvironmentId result = outer;
  for (LoopId loop : d_context.graph.chain(d_context.kernel.blocks[block].loop)) {
    if (d_context.graph.encloses(loop, d_context.environments.at(result).loop)) continue;
    result =
        d_context.environments.enter(result, loop, counter(loop, result, name + "." + std::to_string(loop)));
  }
  return result;
}

Term Evaluator::define(Term counter, LoopId loop, EnvironmentId outer) {
  const LoopId region = d_context.environments.at(outer).loop;
  const BlockId header = d_context.kernel.loops[loop].header;
  const Term entered = d_store.and_(enter(outer), path(d_context.graph.start(region), header, outer));
  const EnvironmentId last = d_context.environments.enter(outer, loop, counter);
  std::vector<Term> ways;
  for (const ExitEdge& exit : d_context.graph.exits(loop))
    ways.push_back(d_store.and_(arrive(exit.from, last), edge(exit.from, exit.successor, last)));
  return d_store.implies(entered, d_store.and_(iterates(last), d_store.or_(ways)));
}

std::vector<Term> Evaluator::definitions(const std::vector<Term>& terms, Evaluator* peer) {
  std::vector<Term> work(terms);
  std::vector<Term> result;
  std::unordered_set<Term> seen;
  std::unordered_set<EnvironmentId> told;
  while (!work.empty()) {
    const Term term = work.back();
    work.pop_back();
    for (const Term application : d_store.applications(term)) {
      if (const auto known = d_defined.find(application);
          known != d_defined.end() && seen.insert(application).second)
        result.push_back(known->second);
      const bool is_told =
          d_exchanged.contains(application) || (!d_exchanged.empty() && is_exchanged_by_some(application));
      if (is_told && seen.insert(application).second) {
        result.push_back(own_part(application));
        work.push_back(result.back());
      }
    }
    for (const Term variable : d_store.variables(term)) {
      if (const auto bound = d_bounds.find(variable); bound != d_bounds.end() && seen.insert(variable).second)
        result.push_back(bound->second);
      if (const auto carried = d_carried.find(variable);
          carried != d_carried.end() && told.insert(carried->second).second)
        for (const Term fact : loop_facts(carried->second)) {
          result.push_back(fact);
          work.push_back(fact);
        }
      if (const auto own = d_own_writes.find(variable);
          own != d_own_writes.end() && seen.insert(variable).second) {
        const auto [read, environment] = own->second;
        result.push_back(d_store.implies(variable, wrote_before(read, environment)));
        work.push_back(result.back());
      }
      if (const auto asked = d_accessed.find(variable);
          asked != d_accessed.end() && seen.insert(variable).second) {
        const bool one_group =
            peer == nullptr ? !several_groups(d_context.launch) : peer->item().group_tag == d_item.group_tag;
        result.push_back(chosen_access(asked->second.first, asked->second.second, one_group));
        work.push_back(result.back());
      }
      if (const auto other = d_others.find(variable);
          peer != nullptr && other != d_others.end() && seen.insert(variable).second) {
        result.push_back(d_store.eq(variable, peer->value(other->second, kOutside)));
        work.push_back(result.back());
      }
      const auto found = d_exit_variables.find(variable);
      if (found == d_exit_variables.end() || !seen.insert(variable).second) continue;
      result.push_back(define(variable, found->second.first, found->second.second));
      work.push_back(result.back());
    }
  }
  return result;
}

}  // namespace launchproof::access
