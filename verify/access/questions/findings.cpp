#include "verify/access/questions/findings.h"

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "verify/access/questions/open_sizes.h"
#include "verify/model/scalar_text.h"
#include "verify/verdict/explanation.h"

namespace launchproof::access {

using model::AccessKind;
using model::kNone;
using smt::Term;
using symbolic::image_of;
using symbolic::Unknown;
using symbolic::WorkItem;
using verdict::Finding;
using verdict::SourceLocation;

namespace {

const char* word(AccessKind kind) {
  switch (kind) {
    case AccessKind::Read:
      return "read";
    case AccessKind::Write:
      return "write";
    case AccessKind::Atomic:
      return "atomic";
  }
  return "";
}

const char* word(model::Convergence kind) {
  switch (kind) {
    case model::Convergence::Barrier:
      return "barrier";
    case model::Convergence::Collective:
      return "collective function";
    case model::Convergence::Copy:
      return "asynchronous copy";
    case model::Convergence::Wait:
      return "wait for events";
  }
  return "";
}

// Returns the words for a pointer into the midst of its memory.
std::string and_before(const analysis::Placement& place) {
  return place.before == 0 ? std::string() : " from there and " + std::to_string(place.before) + " before";
}

// An offset of 32 bits that is beyond its array is as likely to be one before its start.
std::uint64_t with_sign(std::uint64_t offset, unsigned width, std::optional<std::uint64_t> bytes) {
  if (width >= 64 || (offset >> (width - 1)) == 0 || (bytes && offset < *bytes)) return offset;
  return offset | ~std::uint64_t{0} << width;
}

std::string signed_decimal(std::uint64_t place) {
  return std::to_string(static_cast<std::int64_t>(place));
}

std::string triple(const std::array<std::uint64_t, 3>& id, std::uint32_t dimensions) {
  std::string text = "(" + std::to_string(id[0]);
  for (std::uint32_t d = 1; d < dimensions; ++d) text += ", " + std::to_string(id[d]);
  return text + ")";
}

std::string place(const SourceLocation& at) {
  return at.file + ":" + std::to_string(at.line);
}

// "`a`: work-items (0) and (1) of group (0) read and write byte 4 unordered".
std::string race_message(const verdict::WorkItem& one, const verdict::WorkItem& two,
                         const std::string& touched, std::uint32_t dimensions) {
  const bool together = one.group_id == two.group_id;
  std::string text = "`" + one.array + "`";
  if (two.array != one.array) text += " and `" + two.array + "`, which share memory";
  text += together ? ": work-items " : ": work-item ";
  text += triple(one.local_id, dimensions);
  if (!together) text += " of group " + triple(one.group_id, dimensions);
  text += together ? " and " : " and work-item ";
  text += triple(two.local_id, dimensions) + " of group " + triple(two.group_id, dimensions);
  const auto verb = [](const verdict::WorkItem& item) {
    return item.access == "atomic" ? std::string("atomically update") : item.access;
  };
  text += one.access == two.access ? " both " + verb(one) : " " + verb(one) + " and " + verb(two);
  return text + " " + touched + ", unordered";
}

// "`t`: the asynchronous copy of group (0) writes and work-item (1) of group (0) reads byte 4, unordered"
std::string copy_message(const verdict::WorkItem& one, bool one_copies, const verdict::WorkItem& two,
                         bool two_copies, const std::string& touched, std::uint32_t dimensions) {
  const auto does = [&](const verdict::WorkItem& item, bool copies) {
    const std::string who =
        copies ? "the asynchronous copy" : "work-item " + triple(item.local_id, dimensions);
    return who + " of group " + triple(item.group_id, dimensions) +
           (item.access == "atomic" ? " atomically updates" : " " + item.access + "s");
  };
  std::string text = "`" + one.array + "`";
  if (two.array != one.array) text += " and `" + two.array + "`, which share memory";
  return text + ": " + does(one, one_copies) + " and " + does(two, two_copies) + " " + touched +
         ", unordered";
}

}  // namespace

std::string finding_id(const std::string& kernel, const Finding& finding) {
  std::string text = kernel + "/" + std::string(verdict::name(finding.property)) + "/" + finding.kind;
  for (const SourceLocation& at : finding.locations)
    text += "/" + at.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a, for a name only
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string id;
  for (int i = 60; i >= 0; i -= 4) id.push_back(kDigits[(hash >> i) & 15U]);
  return id;
}

SourceLocation FindingBuilder::location(model::LocationId id, std::string role) const {
  if (id == kNone) return {"", 0, 0, std::move(role)};
  const model::Location& at = d_context.kernel.locations[id];
  return {at.file, at.line, at.column, std::move(role)};
}

std::vector<SourceLocation> FindingBuilder::locations(model::LocationId id, const std::string& role) const {
  std::vector<SourceLocation> result{location(id, role)};
  while (id != kNone && d_context.kernel.locations[id].call_site != kNone) {
    id = d_context.kernel.locations[id].call_site;
    result.push_back(location(id, role + " inlined at"));
  }
  return result;
}

verdict::WorkItem FindingBuilder::work_item(const Evaluator& evaluator, EnvironmentId environment,
                                            const smt::Model& model) const {
  verdict::WorkItem result;
  const WorkItem& item = evaluator.item();
  for (unsigned d = 0; d < 3; ++d) {
    result.local_id[d] = static_cast<std::uint64_t>(model.evaluate(item.local_id[d]));
    result.group_id[d] = static_cast<std::uint64_t>(model.evaluate(item.group_id[d]));
    const auto size = static_cast<std::uint64_t>(model.evaluate(d_context.launch.local_size(d)));
    result.global_id[d] = d_context.facts.global_offset[d] + result.group_id[d] * size + result.local_id[d];
  }
  for (EnvironmentId e = environment; e != kOutside; e = d_context.environments.at(e).parent) {
    const Environment& here = d_context.environments.at(e);
    result.iterations.insert(result.iterations.begin(),
                             {location(d_context.kernel.loops[here.loop].location, "loop"),
                              static_cast<std::uint64_t>(model.evaluate(here.counter))});
  }
  return result;
}

namespace {

// Returns the model's value, as its variable shows it; nothing where it is opaque or too wide.
std::optional<std::string> shown(const Context& context, Term term, model::NumberKind kind,
                                 const smt::Model& model) {
  constexpr unsigned kWidest = 64;
  if (!context.store.applications(term).empty()) return std::nullopt;
  for (const Term variable : context.store.variables(term))
    if (context.unknowns.value(variable) != nullptr) return std::nullopt;
  const auto number = static_cast<std::uint64_t>(model.evaluate(term));
  const unsigned width = std::max(1U, term.width());
  if (width > kWidest) return std::nullopt;
  switch (kind) {
    case model::NumberKind::Boolean:
      return number == 0 ? "false" : "true";
    case model::NumberKind::Unsigned:
      return std::to_string(number);
    case model::NumberKind::Float: {
      constexpr unsigned kHalf = 16;
      const char* type = "float";
      if (width == kWidest) type = "double";
      if (width == kHalf) type = "half";
      return model::scalar_text(type, number, width);
    }
    case model::NumberKind::Signed:
      break;
  }
  const unsigned unused = kWidest - width;
  return signed_decimal(static_cast<std::uint64_t>(static_cast<std::int64_t>(number << unused) >> unused));
}

}  // namespace

std::vector<verdict::NamedValue> FindingBuilder::variables_in(Evaluator& evaluator, EnvironmentId environment,
                                                              model::ValueId value,
                                                              const smt::Model& model) const {
  constexpr std::size_t kMostVisited = 64;
  constexpr std::size_t kMostVariables = 6;
  std::vector<verdict::NamedValue> result;
  std::vector<model::ValueId> open{value}, seen;
  const auto add = [&](const std::string& name, model::ValueId id, model::NumberKind kind) {
    const auto known = std::ranges::find(result, name, &verdict::NamedValue::name);
    if (known != result.end() || result.size() >= kMostVariables) return;
    if (auto text = shown(d_context, evaluator.value(id, environment), kind, model))
      result.push_back({name, std::move(*text)});
  };
  // Breadth first, so that the variables that the source names come before those that these rest on.
  for (std::size_t next = 0; next < open.size() && seen.size() < kMostVisited; ++next) {
    const model::ValueId id = open[next];
    if (id == kNone || std::ranges::find(seen, id) != seen.end()) continue;
    seen.push_back(id);
    const model::Value& item = d_context.kernel.values[id];
    if (item.op == model::Op::Parameter && item.index < d_context.kernel.parameters.size() &&
        d_context.kernel.parameters[item.index].bytes * 8U == item.width) {
      const model::Parameter& parameter = d_context.kernel.parameters[item.index];
      model::NumberKind kind = model::NumberKind::Signed;
      if (model::is_floating(parameter.type)) kind = model::NumberKind::Float;
      if (model::is_unsigned(parameter.type)) kind = model::NumberKind::Unsigned;
      add(parameter.name, id, kind);
      continue;
    }
    if (d_context.variables != nullptr) {
      const auto known = std::ranges::lower_bound(*d_context.variables, id, {}, &model::Variable::value);
      if (known != d_context.variables->end() && known->value == id) {
        add(known->name, id, known->kind);
        continue;
      }
    }
    for (const model::ValueId operand : item.operands) open.push_back(operand);
  }
  return result;
}

model::ArrayId FindingBuilder::array_of(const Side& side, const smt::Model& model) const {
  const model::Site& site = d_context.kernel.sites[side.site];
  if (site.arrays.size() == 1) return site.arrays[0];
  return static_cast<model::ArrayId>(model.evaluate(side.evaluator->value(site.base, side.environment)));
}

verdict::WorkItem FindingBuilder::access(const Side& side, const smt::Model& model) const {
  const model::Site& site = d_context.kernel.sites[side.site];
  verdict::WorkItem result = work_item(*side.evaluator, side.environment, model);
  result.access = word(site.kind);
  const Term offset = side.evaluator->value(site.offset, side.environment);
  const model::ArrayId id = array_of(side, model);
  const bool is_known = id < d_context.kernel.arrays.size();
  result.byte_offset = with_sign(static_cast<std::uint64_t>(model.evaluate(offset)), offset.width(),
                                 is_known ? d_context.regions.placement(id).bytes : std::nullopt);
  result.bytes = site.inside == kNone ? site.bytes : 0;
  if (is_known) {
    const model::Array& array = d_context.kernel.arrays[id];
    result.array = array.name;
    const std::uint32_t element = array.element_bytes == 0 ? 1 : array.element_bytes;
    const auto signed_offset = static_cast<std::int64_t>(result.byte_offset);
    if (site.inside != kNone) result.byte_offset = 0;
    if (site.inside != kNone)
      result.values.push_back({"pixel of `" + array.name + "`", pixel(side, model)});
    else if (signed_offset % static_cast<std::int64_t>(element) == 0)
      result.values.push_back({"index", std::to_string(signed_offset / static_cast<std::int64_t>(element))});
  }
  for (verdict::NamedValue& variable : variables_in(*side.evaluator, side.environment, site.offset, model))
    result.values.push_back(std::move(variable));
  for (std::size_t i = 0; i < site.written.size() && site.kind == AccessKind::Write; ++i) {
    const Term value = side.evaluator->value(site.written[i], side.environment);
    const std::string name = site.written.size() == 1 ? "value" : "value[" + std::to_string(i) + "]";
    bool opaque = !d_context.store.applications(value).empty();
    for (const Term variable : d_context.store.variables(value))
      opaque = opaque || d_context.unknowns.value(variable) != nullptr;
    if (opaque) continue;
    const std::string& type = is_known ? d_context.kernel.arrays[id].element_type : std::string();
    result.values.push_back({name, model::scalar_text(type, static_cast<std::uint64_t>(model.evaluate(value)),
                                                      std::max(1U, value.width()))});
  }
  return result;
}

std::vector<verdict::Approximation> FindingBuilder::approximations(const Outcome& outcome) const {
  std::vector<verdict::Approximation> result;
  for (const Needed& needed : outcome.needed) {
    std::string detail = needed.unknown.detail;
    if (!needed.value.empty()) detail += "; the counterexample needs " + needed.value;
    bool known = false;
    for (const verdict::Approximation& other : result)
      known = known || (other.cause == needed.unknown.cause && other.detail == detail);
    if (!known)
      result.push_back({needed.unknown.cause, detail, location(needed.unknown.location, "approximation")});
  }
  return result;
}

std::vector<verdict::NamedValue> FindingBuilder::needs(const Outcome& outcome) {
  std::vector<verdict::NamedValue> result;
  for (const Needed& needed : outcome.needed) {
    if (needed.value.empty()) continue;
    std::string name = needed.unknown.detail;
    if (needed.term.kind() == smt::Kind::Apply && needed.term->operands.size() == 1 &&
        needed.unknown.cause == verdict::Cause::ContentsNotRecorded)
      name += ", at byte " +
              signed_decimal(static_cast<std::uint64_t>(outcome.model.evaluate(needed.term->operands[0])));
    result.push_back({name, needed.value});
  }
  return result;
}

std::vector<Needed> FindingBuilder::allowed(const Outcome& outcome) const {
  std::vector<Needed> result;
  std::unordered_set<Term> seen;
  for (const Term conjunct : outcome.conjuncts)
    for (const Term variable : d_context.store.variables(conjunct)) {
      const Unknown* unknown = d_context.unknowns.value(variable);
      if (unknown == nullptr || !unknown->is_promised || !seen.insert(variable).second) continue;
      result.push_back({*unknown, variable, in_its_type(d_context, *unknown, variable, outcome.model)});
    }
  return result;
}

std::vector<verdict::ChosenValue> FindingBuilder::chosen(const Outcome& outcome) const {
  constexpr std::size_t kMost = 256;
  std::vector<verdict::ChosenValue> result;
  const auto add = [&](Term term) {
    const Unknown* unknown = d_context.unknowns.value(term);
    if (unknown == nullptr || unknown->parameter == kNone || result.size() >= kMost) return;
    const model::Parameter& parameter = d_context.kernel.parameters[unknown->parameter];
    verdict::ChosenValue item;
    item.parameter = unknown->parameter;
    item.name = parameter.name;
    item.contents =
        parameter.kind != model::ParameterKind::Value && parameter.kind != model::ParameterKind::Sampler;
    item.byte = unknown->byte;
    if (item.contents) {
      const bool function = term.kind() == smt::Kind::Apply;
      const Term address = function ? term->operands[0] : unknown->address;
      if (!address) return;
      item.byte = static_cast<std::uint64_t>(outcome.model.evaluate(address));
      // A read beyond an array is in no buffer that could be made up.
      const analysis::Placement& place = d_context.regions.placement(parameter.array);
      const std::uint64_t begin = place.origin - place.before;
      if (place.bytes && (item.byte < begin || item.byte - begin >= place.before + *place.bytes)) return;
    }
    item.bytes = std::max(1U, (term.width() + 7) / 8);
    if (item.bytes > sizeof item.value) return;
    item.value = static_cast<std::uint64_t>(outcome.model.evaluate(term));
    // The first of two reads at one place counts, for the launch may have changed the place in between.
    const bool known = std::any_of(result.begin(), result.end(), [&](const verdict::ChosenValue& other) {
      return other.parameter == item.parameter && other.byte == item.byte;
    });
    if (!known) result.push_back(std::move(item));
  };
  for (const Term conjunct : outcome.conjuncts) {
    for (const Term variable : d_context.store.variables(conjunct)) add(variable);
    for (const Term application : d_context.store.applications(conjunct)) add(application);
  }
  return result;
}

std::vector<Term> FindingBuilder::preferably_small(const Evaluator& evaluator,
                                                   EnvironmentId environment) const {
  std::vector<Term> result;
  const auto add = [&](Term term) {
    if (!term.is_constant()) result.push_back(term);
  };
  for (unsigned d = 0; d < 3; ++d) {
    add(evaluator.item().local_id[d]);
    add(evaluator.item().group_id[d]);
  }
  for (EnvironmentId e = environment; e != kOutside; e = d_context.environments.at(e).parent)
    add(d_context.environments.at(e).counter);
  for (const Term size : open_sizes(d_context.launch, d_context.facts.open)) add(size);
  return result;
}

void FindingBuilder::finish(Finding& finding, const Outcome& outcome) const {
  finding.approximations = approximations(outcome);
  finding.confirmation =
      finding.approximations.empty() ? verdict::Confirmation::Exact : verdict::Confirmation::Unconfirmed;
  finding.witness->needs = needs(outcome);
  finding.witness->chosen = chosen(outcome);
  for (const Needed& needed : allowed(outcome))
    finding.witness->needs.push_back(
        {needed.unknown.detail + ", and allowed by the preconditions", needed.value});
  finding.id = finding_id(d_context.kernel.name, finding);
  if (!finding.benign) d_context.launch.observe(outcome.conjuncts, outcome.model);
  if (d_context.seen_sizes == nullptr) return;
  if (const auto sizes = sizes_of(d_context, outcome.model)) d_context.seen_sizes->push_back(*sizes);
}

Finding FindingBuilder::race(const Side& a, const Side& b, const Outcome& outcome, bool benign,
                             const std::string& interval) const {
  Finding finding;
  finding.property = verdict::Property::DataRace;
  finding.benign = benign;
  const auto by = [&](const Side& side) { return d_context.kernel.sites[side.site].copy != kNone; };
  finding.locations = locations(d_context.kernel.sites[a.site].location,
                                std::string(by(a) ? verdict::kCopyRole : verdict::kFirstRole));
  for (SourceLocation& at : locations(d_context.kernel.sites[b.site].location,
                                      std::string(by(b) ? verdict::kCopyRole : verdict::kSecondRole)))
    finding.locations.push_back(std::move(at));
  verdict::Witness witness;
  witness.work_items = {access(a, outcome.model), access(b, outcome.model)};
  witness.interval = interval;
  const verdict::WorkItem& one = witness.work_items[0];
  const verdict::WorkItem& two = witness.work_items[1];
  finding.kind = one.access <= two.access ? one.access + "-" + two.access : two.access + "-" + one.access;
  const model::ArrayId array = array_of(b, outcome.model);
  if (array < d_context.kernel.arrays.size()) {
    const analysis::Placement& at = d_context.regions.placement(array);
    const analysis::Placement& first = d_context.regions.placement(array_of(a, outcome.model));
    const std::uint64_t byte_one = one.byte_offset + first.origin, byte_two = two.byte_offset + at.origin;
    witness.address =
        static_cast<std::int64_t>(byte_one) < static_cast<std::int64_t>(byte_two) ? byte_two : byte_one;
    witness.array_bytes = at.bytes;
  }
  std::string touched = "byte " + signed_decimal(witness.address.value_or(0));
  const bool has_element = !one.values.empty() && one.values.front().name == "index";
  if (has_element && one.byte_offset == two.byte_offset &&
      verdict::element_text(one) == verdict::element_text(two))
    touched = verdict::element_text(one);
  // Where pixels lie says nothing to a reader.
  for (const Side* side : {&b, &a}) {
    if (d_context.kernel.sites[side->site].inside == kNone) continue;
    touched = "pixel " + pixel(*side, outcome.model);
    witness.address.reset();
    witness.array_bytes.reset();
  }
  finding.message = std::string(benign ? "benign race (equal bytes) on " : "data race on ") +
                    (by(a) || by(b) ? copy_message(one, by(a), two, by(b), touched, d_context.facts.work_dim)
                                    : race_message(one, two, touched, d_context.facts.work_dim));
  finding.witness = std::move(witness);
  finish(finding, outcome);
  return finding;
}

Finding FindingBuilder::bounds(const Side& side, const Outcome& outcome, model::ArrayId id) const {
  Finding finding;
  finding.property = verdict::Property::OutOfBounds;
  finding.locations = locations(d_context.kernel.sites[side.site].location, "access");
  verdict::Witness witness;
  witness.work_items = {access(side, outcome.model)};
  const model::Array& array = d_context.kernel.arrays[id];
  witness.array_bytes = d_context.regions.placement(id).bytes;
  verdict::WorkItem& item = witness.work_items[0];
  item.array = array.name;
  witness.address = item.byte_offset;
  const auto offset = static_cast<std::int64_t>(item.byte_offset);
  finding.kind = offset < 0 ? "before the start" : "past the end";
  finding.message = item.access + " of " + std::to_string(item.bytes) + " bytes at byte " +
                    std::to_string(offset) + " of `" + array.name + "`, " +
                    (witness.array_bytes ? "which has " + std::to_string(*witness.array_bytes) + " bytes" +
                                               and_before(d_context.regions.placement(id))
                                         : std::string("before it begins")) +
                    ": work-item " + triple(item.local_id, d_context.facts.work_dim) + " of group " +
                    triple(item.group_id, d_context.facts.work_dim);
  finding.witness = std::move(witness);
  finish(finding, outcome);
  return finding;
}

Finding FindingBuilder::inner_bounds(const Side& side, const Outcome& outcome, model::ArrayId id) const {
  Finding finding;
  finding.property = verdict::Property::OutOfBounds;
  finding.kind = verdict::kInnerArray;
  finding.benign = true;
  finding.locations = locations(d_context.kernel.sites[side.site].location, "access");
  verdict::Witness witness;
  witness.work_items = {access(side, outcome.model)};
  verdict::WorkItem& item = witness.work_items[0];
  item.array = d_context.kernel.arrays[id].name;
  witness.address = item.byte_offset;
  witness.array_bytes = d_context.regions.placement(id).bytes;
  std::string left;
  for (const model::InnerIndex& inner : d_context.kernel.sites[side.site].inner) {
    const Term index = side.evaluator->value(inner.index, side.environment);
    const auto number = static_cast<std::uint64_t>(outcome.model.evaluate(index));
    const unsigned unused = 64 - index.width();
    const std::int64_t with_sign = static_cast<std::int64_t>(number << unused) >> unused;
    if (with_sign >= 0 && number < inner.count) continue;
    left = "index " + std::to_string(with_sign) + " of an inner array of " + std::to_string(inner.count) +
           " elements";
    break;
  }
  finding.message =
      item.access + " at " + left + " of `" + item.array + "`, at byte " +
      std::to_string(static_cast<std::int64_t>(item.byte_offset)) +
      (witness.array_bytes ? " of the " + std::to_string(*witness.array_bytes) + " of the whole" : "") +
      ": work-item " + triple(item.local_id, d_context.facts.work_dim) + " of group " +
      triple(item.group_id, d_context.facts.work_dim);
  finding.witness = std::move(witness);
  finding.replay = kInnerNotReplayed;
  finish(finding, outcome);
  return finding;
}

Finding FindingBuilder::outside_image(const Side& side, const Outcome& outcome, model::ArrayId id) const {
  Finding finding;
  finding.property = verdict::Property::OutOfBounds;
  finding.kind = "outside the image";
  finding.locations = locations(d_context.kernel.sites[side.site].location, "access");
  verdict::Witness witness;
  witness.work_items = {access(side, outcome.model)};
  verdict::WorkItem& item = witness.work_items[0];
  const model::Array& array = d_context.kernel.arrays[id];
  item.array = array.name;
  finding.message = item.access + " of pixel " + pixel(side, outcome.model) + " of `" + array.name +
                    "`, which has " + size_text(*image_of(d_context.facts, array.parameter)) +
                    " pixels: work-item " + triple(item.local_id, d_context.facts.work_dim) + " of group " +
                    triple(item.group_id, d_context.facts.work_dim);
  finding.witness = std::move(witness);
  finish(finding, outcome);
  return finding;
}

// "(3, -1)"
std::string FindingBuilder::pixel(const Side& side, const smt::Model& model) const {
  std::string text;
  for (const model::ValueId id : d_context.kernel.sites[side.site].coordinates) {
    const Term value = side.evaluator->value(id, side.environment);
    const auto number = static_cast<std::int32_t>(static_cast<std::uint32_t>(model.evaluate(value)));
    text += (text.empty() ? "(" : ", ") + std::to_string(number);
  }
  return text + ")";
}

Finding FindingBuilder::null_access(const Side& side, const Outcome& outcome) const {
  Finding finding;
  finding.property = verdict::Property::NullAccess;
  finding.kind = "null";
  finding.locations = locations(d_context.kernel.sites[side.site].location, "access");
  verdict::Witness witness;
  witness.work_items = {access(side, outcome.model)};
  const verdict::WorkItem& item = witness.work_items[0];
  finding.message = item.access + " through a null pointer" +
                    (item.array.empty() ? "" : " (`" + item.array + "`)") + ": work-item " +
                    triple(item.local_id, d_context.facts.work_dim) + " of group " +
                    triple(item.group_id, d_context.facts.work_dim);
  finding.witness = std::move(witness);
  finish(finding, outcome);
  return finding;
}

ForbiddenAccess forbidden_access(model::KernelAccess access) {
  if (access == model::KernelAccess::ReadOnly)
    return {"store into read-only memory", "which the host made read-only for kernels (CL_MEM_READ_ONLY)"};
  return {"load from write-only memory", "which the host made write-only for kernels (CL_MEM_WRITE_ONLY)"};
}

Finding FindingBuilder::forbidden_access(const Side& side, const Outcome& outcome, model::ArrayId id) const {
  Finding finding;
  const ForbiddenAccess broken = access::forbidden_access(d_context.regions.placement(id).access);
  finding.property = verdict::Property::AccessFlags;
  finding.kind = broken.kind;
  finding.locations = locations(d_context.kernel.sites[side.site].location, "access");
  verdict::Witness witness;
  witness.work_items = {access(side, outcome.model)};
  verdict::WorkItem& item = witness.work_items[0];
  item.array = d_context.kernel.arrays[id].name;
  finding.message = item.access + " of `" + item.array + "`, " + broken.words + ": work-item " +
                    triple(item.local_id, d_context.facts.work_dim) + " of group " +
                    triple(item.group_id, d_context.facts.work_dim);
  finding.witness = std::move(witness);
  finish(finding, outcome);
  return finding;
}

Finding FindingBuilder::broken(Evaluator& s, EnvironmentId environment, std::uint32_t id,
                               const Outcome& outcome) const {
  const model::Annotation& annotation = d_context.kernel.annotations[id];
  Finding finding;
  finding.property = verdict::Property::Assertion;
  finding.kind = "broken assertion";
  finding.locations = locations(annotation.location, "assertion");
  verdict::Witness witness;
  witness.work_items = {work_item(s, environment, outcome.model)};
  const verdict::WorkItem& item = witness.work_items[0];
  finding.message = "`" + annotation.text + "` does not hold: work-item " +
                    triple(item.local_id, d_context.facts.work_dim) + " of group " +
                    triple(item.group_id, d_context.facts.work_dim);
  finding.witness = std::move(witness);
  if (!annotation.is_executed) finding.replay = kNotExecuted;
  finish(finding, outcome);
  return finding;
}

Finding FindingBuilder::divergence(Evaluator& s, Evaluator& t, EnvironmentId environment,
                                   model::LocationId branch, BarrierPair barriers,
                                   const Outcome& outcome) const {
  Finding finding;
  finding.property = verdict::Property::BarrierDivergence;
  const std::string what =
      barriers.reached == kNone ? "barrier" : word(d_context.kernel.barriers[barriers.reached].kind);
  finding.kind = "divergent " + what;
  if (barriers.reached != kNone)
    finding.locations = locations(d_context.kernel.barriers[barriers.reached].location, what);
  if (barriers.instead != kNone) {
    const model::Barrier& other = d_context.kernel.barriers[barriers.instead];
    for (SourceLocation& at : locations(other.location, std::string("other ") + word(other.kind)))
      finding.locations.push_back(std::move(at));
  }
  for (SourceLocation& at : locations(branch, "branch")) finding.locations.push_back(std::move(at));
  verdict::Witness witness;
  witness.work_items = {work_item(s, environment, outcome.model), work_item(t, environment, outcome.model)};
  const auto decides = std::ranges::find_if(d_context.kernel.blocks, [&](const model::Block& block) {
    return block.location == branch && block.condition != kNone;
  });
  if (decides != d_context.kernel.blocks.end())
    for (const auto& [evaluator, item] :
         {std::pair(&s, witness.work_items.data()), std::pair(&t, &witness.work_items[1])})
      item->values = variables_in(*evaluator, environment, decides->condition, outcome.model);
  witness.work_items[0].access = "reaches the " + what;
  witness.work_items[1].access =
      barriers.instead == kNone
          ? "does not reach it"
          : std::string("reaches the other ") + word(d_context.kernel.barriers[barriers.instead].kind);
  const std::uint32_t dims = d_context.facts.work_dim;
  finding.message = "work-item " + triple(witness.work_items[0].local_id, dims) + " of group " +
                    triple(witness.work_items[0].group_id, dims) + " reaches the " + what +
                    (finding.locations.empty() ? "" : " at " + place(finding.locations.front())) +
                    " and work-item " + triple(witness.work_items[1].local_id, dims) +
                    " of the same group does not";
  finding.witness = std::move(witness);
  finish(finding, outcome);
  return finding;
}

Finding FindingBuilder::differing(Evaluator& s, Evaluator& t, EnvironmentId environment, model::BarrierId id,
                                  const Outcome& outcome) const {
  const model::Barrier& point = d_context.kernel.barriers[id];
  Finding finding;
  finding.property = verdict::Property::BarrierDivergence;
  finding.kind =
      std::string("differing ") + (point.kind == model::Convergence::Wait ? "events" : "arguments");
  finding.locations = locations(point.location, word(point.kind));
  verdict::Witness witness;
  witness.work_items = {work_item(s, environment, outcome.model), work_item(t, environment, outcome.model)};
  for (verdict::WorkItem& item : witness.work_items)
    item.access = std::string("reaches the ") + word(point.kind);
  const std::uint32_t dims = d_context.facts.work_dim;
  finding.message = "work-items " + triple(witness.work_items[0].local_id, dims) + " and " +
                    triple(witness.work_items[1].local_id, dims) + " of group " +
                    triple(witness.work_items[0].group_id, dims) + " call " + point.function +
                    (finding.locations.empty() ? "" : " at " + place(finding.locations.front())) +
                    " with different " + (point.kind == model::Convergence::Wait ? "events" : "arguments");
  finding.witness = std::move(witness);
  finish(finding, outcome);
  return finding;
}

Finding FindingBuilder::never_waited(Evaluator& s, EnvironmentId environment, model::BarrierId copy,
                                     const Outcome& outcome) const {
  const model::Barrier& point = d_context.kernel.barriers[copy];
  Finding finding;
  finding.property = verdict::Property::DataRace;
  finding.kind = "copy never waited for";
  finding.locations = locations(point.location, word(point.kind));
  verdict::Witness witness;
  witness.work_items = {work_item(s, environment, outcome.model)};
  witness.work_items[0].access = "ends the kernel without a wait";
  finding.message = "the asynchronous copy of group " +
                    triple(witness.work_items[0].group_id, d_context.facts.work_dim) + " at " +
                    place(finding.locations.front()) + " is not waited for before the kernel ends";
  finding.witness = std::move(witness);
  finish(finding, outcome);
  return finding;
}

}  // namespace launchproof::access
