#include "verify/worker/replay/replayer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/access/family.h"
#include "verify/effort/clock.h"
#include "verify/replay/finding_sides.h"
#include "verify/symbolic/findings/finding_words.h"
#include "verify/verdict/explanation.h"
#include "verify/verdict/finding_id.h"
#include "verify/verdict/finding_kinds.h"
#include "verify/worker/replay/contradiction.h"
#include "verify/worker/replay/distinct_contents.h"
#include "verify/worker/replay/element_names.h"
#include "verify/worker/replay/execution_proof.h"
#include "verify/worker/replay/least_steps.h"
#include "verify/worker/replay/replay_evidence.h"
#include "verify/worker/replay/seen_finding.h"

namespace launchproof::worker {
namespace {

using Clock = effort::Clock;
using verdict::Cause;
using verdict::Confirmation;
using verdict::Finding;
using verdict::Property;
using verdict::Verdict;

constexpr double kLeastSeconds = 0.001;
// Steps of a replay: for the first one of each finding, and the factor by which the next one has more.
constexpr std::uint64_t kFirstSteps = 1 << 19;
constexpr std::uint64_t kMoreSteps = 16;
// What a replay is charged beside its steps: for its beginning and its end, for each work-item's stack, and
// for memory that it fills.
constexpr std::uint64_t kStepsOfReplay = 20'000;
constexpr std::uint64_t kStepsOfStack = 64;
constexpr std::uint64_t kBytesOfStep = 64;
// A finding may use a quarter of the steps that are left while others wait, however many contents it tries.
constexpr std::size_t kMostShares = 4;

constexpr const char* kTooFar = "not replayed: it depends on contents too far into a buffer to make up";

const char* kind_in_words(model::AccessKind kind) {
  if (kind == model::AccessKind::Atomic) return "atomic";
  return kind == model::AccessKind::Write ? "write" : "read";
}

// Returns whether several accesses of the same kind have the place of the finding's access.
bool is_one_of_many(const model::KernelModel& kernel, const replay::FindingSide& side) {
  return std::ranges::count_if(kernel.sites, [&](const model::Site& site) {
           std::vector<verdict::SourceLocation> places;
           for (model::LocationId id = site.location; id != model::kNone;
                id = kernel.locations[id].call_site) {
             const model::Location& at = kernel.locations[id];
             places.push_back({at.file, at.line, at.column, {}});
           }
           return side.is_at(places) && side.does(kind_in_words(site.kind));
         }) > 1;
}

// Returns the replay's record of the finding's accesses. For a race, this is one access at each of the two
// places, made by a copy if the finding says so. If several accesses have one place, as in a macro, the array
// and the bytes distinguish them; a replay of only the finding's work-items needs no further distinction. A
// race between writes counts only if the values differ, which the meeting of two work-items does not show.
const replay::Seen* seen_of(const Finding& finding, const model::KernelModel& kernel,
                            const replay::Outcome& outcome, bool is_shown = false) {
  const std::vector<replay::FindingSide> sides = replay::sides_of(finding);
  std::vector<bool> one_of_many;
  one_of_many.reserve(sides.size());
  for (const replay::FindingSide& side : sides)
    one_of_many.push_back(!is_shown && finding.property == Property::DataRace &&
                          is_one_of_many(kernel, side));
  const auto is_side = [&](const replay::Participant& seen, std::size_t number) {
    const replay::FindingSide& side = sides[number];
    const verdict::WorkItem& item = seen.work_item;
    return side.is_at(seen.locations) && side.does(item.access) && seen.by_copy == side.by_copy &&
           (!one_of_many[number] ||
            side.touches(item.array, static_cast<std::int64_t>(item.byte_offset), item.bytes == 0 ? 0 : 1));
  };
  const auto is_it = [&](const replay::Seen& seen) {
    if (seen.property != finding.property || seen.benign != finding.benign || seen.participants.empty())
      return false;
    if (finding.property == Property::DataRace && seen.kind != finding.kind) return false;
    const replay::Participant& one = seen.participants.front();
    const replay::Participant& two = seen.participants.back();
    if (seen.participants.size() == 2 && finding.property == Property::DataRace)
      return sides.size() == 2 &&
             ((is_side(one, 0) && is_side(two, 1)) || (is_side(two, 0) && is_side(one, 1)));
    if (sides.size() == 1) return is_side(one, 0);
    return std::ranges::any_of(finding.locations, [&](const verdict::SourceLocation& place) {
      return !one.locations.empty() && place.line == one.locations.front().line &&
             place.file == one.locations.front().file;
    });
  };
  const auto found = std::ranges::find_if(outcome.seen, is_it);
  return found == outcome.seen.end() ? nullptr : &*found;
}

std::string id_text(const std::array<std::uint64_t, 3>& id) {
  if (id[2] != 0) return fmt::format("({}, {}, {})", id[0], id[1], id[2]);
  return id[1] != 0 ? fmt::format("({}, {})", id[0], id[1]) : fmt::format("({})", id[0]);
}

// Adopts the steps of the witness's work-items from a replay that showed the finding.
void take_steps(Finding& finding, const replay::Confirmation& answer, const model::KernelModel& kernel) {
  if (!answer.seen) return;
  finding.witness->steps = answer.steps;
  finding.witness->steps_left_out = answer.steps_left_out;
  name_elements(*finding.witness, kernel);
}

// Adopts the work-items that the replay observed, since those that the solver chose did not meet.
void take_witness(Finding& finding, const replay::Seen& seen, const model::KernelModel& kernel,
                  std::uint32_t dimensions) {
  verdict::Witness& witness = *finding.witness;
  witness.steps.clear();  // of others
  witness.steps_left_out = 0;
  std::vector<verdict::WorkItem> items;
  const bool is_race = finding.property == Property::DataRace && finding.kind != verdict::kNonCoherentRead;
  std::string text(seen.kind);
  if (is_race) text = finding.benign ? "data race (equal bytes)" : "data race";
  if (!seen.participants.front().work_item.array.empty())
    text += " on `" + seen.participants.front().work_item.array + "`";
  const char* between = ": ";
  for (const replay::Participant& side : seen.participants) {
    verdict::WorkItem& item = items.emplace_back(side.work_item);
    name_element(item, kernel);
    const std::string who = side.by_copy ? "the asynchronous copy" : "work-item " + id_text(item.local_id);
    text += fmt::format("{}{} of group {}: {}", between, who, id_text(item.group_id), item.access);
    if (item.bytes != 0) text += " of " + verdict::element_text(item);
    between = "; ";
  }
  if (is_race && items.size() == 2) {
    const verdict::WorkItem& one = items[0];
    const verdict::WorkItem& two = items[1];
    const bool is_one_place = one.bytes != 0 && one.byte_offset == two.byte_offset &&
                              verdict::element_text(one) == verdict::element_text(two);
    text = (finding.benign ? "data race (equal bytes) on " : "data race on ") +
           symbolic::race_words(one, two, {seen.participants[0].by_copy, seen.participants[1].by_copy},
                                is_one_place ? verdict::element_text(two) : std::string(), dimensions);
  }
  finding.message = text + ", seen in a replay";
  finding.kind = seen.kind;
  witness.work_items = std::move(items);
  witness.address.reset();
}

// Returns whether the replay observed a different access than the solver's, so that the solver's work-item
// and byte were not shown. For each line, a replay keeps only the first access outside its array or with a
// forbidden kind.
bool is_another(const Finding& finding, const replay::Seen& seen) {
  if (finding.property != Property::OutOfBounds && finding.property != Property::NullAccess &&
      finding.property != Property::AccessFlags)
    return false;
  const verdict::WorkItem& one = finding.witness->work_items.front();
  const verdict::WorkItem& two = seen.participants.front().work_item;
  return one.local_id != two.local_id || one.group_id != two.group_id || one.byte_offset != two.byte_offset ||
         one.array != two.array;
}

// Returns whether the two met at other bytes, since what the question left open may differ from the solver's
// choice.
bool met_elsewhere(const Finding& finding, const replay::Confirmation& answer) {
  if (finding.property != Property::DataRace) return false;
  const std::vector<verdict::WorkItem>& items = finding.witness->work_items;
  return std::ranges::any_of(answer.steps, [&](const verdict::Step& step) {
    if (!step.meets || step.bytes == 0 || step.work_item >= items.size()) return false;
    const verdict::WorkItem& item = items[step.work_item];
    return step.array == item.array && step.byte_offset != item.byte_offset;
  });
}

// A replay takes such contents from the recording, whatever the solver chose.
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
    values.push_back(chosen_in_words(item, kernel));
  }
  std::string text = values.empty() ? "" : fmt::format("when {}", fmt::join(values, ", "));
  if (outcome.made_up.empty() || (fill == replay::Contents::Fill::Zero && !values.empty())) return text;
  return fmt::format("{}{}with {} as {}", text, text.empty() ? "" : ", ", replay::in_words(fill),
                     fmt::join(outcome.made_up, ", "));
}

// Replaces floats that devices treat differently by floats that all devices compute alike: zero for subnormal
// numbers and NaNs, the largest number for infinity.
std::uint64_t plain_float(std::uint64_t bits, unsigned width, unsigned fraction_bits) {
  const std::uint64_t most = (std::uint64_t{1} << (width - 1 - fraction_bits)) - 1;
  const std::uint64_t exponent = bits >> fraction_bits & most;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << fraction_bits) - 1);
  if (exponent == most) return fraction == 0 ? bits - 1 : 0;
  return exponent == 0 && fraction != 0 ? 0 : bits;
}

// Returns nothing if the witness chose no other floats.
std::optional<verdict::Witness> with_plain_floats(const verdict::Witness& witness,
                                                  const model::KernelModel& kernel) {
  verdict::Witness result = witness;
  bool is_other = false;
  for (verdict::ChosenValue& item : result.chosen) {
    const model::Parameter& parameter = kernel.parameters.at(item.parameter);
    const bool is_pointer = item.contents && parameter.array != model::kNone;
    const std::string& type = is_pointer ? kernel.arrays.at(parameter.array).element_type : parameter.type;
    const std::uint64_t before = item.value;
    if (type.starts_with("float") && item.bytes == 4) item.value = plain_float(before, 32, 23);
    if (type.starts_with("double") && item.bytes == 8) item.value = plain_float(before, 64, 52);
    if (type.starts_with("half") && item.bytes == 2) item.value = plain_float(before, 16, 10);
    is_other = is_other || item.value != before;
  }
  return is_other ? std::optional(std::move(result)) : std::nullopt;
}

// Removes the contents that the solver chose.
verdict::Witness without_contents(verdict::Witness witness) {
  std::erase_if(witness.chosen, [](const verdict::ChosenValue& item) { return item.contents; });
  return witness;
}

// Explains why two stores that a replay observed to be equal are not a benign race.
std::string equal_bytes(const Finding& finding) {
  std::vector<std::string> rest;
  for (const verdict::Approximation& item : finding.approximations)
    if (std::ranges::find(rest, item.detail) == rest.end()) rest.push_back(item.detail);
  return fmt::format(
      "the two work-items met and stored equal bytes; the race is benign only if they always do, which was "
      "not proved{}",
      rest.empty() ? "" : fmt::format(" (the question leaves open: {})", fmt::join(rest, "; ")));
}

// `seen`: what the replay observed at the finding's lines, or null; `doubt`: why that does not show the
// finding.
std::string description(const Finding& finding, const model::KernelModel& kernel,
                        const model::LaunchFacts& facts, const replay::Confirmation& answer,
                        const replay::Seen* seen, replay::Contents::Fill fill, const std::string& doubt) {
  std::string when = conditions(finding, kernel, facts, answer.outcome, fill);
  if (seen == nullptr) {
    for (std::uint32_t i = 0; i < facts.arguments.size() && when.empty(); ++i)
      if (is_recorded(facts, i)) when = "with the contents as recorded";
    return fmt::format("a replay {}did not show it: {}", when.empty() ? "" : when + " ",
                       answer.seen ? equal_bytes(finding) : answer.reason);
  }
  return fmt::format("it happens {}, but {}", when.empty() ? "in a replay" : when, doubt);
}

// A replay has shown what the question left open, so the solver's choices for that are void. `with`: what the
// replay made up, as text, which the finding then names and from which a replay of it starts.
void settle(Finding& finding, const std::string& with) {
  std::vector<std::string> causes;
  for (const verdict::Approximation& item : finding.approximations) {
    std::string cause(verdict::name(item.cause));
    if (std::find(causes.begin(), causes.end(), cause) == causes.end()) causes.push_back(std::move(cause));
  }
  finding.replay = fmt::format("shown by the replay{}; the question was approximate ({})",
                               with.empty() ? "" : " with " + with + ", which the launch facts leave open",
                               fmt::join(causes, ", "));
  finding.approximations.clear();
  finding.witness->needs.clear();
  // As in the two-thread engine's findings, which are not known to happen.
  constexpr std::string_view kPossible = "possible ";
  if (finding.message.starts_with(kPossible)) finding.message.erase(0, kPossible.size());
  if (with.empty())
    finding.witness->chosen.clear();
  else
    finding.message += " (with " + with + ")";
  finding.confirmation = Confirmation::Replayed;
}

// Returns whether something other than barriers may order accesses, which a replay does not examine.
bool may_order(const model::KernelModel& kernel) {
  return !kernel.fences.empty() || std::ranges::any_of(kernel.sites, [](const model::Site& site) {
    return site.kind == model::AccessKind::Atomic;
  });
}

// Volatile accesses in CUDA may serve as flags, which a replay does not track.
bool has_volatile_flags(const model::KernelModel& kernel) {
  return kernel.language == model::Language::Cuda &&
         std::ranges::any_of(kernel.sites, [](const model::Site& site) {
           return site.is_volatile && site.kind != model::AccessKind::Atomic;
         });
}

}  // namespace

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

// For an exact counterexample: made-up values do not affect it.
Replayer::Progress Replayer::confirm_exact(verdict::ClassResult& result, Finding& finding,
                                           const Launch& launch) {
  replay::Contents contents;
  contents.fill = replay::Contents::Fill::Zero;
  add_recorded(launch.facts, contents);
  // Arguments for which preconditions allow several values have the solver's.
  if (!add_chosen(*finding.witness, launch.facts, kMostContentsBytes, contents)) {
    finding.replay = kTooFar;
    return Progress::Ended;
  }
  if (const std::string why = keep_to_properties(*finding.witness, launch.facts, contents); !why.empty()) {
    finding.replay = "not replayed: " + why;
    return Progress::Ended;
  }
  const replay::Confirmation answer =
      replay::confirm(launch.code, finding, launch.facts, contents, launch.options);
  charge(answer.outcome);
  contradict_proofs(result, launch.kernel, launch.facts, answer.outcome);
  take_steps(finding, answer, launch.kernel);
  if (answer.seen) {
    finding.confirmation = Confirmation::Replayed;
    finding.replay.clear();
    show_values(finding, launch);
    return Progress::Ended;
  }
  if (answer.refuted) {
    finding.confirmation = Confirmation::Refuted;
    finding.replay = fmt::format(
        "internal error: the counterexample ({}) was exact, and executing the launch did not show it: {}. {}",
        finding.message, answer.reason, kReportIt);
    return Progress::Ended;
  }
  finding.replay = answer.reason;
  return progress_of(answer.outcome);
}

// Executes a confirmed race again with contents that differ between elements, since zeros give the same value
// in both orders.
void Replayer::show_values(Finding& finding, const Launch& launch) {
  if (finding.property != Property::DataRace || finding.benign || finding.witness->steps.empty() ||
      verdict::shows_values(*finding.witness) || share_left() == 0)
    return;
  std::optional<DistinctContents> distinct = distinct_contents(launch.kernel, launch.facts);
  if (!distinct || !add_chosen(*finding.witness, launch.facts, kMostContentsBytes, distinct->contents) ||
      !keep_to_properties(*finding.witness, launch.facts, distinct->contents).empty())
    return;
  replay::Options options = launch.options;
  options.maximum_steps = std::min(options.maximum_steps, share_left());
  const replay::Confirmation answer =
      replay::confirm(launch.code, finding, launch.facts, distinct->contents, options);
  charge(answer.outcome);
  verdict::Witness shown = *finding.witness;
  shown.steps = answer.steps;
  shown.steps_left_out = answer.steps_left_out;
  shown.contents_shown = distinct->text;
  name_elements(shown, launch.kernel);
  // Contents that a precondition forbids occur in no launch.
  if (answer.seen && !answer.outcome.is_excluded && verdict::shows_values(shown))
    finding.witness = std::move(shown);
}

void Replayer::charge(const replay::Outcome& outcome) {
  d_executed += kStepsOfReplay + outcome.steps + kStepsOfStack * outcome.work_items +
                (outcome.data_bytes + outcome.shadow_bytes) / kBytesOfStep;
}

Replayer::Progress Replayer::progress_of(const replay::Outcome& outcome) {
  if (outcome.status != replay::Status::Unknown || outcome.is_excluded) return Progress::Ended;
  if (outcome.is_out_of_steps) return Progress::OutOfSteps;
  if (outcome.is_waiting) return Progress::Ended;  // more steps, or more time, lead no further
  d_cut = true;
  return Progress::Ended;
}

// Returns why what was made up may not occur in any launch. If work-items other than the witness's may
// exclude it, executes all of them.
std::string Replayer::refuse(const Launch& launch, const std::vector<std::uint32_t>& made_up,
                             const replay::Seen& seen, const replay::Outcome& outcome,
                             const replay::Contents& contents) {
  std::string why = refuse_made_up(made_up, seen, launch.kernel, launch.facts, launch.recorded);
  if (!why.empty()) return why;
  const Exclusions exclusions = exclusions_of(launch.kernel);
  if (exclusions == Exclusions::NotExecuted) return "conditions of annotations on values are not executed";
  if (outcome.is_excluded) return "the values break a precondition or an assumption";
  if (exclusions == Exclusions::OfLaunch) return {};
  replay::Options options = launch.options;
  options.groups.clear();
  const replay::Outcome whole = launch.code.run(launch.facts, contents, options);
  charge(whole);
  if (whole.is_excluded) return "the values break a precondition or an assumption";
  if (whole.status == replay::Status::Completed) return {};
  d_cut = true;
  return "that no work-item breaks a precondition or an assumption was not shown: " + whole.reason;
}

// For an inexact counterexample: uses the solver's choices, and some further contents.
Replayer::Progress Replayer::confirm_possible(verdict::ClassResult& result, Finding& finding,
                                              const Launch& of, const ReplayLimits& limits) {
  using Fill = replay::Contents::Fill;
  const Clock::time_point begin = Clock::now();
  const std::optional<verdict::Witness> chosen = finding.witness;
  const std::optional<verdict::Witness> plain = with_plain_floats(*chosen, of.kernel);
  // If a loop is approximated, the solver chooses contents step by step. With the same number in each array,
  // a loop that compares two elements decides alike at every step.
  const std::optional<verdict::Witness> without = without_contents(*chosen);
  struct Attempt {
    Fill fill;
    const std::optional<verdict::Witness>& values;
    std::uint64_t seed = 1;
  };
  std::vector<Attempt> attempts{{Fill::Zero, chosen},    {Fill::Zero, plain},   {Fill::Iota, chosen},
                                {Fill::Random, chosen},  {Fill::Random, plain}, {Fill::Rising, without},
                                {Fill::Falling, without}};
  // Tries other random numbers if executing the witness's groups costs little.
  constexpr std::uint64_t kSeeds = 8, kFewAccesses = 10'000;
  for (std::uint64_t seed = 2; seed <= kSeeds; ++seed) attempts.push_back({Fill::Random, without, seed});
  Launch launch = of;
  Progress progress = Progress::Ended;
  bool is_seen = false;        // with some contents
  std::uint64_t accesses = 0;  // accesses in the latest attempt
  for (const auto& [fill, values, seed] : attempts) {
    if (!values) continue;
    if (seed > 1 && accesses > kFewAccesses) break;
    const bool is_chosen = &values == &chosen;
    launch.options.seconds = of.options.seconds - std::chrono::duration<double>(Clock::now() - begin).count();
    launch.options.maximum_steps = std::min(of.options.maximum_steps, share_left());
    if (launch.options.seconds <= 0 || launch.options.maximum_steps == 0) {
      d_cut = true;
      break;
    }
    replay::Contents contents;
    contents.fill = fill;
    contents.seed = seed;
    add_recorded(launch.facts, contents);
    if (!add_chosen(*values, launch.facts, limits.contents_bytes, contents)) {
      finding.replay = kTooFar;
      return Progress::Ended;
    }
    if (const std::string why = keep_to_properties(*values, launch.facts, contents); !why.empty()) {
      if (finding.replay.empty()) finding.replay = "not replayed: " + why;
      continue;
    }
    const replay::Confirmation answer =
        replay::confirm(launch.code, finding, launch.facts, contents, launch.options);
    charge(answer.outcome);
    contradict_proofs(result, launch.kernel, launch.facts, answer.outcome);
    accesses = answer.outcome.accesses;
    if (progress_of(answer.outcome) == Progress::OutOfSteps) progress = Progress::OutOfSteps;
    if (!is_seen && is_chosen) take_steps(finding, answer, launch.kernel);
    const replay::Seen* seen = seen_of(finding, launch.kernel, answer.outcome, answer.seen);
    Evidence evidence;
    if (seen != nullptr) {
      evidence = evidence_of(finding, launch.kernel, launch.facts, answer.outcome);
      if (evidence.doubt.empty() && !evidence.made_up.empty())
        evidence.doubt = refuse(launch, evidence.made_up, *seen, answer.outcome, contents);
      if (evidence.doubt.empty()) {
        finding.witness->chosen = values->chosen;
        take_steps(finding, answer, launch.kernel);
        if (!answer.seen || is_another(finding, *seen) || met_elsewhere(finding, answer))
          take_witness(finding, *seen, launch.kernel, launch.facts.work_dim);
        const std::string with =
            made_up_in_words(evidence.made_up, *finding.witness, launch.kernel, launch.facts, contents);
        choose_what_was_filled(evidence.made_up, launch.kernel, launch.facts, contents, *finding.witness);
        settle(finding, with);
        if (const std::string why = why_not_recorded(evidence.made_up, launch.kernel, launch.facts);
            !why.empty())
          finding.replay += fmt::format("; not recorded: {}", why);
        return Progress::Ended;
      }
    }
    // Other contents do not make it executable.
    const bool never_ran = answer.outcome.status == replay::Status::Error ||
                           answer.outcome.status == replay::Status::Unsupported;
    const bool was_made_up = !never_ran && !answer.outcome.made_up.empty();
    if (!is_seen && is_chosen && (seen != nullptr || fill == Fill::Zero || !was_made_up))
      finding.replay = description(finding, launch.kernel, launch.facts, answer, seen, fill, evidence.doubt);
    is_seen = is_seen || (seen != nullptr && is_chosen);
    // Other contents do not affect what is not made up, or what the program leaves open.
    if (!was_made_up || evidence.is_of_program) break;
  }
  if (confirm_unordered(finding, of)) return Progress::Ended;
  return is_seen ? Progress::Ended : progress;
}

// A race between two groups that a fence or an atomic may order. The whole launch is executed, since one of
// them may only get that far if all groups run, and atomics and fences are taken into account.
bool Replayer::confirm_unordered(Finding& finding, const Launch& of) {
  const auto is_order = [](const verdict::Approximation& item) { return item.cause == Cause::MayBeOrdered; };
  const std::vector<verdict::WorkItem>& items = finding.witness->work_items;
  if (finding.property != Property::DataRace || finding.benign ||
      std::ranges::none_of(finding.approximations, is_order) || items.size() != 2 ||
      items.front().group_id == items.back().group_id || has_volatile_flags(of.kernel))
    return false;
  replay::Options options = of.options;
  options.groups.clear();
  options.follow_orders = true;
  options.maximum_steps = std::min(options.maximum_steps, share_left());
  replay::Contents contents;
  contents.fill = replay::Contents::Fill::Zero;
  add_recorded(of.facts, contents);
  const replay::Outcome outcome = of.code.run(of.facts, contents, options);
  charge(outcome);
  const replay::Seen* seen = seen_of(finding, of.kernel, outcome);
  if (seen == nullptr || !are_of_two_groups(*seen)) return false;
  Finding unordered = finding;
  std::erase_if(unordered.approximations, is_order);
  Evidence evidence = evidence_of(unordered, of.kernel, of.facts, outcome);
  if (evidence.doubt.empty() && !evidence.made_up.empty())
    evidence.doubt = refuse(of, evidence.made_up, *seen, outcome, contents);
  if (!evidence.doubt.empty()) return false;
  finding.witness->chosen.clear();
  take_witness(finding, *seen, of.kernel, of.facts.work_dim);
  const std::string with =
      made_up_in_words(evidence.made_up, *finding.witness, of.kernel, of.facts, contents);
  choose_what_was_filled(evidence.made_up, of.kernel, of.facts, contents, *finding.witness);
  settle(finding, with);
  finding.replay += "; all groups were executed, and no atomic or fence put one access before the other";
  return true;
}

replay::Outcome Replayer::execute_whole(const Launch& launch) {
  replay::Contents contents;
  contents.fill = replay::Contents::Fill::Zero;
  add_recorded(launch.facts, contents);
  if (std::string why = keep_to_properties({}, launch.facts, contents); !why.empty()) {
    replay::Outcome none;
    none.status = replay::Status::Unknown;
    none.reason = std::move(why);
    return none;
  }
  replay::Outcome outcome = launch.code.run(launch.facts, contents, launch.options);
  d_cut = d_cut || outcome.status == replay::Status::Unknown;
  return outcome;
}

// Adds observed defects to properties that are open for this launch, or for the class.
void Replayer::show(verdict::ClassResult& result, std::uint64_t number, const Job& job, const Launch& launch,
                    const replay::Outcome& outcome) {
  const bool is_complete = outcome.status == replay::Status::Completed;
  for (Finding& finding : result.findings) {
    if (finding.launch != number || finding.confirmation != Confirmation::Unconfirmed || !finding.witness)
      continue;
    const replay::Seen* seen = seen_of(finding, launch.kernel, outcome);
    if (seen != nullptr && is_independent(finding, launch.kernel, launch.facts, outcome)) {
      take_witness(finding, *seen, launch.kernel, launch.facts.work_dim);
      settle(finding, {});
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
    Finding finding = finding_of(seen, launch.kernel);
    // No engine has decided yet whether fences and atomics order the two.
    if (seen.property == Property::DataRace)
      finding.approximations.push_back({verdict::Cause::MayBeOrdered, {}, {}});
    if (!is_independent(finding, launch.kernel, launch.facts, outcome)) continue;
    finding.approximations.clear();
    finding.id = verdict::finding_id(result.kernel, finding);
    finding.launch = number;
    finding.message += ", seen when the whole launch was executed with its recorded contents";
    result.findings.push_back(std::move(finding));
  }
}

namespace {

// Returns what the execution of a whole launch may take.
std::uint64_t steps_of_execution(const model::LaunchFacts& facts) {
  const std::uint64_t most = UINT64_MAX / kStepsOfWorkItem - kStepsOfClass;
  std::uint64_t items = 1;
  for (const std::uint64_t size : facts.global_size) {
    if (size > most / items) return UINT64_MAX;
    items *= std::max<std::uint64_t>(size, 1);
  }
  return kStepsOfClass + items * kStepsOfWorkItem;
}

}  // namespace

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
    options.maximum_steps = std::min(options.maximum_steps, steps_of_execution(*given));
    const ExecutionProof proof(kernel, *given);
    const bool shows = all_is_known(*given) || (proof.is_possible() && !may_order(kernel));
    all = all && proof.is_possible();
    if (!shows && !all) continue;
    const Launch one{this->kernel(*job.program, kernel.name), kernel, *given, options, {}};
    outcomes.push_back(execute_whole(one));
    contradict_proofs(result, kernel, *given, outcomes.back());
    if (shows) show(result, launch.number, job, one, outcomes.back());
    all = all && proof.is_made_by(outcomes.back(), known.stored);
    for (std::string& line : proof.contents_in_words(outcomes.back())) {
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
    take_proof(result, outcomes, kernel, std::move(facts));
  }
  verdict::conclude(result, job.options.strict);
}

namespace {

// The arguments for which each launch of the class has its own contents, which differ.
std::vector<bool> recorded_apart(const Job& job, const model::KernelModel& kernel,
                                 const model::LaunchFacts& facts) {
  std::vector<bool> result(facts.arguments.size(), false);
  if (!has_variants(job)) return result;
  const auto is_known = [](const model::LaunchFacts& of, std::size_t argument) {
    const auto* buffer = argument < of.arguments.size()
                             ? std::get_if<model::BufferArgument>(&of.arguments[argument])
                             : nullptr;
    return buffer != nullptr && buffer->contents.available();
  };
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (!std::holds_alternative<model::BufferArgument>(facts.arguments[i]) || is_known(facts, i)) continue;
    const std::vector<LaunchVariant> variants = variants_of(job, {i});
    result[i] = !variants.empty() && std::ranges::all_of(variants, [&](const LaunchVariant& variant) {
      const FactsAnswer answer = facts_of(variant.source, *job.program, kernel);
      return answer.facts && is_known(*answer.facts, i);
    });
  }
  return result;
}

}  // namespace

std::vector<Finding*> in_replay_order(verdict::ClassResult& result, std::uint64_t launch) {
  std::vector<Finding*> open;
  for (Finding& finding : result.findings) {
    if (finding.launch != launch || !finding.witness || finding.confirmation == Confirmation::Replayed)
      continue;
    const bool is_unseen = finding.property == Property::Assertion || finding.kind == verdict::kInnerArray;
    if (is_unseen && !finding.replay.empty()) continue;
    open.push_back(&finding);
  }
  // Findings with equal numbers keep their order, which is that of their addresses.
  std::ranges::sort(
      open, {}, [](const Finding* finding) { return std::pair{finding->approximations.size(), finding}; });
  return open;
}

// All findings are executed for few steps before any is executed for many, so that an endless loop costs the
// others nothing.
void Replayer::confirm(verdict::ClassResult& result, std::uint64_t launch, const Job& job,
                       const model::KernelModel& kernel, const model::LaunchFacts& facts,
                       const ReplayLimits& limits) {
  const Clock::time_point begin = Clock::now();
  const auto left = [&] {
    return limits.seconds - std::chrono::duration<double>(Clock::now() - begin).count();
  };
  std::vector<Finding*> open = in_replay_order(result, launch);
  const std::vector<bool> recorded = open.empty() ? std::vector<bool>() : recorded_apart(job, kernel, facts);
  d_end = d_executed + std::min(limits.all_steps, UINT64_MAX - d_executed);
  bool is_first = true;
  for (std::uint64_t steps = kFirstSteps; !open.empty(); steps *= kMoreSteps) {
    const bool is_last = steps > limits.steps / kMoreSteps;
    std::vector<Finding*> unfinished;
    std::size_t after = open.size();
    for (Finding* finding : open) {
      d_share_end = d_executed + steps_left() / std::min(after--, kMostShares);
      const bool exact = finding->confirmation == Confirmation::Exact;
      // The first replay may show it at another place than the solver says.
      const std::uint64_t least =
          is_first ? 0 : least_steps(*finding, kernel, facts, job.options.barrier_rule);
      if (least > steps_left()) {
        d_cut = true;
        finding->replay += fmt::format("; what the counterexample says comes after {} steps or more", least);
        continue;
      }
      if (least > steps && !is_last) {
        unfinished.push_back(finding);
        continue;
      }
      if (left() <= 0 || steps_left() == 0) {
        d_cut = true;
        if (is_first)
          finding->replay =
              fmt::format("{}the {} for the replays of a class were used up", exact ? "" : "not replayed: ",
                          left() <= 0 ? fmt::format("{:g} s", limits.seconds)
                                      : fmt::format("{} steps", limits.all_steps));
        continue;
      }
      replay::Options options;
      options.barrier_rule = job.options.barrier_rule;
      options.maximum_memory = limits.memory;
      options.maximum_steps = std::min(steps, share_left());
      const replay::Kernel& code = this->kernel(*job.program, kernel.name);
      options.seconds = std::max(left(), kLeastSeconds);
      const Launch one{code, kernel, facts, options, recorded};
      const Progress progress =
          exact ? confirm_exact(result, *finding, one) : confirm_possible(result, *finding, one, limits);
      if (progress == Progress::OutOfSteps) unfinished.push_back(finding);
    }
    d_cut = d_cut || (is_last && !unfinished.empty());
    if (is_last) break;
    open = std::move(unfinished);
    is_first = false;
  }
  verdict::conclude(result, job.options.strict);
}

}  // namespace launchproof::worker
