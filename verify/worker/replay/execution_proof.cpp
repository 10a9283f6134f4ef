#include "verify/worker/replay/execution_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verify/analysis/influence.h"
#include "verify/verdict/finding_id.h"
#include "verify/worker/replay/seen_finding.h"

namespace launchproof::worker {
namespace {

using verdict::Confirmation;
using verdict::Finding;
using verdict::Property;
using verdict::Verdict;

constexpr const char* kHow =
    "the launch was executed with its recorded contents, and its course depends neither on the device nor on "
    "the order of execution";

// The atomics that a replay records for one place suffice if all of them are alike.
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
  return kernel.unsupported.empty() && kernel.annotations.empty() && kernel.granted.empty() &&
         !has_atomics_apart(kernel) &&
         std::ranges::none_of(kernel.arrays,
                              [](const auto& array) { return array.memory == model::Memory::Image; }) &&
         std::ranges::none_of(kernel.barriers, [](const model::Barrier& barrier) {
           return barrier.level != model::ConvergenceLevel::Group ||
                  barrier.kind == model::Convergence::Copy || barrier.kind == model::Convergence::Wait;
         });
}

}  // namespace

ExecutionProof::ExecutionProof(const model::KernelModel& kernel, const model::LaunchFacts& facts)
    : d_kernel(kernel), d_facts(facts) {
  std::vector<model::SiteId> sites(kernel.sites.size());
  for (model::SiteId id = 0; id < sites.size(); ++id) sites[id] = id;
  const analysis::MemoryRegions regions(kernel, facts);
  if (!is_executable(kernel)) return;
  d_course = basis(analysis::influence(kernel, facts, regions, sites, false), /*with_floats=*/false);
  d_stored = basis(analysis::influence(kernel, facts, regions, sites, true), /*with_floats=*/true);
  d_stored.settled = d_stored.settled && d_course.settled;
}

ExecutionProof::Basis ExecutionProof::basis(const analysis::Influence& influence, bool with_floats) const {
  Basis result;
  result.settled = with_floats ? !influence.varies_beyond_floats : !influence.varies;
  result.divisions = influence.divisions;
  result.floats = influence.floats;
  result.reads = influence.reads;
  for (std::uint32_t i = 0; i < d_kernel.parameters.size(); ++i) {
    if (influence.parameters[i] && !is_known(i)) result.settled = false;
    result.contents.push_back(influence.parameters[i] && d_kernel.parameters[i].array != model::kNone &&
                              i < d_facts.arguments.size() &&
                              std::holds_alternative<model::BufferArgument>(d_facts.arguments[i]));
  }
  return result;
}

// Equal bytes are equal on every device only if the stored values are.
const ExecutionProof::Basis& ExecutionProof::basis_of(const replay::Outcome& outcome) const {
  return std::ranges::any_of(outcome.seen, &replay::Seen::benign) ? d_stored : d_course;
}

bool ExecutionProof::is_known(std::uint32_t parameter) const {
  if (parameter >= d_facts.arguments.size()) return false;
  const model::Argument& argument = d_facts.arguments[parameter];
  if (const auto* buffer = std::get_if<model::BufferArgument>(&argument))
    return buffer->bytes.has_value() && buffer->contents.bytes() != nullptr && buffer->before == 0;
  return !std::holds_alternative<model::UnknownArgument>(argument);
}

std::vector<std::string> ExecutionProof::contents_in_words(const replay::Outcome& outcome) const {
  return in_words(basis_of(outcome));
}

std::vector<std::string> ExecutionProof::stored_contents_in_words() const {
  return in_words(d_stored);
}

std::vector<std::string> ExecutionProof::in_words(const Basis& basis) const {
  std::vector<std::string> lines;
  for (std::uint32_t i = 0; i < basis.contents.size(); ++i)
    if (basis.contents[i])
      lines.push_back(fmt::format("contents of `{}` as {}", d_kernel.parameters[i].name,
                                  std::get<model::BufferArgument>(d_facts.arguments[i]).contents.origin()));
  return lines;
}

bool ExecutionProof::is_made_by(const replay::Outcome& outcome, bool stored) const {
  const Basis& basis = basis_of(outcome);
  if (!basis.settled || outcome.status != replay::Status::Completed || outcome.may_hide ||
      (basis.divisions && outcome.open_divisions) || (basis.floats && outcome.open_floats))
    return false;
  for (const replay::Seen& seen : outcome.seen) {
    if (seen.property == Property::UninitialisedRead) {
      for (model::SiteId site = 0; site < d_kernel.sites.size(); ++site)
        if (basis.reads[site] && may_be_at(d_kernel, site, seen.participants.front())) return false;
    } else if (!seen.benign || !stored) {
      return false;
    }
  }
  return true;
}

bool is_proved_by_execution(Property property) {
  return property == Property::DataRace || property == Property::BarrierDivergence ||
         property == Property::OutOfBounds || property == Property::NullAccess ||
         property == Property::AccessFlags;
}

void take_proof(verdict::ClassResult& result, const std::vector<replay::Outcome>& outcomes,
                const model::KernelModel& kernel, std::vector<std::string> facts) {
  for (auto& [property, answer] : result.properties)
    if (is_proved_by_execution(property) && verdict::is_undecided(answer.verdict))
      answer = {Verdict::Verified, kHow, {}};
  std::erase_if(result.findings, [](const Finding& finding) {
    return is_proved_by_execution(finding.property) && finding.kind != verdict::kInnerArray &&
           finding.confirmation == Confirmation::Unconfirmed;
  });
  for (const replay::Outcome& outcome : outcomes)
    for (const replay::Seen& seen : outcome.seen) {
      if (!seen.benign) continue;
      Finding finding = finding_of(seen, kernel);
      finding.id = verdict::finding_id(result.kernel, finding);
      if (std::ranges::none_of(result.findings, [&](const auto& other) { return other.id == finding.id; }))
        result.findings.push_back(std::move(finding));
    }
  result.facts = std::move(facts);
  result.engine += ", replay";
}

}  // namespace launchproof::worker
