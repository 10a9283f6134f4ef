#include "verify/scans/sums_at_read.h"

#include <algorithm>
#include <map>

#include "verify/scans/every_size.h"
#include "verify/scans/interval_run.h"
#include "verify/scans/kernel_before.h"
#include "verify/scans/parts.h"

namespace launchproof::scans {

using access::PrefixSum;
using access::SumsInArray;
using model::LaunchFacts;
using model::SiteId;

namespace {

constexpr std::uint64_t kStepsOfGroup = 4'000'000;
constexpr std::uint64_t kSizeToGuess = 8;

bool has_whole_groups(const LaunchFacts& facts) {
  for (unsigned d = 0; d < 3; ++d)
    if (facts.local_size[d] == 0 || facts.global_size[d] % facts.local_size[d] != 0) return false;
  return true;
}

// Returns how the lengths of the sums in a run depend on the element, where they do so in one way. Cells are
// in order.
std::vector<SumsInArray> sums_in(const GroupRun& run, std::uint64_t first, std::uint32_t bytes) {
  std::vector<SumsInArray> result;
  for (const auto& [at, content] : run.cells) {
    const std::uint64_t element = at / bytes;
    std::int64_t length = 0;
    if (content.known == Known::Stretch) {
      if (content.first != first || content.is_extended || content.bits != 8 * bytes) continue;
      length = static_cast<std::int64_t>(content.last + 1 - first);
    } else if (content.known != Known::Number || !content.number.is_constant() || content.number->value != 0) {
      continue;
    }
    const std::int64_t shift = static_cast<std::int64_t>(element) - length;
    // A zero is the sum of nothing.
    if (!result.empty() && result.back().high + 1 == element && result.back().shift == shift)
      result.back().high = element;
    else
      result.push_back({element, element, shift});
  }
  // Single elements are hardly worth their facts.
  std::erase_if(result, [](const SumsInArray& part) { return part.low == part.high; });
  std::ranges::sort(result, [](const auto& a, const auto& b) { return a.high - a.low > b.high - b.low; });
  if (result.size() > 2) result.resize(2);
  return result;
}

class Finder {
 public:
  Finder(const model::KernelModel& kernel, const LaunchFacts& facts, smt::TermStore& store,
         smt::Solver& solver, const symbolic::Options& options)
      : d_kernel(kernel), d_facts(facts), d_regions(kernel, facts), d_store(store), d_solver(solver),
        d_options(options) {}

  std::optional<PrefixSum> find(SiteId read) {
    if (!d_facts.free.empty() || d_options.warp_sync > 1) return {};
    try {
      const KernelBefore part = kernel_before(d_kernel, d_facts, d_regions, read);
      const std::uint32_t bytes = d_kernel.sites[read].bytes;
      const bool is_open = std::ranges::any_of(d_facts.open.local, [](std::uint32_t one) { return one != 0; });
      if (is_open) return of_every_size(part, bytes);
      LaunchFacts facts = d_facts;
      for (unsigned d = 0; d < 3; ++d)
        if (facts.open.groups[d] != 0 || facts.open.global[d]) facts.global_size[d] = facts.local_size[d];
      facts.open = {};
      if (!has_whole_groups(facts)) return {};
      return of_given_size(part, facts, d_facts, bytes);
    } catch (const Open&) {
      return {};
    }
  }

 private:
  // `facts` give the sizes, and `all` say what they leave open.
  std::optional<PrefixSum> of_given_size(const KernelBefore& part, const LaunchFacts& facts,
                                         const LaunchFacts& all, std::uint32_t bytes) {
    const analysis::MemoryRegions regions(part.kernel, facts);
    symbolic::LaunchTerms launch(d_store, part.kernel, all);
    const GroupRun run =
        run_over_group(part.kernel, facts, regions, launch, d_store, part.input, part.state, kStepsOfGroup);
    if (!run.is_followed || run.join != Join::Add) return {};
    PrefixSum result;
    std::optional<std::uint64_t> first, last;
    for (const auto& [at, content] : run.cells)
      if (content.known == Known::Stretch) {
        first = std::min(first.value_or(content.first), content.first);
        last = std::max(last.value_or(content.last), content.last);
      }
    if (!first) return {};
    result.inputs = part.stores;
    result.first = *first;
    result.count = *last - *first + 1;
    result.sums = sums_in(run, *first, bytes);
    if (result.sums.empty()) return {};
    result.sizes = "groups of this size";
    return result;
  }

  std::optional<PrefixSum> of_every_size(const KernelBefore& part, std::uint32_t bytes) {
    for (unsigned d = 0; d < 3; ++d)
      if ((d == 0) != (d_facts.open.local[d] != 0) || (d != 0 && d_facts.local_size[d] != 1)) return {};
    if (part.stores.size() > 1 && !part.is_in_one_interval) return {};
    const LaunchFacts guess = with_size(d_facts, kSizeToGuess);
    const std::optional<PrefixSum> guessed = of_given_size(part, guess, guess, bytes);
    if (!guessed || guessed->first != 0 || guessed->sums.front().low != 0) return {};
    const std::int64_t shift = guessed->sums.front().shift;
    if (shift != 0 && shift != -1) return {};
    const model::ScanClaim claim{part.state, part.input, shift == 0};
    const EverySize proof =
        prove_for_every_size(part.kernel, d_facts, d_store, d_solver, d_options, claim, part.inputs);
    if (!proof.is_shown || proof.join != Join::Add) return {};
    PrefixSum result;
    result.inputs = part.stores;
    result.each = proof.each;
    result.sums = {{0, 0, shift}};
    result.sizes = "every local size that is a power of two";
    return result;
  }

  const model::KernelModel& d_kernel;
  const LaunchFacts& d_facts;
  analysis::MemoryRegions d_regions;
  smt::TermStore& d_store;
  smt::Solver& d_solver;
  const symbolic::Options& d_options;
};

}  // namespace

access::SumsOf sums_at_reads(const model::KernelModel& kernel, const LaunchFacts& facts, smt::TermStore& store,
                             smt::Solver& solver, const symbolic::Options& options) {
  return [&](SiteId read) { return Finder(kernel, facts, store, solver, options).find(read); };
}

}  // namespace launchproof::scans
