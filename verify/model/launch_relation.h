// Facts of a launch that are left open, and relations between them.
//
// A relation is over the integers. Each fact has the value that its type gives it: an `int` may be negative,
// sizes and numbers of groups may not. Nothing wraps.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace launchproof::model {

// Bytes: the size of a buffer. Groups: the number of groups in a dimension. LocalSize: the local size in a
// dimension, which must be open.
enum class QuantityKind : std::uint8_t { Value, Bytes, Groups, LocalSize };

struct Quantity {
  QuantityKind kind = QuantityKind::Value;
  std::uint32_t index = 0;   // the parameter; for Groups and LocalSize, the dimension
  std::uint32_t width = 64;  // width of the fact in bits
  bool is_signed = false;

  auto operator<=>(const Quantity&) const = default;
};

// A fact that is left open, and its bits in the current launch.
struct FreeFact {
  Quantity quantity;
  std::uint64_t bits = 0;

  bool operator==(const FreeFact&) const = default;
};

// The product of the factors, multiplied by the coefficient.
struct Amount {
  std::int64_t coefficient = 1;
  std::vector<Quantity> factors;  // none: a constant

  bool operator==(const Amount&) const = default;
};

// PowerOfTwo and Pinned use only the left side; MultipleOf uses the left side and a positive constant on the
// right. Pinned: the only fact on the left has these bits.
enum class RelationKind : std::uint8_t { Equal, AtMost, AtLeast, PowerOfTwo, MultipleOf, Pinned };

struct Relation {
  RelationKind kind = RelationKind::Equal;
  Amount left, right;
  std::uint64_t bits = 0;

  bool operator==(const Relation&) const = default;
};

// Returns the number of bits, including the sign, in which neither side can wrap. Returns nothing if it
// exceeds 120; the relation may not be used then.
std::optional<unsigned> width_of(const Relation& relation);

// Returns whether the relation holds over the integers. `bits_of` returns the bits of each fact that occurs
// in it. Requires width_of().
bool holds(const Relation& relation, const std::function<std::uint64_t(const Quantity&)>& bits_of);

// Returns whether one of the relations pins this fact, which is then a constant in all of them.
bool is_pinned(const std::vector<Relation>& relations, const Quantity& quantity);

// Returns the facts that occur in the relation, each once.
std::vector<Quantity> quantities_of(const Relation& relation);

}  // namespace launchproof::model
