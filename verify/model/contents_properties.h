// Properties of what a buffer holds just before the launch, stated instead of the contents themselves. A
// proof under these properties holds for all contents that have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace launchproof::model {

// The order of the elements; it relates each element to all later ones.
enum class ElementOrder : std::uint8_t { Any, NonDecreasing, Increasing, Equal };

// Elements are consecutive integers of one width, starting at the buffer's first byte. Bytes after the last
// whole element belong to no element.
struct ContentsProperties {
  std::uint32_t bytes = 0;  // bytes of an element: 1, 2, 4 or 8; 0: nothing is stated
  bool is_signed = false;
  // The smallest and the largest value of an element: numbers of 64 bits, in two's complement if elements are
  // signed.
  std::optional<std::uint64_t> low, high;
  bool distinct = false;  // no two elements are equal
  ElementOrder order = ElementOrder::Any;

  // Returns whether something is stated.
  bool any() const { return bytes != 0 && (low || high || distinct || order != ElementOrder::Any); }
  bool operator==(const ContentsProperties&) const = default;
};

// Returns "int32", "uint8".
std::string element_type(const ContentsProperties& properties);
// Returns the properties in the syntax of `check --contents`: "int32,min:0,below:1024,distinct".
std::string to_option(const ContentsProperties& properties);
// Returns the end of the sentence "the int32 elements of `perm` are ...": "distinct, at least 0 and at most
// 1023".
std::string in_words(const ContentsProperties& properties);

// Returns the value of an element whose bits are the low end of `bits`, in the representation of `low`.
std::uint64_t element_value(const ContentsProperties& properties, std::uint64_t bits);
// Returns whether a is less than b, both in the representation of element_value().
bool is_less(const ContentsProperties& properties, std::uint64_t a, std::uint64_t b);
// Return the smallest and the largest value of the element's type.
std::uint64_t least_value(const ContentsProperties& properties);
std::uint64_t largest_value(const ContentsProperties& properties);

// Returns whether the contents have the properties. Bytes after the last whole element may have any value.
bool has_properties(const std::vector<std::uint8_t>& contents, const ContentsProperties& properties);

// Returns why no buffer with this many bytes can have the properties; nothing if one can.
std::optional<std::string> why_impossible(const ContentsProperties& properties,
                                          std::optional<std::uint64_t> buffer_bytes);

// Changes elements that are not `fixed` so that all elements have the properties; if that is simple, keeps
// elements that need no change. Returns false if it finds no such elements; the contents are then
// unspecified. Requires one entry in `fixed` for each whole element.
bool make_have(std::vector<std::uint8_t>& contents, const std::vector<bool>& fixed,
               const ContentsProperties& properties);

}  // namespace launchproof::model
