#include "verify/model/launch_relation.h"

#include <algorithm>
#include <bit>

namespace launchproof::model {

namespace {

__extension__ using Integer = __int128;

constexpr unsigned kMostBits = 120;

unsigned bits_of_constant(std::int64_t value) {
  const auto magnitude =
      value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
  return static_cast<unsigned>(std::bit_width(magnitude));
}

unsigned bits_of(const Amount& amount) {
  unsigned bits = bits_of_constant(amount.coefficient) + 1;
  for (const Quantity& factor : amount.factors) bits += factor.width;
  return bits;
}

Integer value_of(const Quantity& quantity, std::uint64_t bits) {
  if (quantity.width < 64) bits &= (std::uint64_t{1} << quantity.width) - 1;
  const bool negative = quantity.is_signed && ((bits >> (quantity.width - 1)) & 1) != 0;
  return negative ? static_cast<Integer>(bits) - (Integer{1} << quantity.width) : static_cast<Integer>(bits);
}

Integer value_of(const Amount& amount, const std::function<std::uint64_t(const Quantity&)>& bits) {
  Integer value = amount.coefficient;
  for (const Quantity& factor : amount.factors) value *= value_of(factor, bits(factor));
  return value;
}

}  // namespace

std::optional<unsigned> width_of(const Relation& relation) {
  const unsigned width = std::max(bits_of(relation.left), bits_of(relation.right));
  return width > kMostBits ? std::nullopt : std::optional(width);
}

bool holds(const Relation& relation, const std::function<std::uint64_t(const Quantity&)>& bits_of) {
  if (relation.kind == RelationKind::Pinned) return bits_of(relation.left.factors.front()) == relation.bits;
  const Integer left = value_of(relation.left, bits_of);
  const Integer right = value_of(relation.right, bits_of);
  switch (relation.kind) {
    case RelationKind::Equal:
      return left == right;
    case RelationKind::AtMost:
      return left <= right;
    case RelationKind::AtLeast:
      return left >= right;
    case RelationKind::PowerOfTwo:
      return left > 0 && (left & (left - 1)) == 0;
    default:
      return left % right == 0;
  }
}

bool is_pinned(const std::vector<Relation>& relations, const Quantity& quantity) {
  return std::ranges::any_of(relations, [&](const Relation& one) {
    return one.kind == RelationKind::Pinned && one.left.factors.front() == quantity;
  });
}

std::vector<Quantity> quantities_of(const Relation& relation) {
  std::vector<Quantity> result = relation.left.factors;
  result.insert(result.end(), relation.right.factors.begin(), relation.right.factors.end());
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace launchproof::model
