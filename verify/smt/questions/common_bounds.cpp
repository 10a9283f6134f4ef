#include "verify/smt/questions/common_bounds.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "verify/smt/terms/by_id.h"

namespace launchproof::smt {
namespace {

constexpr unsigned kDeepestWay = 40;

bool is_near_variable(Term term) {
  if (term.kind() == Kind::BvVar) return true;
  return term.kind() == Kind::Add && term->operands.size() == 2 && term->operands[0].kind() == Kind::BvVar &&
         term->operands[1].is_constant();
}

bool is_bound(Term term) {
  const Term order = term.kind() == Kind::Not ? term->operands[0] : term;
  if (order.kind() != Kind::Ult && order.kind() != Kind::Slt) return false;
  const Term low = order->operands[0], high = order->operands[1];
  return (is_near_variable(low) && high.is_constant()) || (low.is_constant() && is_near_variable(high));
}

// The statements made by conditions, each processed once.
class Stated {
 public:
  // Sorted by number.
  std::vector<Term> of(Term condition, unsigned depth = 0) {
    if (is_bound(condition)) return {condition};
    const bool is_choice = condition.kind() == Kind::Or;
    if ((!is_choice && condition.kind() != Kind::And) || depth > kDeepestWay) return {};
    const auto known = d_known.find(condition);
    if (known != d_known.end()) return known->second;
    std::vector<Term> result;
    for (std::size_t i = 0; i < condition->operands.size(); ++i) {
      const std::vector<Term> part = of(condition->operands[i], depth + 1);
      std::vector<Term> both;
      if (i == 0)
        both = part;
      else if (is_choice)
        std::ranges::set_intersection(result, part, std::back_inserter(both), by_id);
      else
        std::ranges::set_union(result, part, std::back_inserter(both), by_id);
      result = std::move(both);
      if (is_choice && result.empty()) break;
    }
    return d_known[condition] = result;
  }

 private:
  std::unordered_map<Term, std::vector<Term>> d_known;
};

}  // namespace

std::vector<Term> common_bounds(std::span<const Term> conjuncts) {
  Stated stated;
  std::vector<Term> result;
  for (const Term conjunct : conjuncts) {
    if (conjunct.kind() != Kind::Or) continue;
    const std::vector<Term> bounds = stated.of(conjunct);
    result.insert(result.end(), bounds.begin(), bounds.end());
  }
  std::ranges::sort(result, by_id);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace launchproof::smt
