#include "verify/preconditions/candidates.h"

#include <algorithm>
#include <limits>
#include <set>

#include "verify/preconditions/facts.h"

namespace launchproof::preconditions {

using model::Amount;
using model::FreeFact;
using model::KernelModel;
using model::Quantity;
using model::QuantityKind;
using model::Relation;
using model::RelationKind;

namespace {

// Costs. Two inequalities cost less than the equality that they imply, but more than one of them.
constexpr unsigned kLargeBuffer = 3, kNotNegative = 5, kPositive = 6, kLinear = 10, kPair = 11, kProduct = 13,
                   kPowerOfTwo = 14, kMultiple = 15, kConstant = 14, kCap = 16, kProductCap = 18, kSizes = 20,
                   kBytesAtLeast = 24, kOneSided = 27, kPin = 44;
// Cost of keeping sizes as launched.
constexpr unsigned kOneSidedAlone = 18, kPinAlone = 30;
constexpr unsigned kOfOtherConstant = 6;  // additional cost of a constant that is not the launch's own value
constexpr unsigned kByChance = 12;        // additional cost of scalars that are multiples of each other
constexpr unsigned kEquality = 8;         // additional cost compared to the inequality
constexpr unsigned kOfSizes = 1;          // additional cost of a fact that is not a scalar
constexpr std::int64_t kMostConstant = 1 << 20;
constexpr std::size_t kMostConstants = 12;
constexpr int kCaps[] = {24, 16, 12, 8};  // powers of two
constexpr int kTightCap = 16;             // from this value on, products are no longer easy for solvers

class Guesses {
 public:
  Guesses(const KernelModel& kernel, const model::LaunchFacts& facts, const std::vector<FreeFact>& free)
      : d_kernel(kernel), d_facts(facts), d_free(free) {
    for (const FreeFact& one : free) {
      if (!is_number(kernel, one.quantity)) continue;
      if (one.quantity.kind == QuantityKind::Value)
        d_scalars.push_back(one.quantity);
      else
        (one.quantity.kind == QuantityKind::Bytes ? d_buffers : d_groups).push_back(one.quantity);
    }
    collect_constants();
  }

  std::vector<Candidate> make() {
    for (const Quantity& one : d_scalars) of_scalar(one);
    for (const Quantity& one : d_groups) of_groups(one);
    for (const Quantity& one : d_buffers) of_buffer(one);
    for (std::size_t i = 0; i < d_scalars.size(); ++i)
      for (std::size_t j = 0; j < d_scalars.size(); ++j)
        if (i != j) of_pair(d_scalars[i], d_scalars[j], i < j);
    of_products();
    for (Candidate pin : pins(d_kernel, d_free)) {
      if (is_alone()) pin.cost -= kPin - kPinAlone;
      d_all.push_back(std::move(pin));
    }
    return std::move(d_all);
  }

 private:
  bool is_alone() const { return d_buffers.empty() && d_groups.empty(); }
  unsigned one_sided() const { return is_alone() ? kOneSidedAlone : kOneSided; }

  bool is_open(unsigned dimension) const {
    return std::ranges::any_of(d_groups, [&](const Quantity& one) { return one.index == dimension; });
  }

  std::uint64_t bits(const Quantity& quantity) const {
    for (const FreeFact& one : d_free)
      if (one.quantity == quantity) return one.bits;
    return 0;
  }

  void collect_constants() {
    std::set<std::int64_t> found;
    const auto add = [&](std::uint64_t value) {
      if (value >= 2 && value <= kMostConstant) found.insert(static_cast<std::int64_t>(value));
    };
    for (unsigned d = 0; d < 3; ++d) {
      add(d_facts.local_size[d]);
      if (!is_open(d)) add(d_facts.global_size[d]);
    }
    for (const model::Array& array : d_kernel.arrays)
      if (array.bytes && array.element_bytes != 0) add(*array.bytes / array.element_bytes);
    for (const model::Value& value : d_kernel.values) {
      if (found.size() >= kMostConstants) break;
      if (value.op == model::Op::Constant && value.width > 1) add(value.literal);
    }
    d_constants.assign(found.begin(), found.end());
  }

  void add(Relation relation, unsigned cost, Strength strength = Strength::General) {
    if (!width_of(relation) || !holds(relation, [&](const Quantity& one) { return bits(one); })) return;
    for (Candidate& known : d_all) {
      if (known.relation != relation) continue;
      known.cost = std::min(known.cost, cost);
      return;
    }
    d_all.push_back({std::move(relation), cost, strength});
  }
  static Amount of(std::int64_t coefficient, std::vector<Quantity> factors = {}) {
    return {coefficient, std::move(factors)};
  }
  // Adds both inequalities and the equality.
  void compare(const Amount& left, const Amount& right, unsigned cost) {
    add({RelationKind::AtMost, left, right}, cost);
    add({RelationKind::AtLeast, left, right}, cost);
    add({RelationKind::Equal, left, right}, cost + kEquality);
  }

  std::int64_t element(const Quantity& buffer) const {
    const model::ArrayId array = d_kernel.parameters[buffer.index].array;
    return array == model::kNone ? 1 : std::max<std::int64_t>(d_kernel.arrays[array].element_bytes, 1);
  }
  std::int64_t local(const Quantity& groups) const {
    return static_cast<std::int64_t>(d_facts.local_size[groups.index]);
  }
  // Returns the possible numbers of elements per work-item other than one: two, or a constant of the kernel.
  std::set<std::int64_t> factors_of(const Quantity& groups) const {
    std::set<std::int64_t> result(d_constants.begin(), d_constants.end());
    result.insert(2 * local(groups));
    result.erase(local(groups));
    return result;
  }

  void of_scalar(const Quantity& one) {
    const Amount value = of(1, {one});
    if (one.is_signed) add({RelationKind::AtLeast, value, of(0)}, kNotNegative);
    add({RelationKind::AtLeast, value, of(1)}, kPositive);
    add({RelationKind::PowerOfTwo, value, of(0)}, kPowerOfTwo);
    for (const Quantity& buffer : d_buffers) {
      add({RelationKind::AtMost, of(element(buffer), {one}), of(1, {buffer})}, kLinear);
      for (const std::int64_t factor : d_constants)
        add({RelationKind::AtMost, of(factor * element(buffer), {one}), of(1, {buffer})},
            kLinear + kOfOtherConstant);
    }
    for (const Quantity& groups : d_groups) {
      compare(value, of(local(groups), {groups}), kLinear);
      for (const std::int64_t factor : factors_of(groups))
        compare(value, of(factor, {groups}), kLinear + kOfOtherConstant);
    }
    for (const std::int64_t constant : d_constants) {
      add({RelationKind::AtMost, value, of(constant)}, kConstant);
      add({RelationKind::AtMost, value, of(constant - 1)}, kConstant + 1);
      add({RelationKind::AtLeast, value, of(constant)}, kConstant);
      add({RelationKind::MultipleOf, value, of(constant)}, kMultiple);
    }
    bounds(one);
  }

  // The launched value, and the powers of two in between.
  void bounds(const Quantity& one) {
    const Amount value = of(1, {one});
    caps(value, kCap);
    const std::int64_t launched = number(one);
    add({RelationKind::AtMost, value, of(launched)}, one_sided(), Strength::AsLaunched);
    if (launched > 1) add({RelationKind::AtLeast, value, of(launched)}, one_sided(), Strength::AsLaunched);
  }
  void caps(const Amount& amount, unsigned cost) {
    for (const int power : kCaps)
      add({RelationKind::AtMost, amount, of(std::int64_t{1} << power)}, cost++,
          power <= kTightCap ? Strength::Tight : Strength::General);
  }
  // A quantity that does not fit is used in no candidates, since these would not hold.
  std::int64_t number(const Quantity& one) const {
    const std::uint64_t value = bits(one);
    if (!one.is_signed)
      return static_cast<std::int64_t>(
          std::min<std::uint64_t>(value, std::numeric_limits<std::int64_t>::max()));
    const unsigned unused = 64 - one.width;
    return static_cast<std::int64_t>(value << unused) >> unused;
  }

  void of_groups(const Quantity& one) {
    for (const Quantity& buffer : d_buffers) {
      add({RelationKind::AtMost, of(local(one) * element(buffer), {one}), of(1, {buffer})},
          kLinear + kOfSizes);
      if (local(one) != 1)
        add({RelationKind::AtMost, of(element(buffer), {one}), of(1, {buffer})}, kLinear + kOfSizes);
      for (const std::int64_t factor : factors_of(one))
        add({RelationKind::AtMost, of(factor * element(buffer), {one}), of(1, {buffer})},
            kLinear + kOfSizes + kOfOtherConstant);
    }
    for (const Quantity& other : d_groups)
      if (one < other) compare(of(local(one), {one}), of(local(other), {other}), kPair + kOfSizes);
    bounds(one);
  }

  void of_buffer(const Quantity& one) {
    const Amount bytes = of(1, {one});
    for (const std::int64_t constant : d_constants)
      add({RelationKind::AtLeast, bytes, of(constant * element(one))}, kLinear + kOfOtherConstant);
    add({RelationKind::AtLeast, bytes, of(element(one))}, kPositive);
    for (const Quantity& other : d_buffers)
      if (one != other)
        add({RelationKind::AtMost, of(element(other), {one}), of(element(one), {other})}, kSizes);
    add({RelationKind::AtMost, bytes, of(std::numeric_limits<std::int32_t>::max())}, kLargeBuffer);
    add({RelationKind::AtLeast, bytes, of(number(one))}, kBytesAtLeast, Strength::AsLaunched);
  }

  void of_pair(const Quantity& one, const Quantity& other, bool once) {
    const Amount value = of(1, {one});
    add({RelationKind::AtMost, value, of(1, {other})}, kPair);
    if (once) add({RelationKind::Equal, value, of(1, {other})}, kPair + kEquality);
    for (const std::int64_t factor : d_constants)
      add({RelationKind::Equal, value, of(factor, {other})}, kPair + kEquality + kByChance);
  }

  void of_products() {
    std::vector<Amount> products;
    for (std::size_t i = 0; i < d_scalars.size(); ++i) {
      for (std::size_t j = i + 1; j < d_scalars.size(); ++j)
        products.push_back(of(1, {d_scalars[i], d_scalars[j]}));
      for (const Quantity& groups : d_groups) products.push_back(of(local(groups), {d_scalars[i], groups}));
    }
    for (std::size_t i = 0; i < d_groups.size(); ++i)
      for (std::size_t j = i + 1; j < d_groups.size(); ++j)
        products.push_back(of(local(d_groups[i]) * local(d_groups[j]), {d_groups[i], d_groups[j]}));
    for (const Amount& product : products) {
      for (const Quantity& buffer : d_buffers)
        add({RelationKind::AtMost, of(product.coefficient * element(buffer), product.factors),
             of(1, {buffer})},
            kProduct);
      for (const Quantity& scalar : d_scalars)
        if (std::ranges::find(product.factors, scalar) == product.factors.end())
          compare(of(1, {scalar}), product, kProduct);
      for (const Quantity& groups : d_groups)
        if (std::ranges::find(product.factors, groups) == product.factors.end())
          compare(product, of(local(groups), {groups}), kProduct);
      add({RelationKind::AtMost, product, of(std::numeric_limits<std::int32_t>::max())}, kProductCap);
    }
  }

  const KernelModel& d_kernel;
  const model::LaunchFacts& d_facts;
  const std::vector<FreeFact>& d_free;
  std::vector<Quantity> d_scalars, d_buffers, d_groups;
  std::vector<std::int64_t> d_constants;
  std::vector<Candidate> d_all;
};

}  // namespace

std::vector<Candidate> pins(const KernelModel& kernel, const std::vector<FreeFact>& free) {
  std::vector<Candidate> result;
  for (const FreeFact& one : free) {
    const bool is_scalar = one.quantity.kind == QuantityKind::Value && is_number(kernel, one.quantity);
    result.push_back({{RelationKind::Pinned, {1, {one.quantity}}, {0, {}}, one.bits},
                      kPin + (is_scalar ? 0 : kOfSizes),
                      Strength::Pinned});
  }
  return result;
}

std::vector<Candidate> candidates(const KernelModel& kernel, const model::LaunchFacts& facts,
                                  const std::vector<FreeFact>& free) {
  return Guesses(kernel, facts, free).make();
}

}  // namespace launchproof::preconditions
