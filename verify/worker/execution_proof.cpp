#include "verify/worker/execution_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verify/access/findings.h"
#include "verify/analysis/influence.h"
#include "verify/worker/seen_finding.h"

namespace launchproof::worker {
namespace {

using verdict::Confirmation;
using verdict::Finding;
using verdict::Property;
using verdict::Verdict;

constexpr const char* kHow =
    "the launch was executed with its recorded contents, and its course depends neither on the device nor on "
    "the order of execution";

// What a replay keeps of atomics at one place is enough where they are all alike.
bool has_atomics_apart(const model::KernelModel& kernel) {
  std::uint32_t bytes = 0;
  for (const model::Site& site : kernel.sites) {
    if (site.kind != model::AccessKind::Atomic) continue;
    if (site.scope < model::AtomicScope::Device || (bytes != 0 && bytes != site.bytes)) return true;
    bytes = site.bytes;
  }
  return false;
}

bool is_executable(const model::KernelModel& kernel) {
  return kernel.unsupported.empty() && kernel.annotations.empty() && !has_atomics_apart(kernel) &&
         std::ranges::none_of(kernel.arrays,
                              [](const auto& array) { return array.memory == model::Memory::Image; }) &&
         std::ranges::none_of(kernel.barriers, [](const model::Barrier& barrier) {
           return barrier.sub_group || barrier.kind == model::Convergence::Copy ||
                  barrier.kind == model::Convergence::Wait;
         });
}

}  // namespace

ExecutionProof::ExecutionProof(const model::KernelModel& kernel, const model::LaunchFacts& facts)
    : d_kernel(kernel), d_facts(facts), d_contents(kernel.parameters.size(), false) {
  if (!is_executable(kernel)) return;
  std::vector<model::SiteId> sites(kernel.sites.size());
  for (model::SiteId id = 0; id < sites.size(); ++id) sites[id] = id;
  const analysis::MemoryRegions regions(kernel, facts);
  const auto is_settled = [&](const analysis::Influence& influence) {
    if (influence.varies) return false;
    for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i)
      if (influence.parameters[i] && !is_known(i)) return false;
    return true;
  };
  // Equal bytes are so everywhere only where what is stored is.
  analysis::Influence influence = analysis::influence(kernel, facts, regions, sites, true);
  d_stored = is_settled(influence);
  if (!d_stored) influence = analysis::influence(kernel, facts, regions, sites, false);
  d_possible = d_stored || is_settled(influence);
  d_divisions = influence.divisions;
  d_reads = std::move(influence.reads);
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i)
    d_contents[i] = influence.parameters[i] && kernel.parameters[i].array != model::kNone &&
                    i < facts.arguments.size() &&
                    std::holds_alternative<model::BufferArgument>(facts.arguments[i]);
}

bool ExecutionProof::is_known(std::uint32_t parameter) const {
  if (parameter >= d_facts.arguments.size()) return false;
  const model::Argument& argument = d_facts.arguments[parameter];
  if (const auto* buffer = std::get_if<model::BufferArgument>(&argument))
    return buffer->bytes.has_value() && buffer->contents.bytes() != nullptr && buffer->before == 0;
  return !std::holds_alternative<model::UnknownArgument>(argument);
}

std::vector<std::string> ExecutionProof::contents_in_words() const {
  std::vector<std::string> lines;
  for (std::uint32_t i = 0; i < d_contents.size(); ++i)
    if (d_contents[i])
      lines.push_back(fmt::format("contents of `{}` as {}", d_kernel.parameters[i].name,
                                  std::get<model::BufferArgument>(d_facts.arguments[i]).contents.origin()));
  return lines;
}

bool ExecutionProof::is_made_by(const replay::Outcome& outcome) const {
  if (!d_possible || outcome.status != replay::Status::Completed || outcome.may_hide ||
      (d_divisions && outcome.open_divisions))
    return false;
  for (const replay::Seen& seen : outcome.seen) {
    if (seen.property == Property::UninitialisedRead) {
      for (model::SiteId site = 0; site < d_kernel.sites.size(); ++site)
        if (d_reads[site] && may_be_at(d_kernel, site, seen.participants.front())) return false;
    } else if (!seen.benign || !d_stored) {
      return false;
    }
  }
  return true;
}

bool is_proved_by_execution(Property property) {
  return property == Property::DataRace || property == Property::BarrierDivergence ||
         property == Property::OutOfBounds || property == Property::NullAccess;
}

void take_proof(verdict::ClassResult& result, const std::vector<replay::Outcome>& outcomes,
                std::vector<std::string> facts) {
  for (auto& [property, answer] : result.properties)
    if (is_proved_by_execution(property) && verdict::is_undecided(answer.verdict))
      answer = {Verdict::Verified, kHow, {}};
  std::erase_if(result.findings, [](const Finding& finding) {
    return is_proved_by_execution(finding.property) && finding.confirmation == Confirmation::Unconfirmed;
  });
  for (const replay::Outcome& outcome : outcomes)
    for (const replay::Seen& seen : outcome.seen) {
      if (!seen.benign) continue;
      Finding finding = finding_of(seen);
      finding.id = access::finding_id(result.kernel, finding);
      if (std::ranges::none_of(result.findings, [&](const auto& other) { return other.id == finding.id; }))
        result.findings.push_back(std::move(finding));
    }
  result.facts = std::move(facts);
  result.engine += ", replay";
}

}  // namespace launchproof::worker
