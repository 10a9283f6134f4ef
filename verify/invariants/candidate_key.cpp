#include "verify/invariants/candidate_key.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/smt/walk.h"

namespace launchproof::invariants {

using smt::Term;

namespace {

std::uint64_t mixed(std::uint64_t seed, std::uint64_t more) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  seed ^= more + kOdd + (seed << 6U) + (seed >> 2U);
  return seed * kOdd;
}

bool is_ordered(smt::Kind kind) {
  switch (kind) {
    case smt::Kind::And:
    case smt::Kind::Or:
    case smt::Kind::Eq:
    case smt::Kind::Add:
    case smt::Kind::Mul:
    case smt::Kind::BvAnd:
    case smt::Kind::BvOr:
    case smt::Kind::BvXor:
      return false;
    default:
      return true;
  }
}

// Without the work-item, or its group, in front, and the frame behind.
std::string bare_name(Term variable, const Values& values) {
  std::string name = variable->name;
  const std::string before = name.substr(0, name.find('.'));
  for (unsigned who = 0; who < values.items(); ++who) {
    const access::WorkItem& item = values.item(who);
    if (before != item.tag && before != item.group_tag) continue;
    name.erase(0, before.size());
    break;
  }
  if (values.made_in(variable) != kOutside) name.erase(name.rfind('.'));
  return name;
}

}  // namespace

std::uint64_t key_of(const Candidate& candidate, const Values& values) {
  std::unordered_map<Term, std::uint64_t> keys;
  smt::visit_operands_first(candidate.formula, smt::Marks(), [&](Term term) {
    std::uint64_t key = mixed(static_cast<std::uint64_t>(term.kind()), term.width());
    key = mixed(key, term->low);
    key = mixed(key, static_cast<std::uint64_t>(term->value));
    if (term.kind() == smt::Kind::BoolVar || term.kind() == smt::Kind::BvVar)
      key = mixed(key, std::hash<std::string>()(bare_name(term, values)));
    std::vector<std::uint64_t> operands;
    operands.reserve(term->operands.size());
    for (const Term operand : term->operands) operands.push_back(keys.at(operand));
    if (!is_ordered(term.kind())) std::ranges::sort(operands);
    for (const std::uint64_t operand : operands) key = mixed(key, operand);
    keys.emplace(term, key);
  });
  return mixed(mixed(keys.at(candidate.formula), candidate.rule), candidate.loop);
}

}  // namespace launchproof::invariants
