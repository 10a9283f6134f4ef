// Properties of buffer contents given to `check`.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <utility>

#include "verify/jobs/given/given_launch.h"
#include "verify/model/element_types.h"

namespace launchproof::jobs {
namespace {

constexpr std::string_view kProperties =
    "min:N, max:N, below:N, distinct, permutation, non-decreasing, increasing, constant";

// Reads the words of one --contents option.
class Reader {
 public:
  Reader(const GivenContents& given, std::string_view element_type)
      : d_given(given), d_text(fmt::format("{}={}", given.name, given.properties)), d_of(element_type) {}

  model::ContentsProperties read(std::optional<std::uint64_t> buffer_bytes) {
    std::string_view rest = d_given.properties;
    std::optional<model::ContentsProperties> elements = model::integers_of_type(d_of);
    if (const auto stated = model::integers_named(rest.substr(0, rest.find(',')))) {
      elements = stated;
      rest = rest.find(',') == std::string_view::npos ? "" : rest.substr(rest.find(',') + 1);
      if (rest.empty()) fail("it names a type and no property of the elements; add one of {}", kProperties);
    }
    if (!elements)
      fail("elements of type {} are no integers; give the type that the kernel reads, as in {}=int32,{}",
           d_of, d_given.name, rest);
    d_made = *elements;
    d_count = buffer_bytes.value_or(0) / d_made.bytes;
    while (true) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      add(rest.substr(0, end));
      if (end == rest.size()) break;
      rest = rest.substr(end + 1);
    }
    if (!buffer_bytes)
      fail("properties need the buffer's size; give it with --buffer {}=BYTES", d_given.name);
    if (d_count == 0) fail("the buffer has {} bytes, which hold no element", *buffer_bytes);
    if (const auto why = model::why_impossible(d_made, buffer_bytes))
      fail("no contents have these properties: {}. Remove one of them, or change the size of the buffer",
           *why);
    return d_made;
  }

 private:
  template <typename... Values>
  [[noreturn]] void fail(fmt::format_string<Values...> text, Values&&... values) const {
    throw UsageError(
        fmt::format("--contents: {}: {}", d_text, fmt::format(text, std::forward<Values>(values)...)));
  }

  void add(std::string_view word) {
    const std::size_t colon = word.find(':');
    const std::string_view name = word.substr(0, colon);
    const bool has_number = name == "min" || name == "max" || name == "below";
    if (has_number && colon == std::string_view::npos) fail("`{}` lacks its number, as in {}:16", word, name);
    if (!has_number && colon != std::string_view::npos) fail("`{}` takes no number; write {}", word, name);
    if (name == "min") {
      set_low(number(word, word.substr(colon + 1)));
    } else if (name == "max") {
      set_high(number(word, word.substr(colon + 1)));
    } else if (name == "below") {
      const std::uint64_t end = number(word, word.substr(colon + 1));
      if (end == model::least_value(d_made))
        fail("in `{}`, no {} is below the least one", word, model::element_type(d_made));
      set_high(end - 1);
    } else if (name == "distinct") {
      d_made.distinct = true;
    } else if (name == "permutation") {
      d_made.distinct = true;
      set_low(0);
      const std::uint64_t largest = model::largest_value(d_made);
      if (d_count > 0 && d_count - 1 > largest)
        fail("no permutation of {} numbers fits into {}", d_count, model::element_type(d_made));
      if (d_count > 0) set_high(d_count - 1);
    } else if (name == "non-decreasing") {
      set_order(model::ElementOrder::NonDecreasing);
    } else if (name == "increasing") {
      set_order(model::ElementOrder::Increasing);
    } else if (name == "constant") {
      set_order(model::ElementOrder::Equal);
    } else {
      fail("`{}` is not a property of contents; they are {}", word, kProperties);
    }
  }

  std::uint64_t number(std::string_view word, std::string_view text) const {
    std::uint64_t value = 0;
    bool is_read = false;
    if (text.starts_with('-') && d_made.is_signed) {
      std::int64_t negative = 0;
      const auto [rest, error] = std::from_chars(text.begin(), text.end(), negative);
      is_read = error == std::errc{} && rest == text.end();
      value = static_cast<std::uint64_t>(negative);
    } else {
      constexpr int kDecimal = 10, kHexadecimal = 16;
      const bool is_hexadecimal = text.starts_with("0x");
      const std::string_view digits = is_hexadecimal ? text.substr(2) : text;
      const auto [rest, error] =
          std::from_chars(digits.begin(), digits.end(), value, is_hexadecimal ? kHexadecimal : kDecimal);
      is_read = error == std::errc{} && rest == digits.end() && value <= model::largest_value(d_made);
    }
    if (!is_read || model::is_less(d_made, value, model::least_value(d_made)))
      fail("in `{}`, `{}` is not a value of type {}", word, text, model::element_type(d_made));
    return value;
  }

  void set_low(std::uint64_t low) {
    if (!d_made.low || model::is_less(d_made, *d_made.low, low)) d_made.low = low;
  }
  void set_high(std::uint64_t high) {
    if (!d_made.high || model::is_less(d_made, high, *d_made.high)) d_made.high = high;
  }
  void set_order(model::ElementOrder order) {
    if (d_made.order != model::ElementOrder::Any && d_made.order != order)
      fail("it gives the elements two orders; give one of them");
    d_made.order = order;
  }

  const GivenContents& d_given;
  std::string d_text;
  std::string d_of;
  model::ContentsProperties d_made;
  std::uint64_t d_count = 0;
};

}  // namespace

model::ContentsProperties parse_properties(const GivenContents& given, const std::string& element_type,
                                           std::optional<std::uint64_t> buffer_bytes) {
  return Reader(given, element_type).read(buffer_bytes);
}

bool is_contents_property(std::string_view word) {
  word = word.substr(0, word.find(':'));
  if (model::integers_named(word)) return true;
  for (std::string_view rest = kProperties; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find(", "));
    if (one.substr(0, one.find(':')) == word) return true;
    rest.remove_prefix(std::min(rest.size(), one.size() + 2));
  }
  return false;
}

}  // namespace launchproof::jobs
