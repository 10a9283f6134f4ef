#include "verify/smt/solvers/bit_blaster.h"

#include <algorithm>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/store.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

constexpr Literal kTrue = Circuit::kTrue, kFalse = Circuit::kFalse;

Word constant(Bits value, unsigned width) {
  Word word(width);
  for (unsigned i = 0; i < width; ++i) word[i] = ((value >> i) & 1) != 0 ? kTrue : kFalse;
  return word;
}

Word complement(Word word) {
  for (Literal& bit : word) bit = -bit;
  return word;
}

// Returns the number of bits up to the highest one that is not certainly zero.
std::size_t length(const Word& word) {
  std::size_t count = word.size();
  while (count > 0 && word[count - 1] == kFalse) --count;
  return count;
}

// Returns the first of the high bits that all equal the highest bit.
std::size_t sign_position(const Word& word) {
  std::size_t at = word.size() - 1;
  while (at > 0 && word[at - 1] == word.back()) --at;
  return at;
}

bool is_constant(const Word& word) {
  return std::ranges::all_of(word, [](Literal bit) { return bit == kTrue || bit == kFalse; });
}

// Returns whether some bit differs, whatever values the variables have.
bool differ(const Word& a, const Word& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] == -b[i]) return true;
  return false;
}

Word resized(Word word, std::size_t width, Literal fill = kFalse) {
  word.resize(width, fill);
  return word;
}

// Returns the number of low bits that represent every possible value of the term: all others equal the
// highest one of these.
std::size_t telling_bits(Term term) {
  const auto [low, high] = cell(term).signed_bounds;
  const auto of = [](SignedBits value) { return bit_length(static_cast<Bits>(value < 0 ? ~value : value)); };
  return std::min<std::size_t>(term.width(), std::max(of(low), of(high)) + 1);
}

// Sets the bits that all values between the term's bounds have in common.
void set_known_bits(Term term, Word& word) {
  const Bits low = cell(term).low_bound, high = cell(term).high_bound;
  for (std::size_t i = bit_length(low ^ high); i < word.size(); ++i)
    word[i] = ((low >> i) & 1) != 0 ? kTrue : kFalse;
}

Word lowest(const Word& word, std::size_t bits) {
  return {word.begin(), word.begin() + static_cast<std::ptrdiff_t>(bits)};
}

// Returns the word times 2^by, with the same number of bits.
Word raised(const Word& word, std::size_t by) {
  Word result(std::min(by, word.size()), kFalse);
  result.insert(result.end(), word.begin(), word.end() - static_cast<std::ptrdiff_t>(result.size()));
  return result;
}

}  // namespace

bool BitBlaster::translate(Term root) {
  const auto known = [this](Term term) { return !d_words.try_emplace(term.id()).second; };
  bool is_whole = true;
  visit_operands_first(root, known, [&](Term term) {
    is_whole = is_whole && !is_too_large();
    if (is_whole) d_words.at(term.id()) = made(term);
  });
  return is_whole;
}

bool BitBlaster::require(std::span<const Term> conjuncts) {
  for (const Term conjunct : conjuncts) {
    if (!translate(conjunct)) return false;
    d_circuit.require(word(conjunct).front());
  }
  return relate_applications() && !is_too_large();
}

std::optional<Literal> BitBlaster::literal(Term condition) {
  if (!translate(condition) || !relate_applications() || is_too_large()) return std::nullopt;
  return word(condition).front();
}

bool BitBlaster::relate_applications() {
  for (const Term application : d_applications) {
    const bool is_constant_one = std::ranges::all_of(
        application->operands, [this](Term argument) { return is_constant(word(argument)); });
    Applications& known = d_related[application->low];
    // Two applications to constants have different arguments.
    for (const auto* others : {&known.open, is_constant_one ? nullptr : &known.constant}) {
      if (others == nullptr) continue;
      for (const Term other : *others) {
        ++d_compared;
        if (is_too_large()) return false;
        relate(application, other);
      }
    }
    (is_constant_one ? known.constant : known.open).push_back(application);
  }
  d_applications.clear();
  return true;
}

void BitBlaster::relate(Term one, Term other) {
  const auto operands = [](Term application) -> const std::vector<Term>& { return application->operands; };
  for (std::size_t k = 0; k < operands(one).size(); ++k)
    if (differ(word(operands(one)[k]), word(operands(other)[k]))) return;
  std::vector<Literal> same;
  same.reserve(operands(one).size());
  for (std::size_t k = 0; k < operands(one).size(); ++k)
    same.push_back(is_equal(word(operands(one)[k]), word(operands(other)[k])));
  const Literal is_same = d_circuit.all_of(std::move(same));
  const Word &a = word(one), &b = word(other);
  for (std::size_t bit = 0; bit < a.size(); ++bit) {
    d_circuit.require_any({{-is_same, -a[bit], b[bit]}});
    d_circuit.require_any({{-is_same, a[bit], -b[bit]}});
  }
}

Word BitBlaster::made(Term term) {
  Word result = by_kind(term);
  if (term.width() == 0) return result;
  const std::size_t telling = telling_bits(term);
  if (telling < result.size())
    std::fill(result.begin() + static_cast<std::ptrdiff_t>(telling), result.end(), result[telling - 1]);
  set_known_bits(term, result);
  return result;
}

Word BitBlaster::by_kind(Term term) {
  const auto& operands = term->operands;
  const auto operand = [&](std::size_t i) -> const Word& { return word(operands[i]); };
  switch (term.kind()) {
    case Kind::True:
      return {kTrue};
    case Kind::False:
      return {kFalse};
    case Kind::BvConst:
      return constant(term->value, term.width());
    case Kind::Apply:
      d_applications.push_back(term);
      [[fallthrough]];
    case Kind::BoolVar:
    case Kind::BvVar: {
      Word fresh(std::max(1U, term.width()));
      for (Literal& bit : fresh) bit = d_circuit.variable();
      return fresh;
    }
    case Kind::Not:
    case Kind::BvNot:
      return complement(operand(0));
    case Kind::And:
    case Kind::Or:
      return conjunction(term);
    case Kind::Ite:
      if (const std::size_t bits = telling_bits(term); bits < term.width())
        return resized(chosen(operand(0).front(), lowest(operand(1), bits), lowest(operand(2), bits)),
                       term.width());
      return chosen(operand(0).front(), operand(1), operand(2));
    case Kind::Eq:
      return {is_equal(operand(0), operand(1))};
    case Kind::BvAnd:
    case Kind::BvOr:
    case Kind::BvXor:
      return bitwise(term);
    case Kind::Ult:
      return {is_less(operand(0), operand(1))};
    case Kind::Ule:
      return {-is_less(operand(1), operand(0))};
    case Kind::Slt:
    case Kind::Sle: {
      Word a = operand(0), b = operand(1);
      a.back() = -a.back();
      b.back() = -b.back();
      return {term.kind() == Kind::Slt ? is_less(a, b) : -is_less(b, a)};
    }
    case Kind::Extract: {
      const auto begin = operand(0).begin() + static_cast<std::ptrdiff_t>(term->low);
      return {begin, begin + static_cast<std::ptrdiff_t>(term.width())};
    }
    case Kind::Concat: {
      Word whole;
      for (const Term part : operands | std::views::reverse)
        whole.insert(whole.end(), word(part).begin(), word(part).end());
      return whole;
    }
    case Kind::ZeroExtend:
      return resized(operand(0), term.width());
    case Kind::SignExtend:
      return resized(operand(0), term.width(), operand(0).back());
    default:
      return arithmetic(term);
  }
}

Word BitBlaster::arithmetic(Term term) {
  const auto operand = [&](std::size_t i) -> const Word& { return word(term->operands[i]); };
  // The low bits of these only depend on the low bits of their operands.
  const std::size_t bits = telling_bits(term);
  const auto low_bits = [&](std::size_t i) { return lowest(operand(i), bits); };
  const auto whole = [&](Word low) { return resized(std::move(low), term.width()); };
  switch (term.kind()) {
    case Kind::Add:
      return whole(sum(term, bits));
    case Kind::Sub:
      return whole(added(low_bits(0), complement(low_bits(1)), kTrue));
    case Kind::Neg:
      return whole(negated(low_bits(0)));
    case Kind::Mul: {
      Word result = low_bits(0);
      for (std::size_t i = 1; i < term->operands.size(); ++i) result = product(result, low_bits(i));
      return whole(std::move(result));
    }
    case Kind::UDiv:
      return division(operand(0), operand(1)).quotient;
    case Kind::URem:
      return division(operand(0), operand(1)).remainder;
    case Kind::SDiv:
    case Kind::SRem:
      return signed_division(term);
    case Kind::Shl:
    case Kind::LShr:
    case Kind::AShr:
      return shifted(term);
    default:
      throw std::logic_error("bit blaster: a kind of term that it does not know");
  }
}

Word BitBlaster::conjunction(Term term) {
  std::vector<Literal> parts;
  parts.reserve(term->operands.size());
  for (const Term part : term->operands) parts.push_back(word(part).front());
  return {term.kind() == Kind::And ? d_circuit.all_of(std::move(parts)) : d_circuit.any_of(std::move(parts))};
}

Word BitBlaster::bitwise(Term term) {
  Word result = word(term->operands.front());
  for (std::size_t i = 1; i < term->operands.size(); ++i) {
    const Word& other = word(term->operands[i]);
    for (std::size_t bit = 0; bit < result.size(); ++bit) {
      Literal& at = result[bit];
      if (term.kind() == Kind::BvAnd)
        at = d_circuit.and_(at, other[bit]);
      else
        at = term.kind() == Kind::BvOr ? d_circuit.or_(at, other[bit]) : d_circuit.xor_(at, other[bit]);
    }
  }
  return result;
}

Word BitBlaster::chosen(Literal condition, const Word& then_value, const Word& else_value) {
  Word result(then_value.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = d_circuit.choose(condition, then_value[i], else_value[i]);
  return result;
}

Literal BitBlaster::is_equal(const Word& a, const Word& b) {
  std::vector<Literal> bits(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) bits[i] = d_circuit.equal(a[i], b[i]);
  return d_circuit.all_of(std::move(bits));
}

Literal BitBlaster::is_less(const Word& a, const Word& b) {
  Literal less = kFalse;
  for (std::size_t i = 0; i < a.size(); ++i) {
    // Bits that repeat the ones below them do not decide anything further.
    if (i > 0 && a[i] == a[i - 1] && b[i] == b[i - 1]) continue;
    less = d_circuit.majority(-a[i], b[i], less);
  }
  return less;
}

Word BitBlaster::added(const Word& a, const Word& b, Literal carry) {
  Word result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    result[i] = d_circuit.parity(a[i], b[i], carry);
    if (i + 1 < a.size()) carry = d_circuit.majority(a[i], b[i], carry);
  }
  return result;
}

Word BitBlaster::negated(const Word& value) {
  return added(constant(0, static_cast<unsigned>(value.size())), complement(value), kTrue);
}

void BitBlaster::add_multiple(Word& sum, const Word& value, Bits factor) {
  // Runs of ones become one subtraction and one addition: the digits of the non-adjacent form.
  for (std::size_t at = 0; factor != 0 && at < sum.size(); ++at, factor >>= 1) {
    if ((factor & 1) == 0) continue;
    if ((factor & 3) == 3) {
      sum = added(sum, complement(raised(value, at)), kTrue);
      factor += 1;  // 0 if the highest run ends beyond the width
    } else {
      sum = added(sum, raised(value, at), kFalse);
      factor -= 1;
    }
  }
}

Word BitBlaster::sum(Term term, std::size_t bits) {
  // The constant comes last, since bits added to it are no longer folded.
  Word result = constant(0, static_cast<unsigned>(bits));
  Bits rest = 0;
  for (const Term part : term->operands) {
    const bool is_multiple = part.kind() == Kind::Mul && part->operands.size() == 2 &&
                             part->operands.front().kind() == Kind::BvConst;
    if (part.kind() == Kind::BvConst)
      rest += part->value;
    else if (is_multiple)
      add_multiple(result, lowest(word(part->operands.back()), bits), part->operands.front()->value);
    else
      result = added(result, lowest(word(part), bits), kFalse);
  }
  return added(result, constant(rest, static_cast<unsigned>(bits)), kFalse);
}

Word BitBlaster::product(const Word& a, const Word& b) {
  const std::size_t width = a.size();
  if (is_constant(b) && !is_constant(a)) return product(b, a);
  Word result = constant(0, static_cast<unsigned>(width));
  if (is_constant(a)) {
    Bits factor = 0;
    for (std::size_t i = 0; i < width; ++i)
      if (a[i] == kTrue) factor |= Bits{1} << i;
    add_multiple(result, b, factor);
    return result;
  }
  // The factor with fewer bits selects multiples of the other one.
  if (std::min(length(b), sign_position(b)) < std::min(length(a), sign_position(a))) return product(b, a);
  const std::size_t rows = std::min(length(a), sign_position(a));
  const auto row = [&](std::size_t at) {
    Word multiple = raised(b, at);
    for (Literal& bit : multiple) bit = d_circuit.and_(bit, a[at]);
    return multiple;
  };
  for (std::size_t at = 0; at < rows; ++at) result = added(result, row(at), kFalse);
  // A row that repeats the sign from `rows` on counts as the sign times -2^rows.
  if (rows < length(a)) result = added(result, complement(row(rows)), kTrue);
  return result;
}

Word BitBlaster::shifted(Term term) {
  const Word &value = word(term->operands[0]), &by = word(term->operands[1]);
  const Literal fill = term.kind() == Kind::AShr ? value.back() : kFalse;
  const std::size_t width = value.size();
  Word result = value;
  std::size_t stage = 0;
  for (; stage < by.size() && (std::size_t{1} << stage) < width; ++stage) {
    const std::size_t step = std::size_t{1} << stage;
    Word moved;
    if (term.kind() == Kind::Shl)
      moved = raised(result, step);
    else
      moved = resized(Word(result.begin() + static_cast<std::ptrdiff_t>(step), result.end()), width, fill);
    result = chosen(by[stage], moved, result);
  }
  const Literal is_beyond = d_circuit.any_of(Word(by.begin() + static_cast<std::ptrdiff_t>(stage), by.end()));
  return chosen(is_beyond, Word(width, fill), result);
}

// Quotient and remainder are variables that must satisfy the definition of the division.
const BitBlaster::Division& BitBlaster::division(const Word& dividend, const Word& divisor) {
  for (const auto& [operands, known] : d_divisions)
    if (operands.first == dividend && operands.second == divisor) return known;
  const std::size_t width = dividend.size();
  std::size_t shortest = 0;  // bits of the divisor below the highest one that is certainly set
  for (std::size_t i = 0; i < width; ++i)
    if (divisor[i] == kTrue) shortest = i;
  const auto fresh = [&](std::size_t bits) {
    Word word(width, kFalse);
    for (std::size_t i = 0; i < bits; ++i) word[i] = d_circuit.variable();
    return word;
  };
  const std::size_t of_dividend = length(dividend), of_divisor = length(divisor);
  const Word quotient = fresh(of_dividend > shortest ? of_dividend - shortest : 0);
  const Word remainder = fresh(std::min(of_dividend, of_divisor));
  const Literal is_zero = -d_circuit.any_of(divisor);
  // Wide enough that quotient · divisor + remainder does not wrap.
  const std::size_t wide = of_dividend + of_divisor + 1;
  const auto widened = [wide](Word word) { return resized(std::move(word), wide); };
  const auto narrow = [](Word word, std::size_t bits) { return resized(std::move(word), bits); };
  const Word whole =
      added(product(widened(narrow(quotient, of_dividend)), widened(narrow(divisor, of_divisor))),
            widened(narrow(remainder, std::min(of_dividend, of_divisor))), kFalse);
  d_circuit.require_any({{is_zero, is_equal(whole, widened(narrow(dividend, of_dividend)))}});
  d_circuit.require_any({{is_zero, is_less(remainder, divisor)}});
  d_divisions.push_back(
      {{dividend, divisor},
       {chosen(is_zero, Word(width, kTrue), quotient), chosen(is_zero, dividend, remainder)}});
  return d_divisions.back().second;
}

Word BitBlaster::signed_division(Term term) {
  const Word &a = word(term->operands[0]), &b = word(term->operands[1]);
  const Literal a_sign = a.back(), b_sign = b.back();
  const Division& of_magnitudes = division(chosen(a_sign, negated(a), a), chosen(b_sign, negated(b), b));
  const bool is_quotient = term.kind() == Kind::SDiv;
  const Word& result = is_quotient ? of_magnitudes.quotient : of_magnitudes.remainder;
  return chosen(is_quotient ? d_circuit.xor_(a_sign, b_sign) : a_sign, negated(result), result);
}

}  // namespace launchproof::smt
