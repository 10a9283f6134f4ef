#include "verify/equivalence/graph/forms.h"

#include <algorithm>
#include <utility>

namespace launchproof::equivalence {
namespace {

std::uint64_t spread(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
  return hash * 0xbf58476d1ce4e5b9ULL;
}

std::uint64_t hash_of(const Rational& value) {
  return spread(static_cast<std::uint64_t>(value.numerator()),
                static_cast<std::uint64_t>(value.denominator()));
}

std::uint64_t hash_of(const Form& form) {
  std::uint64_t hash = spread(static_cast<std::uint64_t>(form.kind) << 8 | form.width, form.symbol);
  for (const FormId operand : form.operands) hash = spread(hash, operand);
  for (const Term& term : form.sum) hash = spread(spread(hash, term.product), hash_of(term.coefficient));
  return hash;
}

bool is_by_product(const Term& a, const Term& b) {
  return a.product < b.product;
}

}  // namespace

void Forms::charge(std::size_t terms) {
  d_terms += terms;
  if (d_terms > d_most) throw FormsTooLarge();
}

FormId Forms::intern(Form form) {
  const std::uint64_t hash = hash_of(form);
  const auto [first, last] = d_form_places.equal_range(hash);
  for (auto place = first; place != last; ++place) {
    const Form& there = d_forms[place->second];
    if (there.kind == form.kind && there.width == form.width && there.symbol == form.symbol &&
        there.operands == form.operands && there.sum == form.sum)
      return place->second;
  }
  charge(1 + form.sum.size());
  const auto id = static_cast<FormId>(d_forms.size());
  d_forms.push_back(std::move(form));
  d_form_places.emplace(hash, id);
  return id;
}

FormId Forms::opaque(std::uint64_t number, unsigned width) {
  return intern({.kind = FormKind::Opaque, .width = width, .symbol = number});
}

FormId Forms::apply(std::uint64_t symbol, unsigned width, std::vector<FormId> operands) {
  return intern({.kind = FormKind::Apply, .width = width, .symbol = symbol, .operands = std::move(operands)});
}

FormId Forms::infinity(bool negative) {
  return intern({.kind = FormKind::Infinity, .symbol = negative ? 2U : 1U});
}

FormId Forms::of_sum(const Sum& sum, unsigned width) {
  if (sum.size() == 1 && sum[0].coefficient.is_one()) {
    const Product& product = d_products[sum[0].product];
    if (product.exponent == 0 && product.factors.size() == 1 && product.factors[0].power == 1)
      return product.factors[0].form;
  }
  return intern({.kind = FormKind::Polynomial, .width = width, .sum = sum});
}

FormId Forms::number(const Rational& value, unsigned width) {
  if (value.is_zero()) return of_sum({}, width);
  return of_sum({{value, 0}}, width);
}

Sum Forms::as_sum(FormId id) {
  const Form& form = d_forms[id];
  if (form.kind == FormKind::Polynomial) return form.sum;
  return {{1, of_product({.factors = {{id, 1}}})}};
}

bool Forms::is_number(FormId id, Rational& value) const {
  const Form& form = d_forms[id];
  if (form.kind != FormKind::Polynomial || form.sum.size() > 1) return false;
  if (form.sum.empty()) {
    value = 0;
    return true;
  }
  value = form.sum[0].coefficient;
  return form.sum[0].product == 0;
}

ProductId Forms::of_product(Product product) {
  if (product.factors.empty() && product.exponent == 0) return 0;
  std::uint64_t hash = product.exponent;
  for (const Factor& factor : product.factors)
    hash = spread(spread(hash, factor.form), static_cast<std::uint64_t>(factor.power));
  const auto [first, last] = d_product_places.equal_range(hash);
  for (auto place = first; place != last; ++place) {
    const Product& there = d_products[place->second];
    if (there.exponent == product.exponent && there.factors == product.factors) return place->second;
  }
  charge(1 + product.factors.size());
  const auto id = static_cast<ProductId>(d_products.size());
  d_products.push_back(std::move(product));
  d_product_places.emplace(hash, id);
  return id;
}

ProductId Forms::times(ProductId a, ProductId b) {
  if (a == 0) return b;
  if (b == 0) return a;
  const Product left = d_products[a];
  const Product right = d_products[b];
  Product result;
  auto one = left.factors.begin();
  auto other = right.factors.begin();
  while (one != left.factors.end() || other != right.factors.end()) {
    if (other == right.factors.end() || (one != left.factors.end() && one->form < other->form)) {
      result.factors.push_back(*one++);
    } else if (one == left.factors.end() || other->form < one->form) {
      result.factors.push_back(*other++);
    } else {
      const std::int32_t power = one->power + other->power;
      if (power != 0) result.factors.push_back({one->form, power});
      ++one;
      ++other;
    }
  }
  if (left.exponent != 0 || right.exponent != 0) {
    if (left.exponent == 0 || right.exponent == 0) {
      result.exponent = left.exponent + right.exponent;
    } else {
      const Sum sum = add(as_sum(left.exponent), as_sum(right.exponent), kReal);
      if (!sum.empty()) result.exponent = of_sum(sum, kReal);
    }
  }
  return of_product(std::move(result));
}

ProductId Forms::power(ProductId a, std::int32_t by) {
  Product result = d_products[a];
  for (Factor& factor : result.factors) factor.power *= by;
  if (result.exponent != 0) result.exponent = of_sum(scale(as_sum(result.exponent), by, 0, kReal), kReal);
  return of_product(std::move(result));
}

bool Forms::is_before(ProductId a, ProductId b) {
  const Product& left = d_products[a];
  const Product& right = d_products[b];
  auto one = left.factors.begin();
  auto other = right.factors.begin();
  while (one != left.factors.end() || other != right.factors.end()) {
    if (other == right.factors.end() || (one != left.factors.end() && one->form < other->form))
      return one->power > 0;
    if (one == left.factors.end() || other->form < one->form) return other->power < 0;
    if (one->power != other->power) return one->power > other->power;
    ++one;
    ++other;
  }
  const FormId left_exponent = left.exponent;
  const FormId right_exponent = right.exponent;
  if (left_exponent == right_exponent) return false;
  const Sum first = left_exponent == 0 ? Sum() : as_sum(left_exponent);
  const Sum second = right_exponent == 0 ? Sum() : as_sum(right_exponent);
  const Sum difference = add(first, second, kReal, -1);
  return !difference.front().coefficient.is_negative();
}

Sum Forms::add(const Sum& a, const Sum& b, unsigned width, const Rational& factor) {
  Sum result;
  result.reserve(a.size() + b.size());
  auto one = a.begin();
  auto other = b.begin();
  const auto put = [&](Rational coefficient, ProductId product) {
    if (width != kReal) coefficient = coefficient.modulo(width);
    if (!coefficient.is_valid()) throw FormsTooLarge();
    if (!coefficient.is_zero()) result.push_back({coefficient, product});
  };
  while (one != a.end() || other != b.end()) {
    if (other == b.end() || (one != a.end() && is_by_product(*one, *other))) {
      result.push_back(*one++);
    } else if (one == a.end() || is_by_product(*other, *one)) {
      put(other->coefficient * factor, other->product);
      ++other;
    } else {
      put(one->coefficient + other->coefficient * factor, one->product);
      ++one;
      ++other;
    }
  }
  charge(result.size() / 8);
  return result;
}

void Forms::Collector::add(const Rational& coefficient, ProductId product) {
  Rational& there = d_terms[product];
  there = there + coefficient;
  if (d_width != kReal && there.is_valid()) there = there.modulo(d_width);
}

void Forms::Collector::add(const Sum& sum, const Rational& factor) {
  d_forms.charge(sum.size() / 8);
  for (const Term& term : sum) add(term.coefficient * factor, term.product);
}

Sum Forms::Collector::sum() {
  Sum result;
  for (const auto& [product, found] : d_terms) {
    if (!found.is_valid()) throw FormsTooLarge();
    const Rational coefficient = d_width == kReal ? found : found.modulo(d_width);
    if (!coefficient.is_zero()) result.push_back({coefficient, product});
  }
  std::ranges::sort(result, is_by_product);
  d_forms.charge(result.size() / 8);
  return result;
}

Sum Forms::multiply(const Sum& a, const Sum& b, unsigned width) {
  charge(a.size() * b.size() / 4);
  Collector collector(*this, width);
  for (const Term& left : a)
    for (const Term& right : b)
      collector.add(left.coefficient * right.coefficient, times(left.product, right.product));
  return collector.sum();
}

Sum Forms::scale(const Sum& a, const Rational& factor, ProductId by, unsigned width) {
  Collector collector(*this, width);
  for (const Term& term : a) collector.add(term.coefficient * factor, times(term.product, by));
  return collector.sum();
}

Sum Forms::inverse(const Sum& a) {
  if (a.empty()) throw FormsTooLarge();
  Term lead = a.front();
  for (const Term& term : a)
    if (is_before(term.product, lead.product)) lead = term;
  const ProductId outside = power(lead.product, -1);
  const Rational factor = lead.coefficient.inverse();
  if (!factor.is_valid()) throw FormsTooLarge();
  if (a.size() == 1) return {{factor, outside}};
  const FormId rest = of_sum(scale(a, factor, outside, kReal), kReal);
  return {{factor, times(outside, of_product({.factors = {{rest, -1}}}))}};
}

Sum Forms::exponential(const Sum& exponent) {
  if (exponent.empty()) return {{1, 0}};
  return {{1, of_product({.exponent = of_sum(exponent, kReal)})}};
}

Sum Forms::without_quotients(const Sum& a) {
  Sum sum = a;
  for (int round = 0; round < 8; ++round) {
    // The lowest negative power of each sum.
    std::map<FormId, std::int32_t> below;
    for (const Term& term : sum)
      for (const Factor& factor : d_products[term.product].factors)
        if (factor.power < 0 && d_forms[factor.form].kind == FormKind::Polynomial) {
          std::int32_t& power = below[factor.form];
          power = std::min(power, factor.power);
        }
    if (below.empty()) return sum;
    Product all;
    for (const auto& [form, power] : below) all.factors.push_back({form, -power});
    const Sum raised = scale(sum, 1, of_product(all), kReal);
    // The other factors have powers of 0 or more.
    Sum result;
    for (const Term& term : raised) {
      Product rest;
      std::vector<Factor> sums;
      for (const Factor& factor : d_products[term.product].factors)
        (factor.power > 0 && d_forms[factor.form].kind == FormKind::Polynomial ? sums : rest.factors)
            .push_back(factor);
      rest.exponent = d_products[term.product].exponent;
      Sum part{{term.coefficient, of_product(std::move(rest))}};
      for (const Factor& factor : sums)
        for (std::int32_t i = 0; i < factor.power; ++i) part = multiply(part, as_sum(factor.form), kReal);
      result = add(result, part, kReal);
    }
    sum = std::move(result);
  }
  return sum;
}

}  // namespace launchproof::equivalence
