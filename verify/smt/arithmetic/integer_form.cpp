#include "verify/smt/arithmetic/integer_form.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "verify/smt/terms/store.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

using Index = std::uint32_t;

// Thrown within this file if a term has no integer form.
struct NoReading {};

constexpr unsigned kWidestRead = 80;
constexpr std::size_t kMostNodes = 20'000;
constexpr SignedBits kFar = SignedBits{1} << 100;  // a larger value is reduced before it is used further
constexpr Bits kMostCases = 33;                    // for a shift by a variable amount
constexpr unsigned kWidestBitwise = 4;

SignedBits power(unsigned exponent) {
  return SignedBits{1} << exponent;
}

SignedBits divide_down(SignedBits value, SignedBits divisor) {  // divisor > 0
  return value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor);
}

// An integer with bounds.
struct Value {
  Index node = 0;
  Interval range;
};

class Builder {
 public:
  explicit Builder(IntegerForm& form) : d_form(form) {}

  Index make(IntegerNode node) {
    std::uint64_t hash = static_cast<std::uint64_t>(node.kind) * 31 + std::uint64_t{node.symbol} * 7U;
    hash = hash * 1099511628211U + static_cast<std::uint64_t>(node.value);
    for (const Index operand : node.operands) hash = (hash ^ operand) * 1099511628211U;
    const auto [begin, end] = d_known.equal_range(hash);
    for (auto it = begin; it != end; ++it)
      if (d_form.nodes[it->second] == node) return it->second;
    if (d_form.nodes.size() >= kMostNodes) throw NoReading{};
    d_form.nodes.push_back(std::move(node));
    const auto index = static_cast<Index>(d_form.nodes.size() - 1);
    d_known.emplace(hash, index);
    return index;
  }
  const IntegerNode& at(Index index) const { return d_form.nodes[index]; }

  Index truth(bool value) { return make({IntegerKind::Truth, true, 0, value ? 1 : 0, {}}); }
  Value number(SignedBits value) {
    return {make({IntegerKind::Number, false, 0, value, {}}), {value, value}};
  }
  Index compare(IntegerKind kind, Value a, Value b) {
    if (kind == IntegerKind::Less) {
      if (a.range.high < b.range.low) return truth(true);
      if (a.range.low >= b.range.high) return truth(false);
    } else if (kind == IntegerKind::AtMost) {
      if (a.range.high <= b.range.low) return truth(true);
      if (a.range.low > b.range.high) return truth(false);
    } else {
      if (a.node == b.node) return truth(true);
      if (a.range.high < b.range.low || b.range.high < a.range.low) return truth(false);
    }
    return make({kind, true, 0, 0, {a.node, b.node}});
  }
  Index join(IntegerKind kind, std::vector<Index> operands) {
    return make({kind, true, 0, 0, std::move(operands)});
  }

  Value add(Value a, Value b) {
    const Interval range{a.range.low + b.range.low, a.range.high + b.range.high};
    if (range.low == range.high) return number(range.low);
    if (a.range.low == 0 && a.range.high == 0) return {b.node, range};
    if (b.range.low == 0 && b.range.high == 0) return {a.node, range};
    return {make({IntegerKind::Sum, false, 0, 0, {a.node, b.node}}), range};
  }
  Value multiply(Value a, Value b) {
    SignedBits corners[4];
    if (__builtin_mul_overflow(a.range.low, b.range.low, &corners[0]) ||
        __builtin_mul_overflow(a.range.low, b.range.high, &corners[1]) ||
        __builtin_mul_overflow(a.range.high, b.range.low, &corners[2]) ||
        __builtin_mul_overflow(a.range.high, b.range.high, &corners[3])) {
      throw NoReading{};
    }
    const Interval range{*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)};
    if (range.low < -kFar * 1024 || range.high > kFar * 1024) throw NoReading{};
    if (range.low == range.high) return number(range.low);
    if (a.range.low == 1 && a.range.high == 1) return b;
    if (b.range.low == 1 && b.range.high == 1) return a;
    if (a.range.low != a.range.high && b.range.low != b.range.high) d_form.linear = false;
    return {make({IntegerKind::Product, false, 0, 0, {a.node, b.node}}), range};
  }
  // Returns the quotient, rounded down.
  Value quotient(Value a, SignedBits divisor) {
    const Interval range{divide_down(a.range.low, divisor), divide_down(a.range.high, divisor)};
    if (divisor == 1) return a;
    if (range.low == range.high) return number(range.low);
    return {make({IntegerKind::Quotient, false, 0, 0, {a.node, number(divisor).node}}), range};
  }
  Value remainder(Value a, SignedBits divisor) {
    const SignedBits window = divide_down(a.range.low, divisor);
    if (window == divide_down(a.range.high, divisor)) {
      return add(a, number(-window * divisor));
    }
    return {make({IntegerKind::Remainder, false, 0, 0, {a.node, number(divisor).node}}), {0, divisor - 1}};
  }
  Value choose(Index condition, Value a, Value b) {
    if (at(condition).kind == IntegerKind::Truth) return at(condition).value != 0 ? a : b;
    if (a.node == b.node) return a;
    return {make({IntegerKind::Ite, false, 0, 0, {condition, a.node, b.node}}),
            {std::min(a.range.low, b.range.low), std::max(a.range.high, b.range.high)}};
  }

 private:
  IntegerForm& d_form;
  std::unordered_multimap<std::uint64_t, Index> d_known;
};

// Bounds of variables stated by conjuncts, as signed and as unsigned numbers.
class FormBounds {
 public:
  explicit FormBounds(std::span<const Term> conjuncts) {
    for (const Term conjunct : conjuncts) {
      if (conjunct.kind() == Kind::Not)
        read(conjunct->operands[0], false);
      else
        read(conjunct, true);
    }
  }
  Interval of(Term term, bool is_signed) const {
    const auto found = d_known.find(term.id());
    if (found != d_known.end()) return is_signed ? found->second.second : found->second.first;
    return plain(term, is_signed);
  }

  // Returns the bounds that hold without the conjuncts.
  static Interval plain(Term term, bool is_signed) {
    const Cell& node = cell(term);
    if (is_signed) return node.signed_bounds;
    return {static_cast<SignedBits>(node.low_bound), static_cast<SignedBits>(node.high_bound)};
  }

 private:
  void read(Term less, bool holds) {
    if ((less.kind() != Kind::Ult && less.kind() != Kind::Slt) || less->operands[0].width() > kWidestRead)
      return;
    const bool is_signed = less.kind() == Kind::Slt;
    // a < b, or b <= a
    const Term low = less->operands[holds ? 0 : 1], high = less->operands[holds ? 1 : 0];
    const SignedBits gap = holds ? 1 : 0;
    narrow(low, is_signed, plain(low, is_signed).low, plain(high, is_signed).high - gap);
    narrow(high, is_signed, plain(low, is_signed).low + gap, plain(high, is_signed).high);
  }
  void narrow(Term term, bool is_signed, SignedBits low, SignedBits high) {
    while (term.kind() == Kind::ZeroExtend && !is_signed) term = term->operands[0];
    if (term.kind() != Kind::BvVar && term.kind() != Kind::Apply) return;
    const auto entry = d_known.try_emplace(term.id(), plain(term, false), plain(term, true)).first;
    auto& [as_unsigned, as_signed] = entry->second;
    Interval& into = is_signed ? as_signed : as_unsigned;
    into.low = std::max(into.low, low);
    into.high = std::min(into.high, high);
    if (into.low > into.high) throw NoReading{};  // contradictory: leave it to the other form
    // A term that is known to be non-negative has the same value as signed and as unsigned.
    const SignedBits half = power(term.width() - 1);
    if (as_signed.low >= 0 || as_unsigned.high < half) {
      as_signed.low = as_unsigned.low = std::max(as_signed.low, as_unsigned.low);
      as_signed.high = as_unsigned.high = std::min(as_signed.high, as_unsigned.high);
      if (as_signed.low > as_signed.high) throw NoReading{};
    }
  }

  std::unordered_map<std::uint32_t, std::pair<Interval, Interval>> d_known;
};

class Translation {
 public:
  Translation(IntegerForm& form, std::span<const Term> conjuncts)
      : d_form(form), d_build(form), d_bounds(conjuncts), d_conjuncts(conjuncts) {}

  void run() {
    find_signed();
    Marks marks;
    for (const Term conjunct : d_conjuncts) {
      visit_operands_first(conjunct, marks, [&](Term term) {
        if (term.width() > kWidestRead) throw NoReading{};
        if (term.width() == 0)
          d_truths.emplace(term.id(), proposition(term));
        else
          d_values.emplace(term.id(), representative(term));
      });
    }
    for (const Term conjunct : d_conjuncts) d_form.conjuncts.push_back(d_truths.at(conjunct.id()));
  }

 private:
  // Variables that are mostly used as two's complement are signed integers.
  void find_signed() {
    std::vector<Term> order;
    Marks marks;
    for (const Term conjunct : d_conjuncts)
      visit_operands_first(conjunct, marks, [&](Term term) { order.push_back(term); });
    for (std::size_t i = order.size(); i-- > 0;) {
      const Term term = order[i];
      const bool passes = term.kind() == Kind::Add || term.kind() == Kind::Mul ||
                          term.kind() == Kind::BvNot || term.kind() == Kind::Ite;
      const bool wants = term.kind() == Kind::SignExtend || term.kind() == Kind::Slt ||
                         term.kind() == Kind::SDiv || term.kind() == Kind::SRem ||
                         term.kind() == Kind::AShr || (passes && d_signed.contains(term.id()));
      if (!wants) continue;
      for (const Term operand : term->operands) d_signed.insert(operand.id());
    }
  }

  Value of(Term term) const { return d_values.at(term.id()); }
  Index truth(Term term) const { return d_truths.at(term.id()); }

  // Returns the value itself, in [0, 2^width).
  Value as_unsigned(Term term) { return reduced(term, of(term), false); }
  Value as_signed(Term term) { return reduced(term, of(term), true); }

  Value reduced(Term term, Value value, bool is_signed) {
    const SignedBits modulus = power(term.width()), low = is_signed ? -(modulus / 2) : 0;
    if (value.range.low >= low && value.range.high < low + modulus) return value;
    const Value shifted = d_build.add(value, d_build.number(-low));
    const Value within = d_build.remainder(shifted, modulus);
    if (d_build.at(within.node).kind == IntegerKind::Remainder) d_form.reductions = true;
    Value result = d_build.add(within, d_build.number(low));
    // The bounds of the term itself. Bounds from conjuncts are only used for symbols, which are constrained
    // to them.
    const Interval known = FormBounds::plain(term, is_signed);
    result.range = {std::max(result.range.low, known.low), std::min(result.range.high, known.high)};
    if (result.range.low > result.range.high) throw NoReading{};
    return result;
  }

  // Kept near zero, so that products of it fit into 128 bits.
  Value near(Term term) {
    const Value value = of(term);
    if (value.range.low > -kFar && value.range.high < kFar) return value;
    return reduced(term, value, d_signed.contains(term.id()));
  }

  // Returns the signed or unsigned value, whichever has the smaller magnitude.
  Value small(Term term) {
    const Value value = of(term);
    const SignedBits modulus = power(term.width());
    if (value.range.low > -modulus && value.range.high < modulus) return value;
    return reduced(term, value, d_signed.contains(term.id()));
  }

  void keep_within(Value value) {
    const Index low = d_build.number(value.range.low).node, high = d_build.number(value.range.high).node;
    d_form.conjuncts.push_back(d_build.join(IntegerKind::AtMost, {low, value.node}));
    d_form.conjuncts.push_back(d_build.join(IntegerKind::AtMost, {value.node, high}));
  }

  Value symbol(Term term, IntegerNode node) {
    const bool is_signed = d_signed.contains(term.id());
    const Interval range = d_bounds.of(term, is_signed);
    const Value value{d_build.make(std::move(node)), range};
    keep_within(value);
    return value;
  }

  Value sum(Term term) {
    Linear linear{term.width(), 0, {}};
    linear.add(term, 1);
    linear.normalise();
    Value total = d_build.number(to_signed(linear.constant, term.width()));
    for (const auto& [atom, coefficient] : linear.terms) {
      const Value part = d_build.multiply(small(atom), d_build.number(to_signed(coefficient, term.width())));
      total = d_build.add(total, part);
    }
    return total;
  }

  Value product(Term term) {
    Value total = d_build.number(1);
    bool first = true;
    for (const Term factor : term->operands) {
      Value next = small(factor);
      if (is_constant(factor)) next = d_build.number(to_signed(factor->value, factor.width()));
      total = first ? next : d_build.multiply(total, next);
      first = false;
      if (total.range.low < -kFar || total.range.high > kFar) throw NoReading{};
    }
    return total;
  }

  // Distinguishes the cases of a shift amount: `at` returns the result for each amount, `beyond` the result
  // for the width and more.
  template <typename At>
  Value by_amount(Term amount, At&& at, Value beyond) {
    const Value value = as_unsigned(amount);
    const auto low = value.range.low;
    const auto high = std::min<SignedBits>(value.range.high, amount.width() - 1);
    if (high - low >= static_cast<SignedBits>(kMostCases)) throw NoReading{};
    Value result = beyond;
    bool first = value.range.high == high;
    for (SignedBits i = high; i >= low; --i) {
      const Value here = at(static_cast<unsigned>(i));
      result =
          first ? here
                : d_build.choose(d_build.compare(IntegerKind::Equal, value, d_build.number(i)), here, result);
      first = false;
    }
    return result;
  }

  Value divide(Term term) {
    const Term a = term->operands[0], b = term->operands[1];
    const bool rest = term.kind() == Kind::URem || term.kind() == Kind::SRem;
    if (term.kind() == Kind::UDiv || term.kind() == Kind::URem) {
      const Value x = as_unsigned(a), y = as_unsigned(b);
      if (y.range.low == y.range.high && y.range.low != 0)
        return rest ? d_build.remainder(x, y.range.low) : d_build.quotient(x, y.range.low);
      d_form.linear = false;
      const IntegerKind kind = rest ? IntegerKind::Remainder : IntegerKind::Quotient;
      Value result{d_build.make({kind, false, 0, 0, {x.node, y.node}}), {0, x.range.high}};
      if (rest && y.range.high > 0) result.range.high = std::min(x.range.high, y.range.high - 1);
      if (y.range.low > 0) return result;
      const Value by_zero = rest ? x : d_build.number(power(term.width()) - 1);
      return d_build.choose(d_build.compare(IntegerKind::Equal, y, d_build.number(0)), by_zero, result);
    }
    const Value x = as_signed(a), y = as_signed(b);
    if (y.range.low != y.range.high || y.range.low <= 0) throw NoReading{};
    const Value minus_x = d_build.multiply(x, d_build.number(-1));
    const auto over = [&](Value value) {
      return rest ? d_build.remainder(value, y.range.low) : d_build.quotient(value, y.range.low);
    };
    if (x.range.low >= 0) return over(x);
    const Value negative = d_build.multiply(over(minus_x), d_build.number(-1));
    return d_build.choose(d_build.compare(IntegerKind::AtMost, d_build.number(0), x), over(x), negative);
  }

  // Returns `value` if the bit that `mask` repeats is set, and zero if it is not.
  Value masked(Term value, Term mask) {
    Term bit = mask->operands[0];
    const bool is_inverted = bit.kind() == Kind::BvNot;
    if (is_inverted) bit = bit->operands[0];
    const bool is_sign =
        bit.kind() == Kind::Extract && bit->low + 1 == bit->operands[0].width();  // of one bit
    const Index is_clear =
        is_sign ? d_build.compare(IntegerKind::AtMost, d_build.number(0), as_signed(bit->operands[0]))
                : d_build.compare(IntegerKind::Equal, as_unsigned(bit), d_build.number(0));
    const Value nothing = d_build.number(0), all = near(value);
    return is_inverted ? d_build.choose(is_clear, all, nothing) : d_build.choose(is_clear, nothing, all);
  }

  Value bitwise(Term term) {
    if (term.kind() == Kind::BvAnd && term->operands.size() == 2)
      for (const std::size_t i : {0U, 1U})
        if (const Term mask = term->operands[i];
            mask.kind() == Kind::SignExtend && mask->operands[0].width() == 1)
          return masked(term->operands[1 - i], mask);
    if (term.width() > kWidestBitwise) throw NoReading{};
    Value total = d_build.number(0);
    for (unsigned bit = 0; bit < term.width(); ++bit) {
      std::vector<Value> bits;
      for (const Term operand : term->operands)
        bits.push_back(d_build.remainder(d_build.quotient(as_unsigned(operand), power(bit)), 2));
      Value result = bits[0];
      for (std::size_t i = 1; i < bits.size(); ++i) {
        const Value both = d_build.add(result, bits[i]);
        const SignedBits enough = term.kind() == Kind::BvAnd ? 2 : 1;
        const Index holds = term.kind() == Kind::BvXor
                                ? d_build.compare(IntegerKind::Equal, both, d_build.number(1))
                                : d_build.compare(IntegerKind::AtMost, d_build.number(enough), both);
        result = d_build.choose(holds, d_build.number(1), d_build.number(0));
      }
      total = d_build.add(total, d_build.multiply(result, d_build.number(power(bit))));
    }
    return total;
  }

  // Returns an integer that is congruent to the term modulo 2^width.
  Value representative(Term term) {
    const auto& x = term->operands;
    const unsigned width = term.width();
    switch (term.kind()) {
      case Kind::BvConst:
        return d_build.number(d_signed.contains(term.id()) ? to_signed(term->value, width)
                                                           : static_cast<SignedBits>(term->value));
      case Kind::BvVar: {
        const Value value = symbol(term, {IntegerKind::IntVar, false, term.id(), 0, {}});
        d_form.variables.push_back({term, value.node, d_signed.contains(term.id())});
        return value;
      }
      case Kind::Apply: {
        std::vector<Index> arguments;
        arguments.reserve(x.size());
        for (const Term argument : x) arguments.push_back(as_unsigned(argument).node);
        // A function has one result range, whatever is required of a single call.
        const Value value{d_build.make({IntegerKind::Call, false, term->low, 0, std::move(arguments)}),
                          d_bounds.of(term, false)};
        keep_within(value);
        d_form.applications.push_back({term, value.node});
        return value;
      }
      case Kind::Add:
        return sum(term);
      case Kind::Mul:
        return product(term);
      case Kind::BvNot:
        return d_build.add(d_build.number(-1), d_build.multiply(near(x[0]), d_build.number(-1)));
      case Kind::UDiv:
      case Kind::URem:
      case Kind::SDiv:
      case Kind::SRem:
        return divide(term);
      case Kind::BvAnd:
      case Kind::BvOr:
      case Kind::BvXor:
        return bitwise(term);
      case Kind::Shl: {
        const Value factor =
            by_amount(x[1], [&](unsigned i) { return d_build.number(power(i)); }, d_build.number(0));
        return d_build.multiply(small(x[0]), factor);
      }
      case Kind::LShr: {
        const Value value = as_unsigned(x[0]);
        return by_amount(
            x[1], [&](unsigned i) { return d_build.quotient(value, power(i)); }, d_build.number(0));
      }
      case Kind::AShr: {
        const Value value = as_signed(x[0]);
        const auto at = [&](unsigned i) { return d_build.quotient(value, power(i)); };
        return by_amount(x[1], at, at(width - 1));
      }
      case Kind::Ite:
        return d_build.choose(truth(x[0]), near(x[1]), near(x[2]));
      case Kind::Extract:
        // Congruent modulo 2^(width of x) before the division, and therefore modulo 2^(that - low) after it.
        return d_build.quotient(near(x[0]), power(term->low));
      case Kind::Concat: {
        Value total = near(x[0]);
        for (std::size_t i = 1; i < x.size(); ++i)
          total =
              d_build.add(d_build.multiply(total, d_build.number(power(x[i].width()))), as_unsigned(x[i]));
        return total;
      }
      case Kind::ZeroExtend:
        return as_unsigned(x[0]);
      case Kind::SignExtend:
        return as_signed(x[0]);
      default:
        throw NoReading{};
    }
  }

  // a = b if and only if 2^width divides the difference of any two representatives.
  Index equal(Term a, Term b) {
    const SignedBits modulus = power(a.width());
    const Value x = near(a), y = near(b);
    const SignedBits least = x.range.low - y.range.high, most = x.range.high - y.range.low;
    if (least > -modulus && most < modulus) return d_build.compare(IntegerKind::Equal, x, y);
    const Value difference = d_build.add(x, d_build.multiply(y, d_build.number(-1)));
    const Value rest = d_build.remainder(difference, modulus);
    if (d_build.at(rest.node).kind == IntegerKind::Remainder) d_form.reductions = true;
    return d_build.compare(IntegerKind::Equal, rest, d_build.number(0));
  }

  Index proposition(Term term) {
    const auto& x = term->operands;
    switch (term.kind()) {
      case Kind::True:
        return d_build.truth(true);
      case Kind::False:
        return d_build.truth(false);
      case Kind::BoolVar: {
        const Index node = d_build.make({IntegerKind::BoolVar, true, term.id(), 0, {}});
        d_form.variables.push_back({term, node});
        return node;
      }
      case Kind::Eq:
        if (x[0].width() != 0) return equal(x[0], x[1]);
        return d_build.join(IntegerKind::Equal, {truth(x[0]), truth(x[1])});
      case Kind::Ult:
        return d_build.compare(IntegerKind::Less, as_unsigned(x[0]), as_unsigned(x[1]));
      case Kind::Slt:
        return d_build.compare(IntegerKind::Less, as_signed(x[0]), as_signed(x[1]));
      case Kind::Not:
      case Kind::And:
      case Kind::Or:
      case Kind::Ite: {
        std::vector<Index> operands;
        operands.reserve(x.size());
        for (const Term operand : x) operands.push_back(truth(operand));
        IntegerKind kind = IntegerKind::Ite;
        if (term.kind() == Kind::Not) kind = IntegerKind::Not;
        if (term.kind() == Kind::And) kind = IntegerKind::And;
        if (term.kind() == Kind::Or) kind = IntegerKind::Or;
        return d_build.join(kind, std::move(operands));
      }
      default:
        throw NoReading{};
    }
  }

  IntegerForm& d_form;
  Builder d_build;
  FormBounds d_bounds;
  std::span<const Term> d_conjuncts;
  std::unordered_set<std::uint32_t> d_signed;
  std::unordered_map<std::uint32_t, Value> d_values;
  std::unordered_map<std::uint32_t, Index> d_truths;
};

}  // namespace

std::optional<IntegerForm> integer_form(std::span<const Term> conjuncts) {
  IntegerForm form;
  try {
    Translation(form, conjuncts).run();
  } catch (const NoReading&) {
    return std::nullopt;
  }
  return form;
}

Model bit_vector_model(const IntegerForm& form, const std::function<SignedBits(Index)>& value) {
  Model model;
  const auto bits = [&](Index node, unsigned width) {
    return static_cast<Bits>(value(node)) & (width == 0 ? Bits{1} : mask(width));
  };
  for (const IntegerForm::Symbol& variable : form.variables)
    model.set(variable.term, bits(variable.node, variable.term.width()));
  std::unordered_map<std::uint32_t, std::pair<Term, Model::FunctionTable>> tables;  // by function number
  for (const IntegerForm::Symbol& application : form.applications) {
    const Term term = application.term;
    const Index node = application.node;
    auto& [named, table] = tables[term->low];
    named = term;
    std::vector<Bits> arguments;
    arguments.reserve(term->operands.size());
    for (std::size_t i = 0; i < term->operands.size(); ++i)
      arguments.push_back(bits(form.nodes[node].operands[i], term->operands[i].width()));
    table.entries[std::move(arguments)] = bits(node, term.width());
  }
  for (auto& [number, entry] : tables) model.set_function(entry.first, std::move(entry.second));
  return model;
}

}  // namespace launchproof::smt
