#include "tests/oracle/stated_contents.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <sstream>
#include <vector>

#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

__extension__ using Number = __int128;

struct Stated {
  unsigned bytes = 4;
  bool is_signed = true;
  Number low = 0, high = 0;
  bool distinct = false, rises = false, falls_never = false, constant = false;
};

Number number(const std::string& digits, const std::string& properties) {
  std::size_t used = 0;
  Number value = 0;
  try {
    value = digits.starts_with("-") ? Number{std::stoll(digits, &used, 0)}
                                    : Number{std::stoull(digits, &used, 0)};
  } catch (const std::exception&) {
    used = 0;
  }
  if (used == 0 || used != digits.size())
    throw UsageError{"contents '" + properties + "': no number: " + digits};
  return value;
}

bool is_type(const std::string& word) {
  const std::set<std::string> types{"int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"};
  return types.contains(word);
}

Stated parse(const std::string& text, ElementType type, std::uint64_t size) {
  Stated stated;
  stated.bytes = type.bytes;
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  if (!words.empty() && is_type(words.front())) {
    stated.is_signed = words.front().front() == 'i';
    stated.bytes = static_cast<unsigned>(std::stoul(words.front().substr(stated.is_signed ? 3 : 4)) / 8);
    words.erase(words.begin());
  } else if (type.is_unsigned) {
    stated.is_signed = false;
  }
  const unsigned bits = 8 * stated.bytes;
  stated.low = stated.is_signed ? -(Number{1} << (bits - 1)) : 0;
  stated.high = (Number{1} << (stated.is_signed ? bits - 1 : bits)) - 1;
  const std::uint64_t count = size / stated.bytes;
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find(':'));
    const std::string rest = word.substr(std::min(word.size(), name.size() + 1));
    if (name == "min") {
      stated.low = std::max(stated.low, number(rest, text));
    } else if (name == "max") {
      stated.high = std::min(stated.high, number(rest, text));
    } else if (name == "below") {
      stated.high = std::min(stated.high, number(rest, text) - 1);
    } else if (word == "distinct") {
      stated.distinct = true;
    } else if (word == "permutation") {
      stated.distinct = true;
      stated.low = std::max<Number>(stated.low, 0);
      stated.high = std::min(stated.high, Number{count} - 1);
    } else if (word == "non-decreasing") {
      stated.falls_never = true;
    } else if (word == "increasing") {
      stated.rises = true;
    } else if (word == "constant") {
      stated.constant = true;
    } else {
      throw UsageError{"contents: '" + word + "' is no property"};
    }
  }
  return stated;
}

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : d_state(mix(seed + 17)) {}
  std::uint64_t below(std::uint64_t end) { return (d_state = mix(d_state)) % end; }

 private:
  std::uint64_t d_state;
};

// Returns a value from low to high. Most values lie near one of the two ends or near 0.
Number any(const Stated& stated, std::uint64_t near, Dice& dice) {
  const Number width = stated.high - stated.low;
  const auto offset = static_cast<Number>(dice.below(2 * near + 3));
  switch (dice.below(6)) {
    case 0:
      return width > offset ? stated.high - offset : stated.high;
    case 1:
      return stated.low + (width == 0 ? 0 : static_cast<Number>(dice.below(~std::uint64_t{0})) % (width + 1));
    case 2:
      return std::clamp<Number>(offset - 2, stated.low, stated.high);
    default:
      return std::min(stated.high, std::max(stated.low, std::min<Number>(0, stated.high)) + offset);
  }
}

}  // namespace

bool states_properties(const std::string& text) {
  const std::string word = text.substr(0, text.find_first_of(",:"));
  const std::set<std::string> properties{
      "min", "max", "below", "distinct", "permutation", "non-decreasing", "increasing", "constant"};
  return is_type(word) || properties.contains(word);
}

Contents drawn(const std::string& properties, ElementType type, std::uint64_t bytes, std::uint64_t seed) {
  const Stated stated = parse(properties, type, bytes);
  const std::uint64_t count = bytes / stated.bytes;
  const bool distinct = stated.distinct || stated.rises;
  const Number room = stated.high - stated.low + 1;
  if (room <= 0 || (distinct && room < Number{count}) || (distinct && stated.constant && count > 1))
    throw UsageError{"contents '" + properties + "': no buffer has these"};
  Dice dice(seed);
  std::vector<Number> values;
  if (stated.constant) {
    Number value = any(stated, count, dice);
    if (seed <= 1) value = seed == 0 ? stated.low : stated.high;
    values.assign(count, value);
  } else if (distinct && seed > 1) {
    // A small range is shuffled; in a large range, duplicates are unlikely.
    std::set<Number> taken;
    if (room <= Number{4 * count + 64}) {
      std::vector<Number> all(static_cast<std::size_t>(room));
      std::iota(all.begin(), all.end(), stated.low);
      for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[dice.below(i)]);
      values.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
    }
    while (values.size() < count)
      if (const Number value = any(stated, count, dice); taken.insert(value).second) values.push_back(value);
  } else {
    for (std::uint64_t i = 0; i < count; ++i) {
      if (seed == 0) values.push_back(distinct ? stated.low + Number{i} : stated.low);
      if (seed == 1) values.push_back(distinct ? stated.high - Number{i} : stated.high);
      if (seed > 1) values.push_back(any(stated, count, dice));
    }
  }
  if (stated.rises || stated.falls_never) std::sort(values.begin(), values.end());
  Contents contents;
  contents.kind = Contents::Kind::Bytes;
  for (const Number value : values)
    for (unsigned at = 0; at < stated.bytes; ++at)
      contents.bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * at)));
  contents.bytes.resize(bytes, static_cast<std::uint8_t>(seed));
  return contents;
}

}  // namespace launchproof::oracle
