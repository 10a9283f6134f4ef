#include "verify/verdict/registry.h"

#include <array>
#include <cstddef>

namespace launchproof::verdict {
namespace {

constexpr std::array kVerdicts{
#define VERDICT(enumerator, name, severity, meaning) Entry{name, meaning},
#include "verify/verdict/registry.def"
};

constexpr std::array kSeverities{
#define VERDICT(enumerator, name, severity, meaning) severity,
#include "verify/verdict/registry.def"
};

constexpr std::array kProperties{
#define PROPERTY(enumerator, name, meaning, remedy) Entry{name, meaning},
#include "verify/verdict/registry.def"
};

constexpr std::array kRemediesOfProperties{
#define PROPERTY(enumerator, name, meaning, remedy) std::string_view{remedy},
#include "verify/verdict/registry.def"
};

constexpr std::array kCauses{
#define CAUSE(enumerator, name, meaning) Entry{name, meaning},
#include "verify/verdict/registry.def"
};

template <typename Enumeration>
std::optional<Enumeration> parse(std::span<const Entry> entries, std::string_view text) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].name == text) return static_cast<Enumeration>(i);
  }
  return std::nullopt;
}

}  // namespace

std::span<const Entry> all_verdicts() {
  return kVerdicts;
}
std::span<const Entry> all_properties() {
  return kProperties;
}
std::span<const Entry> all_causes() {
  return kCauses;
}

std::string_view name(Verdict verdict) {
  return kVerdicts.at(static_cast<std::size_t>(verdict)).name;
}
std::string_view name(Property property) {
  return kProperties.at(static_cast<std::size_t>(property)).name;
}
std::string_view name(Cause cause) {
  return kCauses.at(static_cast<std::size_t>(cause)).name;
}
std::string_view meaning(Cause cause) {
  return kCauses.at(static_cast<std::size_t>(cause)).meaning;
}

std::string_view remedy(Property property) {
  return kRemediesOfProperties.at(static_cast<std::size_t>(property));
}

std::optional<Verdict> parse_verdict(std::string_view text) {
  return parse<Verdict>(kVerdicts, text);
}
std::optional<Property> parse_property(std::string_view text) {
  return parse<Property>(kProperties, text);
}
std::optional<Cause> parse_cause(std::string_view text) {
  return parse<Cause>(kCauses, text);
}

Verdict worse(Verdict a, Verdict b) {
  return kSeverities.at(static_cast<std::size_t>(b)) < kSeverities.at(static_cast<std::size_t>(a)) ? b : a;
}

}  // namespace launchproof::verdict
