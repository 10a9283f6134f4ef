#include "verify/access/questions/needed_facts.h"

#include <algorithm>
#include <array>
#include <set>

#include "verify/access/questions/queries.h"
#include "verify/model/scalar_text.h"
#include "verify/smt/terms/bits.h"

namespace launchproof::access {

using model::LaunchFacts;
using model::Parameter;
using smt::Bits;
using symbolic::Fact;
using symbolic::FactKind;
using symbolic::group_count;
using symbolic::image_of;
using symbolic::LaunchTerms;
using symbolic::value_of;

namespace {

constexpr const char* kNotMinimised = " (not minimised)";
constexpr Bits kMostWorkItems = 0x7fffffff;  // work-items that every launch is assumed to stay below, so that
                                             // larger bounds are not named

const Parameter* parameter_of(const model::KernelModel& kernel, const Fact& fact) {
  const bool of_launch = fact.kind == FactKind::Groups || fact.kind == FactKind::Offset;
  return of_launch || fact.index >= kernel.parameters.size() ? nullptr : &kernel.parameters[fact.index];
}

// Returns a description of a size of an image; empty for its other fields.
std::string size_of_image(const Fact& fact) {
  switch (static_cast<model::ImageField>(fact.byte)) {
    case model::ImageField::Width:
      return "width of `";
    case model::ImageField::Height:
      return "height of `";
    case model::ImageField::Depth:
      return "depth of `";
    case model::ImageField::ArraySize:
      return "number of images in `";
    default:
      return {};
  }
}

std::string field_of_image(const Fact& fact) {
  switch (static_cast<model::ImageField>(fact.byte)) {
    case model::ImageField::ChannelType:
      return "channel type of `";
    case model::ImageField::ChannelOrder:
    case model::ImageField::Stored:
    case model::ImageField::BorderAlpha:
      return "channel order of `";
    default:
      return size_of_image(fact);
  }
}

bool is_row_of_surface(const Parameter& parameter, const Fact& fact) {
  return parameter.image && parameter.image->is_surface &&
         static_cast<model::ImageField>(fact.byte) == model::ImageField::Width;
}

bool is_image_size(const Parameter& parameter, const Fact& fact) {
  return parameter.kind == model::ParameterKind::Image && !size_of_image(fact).empty();
}

bool is_whole_value(const Parameter& parameter, const Fact& fact) {
  if (parameter.kind == model::ParameterKind::Sampler) return true;
  return fact.byte == 0 && fact.width == 8 * parameter.bytes;
}

std::string name_of(const model::KernelModel& kernel, const LaunchFacts& launch, const Fact& fact) {
  static constexpr std::array<const char*, 3> kAxis{" (x)", " (y)", " (z)"};
  const std::string axis = launch.work_dim > 1 && fact.index < kAxis.size() ? kAxis.at(fact.index) : "";
  if (fact.kind == FactKind::Groups) return "global size" + axis;
  if (fact.kind == FactKind::Offset) return "global offset" + axis;
  const Parameter& parameter = kernel.parameters[fact.index];
  if (fact.kind == FactKind::Value && parameter.kind == model::ParameterKind::Image)
    return (is_row_of_surface(parameter, fact) ? "number of bytes in a row of `" : field_of_image(fact)) +
           parameter.name + "`";
  if (fact.kind != FactKind::Value || is_whole_value(parameter, fact)) return parameter.name;
  return parameter.name + " (bytes " + std::to_string(fact.byte) + " to " +
         std::to_string(fact.byte + fact.width / 8 - 1) + ")";
}

// Returns a value as read in the type of its parameter.
std::string shown(const model::KernelModel& kernel, const LaunchFacts& launch, const Fact& fact, Bits value) {
  if (fact.kind == FactKind::Groups) {
    const std::uint64_t local = launch.local_size[fact.index];
    if (value == group_count(launch, fact.index)) return std::to_string(launch.global_size[fact.index]);
    return decimal(value * local);
  }
  const Parameter* parameter = parameter_of(kernel, fact);
  if (fact.kind != FactKind::Value || parameter == nullptr || !is_whole_value(*parameter, fact))
    return decimal(value);
  if (fact.width > 64) return decimal(value);
  return model::scalar_text(parameter->type, static_cast<std::uint64_t>(value), fact.width);
}

std::string sized(const std::string& name, const Fact& fact, const std::string& what) {
  return "`" + name + "` has " + what + " bytes" + (fact.kind == FactKind::LocalBytes ? " (local)" : "");
}

bool is_size(const Fact& fact) {
  return fact.kind == FactKind::BufferBytes || fact.kind == FactKind::LocalBytes;
}

std::string as_launched(const model::KernelModel& kernel, const LaunchFacts& launch,
                        const LaunchTerms::Variable& variable, const FamilyProver::Need& need,
                        const std::string& name) {
  const std::set<Bits> values(variable.values.begin(), variable.values.end());
  const std::string range = shown(kernel, launch, variable.fact, need.interval.low) + " to " +
                            shown(kernel, launch, variable.fact, need.interval.high);
  return (is_size(variable.fact) ? "size of `" + name + "`" : name) + " as launched (" +
         std::to_string(values.size()) + " values, " + range + ")";
}

}  // namespace

FamilyProver::Domain domain_of(const model::KernelModel& kernel, const LaunchTerms::Variable& variable) {
  const Fact& fact = variable.fact;
  FamilyProver::Domain domain;
  domain.top = smt::mask(fact.width);
  domain.grows = is_size(fact);
  if (fact.kind == FactKind::Groups) {
    domain.top = std::min(domain.top, kMostWorkItems);
    return domain;
  }
  if (fact.kind != FactKind::Value) return domain;
  const Parameter& parameter = kernel.parameters[fact.index];
  if (is_image_size(parameter, fact)) {
    domain.top = smt::mask(fact.width - 1);
    return domain;
  }
  if (!is_whole_value(parameter, fact) || model::is_floating(parameter.type)) {
    domain.ordered = false;
    return domain;
  }
  if (model::is_unsigned(parameter.type)) return domain;
  const bool negative = std::any_of(variable.values.begin(), variable.values.end(),
                                    [&](Bits value) { return (value & smt::sign_bit(fact.width)) != 0; });
  if (negative)
    domain.is_signed = true;
  else
    domain.top = smt::mask(fact.width - 1);
  return domain;
}

std::string in_words(const model::KernelModel& kernel, const LaunchFacts& launch,
                     const LaunchTerms::Variable& variable, const FamilyProver::Need& need) {
  const Fact& fact = variable.fact;
  const std::string name = name_of(kernel, launch, fact);
  const std::string low = shown(kernel, launch, fact, need.interval.low);
  const std::string high = shown(kernel, launch, fact, need.interval.high);
  const bool whole_groups = fact.kind == FactKind::Groups && launch.local_size[fact.index] > 1;
  std::string text;
  if (need.interval.low == need.interval.high) {
    text = is_size(fact) ? sized(name, fact, low) : name + " = " + low;
  } else if (need.as_launched) {
    text = as_launched(kernel, launch, variable, need, name);
  } else if (is_size(fact)) {
    text = need.to_top ? sized(name, fact, "at least " + low)
                       : sized(name, fact, need.from_bottom ? "at most " + high : low + " to " + high);
  } else if (need.to_top) {
    const bool bounded = fact.kind == FactKind::Groups;  // there is no separate upper limit
    text = name + (bounded ? " <= " + high : " >= " + low);
    if (bounded && !need.from_bottom) text = low + " <= " + text;
  } else {
    const bool half = need.from_bottom && fact.kind == FactKind::Value &&
                      !model::is_unsigned(kernel.parameters[fact.index].type) &&
                      !is_image_size(kernel.parameters[fact.index], fact);
    text = name + " <= " + high;
    if (!need.from_bottom || half) text = low + " <= " + text;
  }
  if (whole_groups && need.interval.low != need.interval.high && !need.as_launched) text += ", whole groups";
  return text + (need.minimised ? "" : kNotMinimised);
}

std::string constant_in_words(const model::KernelModel& kernel, const LaunchFacts& launch, const Fact& fact,
                              bool minimised) {
  const bool of_launch = fact.kind == FactKind::Groups || fact.kind == FactKind::Offset;
  if (of_launch && fact.index >= launch.work_dim) return {};
  if (fact.kind == FactKind::Groups && launch.open.groups[fact.index] != 0) return {};
  // This tool chooses where pixels lie, and the format determines what an image keeps.
  if (fact.kind == FactKind::Value && kernel.parameters[fact.index].kind == model::ParameterKind::Image) {
    const auto field = static_cast<model::ImageField>(fact.byte);
    if (field_of_image(fact).empty()) return {};
    if (field > model::ImageField::ArraySize) {
      const auto& format = image_of(launch, fact.index)->format;
      return "format of `" + kernel.parameters[fact.index].name + "` = " + describe(*format) +
             (minimised ? "" : kNotMinimised);
    }
  }
  if (fact.kind == FactKind::Groups && launch.open.local[fact.index] != 0)
    return launch.open.global[fact.index]
               ? "number of groups = " + decimal(*value_of(fact, launch)) + (minimised ? "" : kNotMinimised)
               : std::string();
  const std::string name = name_of(kernel, launch, fact);
  const std::string value = shown(kernel, launch, fact, *value_of(fact, launch));
  return (is_size(fact) ? sized(name, fact, value) : name + " = " + value) + (minimised ? "" : kNotMinimised);
}

}  // namespace launchproof::access
