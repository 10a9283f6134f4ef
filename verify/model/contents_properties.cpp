#include "verify/model/contents_properties.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace launchproof::model {
namespace {

constexpr unsigned kByteBits = 8;

unsigned width_of(const ContentsProperties& properties) {
  return kByteBits * properties.bytes;
}

std::uint64_t mask_of(const ContentsProperties& properties) {
  return properties.bytes >= sizeof(std::uint64_t) ? ~std::uint64_t{0}
                                                   : (std::uint64_t{1} << width_of(properties)) - 1;
}

std::string number(const ContentsProperties& properties, std::uint64_t value) {
  return properties.is_signed ? std::to_string(static_cast<std::int64_t>(value)) : std::to_string(value);
}

std::uint64_t low_of(const ContentsProperties& properties) {
  return properties.low.value_or(least_value(properties));
}

std::uint64_t high_of(const ContentsProperties& properties) {
  return properties.high.value_or(largest_value(properties));
}

bool is_distinct(const ContentsProperties& properties) {
  return properties.distinct || properties.order == ElementOrder::Increasing;
}

// Returns the strictest order that follows from the stated order and distinctness.
ElementOrder whole_order(const ContentsProperties& properties) {
  const bool is_strict = properties.distinct && properties.order == ElementOrder::NonDecreasing;
  return is_strict ? ElementOrder::Increasing : properties.order;
}

std::vector<std::uint64_t> elements_of(const std::vector<std::uint8_t>& contents,
                                       const ContentsProperties& properties) {
  std::vector<std::uint64_t> result(contents.size() / properties.bytes);
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::uint64_t bits = 0;
    for (std::uint32_t at = 0; at < properties.bytes; ++at)
      bits |= std::uint64_t{contents[i * properties.bytes + at]} << (kByteBits * at);
    result[i] = element_value(properties, bits);
  }
  return result;
}

// Elements of a buffer that are being changed. Values are relative to the smallest value of the type, so that
// they compare as unsigned numbers.
class Maker {
 public:
  Maker(std::vector<std::uint64_t> values, const std::vector<bool>& fixed, std::uint64_t low,
        std::uint64_t high)
      : d_values(std::move(values)), d_fixed(fixed), d_low(low), d_high(high) {}

  void clamp() {
    for (std::size_t i = 0; i < d_values.size(); ++i)
      if (!d_fixed[i]) d_values[i] = std::clamp(d_values[i], d_low, d_high);
  }

  void make_equal() {
    std::size_t one = 0;
    for (std::size_t i = 0; i < d_values.size(); ++i)
      if (d_fixed[i]) one = i;
    if (d_values.empty()) return;
    const std::uint64_t value = d_fixed[one] ? d_values[one] : std::clamp(d_values[one], d_low, d_high);
    for (std::size_t i = 0; i < d_values.size(); ++i)
      if (!d_fixed[i]) d_values[i] = value;
  }

  // `step`: the smallest distance from one element to the next.
  void make_ordered(std::uint64_t step) {
    const std::size_t count = d_values.size();
    std::vector<std::uint64_t> most(count);  // largest values that leave room for later fixed elements
    std::uint64_t room = d_high;
    for (std::size_t i = count; i-- > 0;) {
      most[i] = d_fixed[i] ? d_values[i] : room;
      room = most[i] - std::min(most[i], step);
    }
    std::uint64_t least = d_low;
    for (std::size_t i = 0; i < count; ++i) {
      if (!d_fixed[i]) d_values[i] = std::max(least, std::min(d_values[i], most[i]));
      least = d_values[i] + step;
    }
  }

  void make_distinct() {
    std::set<std::uint64_t> used;
    for (std::size_t i = 0; i < d_values.size(); ++i)
      if (d_fixed[i]) used.insert(d_values[i]);
    std::uint64_t next = d_low;
    for (std::size_t i = 0; i < d_values.size(); ++i) {
      if (d_fixed[i] || used.insert(d_values[i]).second) continue;
      while (next != d_high && used.contains(next)) ++next;
      d_values[i] = next;
      used.insert(next);
    }
  }

  const std::vector<std::uint64_t>& values() const { return d_values; }

 private:
  std::vector<std::uint64_t> d_values;
  const std::vector<bool>& d_fixed;
  std::uint64_t d_low, d_high;
};

}  // namespace

std::uint64_t element_value(const ContentsProperties& properties, std::uint64_t bits) {
  bits &= mask_of(properties);
  const bool is_negative = properties.is_signed && (bits >> (width_of(properties) - 1)) != 0;
  return is_negative ? bits | ~mask_of(properties) : bits;
}

bool is_less(const ContentsProperties& properties, std::uint64_t a, std::uint64_t b) {
  return properties.is_signed ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) : a < b;
}

std::uint64_t least_value(const ContentsProperties& properties) {
  return properties.is_signed ? element_value(properties, (mask_of(properties) >> 1) + 1) : 0;
}

std::uint64_t largest_value(const ContentsProperties& properties) {
  return properties.is_signed ? mask_of(properties) >> 1 : mask_of(properties);
}

std::string element_type(const ContentsProperties& properties) {
  return (properties.is_signed ? "int" : "uint") + std::to_string(width_of(properties));
}

std::string to_option(const ContentsProperties& properties) {
  std::string text = element_type(properties);
  if (properties.low) text += ",min:" + number(properties, *properties.low);
  if (properties.high) text += ",max:" + number(properties, *properties.high);
  if (properties.distinct) text += ",distinct";
  switch (properties.order) {
    case ElementOrder::Any:
      break;
    case ElementOrder::NonDecreasing:
      text += ",non-decreasing";
      break;
    case ElementOrder::Increasing:
      text += ",increasing";
      break;
    case ElementOrder::Equal:
      text += ",constant";
      break;
  }
  return text;
}

std::string in_words(const ContentsProperties& properties) {
  std::vector<std::string> parts;
  if (properties.distinct) parts.emplace_back("distinct");
  if (properties.order == ElementOrder::NonDecreasing) parts.emplace_back("in non-decreasing order");
  if (properties.order == ElementOrder::Increasing) parts.emplace_back("in increasing order");
  if (properties.order == ElementOrder::Equal) parts.emplace_back("all equal");
  if (properties.low) parts.push_back("at least " + number(properties, *properties.low));
  if (properties.high) parts.push_back("at most " + number(properties, *properties.high));
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

bool has_properties(const std::vector<std::uint8_t>& contents, const ContentsProperties& properties) {
  if (!properties.any()) return true;
  std::vector<std::uint64_t> values = elements_of(contents, properties);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_less(properties, values[i], low_of(properties)) ||
        is_less(properties, high_of(properties), values[i]))
      return false;
    if (i == 0) continue;
    const bool rises = is_less(properties, values[i - 1], values[i]);
    const bool falls = is_less(properties, values[i], values[i - 1]);
    switch (properties.order) {
      case ElementOrder::Any:
        break;
      case ElementOrder::NonDecreasing:
        if (falls) return false;
        break;
      case ElementOrder::Increasing:
        if (!rises) return false;
        break;
      case ElementOrder::Equal:
        if (rises || falls) return false;
        break;
    }
  }
  if (!properties.distinct) return true;
  std::ranges::sort(values);
  return std::ranges::adjacent_find(values) == values.end();
}

std::optional<std::string> why_impossible(const ContentsProperties& properties,
                                          std::optional<std::uint64_t> buffer_bytes) {
  const std::uint64_t low = low_of(properties), high = high_of(properties);
  if (is_less(properties, high, low))
    return "no element is both at least " + number(properties, low) + " and at most " +
           number(properties, high);
  const std::uint64_t count = buffer_bytes.value_or(0) / properties.bytes;
  const bool is_contradiction = is_distinct(properties) && properties.order == ElementOrder::Equal;
  if (is_contradiction && count > 1) return "elements that are all equal are not distinct";
  // Number of values minus one, since the number itself may not fit into 64 bits.
  if (is_distinct(properties) && count > 0 && count - 1 > high - low)
    return std::to_string(count) + " elements have no distinct values from " + number(properties, low) +
           " to " + number(properties, high);
  return std::nullopt;
}

bool make_have(std::vector<std::uint8_t>& contents, const std::vector<bool>& fixed,
               const ContentsProperties& properties) {
  const std::uint64_t least = least_value(properties);
  std::vector<std::uint64_t> values = elements_of(contents, properties);
  for (std::uint64_t& value : values) value -= least;
  Maker maker(std::move(values), fixed, low_of(properties) - least, high_of(properties) - least);
  const ElementOrder order = whole_order(properties);
  if (order == ElementOrder::Equal) {
    maker.make_equal();
  } else if (order != ElementOrder::Any) {
    maker.make_ordered(order == ElementOrder::Increasing ? 1 : 0);
  } else {
    maker.clamp();
    if (properties.distinct) maker.make_distinct();
  }
  for (std::size_t i = 0; i < maker.values().size(); ++i)
    for (std::uint32_t at = 0; !fixed[i] && at < properties.bytes; ++at)
      contents[i * properties.bytes + at] =
          static_cast<std::uint8_t>((maker.values()[i] + least) >> (kByteBits * at));
  return has_properties(contents, properties);
}

}  // namespace launchproof::model
