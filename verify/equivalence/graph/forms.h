// Normal forms of what kernels compute: sums of products over opaque parts, hash-consed. Two values of one
// form are equal; two values of different forms may be equal or not.
//
// A sum is over the integers modulo a power of two, where machine arithmetic is exactly this ring, or over
// the real numbers. A product over the reals may have negative powers, and one factor that is an exponential:
// those of one product become one, as exp(a) exp(b) = exp(a + b).
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
inline constexpr unsigned kReal = 0;  // in place of a width

struct Factor {
  FormId form = 0;
  std::int32_t power = 1;  // not 0
  bool operator==(const Factor&) const = default;
};

struct Product {
  std::vector<Factor> factors;  // by form
  FormId exponent = 0;          // of exp; 0: none
};

struct Term {
  Rational coefficient;
  ProductId product = 0;
  bool operator==(const Term&) const = default;
};

using Sum = std::vector<Term>;  // by product, no coefficient 0

enum class FormKind : std::uint8_t { Opaque, Apply, Polynomial, Infinity };

struct Form {
  FormKind kind = FormKind::Opaque;
  unsigned width = kReal;
  std::uint64_t symbol =
      0;  // Opaque: a number of the caller; Apply: what is applied; Infinity: 1 or, negative, 2
  std::vector<FormId> operands;  // Apply
  Sum sum;                       // Polynomial
};

// Thrown when a form exceeds the size that is kept, or a coefficient the range that is computed with.
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
  // Returns the form of a sum. One part with the factor 1 is the part itself.
  FormId of_sum(const Sum& sum, unsigned width);
  FormId number(const Rational& value, unsigned width);

  // Returns the form as a sum, of one part where it is none. Not for infinities.
  Sum as_sum(FormId id);
  bool is_number(FormId id, Rational& value) const;
  bool is_infinite(FormId id) const { return d_forms[id].kind == FormKind::Infinity; }

  Sum add(const Sum& a, const Sum& b, unsigned width, const Rational& factor = 1);
  Sum multiply(const Sum& a, const Sum& b, unsigned width);
  Sum scale(const Sum& a, const Rational& factor, ProductId by, unsigned width);
  // Returns the sum to the power -1, over the reals. A common factor of its terms comes out. Throws
  // FormsTooLarge for 0.
  Sum inverse(const Sum& a);
  Sum exponential(const Sum& exponent);

  // Returns the sum, over the reals, multiplied by what its terms have in negative powers of sums, and these
  // multiplied out, so that it is 0 wherever the sum is, given that nothing divides by 0.
  Sum without_quotients(const Sum& a);

  // Adds terms in any order; those of one product meet in `sum()`.
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
  // Returns whether a comes before b in an order that multiplication keeps.
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
