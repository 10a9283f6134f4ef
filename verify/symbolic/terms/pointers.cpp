#include "verify/symbolic/terms/pointers.h"

#include <cstddef>
#include <optional>

namespace launchproof::symbolic {
namespace {

using analysis::Placement;
using model::ArrayId;
using smt::Kind;
using smt::Term;
using smt::TermStore;

constexpr std::size_t kMostPairs = 256;  // pairs of arrays that are distinguished in one comparison

class Comparison {
 public:
  explicit Comparison(const PointerSetting& setting) : d_setting(setting), d_store(setting.store) {}

  // Follows the choices between bases; choices of offsets by the same condition are followed together with
  // them.
  Term equal(const std::array<Term, 4>& x) {
    if (++d_pairs > kMostPairs) return open();
    for (const std::size_t base : {0U, 2U}) {
      if (x[base].kind() != Kind::Ite) continue;
      const Term condition = x[base]->operands[0];
      return d_store.ite(condition, equal(chosen(x, condition, 1)), equal(chosen(x, condition, 2)));
    }
    if (x[0] == x[2]) return d_store.eq(x[1], x[3]);
    for (const std::size_t base : {0U, 2U})
      if (!x[base].is_constant()) return among_arrays(x, base);
    return constant_bases(x);
  }

 private:
  static std::array<Term, 4> chosen(std::array<Term, 4> x, Term condition, std::size_t way) {
    for (Term& term : x)
      while (term.kind() == Kind::Ite && term->operands[0] == condition) term = term->operands[way];
    return x;
  }

  // The base is a variable: one of the arrays, or a value that names none.
  Term among_arrays(std::array<Term, 4> x, std::size_t base) {
    const Term variable = x[base];
    Term result = open();
    for (ArrayId array = 0; array < d_setting.kernel.arrays.size(); ++array) {
      x[base] = d_store.bv(array, variable.width());
      result = d_store.ite(d_store.eq(variable, x[base]), equal(x), result);
    }
    return result;
  }

  Term constant_bases(const std::array<Term, 4>& x) {
    if (x[0]->value >= d_setting.kernel.arrays.size() || x[2]->value >= d_setting.kernel.arrays.size())
      return open();
    const auto first = static_cast<ArrayId>(x[0]->value);
    const auto second = static_cast<ArrayId>(x[2]->value);
    const Placement& a = d_setting.regions.placement(first);
    const Placement& b = d_setting.regions.placement(second);
    if (a.is_null && b.is_null) return d_store.eq(x[1], x[3]);
    if (!a.is_null && !b.is_null && a.region == b.region)
      return d_store.eq(address(a, x[1]), address(b, x[3]));
    // Different memory. Neither a byte of an object nor its end is at the null address. Two objects share no
    // byte, but one may begin where the other one ends.
    const bool with_end = a.is_null || b.is_null;
    if (!with_end && d_setting.apart) d_setting.apart(first, second);
    const Term apart = d_store.and_(lies_in(first, x[1], with_end), lies_in(second, x[3], with_end));
    return apart.is_true() ? d_store.false_() : d_store.and_(d_store.not_(apart), open());
  }

  Term address(const Placement& place, Term offset) {
    return d_store.add(offset, d_store.bv(place.origin, offset.width()));
  }

  Term lies_in(ArrayId array, Term offset, bool with_end) {
    const Term start = d_store.eq(offset, d_store.bv(0, offset.width()));
    // An array of unknown size has at least one byte.
    if (d_setting.regions.placement(array).is_null || start.is_true()) return start;
    const std::optional<Term> bytes = d_setting.launch.array_bytes(array);
    if (!bytes) return start;
    return with_end ? d_store.ule(offset, *bytes) : d_store.ult(offset, *bytes);
  }

  Term open() {
    if (!d_open) d_open = d_setting.open();
    return d_open;
  }

  const PointerSetting& d_setting;
  TermStore& d_store;
  Term d_open;
  std::size_t d_pairs = 0;
};

}  // namespace

Term pointers_equal(const PointerSetting& setting, const std::array<Term, 4>& operands) {
  return Comparison(setting).equal(operands);
}

}  // namespace launchproof::symbolic
