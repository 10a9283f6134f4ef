#include "verify/worker/replayer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string_view>

#include "verify/access/family.h"
#include "verify/access/findings.h"
#include "verify/analysis/influence.h"
#include "verify/worker/execution_proof.h"
#include "verify/worker/seen_finding.h"

namespace launchproof::worker {
namespace {

using Clock = std::chrono::steady_clock;
using verdict::Cause;
using verdict::Confirmation;
using verdict::Finding;
using verdict::Property;
using verdict::Verdict;

constexpr double kLeastSeconds = 0.001;

constexpr const char* kReport =
    "This is a fault of Launchproof and not of the kernel: please report it with the kernel, the launch, "
    "this "
    "text and what launchproof --version prints";

// Approximations that no replay can settle: another order of execution, or another choice of what the program
// leaves open, may behave otherwise.
bool is_open(Cause cause) {
  return cause == Cause::MayBeOrdered || cause == Cause::UndefinedValue ||
         cause == Cause::UnsupportedConstruct;
}

std::vector<model::SiteId> named_sites(const model::KernelModel& kernel, const Finding& finding) {
  std::vector<model::SiteId> sites;
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::LocationId location = kernel.sites[id].location;
    if (location == model::kNone) {
      sites.push_back(id);
      continue;
    }
    const model::Location& at = kernel.locations[location];
    const bool named = std::any_of(finding.locations.begin(), finding.locations.end(),
                                   [&](const auto& place) { return place.line == at.line; });
    if (named) sites.push_back(id);
  }
  return sites;
}

bool is_at(const replay::Participant& side, const verdict::SourceLocation& place) {
  return !side.locations.empty() && place.line == side.locations.front().line &&
         place.file == side.locations.front().file;
}

// What the replay saw at the finding's lines; of a race, one access at each of the two places, by a copy
// where the finding says so. A race of writes counts only when they differ, which the meeting of two
// work-items alone does not say.
const replay::Seen* seen_at_its_lines(const Finding& finding, const replay::Outcome& outcome) {
  std::vector<const verdict::SourceLocation*> sides;
  for (const verdict::SourceLocation& place : finding.locations)
    if (place.role == verdict::kFirstRole || place.role == verdict::kSecondRole ||
        place.role == verdict::kCopyRole)
      sides.push_back(&place);
  const auto is_side = [&](const replay::Participant& side, const verdict::SourceLocation& place) {
    return is_at(side, place) && side.by_copy == (place.role == verdict::kCopyRole);
  };
  for (const replay::Seen& seen : outcome.seen) {
    if (seen.property != finding.property || seen.benign != finding.benign || seen.participants.empty())
      continue;
    if (finding.property == Property::DataRace && seen.kind != finding.kind) continue;
    const replay::Participant& one = seen.participants.front();
    const replay::Participant& two = seen.participants.back();
    if (seen.participants.size() == 2 && finding.property == Property::DataRace) {
      if (sides.size() == 2 && ((is_side(one, *sides[0]) && is_side(two, *sides[1])) ||
                                (is_side(two, *sides[0]) && is_side(one, *sides[1]))))
        return &seen;
      continue;
    }
    if (std::ranges::any_of(finding.locations, [&](const auto& place) { return is_at(one, place); }))
      return &seen;
  }
  return nullptr;
}

std::string id_text(const std::array<std::uint64_t, 3>& id) {
  if (id[2] != 0) return fmt::format("({}, {}, {})", id[0], id[1], id[2]);
  return id[1] != 0 ? fmt::format("({}, {})", id[0], id[1]) : fmt::format("({})", id[0]);
}

// What the witness's work-items did in a replay that showed it.
void take_steps(Finding& finding, const replay::Confirmation& answer) {
  if (!answer.seen) return;
  finding.witness->steps = answer.steps;
  finding.witness->steps_left_out = answer.steps_left_out;
}

// The work-items that the replay saw, in place of those that the solver chose and that did not meet.
void take_witness(Finding& finding, const replay::Seen& seen) {
  verdict::Witness& witness = *finding.witness;
  witness.steps.clear();  // of others
  witness.steps_left_out = 0;
  std::vector<verdict::WorkItem> items;
  std::string text(seen.kind);
  if (finding.property == Property::DataRace)
    text = finding.benign ? "benign race (equal bytes)" : "data race";
  if (!seen.participants.front().work_item.array.empty())
    text += " on `" + seen.participants.front().work_item.array + "`";
  const char* between = ": ";
  for (const replay::Participant& side : seen.participants) {
    const verdict::WorkItem& item = items.emplace_back(side.work_item);
    const std::string who = side.by_copy ? "the asynchronous copy" : "work-item " + id_text(item.local_id);
    text += fmt::format("{}{} of group {}: {}", between, who, id_text(item.group_id), item.access);
    if (item.bytes != 0) text += fmt::format(" at byte {}", static_cast<std::int64_t>(item.byte_offset));
    between = "; ";
  }
  finding.message = text + ", seen in a replay";
  finding.kind = seen.kind;
  witness.work_items = std::move(items);
  witness.address.reset();
}

// Of accesses outside of arrays a replay keeps the first at a line. It may be another than the solver's,
// whose work-item and byte then were not shown.
bool is_another(const Finding& finding, const replay::Seen& seen) {
  if (finding.property != Property::OutOfBounds && finding.property != Property::NullAccess) return false;
  const verdict::WorkItem& one = finding.witness->work_items.front();
  const verdict::WorkItem& two = seen.participants.front().work_item;
  return one.local_id != two.local_id || one.group_id != two.group_id || one.byte_offset != two.byte_offset ||
         one.array != two.array;
}

// The value as the parameter's element type shows it: signed or not, or floating.
std::string value_text(const verdict::ChosenValue& item, const std::string& type) {
  const auto has = [&](const char* word) { return type.find(word) != std::string::npos; };
  if (has("float") && item.bytes == sizeof(float)) {
    float value = 0;
    std::memcpy(&value, &item.value, sizeof value);
    return fmt::format("{:g}", value);
  }
  if (has("double") && item.bytes == sizeof(double)) {
    double value = 0;
    std::memcpy(&value, &item.value, sizeof value);
    return fmt::format("{:g}", value);
  }
  const bool is_unsigned = has("unsigned") || has("uchar") || has("ushort") || has("uint") || has("ulong") ||
                           has("size_t") || has("bool");
  const unsigned bits = 8 * item.bytes;
  if (is_unsigned || bits == 0 || bits > 64) return fmt::format("{}", item.value);
  return fmt::format("{}", static_cast<std::int64_t>(item.value << (64 - bits)) >> (64 - bits));
}

std::string chosen_text(const verdict::ChosenValue& item, const model::KernelModel& kernel) {
  const std::string value = value_text(item, kernel.parameters.at(item.parameter).type);
  if (!item.contents) return fmt::format("{} = {}", item.name, value);
  if (item.byte % item.bytes == 0)
    return fmt::format("{}[{}] = {}", item.name, item.byte / item.bytes, value);
  return fmt::format("{} at byte {} = {}", item.name, item.byte, value);
}

// A replay has such contents from the recording, whatever the solver chose.
bool is_recorded(const model::LaunchFacts& facts, std::uint32_t parameter) {
  const auto* buffer = parameter < facts.arguments.size()
                           ? std::get_if<model::BufferArgument>(&facts.arguments[parameter])
                           : nullptr;
  return buffer != nullptr && buffer->contents.bytes() != nullptr;
}

// "when idx[3] = 7, n = 4"
std::string conditions(const Finding& finding, const model::KernelModel& kernel,
                       const model::LaunchFacts& facts, const replay::Outcome& outcome,
                       replay::Contents::Fill fill) {
  constexpr std::size_t kMost = 6;
  std::vector<std::string> values;
  for (const verdict::ChosenValue& item : finding.witness->chosen) {
    if (item.contents && is_recorded(facts, item.parameter)) continue;
    if (values.size() == kMost) {
      values.emplace_back("…");
      break;
    }
    values.push_back(chosen_text(item, kernel));
  }
  std::string text = values.empty() ? "" : fmt::format("when {}", fmt::join(values, ", "));
  if (outcome.made_up.empty() || (fill == replay::Contents::Fill::Zero && !values.empty())) return text;
  const char* what = "zeros";
  if (fill == replay::Contents::Fill::Iota) what = "0, 1, 2, …";
  if (fill == replay::Contents::Fill::Random) what = "random numbers";
  return fmt::format("{}{}with {} as {}", text, text.empty() ? "" : ", ", what,
                     fmt::join(outcome.made_up, ", "));
}

// `seen`: what the replay saw at the finding's lines, or null.
std::string description(const Finding& finding, const model::KernelModel& kernel,
                        const model::LaunchFacts& facts, const replay::Confirmation& answer,
                        const replay::Seen* seen, replay::Contents::Fill fill) {
  std::string when = conditions(finding, kernel, facts, answer.outcome, fill);
  if (seen == nullptr) {
    for (std::uint32_t i = 0; i < facts.arguments.size() && when.empty(); ++i)
      if (is_recorded(facts, i)) when = "with the contents as recorded";
    return fmt::format("a replay {}did not show it: {}", when.empty() ? "" : when + " ",
                       answer.seen ? "the two work-items met and stored equal bytes" : answer.reason);
  }
  if (when.empty())
    return "it happens in a replay, and may rest on a value that the program leaves open, or on the order of "
           "execution";
  return "it happens " + when;
}

// A replay has shown what the question left open; the solver's choices for that are void.
void settle(Finding& finding) {
  std::vector<std::string> causes;
  for (const verdict::Approximation& item : finding.approximations) {
    std::string cause(verdict::name(item.cause));
    if (std::find(causes.begin(), causes.end(), cause) == causes.end()) causes.push_back(std::move(cause));
  }
  finding.replay =
      fmt::format("shown by the replay; the question was approximate ({})", fmt::join(causes, ", "));
  finding.approximations.clear();
  finding.witness->needs.clear();
  finding.witness->chosen.clear();
  finding.confirmation = Confirmation::Replayed;
}

// Something besides barriers may order accesses, which a replay does not look at.
bool may_order(const model::KernelModel& kernel) {
  return !kernel.fences.empty() || std::ranges::any_of(kernel.sites, [](const model::Site& site) {
    return site.kind == model::AccessKind::Atomic;
  });
}

// The place of an invariant that was not decided: the verdict does not speak of it.
bool is_left_open(const verdict::PropertyResult& answer, const replay::Seen& seen) {
  return std::ranges::any_of(answer.causes, [&](const verdict::Approximation& cause) {
    return cause.cause == Cause::AnnotationNotJudged &&
           std::ranges::any_of(seen.participants,
                               [&](const replay::Participant& side) { return is_at(side, cause.location); });
  });
}

// What a replay saw although it was proved not to happen.
void contradict_proofs(verdict::ClassResult& result, const replay::Outcome& outcome) {
  for (const replay::Seen& seen : outcome.seen) {
    const auto answer = result.properties.find(seen.property);
    if (seen.benign || answer == result.properties.end() || answer->second.verdict != Verdict::Verified)
      continue;
    if (is_left_open(answer->second, seen)) {
      answer->second.verdict = Verdict::Unknown;
      answer->second.reason = "an invariant that was not decided does not hold in a replay";
      continue;
    }
    std::string place = "an unknown line";
    for (const replay::Participant& side : seen.participants)
      if (!side.locations.empty())
        place = fmt::format("{}:{}", side.locations.front().file, side.locations.front().line);
    const std::string why = fmt::format(
        "internal error: {} was proved, and executing the launch showed its opposite at "
        "{}. {}",
        verdict::name(seen.property), place, kReport);
    answer->second = {Verdict::Error, why, {{Cause::ReplayDisagrees, why, {}}}};
  }
}

}  // namespace

bool is_independent(const Finding& finding, const model::KernelModel& kernel, const model::LaunchFacts& facts,
                    const replay::Outcome& outcome) {
  for (const verdict::Approximation& item : finding.approximations)
    if (is_open(item.cause)) return false;
  // Two writes race only when they store different bytes; nothing else depends on what is stored.
  const bool stored = finding.kind == "write-write";
  const analysis::Influence influence =
      analysis::influence(kernel, facts, analysis::MemoryRegions(kernel, facts), named_sites(kernel, finding),
                          stored, finding.property == Property::Assertion);
  if (influence.undefined || (influence.floats && outcome.open_floats) ||
      (influence.divisions && outcome.open_divisions))
    return false;
  // What memory holds that nothing wrote is zero in the replay only.
  for (const replay::Seen& seen : outcome.seen) {
    if (seen.property != Property::UninitialisedRead || finding.property == seen.property) continue;
    for (model::SiteId site = 0; site < kernel.sites.size(); ++site)
      if (influence.reads[site] && may_be_at(kernel, site, seen.participants.front())) return false;
  }
  return std::none_of(outcome.made_up_parameters.begin(), outcome.made_up_parameters.end(),
                      [&](std::uint32_t parameter) { return influence.parameters.at(parameter); });
}

void add_recorded(const model::LaunchFacts& facts, replay::Contents& contents) {
  for (const model::Argument& argument : facts.arguments) {
    const auto* buffer = std::get_if<model::BufferArgument>(&argument);
    const model::BufferContents::Bytes* bytes = buffer == nullptr ? nullptr : buffer->contents.bytes();
    if (bytes == nullptr) continue;
    std::vector<std::uint8_t>& object = contents.objects[buffer->object];
    object.resize(std::max<std::size_t>(object.size(), buffer->origin + bytes->size()));
    std::copy(bytes->begin(), bytes->end(), object.begin() + static_cast<std::ptrdiff_t>(buffer->origin));
  }
  for (const model::Argument& argument : facts.arguments) {
    const auto* buffer = std::get_if<model::BufferArgument>(&argument);
    if (buffer != nullptr && buffer->contents.bytes() == nullptr) contents.chosen.insert(buffer->object);
  }
}

bool all_is_known(const model::LaunchFacts& facts) {
  return std::ranges::all_of(facts.arguments, [](const model::Argument& argument) {
    if (const auto* buffer = std::get_if<model::BufferArgument>(&argument))
      return buffer->bytes.has_value() && buffer->contents.bytes() != nullptr && buffer->before == 0;
    return !std::holds_alternative<model::UnknownArgument>(argument);
  });
}

bool add_chosen(const verdict::Witness& witness, const model::LaunchFacts& facts, const ReplayLimits& limits,
                replay::Contents& contents) {
  for (const verdict::ChosenValue& item : witness.chosen) {
    if (item.parameter >= facts.arguments.size() || item.bytes > sizeof item.value) return false;
    std::vector<std::uint8_t>* bytes = nullptr;
    if (!item.contents) {
      bytes = &contents.values[item.parameter];
    } else if (const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments[item.parameter])) {
      if (buffer->contents.bytes() != nullptr) continue;  // the recorded value it is
      bytes = &contents.objects[buffer->object];
      contents.chosen.insert(buffer->object);
    } else if (std::holds_alternative<model::UnknownArgument>(facts.arguments[item.parameter])) {
      bytes = &contents.objects[replay::object_of_unknown(item.parameter)];
    } else {
      continue;
    }
    if (item.byte > limits.contents_bytes) return false;
    bytes->resize(std::max<std::size_t>(bytes->size(), item.byte + item.bytes));
    std::memcpy(bytes->data() + item.byte, &item.value, item.bytes);
  }
  return true;
}

bool has_witness(const verdict::ClassResult& result) {
  return std::any_of(result.findings.begin(), result.findings.end(),
                     [](const Finding& finding) { return finding.witness.has_value(); });
}

void not_replayed(verdict::ClassResult& result, const std::string& reason) {
  for (Finding& finding : result.findings)
    if (finding.confirmation == Confirmation::Exact && finding.replay.empty()) finding.replay = reason;
}

const replay::Kernel& Replayer::kernel(const Program& program, const std::string& name) {
  if (d_program != program.key || !d_prepared.compiled) {
    d_kernel.reset();
    d_prepared = frontend::prepare_program(program.sources, program.device);
    d_program = program.key;
  }
  if (!d_kernel || d_name != name) {
    d_kernel = std::make_unique<replay::Kernel>(d_prepared, name);
    d_name = name;
  }
  return *d_kernel;
}

// An exact counterexample: whatever is made up has no part in it.
void Replayer::confirm_exact(verdict::ClassResult& result, Finding& finding, const Launch& launch) {
  replay::Contents contents;
  contents.fill = replay::Contents::Fill::Zero;
  add_recorded(launch.facts, contents);
  // Arguments of which preconditions allow several values have the solver's.
  if (!add_chosen(*finding.witness, launch.facts, {}, contents)) {
    finding.replay = "not replayed: it rests on contents further into a buffer than are made up";
    return;
  }
  const replay::Confirmation answer =
      replay::confirm(launch.code, finding, launch.facts, contents, launch.options);
  d_cut = d_cut || answer.outcome.status == replay::Status::Unknown;
  contradict_proofs(result, answer.outcome);
  take_steps(finding, answer);
  if (answer.seen) {
    finding.confirmation = Confirmation::Replayed;
  } else if (!answer.refuted) {
    finding.replay = answer.reason;
  } else {
    finding.confirmation = Confirmation::Refuted;
    finding.replay = fmt::format(
        "internal error: the counterexample ({}) was exact, and executing the launch did not show it: {}. {}",
        finding.message, answer.reason, kReport);
  }
}

// An inexact one: with the solver's choices, and with some contents beyond these.
void Replayer::confirm_possible(verdict::ClassResult& result, Finding& finding, const Launch& launch,
                                const ReplayLimits& limits) {
  using Fill = replay::Contents::Fill;
  for (const Fill fill : {Fill::Zero, Fill::Iota, Fill::Random}) {
    replay::Contents contents;
    contents.fill = fill;
    add_recorded(launch.facts, contents);
    if (!add_chosen(*finding.witness, launch.facts, limits, contents)) {
      finding.replay = "not replayed: it rests on contents further into a buffer than are made up";
      return;
    }
    const replay::Confirmation answer =
        replay::confirm(launch.code, finding, launch.facts, contents, launch.options);
    d_cut = d_cut || answer.outcome.status == replay::Status::Unknown;
    contradict_proofs(result, answer.outcome);
    take_steps(finding, answer);
    const replay::Seen* seen = seen_at_its_lines(finding, answer.outcome);
    if (seen != nullptr && is_independent(finding, launch.kernel, launch.facts, answer.outcome)) {
      if (!answer.seen || is_another(finding, *seen)) take_witness(finding, *seen);
      settle(finding);
      return;
    }
    const bool was_made_up = !answer.outcome.made_up.empty();
    if (seen != nullptr || fill == Fill::Zero || !was_made_up)
      finding.replay = description(finding, launch.kernel, launch.facts, answer, seen, fill);
    if (seen != nullptr || !was_made_up) return;
  }
}

replay::Outcome Replayer::execute_whole(const Launch& launch) {
  replay::Contents contents;
  contents.fill = replay::Contents::Fill::Zero;
  add_recorded(launch.facts, contents);
  replay::Outcome outcome = launch.code.run(launch.facts, contents, launch.options);
  d_cut = d_cut || outcome.status == replay::Status::Unknown;
  return outcome;
}

// What is open of this launch, or of the class, and was seen.
void Replayer::show(verdict::ClassResult& result, std::uint64_t number, const Job& job, const Launch& launch,
                    const replay::Outcome& outcome) {
  const bool is_complete = outcome.status == replay::Status::Completed;
  for (Finding& finding : result.findings) {
    if (finding.launch != number || finding.confirmation != Confirmation::Unconfirmed || !finding.witness)
      continue;
    const replay::Seen* seen = seen_at_its_lines(finding, outcome);
    if (seen != nullptr && is_independent(finding, launch.kernel, launch.facts, outcome)) {
      take_witness(finding, *seen);
      settle(finding);
    } else if (seen == nullptr) {
      finding.replay += fmt::format(
          "{}the whole launch, executed with its recorded contents, {}", finding.replay.empty() ? "" : "; ",
          is_complete ? "did not show it either" : "was given up: " + outcome.reason);
    }
  }
  verdict::conclude(result, job.options.strict);
  for (const replay::Seen& seen : outcome.seen) {
    const auto answer = result.properties.find(seen.property);
    if (seen.benign || answer == result.properties.end()) continue;
    if (!verdict::is_undecided(answer->second.verdict)) continue;
    Finding finding = finding_of(seen);
    if (!is_independent(finding, launch.kernel, launch.facts, outcome)) continue;
    finding.id = access::finding_id(result.kernel, finding);
    finding.launch = number;
    finding.message += ", seen when the whole launch was executed with its recorded contents";
    result.findings.push_back(std::move(finding));
  }
}

void Replayer::execute(verdict::ClassResult& result, const WholeLaunches& known, const Job& job,
                       const model::KernelModel& kernel, const ReplayLimits& limits) {
  const Clock::time_point begin = Clock::now();
  const std::vector<WholeLaunch>& launches = known.launches;
  std::vector<replay::Outcome> outcomes;
  std::vector<std::string> contents, facts;
  bool all = known.all && !launches.empty();
  for (const WholeLaunch& launch : launches) {
    replay::Options options;
    options.barrier_rule = job.options.barrier_rule;
    options.maximum_memory = limits.memory;
    options.seconds = limits.seconds - std::chrono::duration<double>(Clock::now() - begin).count();
    const std::optional<model::LaunchFacts> given =
        options.seconds > 0 && verdict::is_undecided(result) ? launch.facts() : std::nullopt;
    if (!given) {
      d_cut = d_cut || options.seconds <= 0;
      all = false;
      break;
    }
    const ExecutionProof proof(kernel, *given);
    const bool shows = all_is_known(*given) || (proof.is_possible() && !may_order(kernel));
    all = all && proof.is_possible();
    if (!shows && !all) continue;
    const Launch one{this->kernel(*job.program, kernel.name), kernel, *given, options};
    outcomes.push_back(execute_whole(one));
    contradict_proofs(result, outcomes.back());
    if (shows) show(result, launch.number, job, one, outcomes.back());
    all = all && proof.is_made_by(outcomes.back());
    for (std::string& line : proof.contents_in_words()) {
      if (launches.size() > 1) line += ", in each of the launches";
      if (std::ranges::find(contents, line) == contents.end()) contents.push_back(std::move(line));
    }
    if (facts.empty()) facts = access::facts_read(kernel, *given, known.local_size_open);
  }
  const bool is_bad = std::ranges::any_of(result.properties, [](const auto& entry) {
    return entry.second.verdict == Verdict::Defect || entry.second.verdict == Verdict::Error;
  });
  if (all && !is_bad) {
    for (std::string& line : contents)
      if (std::ranges::find(result.assumptions, line) == result.assumptions.end())
        result.assumptions.push_back(std::move(line));
    take_proof(result, outcomes, std::move(facts));
  }
  verdict::conclude(result, job.options.strict);
}

void Replayer::confirm(verdict::ClassResult& result, std::uint64_t launch, const Job& job,
                       const model::KernelModel& kernel, const model::LaunchFacts& facts,
                       const ReplayLimits& limits) {
  const Clock::time_point begin = Clock::now();
  const auto left = [&] {
    return limits.seconds - std::chrono::duration<double>(Clock::now() - begin).count();
  };
  for (Finding& finding : result.findings) {
    if (finding.launch != launch || !finding.witness || finding.confirmation == Confirmation::Replayed)
      continue;
    if (finding.property == Property::Assertion && !finding.replay.empty()) continue;
    const bool exact = finding.confirmation == Confirmation::Exact;
    if (left() <= 0) {
      d_cut = true;
      finding.replay = fmt::format("{}the {:g} s for the replays of a class were used up",
                                   exact ? "" : "not replayed: ", limits.seconds);
      continue;
    }
    replay::Options options;
    options.barrier_rule = job.options.barrier_rule;
    options.maximum_memory = limits.memory;
    const replay::Kernel& code = this->kernel(*job.program, kernel.name);
    options.seconds = std::max(left(), kLeastSeconds);
    const Launch one{code, kernel, facts, options};
    if (exact)
      confirm_exact(result, finding, one);
    else
      confirm_possible(result, finding, one, limits);
  }
  verdict::conclude(result, job.options.strict);
}

}  // namespace launchproof::worker
