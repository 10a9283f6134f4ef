#include "verify/smt/terms/sexpr.h"

#include <cctype>

#include "verify/smt/terms/bits.h"

namespace launchproof::smt {
namespace {

constexpr std::size_t kDeepest = 200;

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// Returns the value of digits in `base`; nothing if there are none, if one is invalid, or if the value does
// not fit into 128 bits.
std::optional<Bits> parse_digits(std::string_view digits, unsigned base) {
  if (digits.empty()) return std::nullopt;
  Bits value = 0;
  for (const char c : digits) {
    unsigned digit = base;
    if (c >= '0' && c <= '9')
      digit = static_cast<unsigned>(c - '0');
    else if (std::isxdigit(static_cast<unsigned char>(c)) != 0)
      digit = static_cast<unsigned>((c | 32) - 'a') + 10;
    if (digit >= base || value > (~Bits{0} - digit) / base) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

// Returns the end of the atom that begins at `at`, or npos if its quote is not closed.
std::size_t atom_end(std::string_view text, std::size_t at) {
  const char quote = text[at];
  if (quote == '"' || quote == '|') {
    const std::size_t close = text.find(quote, at + 1);
    return close == std::string_view::npos ? close : close + 1;
  }
  while (at < text.size() && !is_space(text[at]) && text[at] != '(' && text[at] != ')') ++at;
  return at;
}

}  // namespace

std::optional<std::vector<Sexpr>> parse_sexprs(std::string_view text) {
  std::vector<std::vector<Sexpr>> open(1);
  for (std::size_t at = 0; at < text.size();) {
    if (is_space(text[at])) {
      ++at;
    } else if (text[at] == '(') {
      if (open.size() > kDeepest) return std::nullopt;
      open.emplace_back();
      ++at;
    } else if (text[at] == ')') {
      if (open.size() == 1) return std::nullopt;
      Sexpr done{true, {}, std::move(open.back())};
      open.pop_back();
      open.back().push_back(std::move(done));
      ++at;
    } else {
      const std::size_t end = atom_end(text, at);
      if (end == std::string_view::npos) return std::nullopt;
      open.back().push_back({false, std::string(text.substr(at, end - at)), {}});
      at = end;
    }
  }
  if (open.size() != 1) return std::nullopt;
  return std::move(open.front());
}

std::optional<Bits> parse_value(const Sexpr& text, unsigned width) {
  std::optional<Bits> value;
  if (width == 0) {
    if (text.atom == "true") value = 1;
    if (text.atom == "false") value = 0;
    return value;
  }
  if (text.is_list) {
    const bool decimal = text.list.size() == 3 && text.list[0].atom == "_" &&
                         text.list[1].atom.starts_with("bv") && text.list[2].atom == std::to_string(width);
    if (decimal) value = parse_digits(std::string_view(text.list[1].atom).substr(2), 10);
  } else if (text.atom.starts_with("#b")) {
    value = parse_digits(std::string_view(text.atom).substr(2), 2);
  } else if (text.atom.starts_with("#x")) {
    value = parse_digits(std::string_view(text.atom).substr(2), 16);
  }
  if (value && *value > mask(width)) return std::nullopt;
  return value;
}

std::optional<SignedBits> parse_integer(const Sexpr& text) {
  if (text.is_list) {
    const bool negation =
        text.list.size() == 2 && !text.list[0].is_list && text.list[0].atom == "-" && !text.list[1].is_list;
    const auto value = negation ? parse_integer(text.list[1]) : std::nullopt;
    return value ? std::optional(-*value) : std::nullopt;
  }
  if (text.atom.empty()) return std::nullopt;
  SignedBits value = 0;
  for (const char digit : text.atom) {
    if (digit < '0' || digit > '9' || value >= SignedBits{1} << 116) return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  return value;
}

}  // namespace launchproof::smt
