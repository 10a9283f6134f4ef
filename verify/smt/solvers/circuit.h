// Encodes gates over Boolean variables as clauses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace launchproof::smt {

// The number of a variable, from 1 on; negative for its complement.
using Literal = int;

// A circuit in conjunctive normal form (Tseitin 1968). Each gate has a variable, and clauses state that it is
// the gate's function of its inputs. Each gate is created only once, and gates with constant, equal or
// complementary inputs are folded.
class Circuit {
 public:
  static constexpr Literal kTrue = 1, kFalse = -1;

  Circuit() { require(kTrue); }

  Literal variable() { return ++d_variables; }
  Literal all_of(std::vector<Literal> inputs);
  Literal any_of(std::vector<Literal> inputs);
  Literal and_(Literal a, Literal b);
  Literal or_(Literal a, Literal b) { return -and_(-a, -b); }
  Literal xor_(Literal a, Literal b);
  Literal equal(Literal a, Literal b) { return -xor_(a, b); }
  Literal choose(Literal condition, Literal then_value, Literal else_value);
  Literal majority(Literal a, Literal b, Literal c);
  Literal parity(Literal a, Literal b, Literal c) { return xor_(xor_(a, b), c); }

  void require(Literal literal) { require_any({{literal}}); }
  // Adds a clause: at least one of the literals holds.
  void require_any(std::span<const Literal> literals);

  // Returns the clauses. Each ends with 0.
  const std::vector<int>& clauses() const { return d_clauses; }
  std::size_t clause_count() const { return d_clause_count; }
  int variable_count() const { return d_variables; }

 private:
  enum class Gate : std::uint8_t { And, Xor, Choose, Majority };
  struct Key {
    Gate gate;
    Literal a, b, c;
    bool operator==(const Key& other) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  // Returns the variable of a gate, and whether it is new, in which case the caller must add its clauses.
  std::pair<Literal, bool> made(const Key& key);
  template <typename... Literals>
  void clause(Literals... literals) {
    require_any({{literals...}});
  }

  std::vector<int> d_clauses;
  std::size_t d_clause_count = 0;
  int d_variables = 1;
  std::unordered_map<Key, Literal, Hash> d_gates;
};

}  // namespace launchproof::smt
