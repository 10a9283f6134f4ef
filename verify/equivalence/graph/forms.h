// Normal forms of the values that kernels compute: sums of products over opaque parts, hash-consed. Values
// with the same form are equal; values with different forms may or may not be equal.
//
// A sum is over the integers modulo a power of two, a ring that machine arithmetic implements exactly, or
// over the real numbers. A product over the reals may have negative powers and one exponential factor;
// exponentials in one product are merged by exp(a) exp(b) = exp(a + b).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "verify/equivalence/graph/rational.h"

namespace launchproof::equivalence {

using FormId = std::uint32_t;         // 0: none
using ProductId = std::uint32_t;      // 0: the empty product, 1
inline constexpr unsigned kReal = 0;  // stands for the reals in place of a width

struct Factor {
  FormId form = 0;
  std::int32_t power = 1;  // not 0
  bool operator==(const Factor&) const = default;
};

struct Product {
  std::vector<Factor> factors;  // by form
  FormId exponent = 0;          // exponent of the exponential factor; 0: no such factor
};

struct Term {
  Rational coefficient;
  ProductId product = 0;
  bool operator==(const Term&) const = default;
};

using Sum = std::vector<Term>;  // sorted by product, without zero coefficients

enum class FormKind : std::uint8_t { Opaque, Apply, Polynomial, Infinity };

struct Form {
  FormKind kind = FormKind::Opaque;
  unsigned width = kReal;
  std::uint64_t symbol =
      0;  // Opaque: a number chosen by the caller; Apply: the function applied; Infinity: 1, or 2 if negative
  std::vector<FormId> operands;  // Apply
  Sum sum;                       // Polynomial
};

// Thrown if a form exceeds the size limit, or a coefficient exceeds its range.
struct FormsTooLarge {};

class Forms {
 public:
  explicit Forms(std::size_t most_terms = 20'000'000) : d_most(most_terms) {
    d_forms.emplace_back();
    d_products.emplace_back();
  }

  const Form& form(FormId id) const { return d_forms[id]; }
  const Product& product(ProductId id) const { return d_products[id]; }
  std::size_t size() const { return d_forms.size(); }

  FormId opaque(std::uint64_t number, unsigned width);
  FormId apply(std::uint64_t symbol, unsigned width, std::vector<FormId> operands);
  FormId infinity(bool negative);
  // Returns the form of a sum. A single part with the factor 1 is the part itself.
  FormId of_sum(const Sum& sum, unsigned width);
  FormId number(const Rational& value, unsigned width);

  // Returns the form as a sum; any form other than a sum becomes a sum with one part. Not for infinities.
  Sum as_sum(FormId id);
  bool is_number(FormId id, Rational& value) const;
  bool is_infinite(FormId id) const { return d_forms[id].kind == FormKind::Infinity; }

  Sum add(const Sum& a, const Sum& b, unsigned width, const Rational& factor = 1);
  Sum multiply(const Sum& a, const Sum& b, unsigned width);
  Sum scale(const Sum& a, const Rational& factor, ProductId by, unsigned width);
  // Returns the reciprocal of the sum, over the reals. Factors out what its terms have in common. Throws
  // FormsTooLarge for 0.
  Sum inverse(const Sum& a);
  Sum exponential(const Sum& exponent);

  // Returns the sum, over the reals, multiplied by the denominators of its terms (negative powers of sums),
  // with these products expanded. If nothing divides by 0, the result is 0 exactly where the sum is.
  Sum without_quotients(const Sum& a);

  // Collects terms in any order; `sum()` combines terms with the same product.
  class Collector {
   public:
    Collector(Forms& forms, unsigned width) : d_forms(forms), d_width(width) {}
    void add(const Rational& coefficient, ProductId product);
    void add(const Sum& sum, const Rational& factor);
    Sum sum();

   private:
    Forms& d_forms;
    unsigned d_width;
    std::unordered_map<ProductId, Rational> d_terms;
  };

 private:
  ProductId of_product(Product product);
  ProductId times(ProductId a, ProductId b);
  ProductId power(ProductId a, std::int32_t by);
  // Returns whether a comes before b in an order that multiplication preserves.
  bool is_before(ProductId a, ProductId b);
  FormId intern(Form form);
  void charge(std::size_t terms);

  std::size_t d_most;
  std::size_t d_terms = 0;
  std::vector<Form> d_forms;
  std::vector<Product> d_products;
  std::unordered_multimap<std::uint64_t, FormId> d_form_places;
  std::unordered_multimap<std::uint64_t, ProductId> d_product_places;
};

}  // namespace launchproof::equivalence
