#include "verify/worker/pairs/paired_execution.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "verify/analysis/influence.h"
#include "verify/analysis/ordering.h"
#include "verify/frontend/prepared.h"
#include "verify/verdict/finding_id.h"
#include "verify/worker/replay/replayer.h"
#include "verify/worker/replay/seen_finding.h"

namespace launchproof::worker {
namespace {

using replay::ByteAccesses;
using replay::SiteKind;
using verdict::Cause;
using verdict::Property;

constexpr std::size_t kMostFindings = 16;
constexpr std::size_t kMostGroups = 64;    // number of groups of both launches that are executed separately
constexpr double kShareOfExecution = 0.1;  // share of the pair's time for each of at most four executions
constexpr std::uint64_t kBytesOfMebibyte = 1 << 20;

bool is_write(SiteKind kind) {
  return kind == SiteKind::Write || kind == SiteKind::Atomic;
}

bool is_atomic(SiteKind kind) {
  return kind == SiteKind::Atomic || kind == SiteKind::AtomicLoad;
}

const char* in_words(const std::string& access) {
  if (access == "read") return "reads";
  return access == "write" ? "writes" : "changes or reads it atomically";
}

// Contents that were not recorded are zeros, and decide nothing that is called certain.
replay::Contents contents_of(const model::LaunchFacts& facts) {
  replay::Contents contents;
  contents.fill = replay::Contents::Fill::Zero;
  add_recorded(facts, contents);
  return contents;
}

// Returns the sites of the kernel with the place and kind of an executed access.
std::vector<model::SiteId> sites_at(const model::KernelModel& kernel, const replay::Participant& access) {
  std::vector<model::SiteId> result;
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id)
    if (may_be_at(kernel, id, access)) result.push_back(id);
  return result;
}

// Returns the first argument that matters and is unknown, or kNone if there is none.
std::uint32_t first_unknown(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                            const analysis::Influence& on) {
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i) {
    if (!on.parameters[i]) continue;
    const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments[i]);
    const bool is_known = buffer != nullptr
                              ? buffer->contents.bytes() != nullptr
                              : !std::holds_alternative<model::UnknownArgument>(facts.arguments[i]);
    if (!is_known) return i;
  }
  return model::kNone;
}

bool orders_anything(const model::KernelModel& kernel) {
  return !kernel.fences.empty() || std::ranges::any_of(kernel.sites, [](const model::Site& site) {
    return site.kind == model::AccessKind::Atomic || site.is_volatile;
  });
}

}  // namespace

PairedExecution::PairedExecution(const LaunchPairJob& job, const PairedKernel& first,
                                 const PairedKernel& second,
                                 const std::vector<std::pair<model::ArrayId, model::ArrayId>>& common)
    : d_job(job),
      d_first(first),
      d_second(second),
      d_proof_of_one(first.kernel(), first.facts()),
      d_proof_of_other(second.kernel(), second.facts()) {
  for (const auto& [x, y] : common) {
    const std::uint32_t parameter = first.kernel().arrays[x].parameter;
    if (parameter == model::kNone)
      d_has_variables = true;
    else
      d_objects.insert(std::get<model::BufferArgument>(first.facts().arguments[parameter]).object);
  }
}

void PairedExecution::give_up(Cause cause, std::string reason) {
  d_cause = cause;
  d_reason = std::move(reason);
}

bool PairedExecution::execute(const PairedKernel& side, const Groups& groups, Executed& into) {
  const Program& program = *side.launch().program;
  if (!into.code)
    into.code.emplace(frontend::prepare_program(program.sources, program.device), side.kernel().name);
  replay::Options options;
  options.footprint = d_objects;
  options.groups = groups;
  options.barrier_rule = d_job.options.barrier_rule;
  options.seconds = std::chrono::duration<double>(d_job.options.time).count() * kShareOfExecution;
  options.maximum_memory = d_job.options.memory_mib * kBytesOfMebibyte / 4;
  const replay::Contents contents = contents_of(side.facts());
  into.outcome = into.code->run(side.facts(), contents, options);
  if (into.outcome.status == replay::Status::Completed) return true;
  give_up(into.outcome.status == replay::Status::Unknown ? Cause::ClassTimeout : Cause::UnsupportedConstruct,
          fmt::format("`{}` was not executed to its end: {}", side.kernel().name, into.outcome.reason));
  return false;
}

bool PairedExecution::run_groups(const Groups& of_first, const Groups& of_second) {
  d_seen.clear();
  d_findings.clear();
  d_races = 0;
  d_met = d_rests_on_stores = false;
  if (!execute(d_first, of_first, d_one) || !execute(d_second, of_second, d_other)) return false;
  d_has_run = true;
  give_up(Cause::ContentsUndecided,
          "executing the two launches showed no common byte, which decides nothing for other contents");
  for (const std::uint64_t object : d_objects) compare(object);
  return true;
}

void PairedExecution::run(const std::vector<access::OpenAccesses>& open) {
  if (d_objects.empty()) {
    give_up(Cause::SharedContents, "variables of a program are not followed in an execution");
    return;
  }
  std::set<std::array<std::uint64_t, 3>> of_first, of_second;
  for (const access::OpenAccesses& one : open) {
    if (!one.is_satisfiable || of_first.size() + of_second.size() >= kMostGroups) continue;
    of_first.insert(one.first_group);
    of_second.insert(one.second_group);
  }
  const auto is_race = [](const verdict::Finding& finding) { return !finding.benign; };
  if (!of_first.empty() &&
      run_groups({of_first.begin(), of_first.end()}, {of_second.begin(), of_second.end()}) &&
      std::ranges::any_of(d_findings, is_race))
    return;
  if (!run_groups({}, {})) return;
  const bool is_known =
      d_proof_of_one.is_made_by(d_one.outcome, true) && d_proof_of_other.is_made_by(d_other.outcome, true);
  // An execution does not record where an atomic begins, which matters for two atomics that were not shown to
  // be apart.
  const bool has_atomics_open = std::ranges::any_of(open, [&](const access::OpenAccesses& one) {
    return one.first != model::kNone && d_first.kernel().sites[one.first].kind == model::AccessKind::Atomic &&
           d_second.kernel().sites[one.second].kind == model::AccessKind::Atomic;
  });
  d_is_proof = !d_met && !d_has_variables && is_known && !has_atomics_open;
  if (!d_met && is_known)
    give_up(Cause::ContentsUndecided,
            "executing two of the launches showed no common byte, and the contents of others differ");
}

std::vector<std::string> PairedExecution::contents_in_words() const {
  std::vector<std::string> lines;
  for (const auto& [side, proof, outcome] : {std::tuple(&d_first, &d_proof_of_one, &d_one.outcome),
                                             std::tuple(&d_second, &d_proof_of_other, &d_other.outcome)})
    for (const std::string& line : d_rests_on_stores && !d_job.is_repeat ? proof->stored_contents_in_words()
                                                                         : proof->contents_in_words(*outcome))
      lines.push_back(fmt::format("`{}`: {}", side->kernel().name, line));
  return lines;
}

// Returns the first two kinds of accesses to a byte that race. Atomics are ordered with each other if both
// have the same width and a scope that includes both launches. A read and a write take precedence over two
// writes, which may store equal bytes.
std::optional<PairedExecution::Conflict> PairedExecution::conflict(const ByteAccesses& here,
                                                                   const ByteAccesses& there) const {
  constexpr std::array kKinds{SiteKind::Read, SiteKind::AtomicLoad, SiteKind::Atomic, SiteKind::Write};
  const auto least = d_job.same_device ? model::AtomicScope::Device : model::AtomicScope::AllDevices;
  for (const SiteKind one : kKinds) {
    if (!here.of(one)) continue;
    for (const SiteKind other : kKinds) {
      if (!there.of(other) || (!is_write(one) && !is_write(other))) continue;
      if (is_atomic(one) && is_atomic(other)) {
        const replay::SiteSpec& a = d_one.code->site(here.of(one).site);
        const replay::SiteSpec& b = d_other.code->site(there.of(other).site);
        if (a.bytes == b.bytes && a.scope >= least && b.scope >= least) continue;
      }
      const bool are_writes = one == SiteKind::Write && other == SiteKind::Write;
      return Conflict{here.of(one), there.of(other), are_writes,
                      are_writes && here.stored && there.stored && *here.stored == *there.stored};
    }
  }
  return std::nullopt;
}

void PairedExecution::compare(std::uint64_t object) {
  const auto one = d_one.outcome.footprints.find(object);
  const auto other = d_other.outcome.footprints.find(object);
  if (one == d_one.outcome.footprints.end() || other == d_other.outcome.footprints.end()) return;
  one->second->each_common(*other->second,
                           [&](std::uint64_t offset, const ByteAccesses& here, const ByteAccesses& there) {
                             if (const auto found = conflict(here, there)) take(object, offset, *found);
                             return d_races < kMostFindings;
                           });
}

void PairedExecution::take(std::uint64_t object, std::uint64_t offset, const Conflict& conflict) {
  const auto [known, is_new] = d_seen.try_emplace({conflict.here.site, conflict.there.site}, false);
  if (known->second || (!is_new && conflict.is_of_equal_bytes)) return;
  replay::Participant one = d_one.code->participant(d_first.facts(), conflict.here);
  replay::Participant other = d_other.code->participant(d_second.facts(), conflict.there);
  // Two stores race if they differ, so the stored values must be certain as well.
  const bool stores_are_certain =
      !conflict.are_writes || (stores_certainly(d_first, d_one) && stores_certainly(d_second, d_other));
  const bool is_benign = conflict.is_of_equal_bytes && stores_are_certain;
  if (is_benign)
    d_rests_on_stores = true;
  else
    d_met = known->second = true;
  if (!is_certain(d_first, d_one, one) || !is_certain(d_second, d_other, other) ||
      may_be_ordered(one, other)) {
    d_met = true;
    return;
  }
  if (!stores_are_certain) return;
  verdict::Finding finding = finding_of(object, offset, std::move(one), std::move(other), is_benign);
  const auto same =
      std::ranges::find_if(d_findings, [&](const auto& other_one) { return other_one.id == finding.id; });
  const bool is_shown = same != d_findings.end();
  if (!is_benign && (!is_shown || same->benign)) ++d_races;
  if (!is_shown) {
    // Further benign races add nothing, and later ones may be worse.
    if (!is_benign || d_findings.size() < kMostFindings) d_findings.push_back(std::move(finding));
  } else if (same->benign && !is_benign) {
    *same = std::move(finding);
  }
}

// All stores of the launch are examined, since several may have contributed to a byte. A repeat of a launch
// has the same arguments, and what it reads is not written at the same time, or the two race in another way.
// Its stores are therefore those of the launch, whatever the unrecorded contents are.
bool PairedExecution::stores_certainly(const PairedKernel& side, const Executed& executed) {
  const model::KernelModel& kernel = side.kernel();
  const analysis::MemoryRegions regions(kernel, side.facts());
  std::vector<model::SiteId> writes;
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id)
    if (kernel.sites[id].kind != model::AccessKind::Read) writes.push_back(id);
  const analysis::Influence on = analysis::influence_on(kernel, side.facts(), regions, writes, true);
  const replay::Outcome& outcome = executed.outcome;
  const auto is_uninitialised = [&](const replay::Seen& seen) {
    if (seen.property != Property::UninitialisedRead) return false;
    for (model::SiteId site = 0; site < kernel.sites.size(); ++site)
      if (on.reads[site] && may_be_at(kernel, site, seen.participants.front())) return true;
    return false;
  };
  if (on.varies_beyond_floats || on.undefined || on.exchanges || (on.divisions && outcome.open_divisions) ||
      (on.floats && outcome.open_floats && !d_job.is_repeat) ||
      std::ranges::any_of(outcome.seen, is_uninitialised)) {
    give_up(
        Cause::OpaqueFunction,
        fmt::format("the two store into one byte, and what `{}` stores depends on what devices may compute "
                    "otherwise, or on values that are undefined",
                    kernel.name));
    return false;
  }
  if (d_job.is_repeat) return true;
  if (const std::uint32_t open = first_unknown(kernel, side.facts(), on); open != model::kNone) {
    give_up(Cause::ContentsNotRecorded,
            fmt::format(
                "the two store into one byte, and what `{}` stores depends on `{}`, which was not recorded",
                kernel.name, kernel.parameters[open].name));
    return false;
  }
  return true;
}

bool PairedExecution::is_certain(const PairedKernel& side, const Executed& executed,
                                 const replay::Participant& access) {
  const model::KernelModel& kernel = side.kernel();
  const model::LaunchFacts& facts = side.facts();
  const analysis::MemoryRegions regions(kernel, facts);
  const analysis::Influence on =
      analysis::influence_on(kernel, facts, regions, sites_at(kernel, access), false);
  const replay::Outcome& outcome = executed.outcome;
  const std::string where =
      access.locations.empty()
          ? "an access"
          : fmt::format("the access at {}:{}", access.locations.front().file, access.locations.front().line);
  if (on.varies || on.undefined || on.exchanges || (on.divisions && outcome.open_divisions) ||
      (on.floats && outcome.open_floats)) {
    give_up(Cause::OpaqueFunction,
            fmt::format("the two met when they were executed, and {} depends on what devices may compute "
                        "otherwise, or on the order of work-items",
                        where));
    return false;
  }
  if (const std::uint32_t open = first_unknown(kernel, facts, on); open != model::kNone) {
    const bool is_buffer = std::holds_alternative<model::BufferArgument>(facts.arguments[open]);
    give_up(Cause::ContentsNotRecorded,
            fmt::format("{} depends on `{}`, whose {} not recorded", where, kernel.parameters[open].name,
                        is_buffer ? "contents were" : "value was"));
    return false;
  }
  return true;
}

// One launch may wait in its kernel for an action of the other one.
bool PairedExecution::may_be_ordered(const replay::Participant& here, const replay::Participant& there) {
  if (!orders_anything(d_first.kernel()) || !orders_anything(d_second.kernel())) return false;
  for (const auto& [side, access] : {std::pair(&d_first, &here), std::pair(&d_second, &there)}) {
    const model::KernelModel& kernel = side->kernel();
    const analysis::MemoryRegions regions(kernel, side->facts());
    const analysis::FlowGraph graph(kernel);
    const std::vector<bool> ordered =
        analysis::possibly_ordered_blocks(graph, side->facts(), regions, analysis::Relaxed::ResultDecides);
    const std::vector<model::SiteId> sites = sites_at(kernel, *access);
    if (std::ranges::none_of(sites, [&](model::SiteId site) { return ordered[kernel.sites[site].block]; }))
      continue;
    give_up(Cause::MayBeOrdered,
            fmt::format("the two met when they were executed, and a fence or an atomic before an access in "
                        "`{}` may order them",
                        kernel.name));
    return true;
  }
  return false;
}

verdict::Finding PairedExecution::finding_of(std::uint64_t object, std::uint64_t offset,
                                             replay::Participant here, replay::Participant there,
                                             bool is_benign) const {
  verdict::Finding finding;
  finding.benign = is_benign;
  finding.property = Property::LaunchRace;
  verdict::Witness witness;
  witness.address = offset;
  const auto add = [&](const PairedKernel& side, replay::Participant& access, std::string_view role) {
    verdict::WorkItem& item = access.work_item;
    const model::LaunchFacts& facts = side.facts();
    for (std::uint32_t i = 0; i < facts.arguments.size(); ++i) {
      const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments[i]);
      if (buffer == nullptr || buffer->object != object || offset < buffer->origin ||
          (buffer->bytes && offset - buffer->origin >= *buffer->bytes))
        continue;
      item.array = side.kernel().parameters[i].name;
      item.byte_offset = offset - buffer->origin;
      item.bytes = 1;  // of the access: the byte at which the two meet
      if (!witness.array_bytes) witness.array_bytes = buffer->bytes;
      break;
    }
    bool is_first = true;
    for (verdict::SourceLocation place : access.locations) {
      place.role = is_first ? std::string(role) : std::string(role) + " inlined at";
      is_first = false;
      finding.locations.push_back(std::move(place));
    }
    witness.work_items.push_back(item);
    const auto ids = [&](const std::array<std::uint64_t, 3>& id) {
      return fmt::format("({})", fmt::join(id.begin(), id.begin() + facts.work_dim, ", "));
    };
    return fmt::format("work-item {} of `{}`, {}, {}", ids(item.global_id), side.kernel().name,
                       side.launch().words, in_words(item.access));
  };
  const std::string one = add(d_first, here, verdict::kFirstRole);
  const std::string other = add(d_second, there, verdict::kSecondRole);
  const std::string& a = here.work_item.access;
  const std::string& b = there.work_item.access;
  finding.kind = a <= b ? a + "-" + b : b + "-" + a;
  finding.message = fmt::format("two launches that may run at once race{} on byte {} of `{}`: {}; {}",
                                is_benign ? " (equal bytes)" : "", offset, here.work_item.array, one, other);
  finding.explanation = d_job.unordered;
  for (const PairedLaunch* launch : {&d_job.first, &d_job.second})
    if (!launch->call_site.empty())
      finding.explanation += fmt::format(
          " {} is enqueued by {}.",
          launch->words.starts_with("l") ? "L" + launch->words.substr(1) : launch->words, launch->call_site);
  witness.interval = "in two launches, which nothing orders";
  finding.witness = std::move(witness);
  finding.confirmation = verdict::Confirmation::Replayed;
  finding.id = verdict::finding_id(d_job.result.kernel, finding);
  return finding;
}

}  // namespace launchproof::worker
