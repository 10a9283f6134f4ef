// The values of one side of a finding.
#include <algorithm>
#include <optional>

#include "verify/model/array_places.h"
#include "verify/model/scalar_text.h"
#include "verify/symbolic/findings/finding_builder.h"
#include "verify/symbolic/findings/finding_words.h"
#include "verify/symbolic/findings/locations.h"

namespace launchproof::symbolic {

using model::AccessKind;
using model::kNone;
using smt::Term;

namespace {

// Returns the offset as a signed 64-bit number. A 32-bit offset that is beyond its array is as likely to be
// before its start.
std::uint64_t with_sign(std::uint64_t offset, unsigned width, std::optional<std::uint64_t> bytes) {
  if (width >= 64 || (offset >> (width - 1)) == 0 || (bytes && offset < *bytes)) return offset;
  return offset | ~std::uint64_t{0} << width;
}

}  // namespace

std::uint64_t FindingBuilder::number(Term term) const {
  return static_cast<std::uint64_t>(d_model.evaluate(term));
}

// Returns whether the model's value of the term says nothing about the launch.
bool FindingBuilder::is_opaque(Term term) const {
  if (!d_setting.store.applications(term).empty()) return true;
  return std::ranges::any_of(d_setting.store.variables(term), [&](Term variable) {
    return d_setting.unknowns.value(variable) != nullptr ||
           (d_settled != nullptr && !d_settled->contains(variable));
  });
}

// Returns the value, or nothing when the time of the launch class is over.
std::optional<Term> FindingBuilder::value_in_time(const Viewpoint& at, model::ValueId id) {
  try {
    return at.value(id);
  } catch (const OutOfTime&) {
    return std::nullopt;
  }
}

// Returns the model's value in the type of its variable; nothing if it is opaque or too wide.
std::optional<std::string> FindingBuilder::shown(Term term, model::NumberKind kind) const {
  constexpr unsigned kWidest = 64;
  const unsigned width = std::max(1U, term.width());
  if (width > kWidest || is_opaque(term)) return std::nullopt;
  const std::uint64_t pattern = number(term);
  switch (kind) {
    case model::NumberKind::Boolean:
      return pattern == 0 ? "false" : "true";
    case model::NumberKind::Unsigned:
      return std::to_string(pattern);
    case model::NumberKind::Float: {
      constexpr unsigned kHalf = 16;
      const char* type = "float";
      if (width == kWidest) type = "double";
      if (width == kHalf) type = "half";
      return model::scalar_text(type, pattern, width);
    }
    case model::NumberKind::Signed:
      break;
  }
  const unsigned unused = kWidest - width;
  return signed_decimal(static_cast<std::uint64_t>(static_cast<std::int64_t>(pattern << unused) >> unused));
}

verdict::WorkItem FindingBuilder::work_item(const Viewpoint& at) const {
  verdict::WorkItem result;
  const WorkItem& item = at.item();
  for (unsigned d = 0; d < 3; ++d) {
    result.local_id[d] = number(item.local_id[d]);
    result.group_id[d] = number(item.group_id[d]);
    result.global_id[d] = d_setting.facts.global_offset[d] +
                          result.group_id[d] * number(d_setting.launch.local_size(d)) + result.local_id[d];
  }
  for (const LoopCount& count : at.iterations())
    result.iterations.push_back(
        {location(d_setting.kernel, d_setting.kernel.loops[count.loop].location, "loop"),
         number(count.counter)});
  return result;
}

std::vector<verdict::NamedValue> FindingBuilder::variables_in(const Viewpoint& at,
                                                              model::ValueId value) const {
  constexpr std::size_t kMostVisited = 64;
  constexpr std::size_t kMostVariables = 6;
  std::vector<verdict::NamedValue> result;
  std::vector<model::ValueId> open{value}, seen;
  const auto add = [&](const std::string& name, model::ValueId id, model::NumberKind kind) {
    const auto known = std::ranges::find(result, name, &verdict::NamedValue::name);
    if (known != result.end() || result.size() >= kMostVariables) return;
    const std::optional<Term> term = value_in_time(at, id);
    if (!term) return;
    if (auto text = shown(*term, kind)) result.push_back({name, std::move(*text)});
  };
  // Breadth-first, so that variables named in the source come before those on which they depend.
  for (std::size_t next = 0; next < open.size() && seen.size() < kMostVisited; ++next) {
    const model::ValueId id = open[next];
    if (id == kNone || std::ranges::find(seen, id) != seen.end()) continue;
    seen.push_back(id);
    const model::Value& item = d_setting.kernel.values[id];
    if (item.op == model::Op::Parameter && item.index < d_setting.kernel.parameters.size() &&
        d_setting.kernel.parameters[item.index].kind != model::ParameterKind::Image &&
        d_setting.kernel.parameters[item.index].bytes * 8U == item.width) {
      const model::Parameter& parameter = d_setting.kernel.parameters[item.index];
      model::NumberKind kind = model::NumberKind::Signed;
      if (model::is_floating(parameter.type)) kind = model::NumberKind::Float;
      if (model::is_unsigned(parameter.type)) kind = model::NumberKind::Unsigned;
      add(parameter.name, id, kind);
      continue;
    }
    if (d_variables != nullptr) {
      const auto known = std::ranges::lower_bound(*d_variables, id, {}, &model::Variable::value);
      if (known != d_variables->end() && known->value == id) {
        add(known->name, id, known->kind);
        continue;
      }
    }
    for (const model::ValueId operand : item.operands) open.push_back(operand);
  }
  return result;
}

model::ArrayId FindingBuilder::array_of(const FindingSide& side) const {
  const model::Site& site = d_setting.kernel.sites[side.site];
  if (site.arrays.size() == 1) return site.arrays[0];
  return static_cast<model::ArrayId>(number(side.at->value(site.base)));
}

// "(3, -1)"
std::string FindingBuilder::pixel(const FindingSide& side) const {
  std::string text;
  for (const model::ValueId id : d_setting.kernel.sites[side.site].coordinates) {
    const auto coordinate = static_cast<std::int32_t>(static_cast<std::uint32_t>(number(side.at->value(id))));
    text += (text.empty() ? "(" : ", ") + std::to_string(coordinate);
  }
  return text + ")";
}

verdict::WorkItem FindingBuilder::access(const FindingSide& side) const {
  verdict::WorkItem result = work_item(*side.at);
  if (side.site == kNone) return result;
  const model::Site& site = d_setting.kernel.sites[side.site];
  result.access = word(site.kind);
  const Term offset = side.at->value(site.offset);
  const model::ArrayId id = array_of(side);
  const bool is_known = id < d_setting.kernel.arrays.size();
  result.byte_offset = with_sign(number(offset), offset.width(),
                                 is_known ? d_setting.regions.placement(id).bytes : std::nullopt);
  result.bytes = site.inside == kNone ? site.bytes : 0;
  if (is_known) {
    const model::Array& array = d_setting.kernel.arrays[id];
    result.array = array.name;
    if (site.inside != kNone) {
      result.byte_offset = 0;
      result.values.push_back({"pixel of `" + array.name + "`", pixel(side)});
    } else {
      result.element = model::place_in(array, static_cast<std::int64_t>(result.byte_offset), site.bytes);
    }
  }
  for (verdict::NamedValue& variable : variables_in(*side.at, site.offset))
    result.values.push_back(std::move(variable));
  for (std::size_t i = 0; i < site.written.size() && site.kind == AccessKind::Write; ++i) {
    const std::optional<Term> value = value_in_time(*side.at, site.written[i]);
    if (!value || is_opaque(*value)) continue;
    const std::string name = site.written.size() == 1 ? "value" : "value[" + std::to_string(i) + "]";
    const std::string& type = is_known ? d_setting.kernel.arrays[id].element_type : std::string();
    result.values.push_back({name, model::scalar_text(type, number(*value), std::max(1U, value->width()))});
  }
  return result;
}

}  // namespace launchproof::symbolic
