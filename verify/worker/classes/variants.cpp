#include "verify/worker/classes/variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"
#include "verify/analysis/stable_reads.h"

namespace launchproof::worker {
namespace {

using verdict::Confirmation;
using verdict::Finding;
using verdict::Verdict;

void add_missing(std::vector<std::string>& lines, const std::vector<std::string>& more) {
  for (const std::string& line : more)
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
}

// A property that was not checked for a part is not verified for the whole.
Verdict joined(Verdict a, Verdict b) {
  const bool unasked = a == Verdict::NotAsked || b == Verdict::NotAsked;
  const Verdict worst = verdict::worse(a, b);
  return unasked && worst == Verdict::Verified ? Verdict::NotAsked : worst;
}

std::string launches_in_words(const LaunchVariant& variant) {
  if (variant.count == 1) return fmt::format("launch {}", variant.launch);
  return fmt::format("launch {} and {} with the same contents", variant.launch, variant.count - 1);
}

bool is_worse(const Finding& one, const Finding& other) {
  return one.confirmation != Confirmation::Unconfirmed && other.confirmation == Confirmation::Unconfirmed;
}

}  // namespace

std::vector<std::size_t> deciding_arguments(const model::KernelModel& kernel,
                                            const model::LaunchFacts& facts) {
  const analysis::FlowGraph graph(kernel);
  const analysis::MemoryRegions regions(kernel, facts);
  const analysis::StableReads stable(graph, regions, model::uses_numbered_phases(kernel));
  std::vector<bool> is_read(kernel.arrays.size(), false), is_initial(kernel.arrays.size(), false);
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    if (kernel.sites[id].kind != model::AccessKind::Read) continue;
    for (const model::ArrayId array : kernel.sites[id].arrays) {
      is_read[array] = true;
      if (stable.is_initial(id)) is_initial[array] = true;
    }
  }
  std::vector<std::size_t> arguments;
  for (std::size_t i = 0; i < kernel.parameters.size() && i < facts.arguments.size(); ++i) {
    const model::ArrayId array = kernel.parameters[i].array;
    if (array == model::kNone || !is_read[array]) continue;
    const std::uint32_t region = regions.placement(array).region;
    if (region != model::kNone && (!regions.is_written(region) || is_initial[array])) arguments.push_back(i);
  }
  return arguments;
}

bool is_open(const verdict::ClassResult& result) {
  const auto unconfirmed = [](const Finding& finding) {
    return finding.confirmation == Confirmation::Unconfirmed;
  };
  const auto unknown = [](const auto& answer) { return answer.second.verdict == Verdict::Unknown; };
  return std::ranges::any_of(result.findings, unconfirmed) || std::ranges::any_of(result.properties, unknown);
}

VariantResults::VariantResults(const verdict::ClassResult& whole) : d_whole(whole), d_all(whole) {
  d_all.properties.clear();
  d_all.findings.clear();
  d_all.assumptions.clear();
  d_all.facts.clear();
  d_all.unreachable.clear();
}

void VariantResults::join(const verdict::ClassResult& part, const std::string& where) {
  for (const auto& [property, answer] : part.properties) {
    const auto [entry, fresh] = d_all.properties.try_emplace(property, answer);
    verdict::PropertyResult& all = entry->second;
    const bool changes = fresh || joined(all.verdict, answer.verdict) != all.verdict;
    if (changes) {
      all.verdict =
          fresh && !d_first ? joined(Verdict::NotAsked, answer.verdict) : joined(all.verdict, answer.verdict);
      all.reason = answer.reason.empty() ? "" : where + ": " + answer.reason;
    }
    if (!fresh) all.causes.insert(all.causes.end(), answer.causes.begin(), answer.causes.end());
  }
  for (auto& [property, all] : d_all.properties)
    if (!part.properties.contains(property)) all.verdict = joined(all.verdict, Verdict::NotAsked);
  add_missing(d_all.assumptions, part.assumptions);
  add_missing(d_all.facts, part.facts);
  // A site is unreachable only if no launch reaches it.
  if (d_first)
    d_all.unreachable = part.unreachable;
  else
    std::erase_if(d_all.unreachable, [&](const verdict::SourceLocation& place) {
      return std::ranges::find(part.unreachable, place) == part.unreachable.end();
    });
  d_first = false;
  d_all_verified = d_all_verified && part.verdict == Verdict::Verified;
}

verdict::ClassResult VariantResults::take() {
  if (!d_all_verified) d_all.facts.clear();  // they would be those of proofs for all
  return std::move(d_all);
}

void VariantResults::add(verdict::ClassResult part, const LaunchVariant& variant) {
  const std::string where = launches_in_words(variant);
  join(part, where);
  d_all.questions += part.questions;
  d_all.settled += part.settled;
  d_all.cross_checked += part.cross_checked;
  for (Finding& finding : part.findings) {
    finding.launch = variant.launch;
    finding.message += fmt::format(" (in {})", where);
    // One finding for each line of the program: the first of the worst ones.
    const auto known = std::ranges::find_if(d_all.findings, [&](const Finding& other) {
      return other.id == finding.id && other.benign == finding.benign;
    });
    if (known == d_all.findings.end())
      d_all.findings.push_back(std::move(finding));
    else if (is_worse(finding, *known))
      *known = std::move(finding);
  }
}

void VariantResults::add_rest(const std::string& reason) {
  join(d_whole, reason);
  for (const Finding& finding : d_whole.findings) {
    const bool known =
        std::ranges::any_of(d_all.findings, [&](const Finding& other) { return other.id == finding.id; });
    if (!known) d_all.findings.push_back(finding);
  }
}

}  // namespace launchproof::worker
