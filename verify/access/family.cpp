#include "verify/access/family.h"

#include <algorithm>
#include <iterator>

#include "verify/access/checks/session.h"
#include "verify/access/checks/settle_counters.h"
#include "verify/access/evaluator/family_run.h"
#include "verify/access/questions/needed_facts.h"
#include "verify/analysis/deciding_values.h"
#include "verify/analysis/opaque_recurrences.h"
#include "verify/effort/clock.h"

namespace launchproof::access {

using model::kNone;
using symbolic::Fact;
using symbolic::FactKind;
using symbolic::Family;
using symbolic::image_of;
using symbolic::LaunchTerms;
using symbolic::Unknowns;
using symbolic::value_of;

namespace {

bool has_site(const model::KernelModel& kernel, model::ArrayId array) {
  return std::any_of(kernel.sites.begin(), kernel.sites.end(), [&](const model::Site& site) {
    return std::find(site.arrays.begin(), site.arrays.end(), array) != site.arrays.end();
  });
}

std::string quoted(const std::string& name) {
  return "`" + name + "`";
}

// Adds facts on which the launches agree and on which the engine depends: local size, nulls, shared objects.
// They are not freed.
void add_fixed_facts(const model::KernelModel& kernel, const model::LaunchFacts& facts, bool local_size_open,
                     std::vector<std::string>& into) {
  if (!local_size_open && facts.open.local == model::OpenSizes().local) {
    std::string text = "local size = " + std::to_string(facts.local_size[0]);
    if (facts.work_dim > 1) text = "local size = (" + std::to_string(facts.local_size[0]);
    for (std::uint32_t d = 1; d < facts.work_dim; ++d) text += ", " + std::to_string(facts.local_size[d]);
    into.push_back(text + (facts.work_dim > 1 ? ")" : "") + " (not minimised)");
  }
  for (std::uint32_t i = 0; i < kernel.parameters.size() && i < facts.arguments.size(); ++i) {
    const model::ArrayId array = kernel.parameters[i].array;
    if (array == kNone || !has_site(kernel, array)) continue;
    const std::string name = quoted(kernel.parameters[i].name);
    if (std::holds_alternative<model::NullArgument>(facts.arguments[i]))
      into.push_back(name + " is null (not minimised)");
    const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments[i]);
    if (buffer != nullptr && buffer->before != 0)
      into.push_back(name + " points " + std::to_string(buffer->before) +
                     " bytes into its memory (not minimised)");
    if (buffer != nullptr && buffer->access != model::KernelAccess::ReadWrite)
      into.push_back(name +
                     (buffer->access == model::KernelAccess::ReadOnly ? " is read-only" : " is write-only") +
                     " for kernels (not minimised)");
    for (std::uint32_t j = 0; j < i && buffer != nullptr; ++j) {
      const auto* other = std::get_if<model::BufferArgument>(&facts.arguments[j]);
      if (other == nullptr || other->object != buffer->object ||
          !has_site(kernel, kernel.parameters[j].array))
        continue;
      std::string text = quoted(kernel.parameters[j].name) + " and " + name + " are one memory object";
      if (other->origin != buffer->origin)
        text += ", from bytes " + std::to_string(other->origin) + " and " + std::to_string(buffer->origin);
      into.push_back(text + " (not minimised)");
    }
  }
}

std::vector<std::string> needed_facts(const Session& session, const FamilyRun& run, const LaunchTerms& launch,
                                      const FamilyOptions& options) {
  const model::KernelModel& kernel = session.context.kernel;
  const model::LaunchFacts& facts = session.context.facts;
  std::vector<std::string> result;
  add_fixed_facts(kernel, facts, options.local_size_open, result);
  for (const Fact& fact : launch.constants()) {
    std::string text = constant_in_words(kernel, facts, fact, false);
    if (!text.empty()) result.push_back(std::move(text));
  }
  for (std::size_t i = 0; i < launch.variables().size(); ++i) {
    const FamilyProver::Need need = run.prover.need(i);
    if (need.any) result.push_back(in_words(kernel, facts, launch.variables()[i], need));
  }
  for (const auto& [x, y] : run.disjoint)
    result.push_back(quoted(kernel.arrays[x].name) + " and " + quoted(kernel.arrays[y].name) +
                     " share no memory");
  return result;
}

}  // namespace

std::vector<std::string> facts_read(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                    bool local_size_open) {
  std::vector<std::string> result;
  add_fixed_facts(kernel, facts, local_size_open, result);
  std::set<Fact> read;
  for (unsigned d = 0; d < 3; ++d) read.insert({FactKind::Groups, d, 0, kernel.address_bits});
  for (const model::Value& value : kernel.values) {
    if (value.op == model::Op::GlobalOffset)
      read.insert({FactKind::Offset, value.index, 0, kernel.address_bits});
    if (value.op == model::Op::Parameter) {
      const model::ImageShape* image = image_of(facts, value.index);
      const std::uint64_t byte = image != nullptr ? image->origin_of(value.literal) : value.literal;
      read.insert({FactKind::Value, value.index, byte, (value.width + 7U) / 8U * 8U});
    }
  }
  std::vector<std::uint32_t> buffers;
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i) {
    const model::ArrayId array = kernel.parameters[i].array;
    if (array == kNone || !has_site(kernel, array)) continue;
    if (kernel.arrays[array].image) continue;  // its sizes determine it
    for (const FactKind kind : {FactKind::BufferBytes, FactKind::LocalBytes})
      read.insert({kind, i, 0, kernel.address_bits});
    if (i < facts.arguments.size() && std::holds_alternative<model::BufferArgument>(facts.arguments[i]))
      buffers.push_back(i);
  }
  for (const Fact& fact : read) {
    if (!value_of(fact, facts)) continue;
    std::string text = constant_in_words(kernel, facts, fact, false);
    if (!text.empty()) result.push_back(std::move(text));
  }
  std::vector<std::string> apart;
  bool all_apart = true;
  for (const std::uint32_t a : buffers)
    for (const std::uint32_t b : buffers) {
      if (a >= b) continue;
      if (std::get<model::BufferArgument>(facts.arguments[a]).object ==
          std::get<model::BufferArgument>(facts.arguments[b]).object)
        all_apart = false;
      else
        apart.push_back(quoted(kernel.parameters[a].name) + " and " + quoted(kernel.parameters[b].name) +
                        " share no memory (not minimised)");
    }
  if (all_apart && apart.size() > 1) apart = {"no two of the buffers share memory (not minimised)"};
  result.insert(result.end(), apart.begin(), apart.end());
  return result;
}

FamilyAnswer verify_family(const model::KernelModel& kernel, const Family& family, smt::TermStore& store,
                           smt::Solver& solver, const FamilyOptions& options) {
  const auto begin = effort::Clock::now();
  const model::LaunchFacts& facts = *family.front();
  const analysis::FlowGraph graph(kernel);
  const analysis::MemoryRegions regions(kernel, facts);
  const analysis::StableReads stable(graph, regions,
                                     options.engine.warp_sync > 1 || model::uses_numbered_phases(kernel));
  analysis::Counters counters(graph, regions);
  const analysis::Uniformity uniformity(graph, regions, stable);
  Environments environments;
  Unknowns unknowns(store);
  LaunchTerms launch(store, kernel, family, options.pinned, options.pin_equal);
  FamilyProver::Limits limits;
  limits.question = options.engine.question_time;
  limits.deadline = begin + options.engine.time;
  limits.minimise = options.minimise;
  limits.work = options.work;
  limits.memory_mib = options.engine.memory_mib;
  FamilyRun run{
      FamilyProver(
          store, solver, launch, family.size(),
          [&](const LaunchTerms::Variable& variable) { return domain_of(kernel, variable); }, limits),
      options.tolerate_benign,
      {},
      family.size() == 1};
  const std::vector<bool> decides = analysis::deciding_values(kernel);
  const std::vector<bool> opaque = analysis::opaque_recurrences(graph);
  const AnnotationsInUse annotations = AnnotationsInUse::of(kernel, options.engine);
  Context context{{kernel, facts, graph, regions, uniformity, store, unknowns, launch, limits.deadline},
                  stable,
                  counters,
                  decides,
                  opaque,
                  environments,
                  &run,
                  annotations};
  FamilyAnswer answer;
  // The proof would include a launch that violates a precondition. A single launch was checked before.
  if (family.size() > 1 && analysis::has_exclusions(kernel)) return answer;
  answer.result.kernel = kernel.name;
  Lessons lessons;
  try {
    settle_counters(context, solver, options.engine, lessons);
  } catch (const OutOfTime&) {
    return answer;
  }
  Session session(context, solver, options.engine, lessons, answer.result);
  try {
    ask_everything(session);
  } catch (const NothingLeft&) {
    for (const std::size_t i : run.prover.failed_with()) answer.failed.push_back(launch.variables()[i].fact);
    answer.work = run.prover.spent();
    return answer;
  } catch (const OutOfTime&) {
    answer.work = run.prover.spent();
    return answer;
  }
  answer.work = run.prover.spent();
  verdict::conclude(answer.result, options.engine.strict);
  if (answer.result.verdict == verdict::Verdict::Verified) {
    // This holds by construction; and nothing is proved about a launch that does not satisfy it.
    std::ranges::copy_if(run.prover.alive(), std::back_inserter(answer.covered),
                         [&](std::size_t i) { return run.prover.admits(i); });
    const std::vector<std::string> needed = needed_facts(session, run, launch, options);
    answer.result.facts = needed;
    for (std::size_t i = 0; i < launch.variables().size(); ++i)
      answer.needs.emplace_back(launch.variables()[i].fact, run.prover.need(i));
    answer.pinned.insert(launch.constants().begin(), launch.constants().end());
  }
  answer.result.questions = run.prover.questions();
  answer.result.settled = session.queries.settled();
  answer.result.seconds = std::chrono::duration<double>(effort::Clock::now() - begin).count();
  return answer;
}

}  // namespace launchproof::access
