#include "verify/scans/sums_at_read.h"

#include <algorithm>
#include <chrono>

#include "verify/effort/clock.h"
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
constexpr double kShareOfProof = 0.6;  // of the time that is left
constexpr std::size_t kMostParts = 3;  // parts of an array that hold sums in different ways

bool has_whole_groups(const LaunchFacts& facts) {
  for (unsigned d = 0; d < 3; ++d)
    if (facts.local_size[d] == 0 || facts.global_size[d] % facts.local_size[d] != 0) return false;
  return true;
}

// Returns how the sums in a run, and single values, depend on the element. `first`: the first element that is
// summed.
std::vector<SumsInArray> sums_in(const GroupRun& run, std::uint64_t first, std::uint32_t bytes) {
  std::vector<SumsInArray> result;
  for (const auto& [at, content] : run.cells) {
    SumsInArray here{at / bytes, at / bytes, 0, false};
    std::int64_t number = 0;  // a zero is the sum of nothing
    if (content.known == Known::Stretch) {
      if (content.is_extended || content.bits != 8 * bytes) continue;
      here.is_single = content.first == content.last && content.first != first;
      if (!here.is_single && content.first != first) continue;
      number = static_cast<std::int64_t>(content.last - first) + (here.is_single ? 0 : 1);
    } else if (content.known != Known::Number || !content.number.is_constant() ||
               content.number->value != 0) {
      continue;
    }
    here.shift = static_cast<std::int64_t>(here.low) - number;
    const bool goes_on = !result.empty() && result.back().high + 1 == here.low &&
                         result.back().shift == here.shift && result.back().is_single == here.is_single;
    if (goes_on)
      result.back().high = here.low;
    else
      result.push_back(here);
  }
  std::ranges::sort(result, [](const auto& a, const auto& b) {
    const auto length = [](const SumsInArray& one) { return one.high - one.low; };
    return length(a) != length(b) ? length(a) > length(b) : a.low < b.low;
  });
  if (result.size() > kMostParts) result.resize(kMostParts);
  return result;
}

class Finder {
 public:
  Finder(const model::KernelModel& kernel, const LaunchFacts& facts, smt::TermStore& store,
         smt::Solver& solver, const symbolic::Options& options)
      : d_kernel(kernel),
        d_facts(facts),
        d_regions(kernel, facts),
        d_store(store),
        d_solver(solver),
        d_options(options) {}

  std::optional<PrefixSum> find(SiteId read) {
    if (!d_facts.free.empty() || d_options.warp_sync > 1 || model::uses_numbered_phases(d_kernel)) return {};
    std::optional<PrefixSum> result;
    for (const Arrays arrays : {Arrays::OfRead, Arrays::OfValues}) {
      try {
        result = find(kernel_before(d_kernel, d_facts, d_regions, read, arrays), d_kernel.sites[read].bytes);
      } catch (const Open&) {
        continue;
      } catch (const symbolic::OutOfTime&) {
        return {};
      }
      if (result) break;
    }
    return result;
  }

 private:
  std::optional<PrefixSum> find(const KernelBefore& part, std::uint32_t bytes) {
    const bool is_open = std::ranges::any_of(d_facts.open.local, [](std::uint32_t one) { return one != 0; });
    if (is_open) return of_every_size(part, bytes);
    LaunchFacts facts = d_facts;
    for (unsigned d = 0; d < 3; ++d)
      if (facts.open.groups[d] != 0 || facts.open.global[d]) facts.global_size[d] = facts.local_size[d];
    facts.open = {};
    if (!has_whole_groups(facts)) return {};
    return of_given_size(part, facts, d_facts, bytes);
  }

  // `facts` give the sizes, and `all` say what they leave open.
  std::optional<PrefixSum> of_given_size(const KernelBefore& part, const LaunchFacts& facts,
                                         const LaunchFacts& all, std::uint32_t bytes) {
    const analysis::MemoryRegions regions(part.kernel, facts);
    symbolic::LaunchTerms launch(d_store, part.kernel, all);
    const GroupRun run =
        run_over_group(part.kernel, facts, regions, launch, d_store, part.input, part.state, kStepsOfGroup);
    if (!run.is_followed || (run.join && run.join != Join::Add)) return {};
    if (run.inputs.empty()) return {};
    PrefixSum result;
    result.inputs = part.stores;
    result.first = *run.inputs.begin();
    result.count = *run.inputs.rbegin() - result.first + 1;
    result.sums = sums_in(run, result.first, bytes);
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
    if (!guessed || guessed->sums.empty() || guessed->first != 0 || guessed->sums.front().low != 0 ||
        guessed->sums.front().is_single)
      return {};
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

access::SumsOf sums_at_reads(const model::KernelModel& kernel, const LaunchFacts& facts,
                             smt::TermStore& store, smt::Solver& solver, const symbolic::Options& options) {
  return [&, begin = effort::Clock::now()](SiteId read) {
    const auto left = options.time - (effort::Clock::now() - begin);
    symbolic::Options limits = options;
    limits.time = std::max(std::chrono::duration_cast<std::chrono::milliseconds>(left * kShareOfProof),
                           std::chrono::milliseconds{1});
    limits.question_time = std::min(limits.question_time, limits.time);
    return Finder(kernel, facts, store, solver, limits).find(read);
  };
}

}  // namespace launchproof::scans
