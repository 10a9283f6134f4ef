// Properties of what a buffer holds just before the launch, where the contents themselves are not given: a
// proof under them holds for all contents that have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace launchproof::model {

// The order of the elements, from each to all after it.
enum class ElementOrder : std::uint8_t { Any, NonDecreasing, Increasing, Equal };

// Elements are consecutive integers of one width, starting at the buffer's first byte. Bytes after the last
// whole element belong to no element.
struct ContentsProperties {
  std::uint32_t bytes = 0;  // of an element: 1, 2, 4 or 8; 0: nothing is stated
  bool is_signed = false;
  // The least and the largest value that an element may have: numbers of 64 bits, in two's complement where
  // elements are signed.
  std::optional<std::uint64_t> low, high;
  bool distinct = false;  // no two elements are equal
  ElementOrder order = ElementOrder::Any;

  // Returns whether something is stated.
  bool any() const { return bytes != 0 && (low || high || distinct || order != ElementOrder::Any); }
  bool operator==(const ContentsProperties&) const = default;
};

// Returns "int32", "uint8".
std::string element_type(const ContentsProperties& properties);
// Returns the properties as `check --contents` takes them: "int32,min:0,below:1024,distinct".
std::string to_option(const ContentsProperties& properties);
// Returns what completes "the int32 elements of `perm` are ...": "distinct, at least 0 and at most 1023".
std::string in_words(const ContentsProperties& properties);

// Returns the number that an element's bits are, which fill the low end of `bits`, as `low` has it.
std::uint64_t element_value(const ContentsProperties& properties, std::uint64_t bits);
// Returns whether a is below b, both as element_value() has them.
bool is_less(const ContentsProperties& properties, std::uint64_t a, std::uint64_t b);
// Returns the least and the largest value of the element's type.
std::uint64_t least_value(const ContentsProperties& properties);
std::uint64_t largest_value(const ContentsProperties& properties);

// Returns whether the contents have the properties. What they hold after the last whole element is anything.
bool has_properties(const std::vector<std::uint8_t>& contents, const ContentsProperties& properties);

// Returns why no buffer of so many bytes has the properties, in words; nothing where one has them.
std::optional<std::string> why_impossible(const ContentsProperties& properties,
                                          std::optional<std::uint64_t> buffer_bytes);

// Changes elements whose number is not `fixed` so that all elements have the properties, and keeps those that
// need no change if that is simple. Returns false if no such elements were found; the contents are then
// unspecified. Requires one entry in `fixed` for each whole element.
bool make_have(std::vector<std::uint8_t>& contents, const std::vector<bool>& fixed,
               const ContentsProperties& properties);

}  // namespace launchproof::model
