#include "verify/worker/replay/replay_evidence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "verify/analysis/influence.h"
#include "verify/analysis/memory_regions.h"
#include "verify/analysis/ordering.h"
#include "verify/analysis/preconditions.h"
#include "verify/model/scalar_text.h"
#include "verify/worker/replay/seen_finding.h"

namespace launchproof::worker {
namespace {

using model::kNone;
using model::Op;
using model::ParameterKind;
using model::SiteId;
using verdict::Cause;
using verdict::Finding;
using verdict::Property;

// A buffer of unknown size may be as large as devices allow, but no larger.
constexpr std::uint64_t kLargestBuffer = std::uint64_t{1} << 38;

constexpr std::size_t kMostNamed = 6;  // number of values in one text

std::vector<SiteId> named_sites(const model::KernelModel& kernel, const Finding& finding) {
  std::vector<SiteId> sites;
  for (SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::LocationId location = kernel.sites[id].location;
    if (location == kNone) {
      sites.push_back(id);
      continue;
    }
    const model::Location& at = kernel.locations[location];
    const bool named =
        std::ranges::any_of(finding.locations, [&](const auto& place) { return place.line == at.line; });
    if (named) sites.push_back(id);
  }
  return sites;
}

bool has_cause(const Finding& finding, Cause cause) {
  return std::ranges::any_of(finding.approximations, [&](const auto& item) { return item.cause == cause; });
}

// A replay only observes barriers, and reports accesses as unordered that something else may have ordered.
bool may_be_ordered(const Finding& finding, const model::KernelModel& kernel, const model::LaunchFacts& facts,
                    const analysis::MemoryRegions& regions, const std::vector<SiteId>& sites) {
  if (!has_cause(finding, Cause::MayBeOrdered)) return false;
  const std::vector<bool> ordered = analysis::possibly_ordered_blocks(
      analysis::FlowGraph(kernel), facts, regions, analysis::Relaxed::ResultDecides);
  return std::ranges::any_of(sites, [&](SiteId id) { return ordered[kernel.sites[id].block]; });
}

// Returns whether a value that decides the finding was read, or should have been written, where the replay
// does not follow the program. The replay treats memory that nothing wrote, and places outside of an array,
// as zero, and writes nothing there.
bool rests_on_void_accesses(const Finding& finding, const model::KernelModel& kernel,
                            const analysis::Influence& influence, const replay::Outcome& outcome) {
  for (const replay::Seen& seen : outcome.seen) {
    const bool is_read = seen.property == Property::UninitialisedRead;
    const bool is_outside = seen.property == Property::OutOfBounds || seen.property == Property::NullAccess;
    if ((!is_read && !is_outside) || seen.participants.empty()) continue;
    const replay::Participant& side = seen.participants.front();
    // The first access outside its array is made whatever the replay does afterwards.
    const bool is_itself =
        finding.property == seen.property && !side.locations.empty() &&
        std::ranges::any_of(finding.locations, [&](const verdict::SourceLocation& place) {
          return place.line == side.locations.front().line && place.file == side.locations.front().file;
        });
    if (is_itself) continue;
    for (SiteId site = 0; site < kernel.sites.size(); ++site) {
      const bool has_part = influence.reads[site] || (is_outside && influence.writes[site]);
      if (has_part && may_be_at(kernel, site, side)) return true;
    }
  }
  return false;
}

// A program may store truth values in memory and arguments. In every launch, these are 0 or 1.
bool holds_truth_values(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                        std::uint32_t parameter) {
  const model::ArrayId array = kernel.parameters[parameter].array;
  const analysis::MemoryRegions regions(kernel, facts);
  const auto is_of_parameter = [&](const model::Value& value) {
    if (value.op == Op::Parameter) return value.index == parameter;
    if (value.op != Op::Read || array == kNone) return false;
    return std::ranges::any_of(kernel.sites[value.index].arrays, [&](model::ArrayId other) {
      const std::uint32_t region = regions.placement(other).region;
      return other == array || (region != kNone && region == regions.placement(array).region);
    });
  };
  return std::ranges::any_of(kernel.values, [&](const model::Value& value) {
    if (value.width != 1) return false;
    if (value.op != Op::Trunc) return is_of_parameter(value);
    const model::Value& whole = kernel.values[value.operands[0]];
    return whole.width == 8 && is_of_parameter(whole);
  });
}

}  // namespace

std::string chosen_in_words(const verdict::ChosenValue& item, const model::KernelModel& kernel) {
  const model::Parameter& parameter = kernel.parameters.at(item.parameter);
  const bool is_pointer = item.contents && parameter.array != kNone;
  const std::string value =
      model::scalar_text(is_pointer ? kernel.arrays.at(parameter.array).element_type : parameter.type,
                         item.value, 8 * item.bytes);
  if (!item.contents) return fmt::format("{} = {}", item.name, value);
  if (item.byte % item.bytes == 0)
    return fmt::format("{}[{}] = {}", item.name, static_cast<std::int64_t>(item.byte) / item.bytes, value);
  return fmt::format("{} at byte {} = {}", item.name, static_cast<std::int64_t>(item.byte), value);
}

Evidence evidence_of(const Finding& finding, const model::KernelModel& kernel,
                     const model::LaunchFacts& facts, const replay::Outcome& outcome) {
  const analysis::MemoryRegions regions(kernel, facts);
  const std::vector<SiteId> sites = named_sites(kernel, finding);
  // Two writes race only if they store different bytes; nothing else depends on stored values.
  const bool stored = finding.kind == "write-write";
  const analysis::Influence influence =
      analysis::influence_on(kernel, facts, regions, sites, stored, finding.property == Property::Assertion);
  Evidence result;
  for (const std::uint32_t parameter : outcome.made_up_parameters)
    if (influence.parameters.at(parameter) &&
        std::ranges::find(result.made_up, parameter) == result.made_up.end())
      result.made_up.push_back(parameter);
  std::ranges::sort(result.made_up);
  if (has_cause(finding, Cause::UnsupportedConstruct))
    result.doubt = "the kernel holds a construct that is not understood";
  else if (model::uses_sub_groups(kernel) && !facts.sub_groups.is_known())
    result.doubt = "how the device divides groups into sub-groups is not known";
  else if (influence.undefined)
    result.doubt =
        "it depends on a value that the program leaves undefined, or that devices compute in ways of "
        "their own";
  else if (may_be_ordered(finding, kernel, facts, regions, sites))
    result.doubt = "a fence or an atomic before an access may order the two";
  result.is_of_program = !result.doubt.empty();
  if (result.is_of_program) return result;
  if (influence.floats && outcome.open_floats)
    result.doubt = "it depends on subnormal, infinite or NaN floats, which devices may treat differently";
  else if (influence.divisions && outcome.open_divisions)
    result.doubt = "it depends on an undefined quotient";
  else if (influence.exchanges && outcome.open_exchanges)
    result.doubt = "it depends on values exchanged by work-items, which OpenCL does not define here";
  else if (rests_on_void_accesses(finding, kernel, influence, outcome))
    result.doubt = "it depends on memory that nothing wrote, or on an access outside its array";
  return result;
}

bool is_independent(const Finding& finding, const model::KernelModel& kernel, const model::LaunchFacts& facts,
                    const replay::Outcome& outcome) {
  const Evidence evidence = evidence_of(finding, kernel, facts, outcome);
  return evidence.doubt.empty() && evidence.made_up.empty();
}

Exclusions exclusions_of(const model::KernelModel& kernel) {
  std::set<std::uint32_t> used;
  for (const model::Block& block : kernel.blocks)
    if (block.excluded_by != kNone) used.insert(block.excluded_by);
  // Annotations that no engine uses may still exclude values.
  if (std::ranges::any_of(kernel.annotations, [](const model::Annotation& one) {
        return one.kind == model::AnnotationKind::Unjudged || one.contract != model::ContractPart::None;
      }))
    return Exclusions::NotExecuted;
  const std::vector<std::uint32_t> first = analysis::first_exclusions(kernel);
  Exclusions result = Exclusions::OfLaunch;
  for (const std::uint32_t id : used) {
    const model::Annotation& annotation = kernel.annotations[id];
    if (annotation.two_items || annotation.of_accesses || !annotation.is_executed)
      return Exclusions::NotExecuted;
    const bool is_first = std::ranges::find(first, id) != first.end();
    if (!is_first || annotation.condition == kNone ||
        !analysis::follows_from_launch(kernel, annotation.condition))
      result = Exclusions::OfWorkItems;
  }
  return result;
}

std::string refuse_made_up(const std::vector<std::uint32_t>& made_up, const replay::Seen& seen,
                           const model::KernelModel& kernel, const model::LaunchFacts& facts,
                           const std::vector<bool>& recorded) {
  for (const std::uint32_t id : made_up) {
    const model::Parameter& parameter = kernel.parameters[id];
    if (parameter.kind == ParameterKind::Image || parameter.kind == ParameterKind::Sampler ||
        parameter.kind == ParameterKind::Other)
      return fmt::format("the replay made up what `{}` is or holds", parameter.name);
    if (id < recorded.size() && recorded[id])
      return fmt::format("the contents of `{}` differ from launch to launch, and others were used instead",
                         parameter.name);
    const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments.at(id));
    if (buffer != nullptr && buffer->contents.bytes() == nullptr && !buffer->contents.origin().empty())
      return fmt::format("the contents of `{}` were recorded, and cannot be read", parameter.name);
    if (holds_truth_values(kernel, facts, id))
      return fmt::format("`{}` holds truth values, which are not made up", parameter.name);
  }
  // An unknown size does not excuse an access that no buffer allows.
  for (const replay::Participant& side : seen.participants) {
    const verdict::WorkItem& item = side.work_item;
    const bool is_of_buffer = seen.property == Property::DataRace && item.bytes != 0;
    if (is_of_buffer && item.byte_offset >= kLargestBuffer)
      return fmt::format("byte {} of `{}` lies beyond any buffer of a launch",
                         static_cast<std::int64_t>(item.byte_offset), item.array);
  }
  return {};
}

namespace {

// Adds the elements that a buffer was given to satisfy its stated properties.
void choose_elements(std::uint32_t id, const std::string& name, const model::BufferArgument& buffer,
                     const replay::Contents& contents, verdict::Witness& witness) {
  const std::uint32_t width = buffer.properties.bytes;
  const auto object = contents.objects.find(buffer.object);
  if (object == contents.objects.end()) return;
  std::erase_if(witness.chosen, [&](const verdict::ChosenValue& item) {
    return item.contents && item.parameter == id && item.byte >= buffer.origin &&
           item.byte + item.bytes <= buffer.origin + *buffer.bytes / width * width;
  });
  for (std::uint64_t at = 0; at + width <= *buffer.bytes; at += width) {
    verdict::ChosenValue item{id, name, true, buffer.origin + at, width, 0};
    std::memcpy(&item.value, object->second.data() + item.byte, width);
    witness.chosen.push_back(std::move(item));
  }
}

}  // namespace

void choose_what_was_filled(const std::vector<std::uint32_t>& made_up, const model::KernelModel& kernel,
                            const model::LaunchFacts& facts, const replay::Contents& contents,
                            verdict::Witness& witness) {
  constexpr std::uint64_t kMostBytes = 1024;
  constexpr std::uint32_t kWord = sizeof(std::uint32_t);
  const auto is_chosen = [&](std::uint32_t id, std::uint64_t begin, std::uint64_t bytes) {
    return std::ranges::any_of(witness.chosen, [&](const verdict::ChosenValue& item) {
      return item.parameter == id && item.byte < begin + bytes && begin < item.byte + item.bytes;
    });
  };
  for (const std::uint32_t id : made_up) {
    const model::Parameter& parameter = kernel.parameters[id];
    if (parameter.kind == ParameterKind::Value) {
      const std::vector<std::uint8_t> bytes =
          replay::filled_scalar(contents, parameter.type, parameter.bytes);
      if (bytes.size() > sizeof(std::uint64_t) || is_chosen(id, 0, bytes.size())) continue;
      verdict::ChosenValue item{id, parameter.name, false, 0, parameter.bytes, 0};
      std::memcpy(&item.value, bytes.data(), bytes.size());
      witness.chosen.push_back(std::move(item));
      continue;
    }
    const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments.at(id));
    if (buffer == nullptr || !buffer->bytes || *buffer->bytes > kMostBytes) continue;
    if (buffer->properties.any()) {
      choose_elements(id, parameter.name, *buffer, contents, witness);
      continue;
    }
    if (buffer->contents.bytes() != nullptr || contents.fill == replay::Contents::Fill::Zero) continue;
    const std::uint64_t end = buffer->origin + *buffer->bytes;
    for (std::uint64_t at = buffer->origin / kWord * kWord; at < end; at += kWord) {
      const std::uint32_t word = replay::filled_word(contents, buffer->object, at / kWord);
      // Shows the chosen part of a word; the text covers the rest.
      if (word != 0 && !is_chosen(id, at, kWord))
        witness.chosen.push_back({id, parameter.name, true, at, kWord, word});
    }
  }
}

std::string made_up_in_words(const std::vector<std::uint32_t>& made_up, const verdict::Witness& witness,
                             const model::KernelModel& kernel, const model::LaunchFacts& facts,
                             const replay::Contents& contents) {
  std::vector<std::string> values, rest, stated;
  bool is_partly_chosen = false, is_cut = false;
  const auto add = [&](std::string text) {
    if (values.size() < kMostNamed)
      values.push_back(std::move(text));
    else
      is_cut = true;
  };
  for (const std::uint32_t id : made_up) {
    bool is_chosen = false;
    for (const verdict::ChosenValue& item : witness.chosen) {
      if (item.parameter != id) continue;
      // A buffer's recorded contents take precedence over the solver's choices.
      const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments.at(id));
      if (item.contents && buffer != nullptr && buffer->contents.bytes() != nullptr) continue;
      is_chosen = true;
      add(chosen_in_words(item, kernel));
    }
    const model::Parameter& parameter = kernel.parameters[id];
    const auto* of = std::get_if<model::BufferArgument>(&facts.arguments.at(id));
    if (of != nullptr && of->properties.any()) {
      stated.push_back(parameter.name);
    } else if (parameter.kind != ParameterKind::Value) {
      rest.push_back(parameter.name);
      is_partly_chosen |= is_chosen;
    } else if (!is_chosen) {
      add(fmt::format("{} = {}", parameter.name, contents.scalar));
    }
  }
  if (is_cut) values.emplace_back("…");
  std::string text = fmt::format("{}", fmt::join(values, ", "));
  if (!stated.empty())
    text = fmt::format("{}{}elements as stated in {}", text, text.empty() ? "" : ", and other ",
                       fmt::join(stated, ", "));
  if (rest.empty()) return text;
  return fmt::format("{}{}{} {} {}", text, text.empty() ? "" : ", and ", replay::in_words(contents.fill),
                     is_partly_chosen ? "elsewhere in" : "in", fmt::join(rest, ", "));
}

std::string why_not_recorded(const std::vector<std::uint32_t>& made_up, const model::KernelModel& kernel,
                             const model::LaunchFacts& facts) {
  std::vector<std::string> reasons;
  for (const std::uint32_t id : made_up) {
    const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments.at(id));
    if (buffer != nullptr && !buffer->contents.reason().empty())
      reasons.push_back(fmt::format("{}: {}", kernel.parameters[id].name, buffer->contents.reason()));
  }
  return fmt::format("{}", fmt::join(reasons, "; "));
}

}  // namespace launchproof::worker
