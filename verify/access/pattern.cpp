#include "verify/access/pattern.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "verify/access/checks/one_launch.h"
#include "verify/access/questions/findings.h"
#include "verify/effort/clock.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::access {
namespace {

using model::kNone;
using smt::Bits;
using smt::Term;
using symbolic::Options;
using symbolic::WorkItem;

constexpr std::size_t kMostItems = 16, kMostSites = 8;
// Omits larger kernels, which bounds the time taken.
constexpr std::size_t kMostValues = 4'000, kMostTerms = 40'000;

std::vector<std::array<std::uint64_t, 3>> first_items(const model::LaunchFacts& facts) {
  std::array<std::uint64_t, 3> size{};
  for (unsigned d = 0; d < 3; ++d) size[d] = std::min(facts.local_size[d], facts.global_size[d]);
  std::vector<std::array<std::uint64_t, 3>> ids;
  for (std::uint64_t z = 0; z < size[2]; ++z)
    for (std::uint64_t y = 0; y < size[1]; ++y)
      for (std::uint64_t x = 0; x < size[0]; ++x) {
        if (ids.size() == kMostItems) return ids;
        ids.push_back({x, y, z});
      }
  return ids;
}

// Memory that work-items share, at a place whose address the model gives.
bool is_drawable(const model::KernelModel& kernel, const model::Site& site) {
  if (site.observes || site.arrays.size() != 1 || site.copy != kNone || site.queue != kNone ||
      !site.awaited.empty() || site.inside != kNone)
    return false;
  const model::Memory memory = kernel.arrays[site.arrays.front()].memory;
  return memory == model::Memory::Global || memory == model::Memory::Local;
}

// The values of terms over ids for the first work-items.
class FirstItems {
 public:
  FirstItems(smt::TermStore& store, const WorkItem& item, std::vector<std::array<std::uint64_t, 3>> ids)
      : d_store(store), d_ids(std::move(ids)) {
    for (unsigned d = 0; d < 3; ++d) {
      d_local[d] = d_store.variables(item.local_id[d]);
      d_known.insert(d_local[d].begin(), d_local[d].end());
      for (const Term variable : d_store.variables(item.group_id[d])) d_known.insert(variable);  // 0
    }
    for (const std::array<std::uint64_t, 3>& id : d_ids) {
      smt::Model& model = d_models.emplace_back();
      for (unsigned d = 0; d < 3; ++d)
        for (const Term variable : d_local[d]) model.set(variable, id[d]);
    }
  }

  bool knows(Term term) const {
    return d_store.applications(term).empty() &&
           std::ranges::all_of(d_store.variables(term), [&](Term one) { return d_known.contains(one); });
  }
  Bits of(std::size_t number, Term term) const { return d_models[number].evaluate(term); }
  const std::vector<std::array<std::uint64_t, 3>>& ids() const { return d_ids; }

 private:
  smt::TermStore& d_store;
  std::vector<std::array<std::uint64_t, 3>> d_ids;
  std::array<std::vector<Term>, 3> d_local;
  std::vector<smt::Model> d_models;  // by work-item
  std::unordered_set<Term> d_known;
};

const char* word(model::AccessKind kind) {
  switch (kind) {
    case model::AccessKind::Read:
      return "read";
    case model::AccessKind::Write:
      return "write";
    case model::AccessKind::Atomic:
      break;
  }
  return "atomic";
}

// Returns the first iteration of each loop around the block.
EnvironmentId first_iteration(const Context& context, model::BlockId block) {
  EnvironmentId inside = kOutside;
  for (const model::LoopId loop : context.graph.chain(context.kernel.blocks[block].loop))
    inside = context.environments.enter(inside, loop, context.store.bv(0, 64));
  return inside;
}

std::optional<verdict::PatternSite> site_pattern(Context& context, Evaluator& evaluator,
                                                 const FirstItems& items, const Findings& build,
                                                 const model::Site& site) {
  const EnvironmentId environment = first_iteration(context, site.block);
  const Term reached = evaluator.reach(site.block, environment);
  if (!items.knows(reached)) return std::nullopt;
  const Term offset = evaluator.value(site.offset, environment);
  if (!items.knows(offset)) return std::nullopt;
  verdict::PatternSite result;
  result.location = build.location(site.location, "");
  result.access = word(site.kind);
  result.array = context.kernel.arrays[site.arrays.front()].name;
  result.bytes = site.bytes;
  result.first_iteration = environment != kOutside;
  const unsigned width = offset.width();
  for (std::size_t i = 0; i < items.ids().size(); ++i) {
    if (items.of(i, reached) == 0) {
      result.offsets.emplace_back();
      continue;
    }
    const Bits byte = items.of(i, offset);
    // Accesses before the pointer itself, as in a sub-buffer, are not drawn.
    if (byte >> (width - 1) != 0) return std::nullopt;
    result.offsets.emplace_back(static_cast<std::uint64_t>(byte));
  }
  return result;
}

}  // namespace

std::optional<verdict::AccessPattern> access_pattern(const model::KernelModel& kernel,
                                                     const model::LaunchFacts& facts, smt::TermStore& store,
                                                     const Options& options) {
  if (facts.open.any() || kernel.values.size() > kMostValues || !kernel.unsupported.empty()) return {};
  // The device decides to which sub-group a work-item belongs.
  if (model::uses_sub_groups(kernel)) return {};
  OneLaunch analysed(kernel, facts, store, options, effort::Clock::now() + options.time);
  Context& context = analysed.context();
  const Findings build(context);
  Evaluator evaluator(context, WorkItem::make(store, facts, context.launch, kernel.address_bits, "s", "g"));
  const FirstItems items(store, evaluator.item(), first_items(facts));
  verdict::AccessPattern pattern{.local_ids = items.ids(), .sites = {}};
  const std::size_t before = store.size();
  for (const model::Site& site : kernel.sites) {
    const model::Memory memory = kernel.arrays[site.arrays.back()].memory;
    if (site.observes || memory == model::Memory::Private || memory == model::Memory::Constant) continue;
    std::optional<verdict::PatternSite> drawn;
    const bool room = pattern.sites.size() < kMostSites && store.size() - before < kMostTerms;
    try {
      if (room && is_drawable(kernel, site)) drawn = site_pattern(context, evaluator, items, build, site);
    } catch (const OutOfTime&) {
      return {};
    }
    if (!drawn)
      ++pattern.left_out;
    else if (std::ranges::any_of(drawn->offsets, [](const auto& one) { return one.has_value(); }))
      pattern.sites.push_back(std::move(*drawn));
  }
  if (pattern.sites.empty()) return {};
  return pattern;
}

}  // namespace launchproof::access
