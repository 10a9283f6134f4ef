#include "verify/smt/solvers/circuit.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace launchproof::smt {

std::size_t Circuit::Hash::operator()(const Key& key) const {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  std::uint64_t hash = static_cast<std::uint64_t>(key.gate);
  for (const Literal literal : {key.a, key.b, key.c})
    hash = (hash ^ static_cast<std::uint32_t>(literal)) * kOdd, hash ^= hash >> 29;
  return hash;
}

std::pair<Literal, bool> Circuit::made(const Key& key) {
  const auto [found, is_new] = d_gates.try_emplace(key, 0);
  if (is_new) found->second = variable();
  return {found->second, is_new};
}

void Circuit::require_any(std::span<const Literal> literals) {
  if (std::ranges::find(literals, kTrue) != literals.end() && d_clause_count > 0) return;
  for (const Literal literal : literals)
    if (literal != kFalse) d_clauses.push_back(literal);
  d_clauses.push_back(0);
  ++d_clause_count;
}

Literal Circuit::all_of(std::vector<Literal> inputs) {
  std::ranges::sort(
      inputs, [](Literal a, Literal b) { return std::pair(std::abs(a), a) < std::pair(std::abs(b), b); });
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  std::erase(inputs, kTrue);
  if (std::ranges::find(inputs, kFalse) != inputs.end()) return kFalse;
  for (std::size_t i = 1; i < inputs.size(); ++i)
    if (inputs[i - 1] == -inputs[i]) return kFalse;
  if (inputs.empty()) return kTrue;
  if (inputs.size() == 1) return inputs.front();
  if (inputs.size() == 2) return and_(inputs[0], inputs[1]);
  const Literal gate = variable();
  for (Literal& input : inputs) {
    clause(-gate, input);
    input = -input;
  }
  inputs.push_back(gate);
  require_any(inputs);
  return gate;
}

Literal Circuit::any_of(std::vector<Literal> inputs) {
  for (Literal& input : inputs) input = -input;
  return -all_of(std::move(inputs));
}

Literal Circuit::and_(Literal a, Literal b) {
  if (a > b) std::swap(a, b);
  if (a == kFalse || b == kFalse || a == -b) return kFalse;
  if (a == kTrue || a == b) return b;
  if (b == kTrue) return a;
  const auto [gate, is_new] = made({Gate::And, a, b, 0});
  if (!is_new) return gate;
  clause(-gate, a);
  clause(-gate, b);
  clause(gate, -a, -b);
  return gate;
}

Literal Circuit::xor_(Literal a, Literal b) {
  const bool flips = (a < 0) != (b < 0);
  a = std::abs(a);
  b = std::abs(b);
  if (a > b) std::swap(a, b);
  const auto value = [flips](Literal plain) { return flips ? -plain : plain; };
  if (a == b) return value(kFalse);
  if (a == kTrue) return value(-b);
  const auto [gate, is_new] = made({Gate::Xor, a, b, 0});
  if (is_new) {
    clause(-gate, a, b);
    clause(-gate, -a, -b);
    clause(gate, -a, b);
    clause(gate, a, -b);
  }
  return value(gate);
}

Literal Circuit::choose(Literal condition, Literal then_value, Literal else_value) {
  if (condition < 0) {
    condition = -condition;
    std::swap(then_value, else_value);
  }
  if (condition == kTrue || then_value == else_value) return then_value;
  if (then_value == -else_value) return equal(condition, then_value);
  if (then_value == kTrue || then_value == condition) return or_(condition, else_value);
  if (then_value == kFalse || then_value == -condition) return and_(-condition, else_value);
  if (else_value == kTrue || else_value == -condition) return or_(-condition, then_value);
  if (else_value == kFalse || else_value == condition) return and_(condition, then_value);
  const bool flips = then_value < 0;
  if (flips) {
    then_value = -then_value;
    else_value = -else_value;
  }
  const auto [gate, is_new] = made({Gate::Choose, condition, then_value, else_value});
  if (is_new) {
    clause(-condition, -then_value, gate);
    clause(-condition, then_value, -gate);
    clause(condition, -else_value, gate);
    clause(condition, else_value, -gate);
    // Implied clauses; they let both values decide if the condition is open.
    clause(-then_value, -else_value, gate);
    clause(then_value, else_value, -gate);
  }
  return flips ? -gate : gate;
}

Literal Circuit::majority(Literal a, Literal b, Literal c) {
  std::array<Literal, 3> inputs{a, b, c};
  std::ranges::sort(
      inputs, [](Literal x, Literal y) { return std::pair(std::abs(x), x) < std::pair(std::abs(y), y); });
  auto [x, y, z] = inputs;
  if (x == y) return x;
  if (y == z) return y;
  if (x == -y) return z;
  if (y == -z) return x;
  if (x == kTrue) return or_(y, z);
  if (x == kFalse) return and_(y, z);
  const bool flips = x < 0;  // the majority of complements is the complement of the majority
  if (flips) {
    x = -x;
    y = -y;
    z = -z;
  }
  const auto [gate, is_new] = made({Gate::Majority, x, y, z});
  if (is_new) {
    clause(-x, -y, gate);
    clause(-x, -z, gate);
    clause(-y, -z, gate);
    clause(x, y, -gate);
    clause(x, z, -gate);
    clause(y, z, -gate);
  }
  return flips ? -gate : gate;
}

}  // namespace launchproof::smt
