// Tests that gates match their truth tables, with and without constant folding.
#include "verify/smt/solvers/circuit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <optional>

namespace launchproof::smt {
namespace {

class CircuitTest : public testing::Test {
 protected:
  static constexpr int kInputs = 3;

  static bool value(Literal literal, unsigned bits) {
    return (((bits >> static_cast<unsigned>(std::abs(literal))) & 1) != 0) == (literal > 0);
  }

  // Returns whether all clauses are satisfied by the variables, whose values are the bits of a number.
  bool is_satisfied(unsigned bits) const {
    bool clause = false;
    for (const int literal : circuit.clauses()) {
      if (literal != 0) {
        clause = clause || value(literal, bits);
        continue;
      }
      if (!clause) return false;
      clause = false;
    }
    return true;
  }

  // Checks the gate's value under each assignment of a, b and c. The value must be unique.
  void expect(Literal gate, const std::function<bool(unsigned)>& expected) {
    const unsigned others = static_cast<unsigned>(circuit.variable_count() - 1 - kInputs);
    for (unsigned inputs = 0; inputs < 1U << kInputs; ++inputs) {
      int solutions = 0;
      for (unsigned rest = 0; rest < 1U << others; ++rest) {
        const unsigned bits = 2U | inputs << 2U | rest << (2U + kInputs);
        if (!is_satisfied(bits)) continue;
        ++solutions;
        EXPECT_EQ(value(gate, bits), expected(bits)) << inputs;
      }
      EXPECT_EQ(solutions, 1) << inputs;
    }
  }

  Circuit circuit;
  Literal a = circuit.variable(), b = circuit.variable(), c = circuit.variable();
  std::vector<Literal> all{Circuit::kTrue, Circuit::kFalse, a, -a, b, -b, c, -c};
};

TEST_F(CircuitTest, GatesOfTwoInputs) {
  for (const Literal x : all)
    for (const Literal y : all) {
      circuit = {};
      for (int i = 0; i < kInputs; ++i) circuit.variable();
      expect(circuit.and_(x, y), [&](unsigned bits) { return value(x, bits) && value(y, bits); });
      expect(circuit.or_(x, y), [&](unsigned bits) { return value(x, bits) || value(y, bits); });
      expect(circuit.xor_(x, y), [&](unsigned bits) { return value(x, bits) != value(y, bits); });
      expect(circuit.equal(x, y), [&](unsigned bits) { return value(x, bits) == value(y, bits); });
    }
}

TEST_F(CircuitTest, GatesOfThreeInputs) {
  for (const Literal x : all)
    for (const Literal y : all)
      for (const Literal z : all) {
        circuit = {};
        for (int i = 0; i < kInputs; ++i) circuit.variable();
        const auto count = [&](unsigned bits) {
          return int{value(x, bits)} + int{value(y, bits)} + int{value(z, bits)};
        };
        expect(circuit.choose(x, y, z), [&](unsigned bits) { return value(value(x, bits) ? y : z, bits); });
        expect(circuit.majority(x, y, z), [&](unsigned bits) { return count(bits) > 1; });
        expect(circuit.parity(x, y, z), [&](unsigned bits) { return count(bits) % 2 == 1; });
        expect(circuit.all_of({x, y, z}), [&](unsigned bits) { return count(bits) == 3; });
        expect(circuit.any_of({x, y, z}), [&](unsigned bits) { return count(bits) > 0; });
      }
}

TEST_F(CircuitTest, AGateIsMadeOnce) {
  const Literal first = circuit.majority(a, -b, c), choice = circuit.choose(a, b, c);
  const std::size_t clauses = circuit.clause_count();
  EXPECT_EQ(circuit.majority(c, a, -b), first);
  EXPECT_EQ(circuit.majority(-c, -a, b), -first);
  EXPECT_EQ(circuit.choose(-a, c, b), choice);
  EXPECT_EQ(circuit.choose(a, -b, -c), -choice);
  EXPECT_EQ(circuit.xor_(a, b), circuit.xor_(-b, -a));
  EXPECT_EQ(circuit.clause_count(), clauses + 4);
}

TEST_F(CircuitTest, WhatIsRequiredHasToHold) {
  circuit.require_any({{a, Circuit::kFalse, -b}});
  circuit.require_any({{Circuit::kTrue, c}});
  unsigned solutions = 0;
  for (unsigned inputs = 0; inputs < 8; ++inputs) solutions += is_satisfied(2U | inputs << 2U) ? 1 : 0;
  EXPECT_EQ(solutions, 6U);
  circuit.require(Circuit::kFalse);
  for (unsigned inputs = 0; inputs < 8; ++inputs) EXPECT_FALSE(is_satisfied(2U | inputs << 2U));
}

}  // namespace
}  // namespace launchproof::smt
