// Facts of a launch that are left open, and relations between them.
//
// A relation is over the integers. Each fact has the value that its type gives it: an `int` may be negative,
// sizes and numbers of groups are not. Nothing wraps.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace launchproof::model {

// Bytes: of a buffer. Groups: their number in a dimension.
enum class QuantityKind : std::uint8_t { Value, Bytes, Groups };

struct Quantity {
  QuantityKind kind = QuantityKind::Value;
  std::uint32_t index = 0;   // the parameter; of Groups the dimension
  std::uint32_t width = 64;  // bits of the fact
  bool is_signed = false;

  auto operator<=>(const Quantity&) const = default;
};

// A fact that is left open, and its bits in the launch at hand.
struct FreeFact {
  Quantity quantity;
  std::uint64_t bits = 0;

  bool operator==(const FreeFact&) const = default;
};

// The coefficient times the product of the factors.
struct Amount {
  std::int64_t coefficient = 1;
  std::vector<Quantity> factors;  // none: a constant

  bool operator==(const Amount&) const = default;
};

// PowerOfTwo and Pinned speak of the left side alone, MultipleOf of the left side and a positive constant on
// the right. Pinned: the one fact on the left has these bits.
enum class RelationKind : std::uint8_t { Equal, AtMost, AtLeast, PowerOfTwo, MultipleOf, Pinned };

struct Relation {
  RelationKind kind = RelationKind::Equal;
  Amount left, right;
  std::uint64_t bits = 0;

  bool operator==(const Relation&) const = default;
};

// Returns the number of bits in which neither side can wrap, its sign included; nothing where they are more
// than 120, in which case the relation may not be used.
std::optional<unsigned> width_of(const Relation& relation);

// Returns whether the relation holds, over the integers. `bits_of` gives the bits of each fact that it speaks
// of. Requires width_of().
bool holds(const Relation& relation, const std::function<std::uint64_t(const Quantity&)>& bits_of);

// Returns whether one of the relations pins this fact, which is then a constant in all of them.
bool is_pinned(const std::vector<Relation>& relations, const Quantity& quantity);

// Returns the facts that it speaks of, each once.
std::vector<Quantity> quantities_of(const Relation& relation);

}  // namespace launchproof::model
