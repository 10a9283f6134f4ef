// Verdicts, properties and causes, generated from registry.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace launchproof::verdict {

enum class Verdict : std::uint8_t {
#define VERDICT(enumerator, name, severity, meaning) enumerator,
#include "verify/verdict/registry.def"
};

enum class Property : std::uint8_t {
#define PROPERTY(enumerator, name, meaning, remedy) enumerator,
#include "verify/verdict/registry.def"
};

enum class Cause : std::uint8_t {
#define CAUSE(enumerator, name, meaning) enumerator,
#include "verify/verdict/registry.def"
};

struct Entry {
  std::string_view name;
  std::string_view meaning;
};

std::span<const Entry> all_verdicts();  // in the order of the enumeration
std::span<const Entry> all_properties();
std::span<const Entry> all_causes();

// Returns whether the property is checked for every kernel. The others are checked only if the kernel or its
// arguments raise the question, or only by a replay.
constexpr bool is_asked_always(Property property) {
  return property != Property::UninitialisedRead && property != Property::Assertion &&
         property != Property::AccessFlags && property != Property::Equivalent &&
         property != Property::Postcondition && property != Property::LaunchRace;
}

// Returns whether the verdict is neither a proof, nor a counterexample, nor deliberately left out.
constexpr bool is_open(Verdict verdict) {
  return verdict == Verdict::Unknown || verdict == Verdict::Unsupported || verdict == Verdict::Error ||
         verdict == Verdict::ProbablyEqual;
}

std::string_view name(Verdict verdict);
std::string_view name(Property property);
std::string_view name(Cause cause);
std::string_view meaning(Cause cause);
// Returns advice, in a sentence or two, for a finding of the property without a known fix.
std::string_view remedy(Property property);
std::optional<Verdict> parse_verdict(std::string_view text);
std::optional<Property> parse_property(std::string_view text);
std::optional<Cause> parse_cause(std::string_view text);

// Returns the worse of the two in the order error, defect, possible-defect, unsupported, unknown, verified,
// not-asked.
Verdict worse(Verdict a, Verdict b);

}  // namespace launchproof::verdict
