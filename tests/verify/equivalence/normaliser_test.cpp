// Tests random computations over machine integers: computations with the same normal form have the same
// value.
#include "verify/equivalence/graph/normaliser.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <vector>

#include "verify/equivalence/estimate.h"

namespace launchproof::equivalence {
namespace {

using model::Op;

constexpr unsigned kWidth = 8;

Word draw(Graph& graph, std::mt19937& random, unsigned depth);

// A condition drawn over three inputs: a comparison, or several of them.
Word draw_condition(Graph& graph, std::mt19937& random, unsigned depth) {
  if (depth > 1 && random() % 3 == 0) {
    constexpr std::array kOps{Op::And, Op::Or, Op::Xor};
    const Word a = draw_condition(graph, random, depth - 1);
    const Word b =
        random() % 4 == 0 ? Graph::known(random() % 2, 1) : draw_condition(graph, random, depth - 1);
    return graph.binary(kOps[random() % kOps.size()], 1, 1, a, b);
  }
  const Word a = draw(graph, random, depth - 1);
  constexpr std::array kOps{Op::ULess, Op::SLess, Op::Equal};
  return graph.binary(kOps[random() % kOps.size()], 1, kWidth, a,
                      random() % 4 == 0 ? a : draw(graph, random, depth - 1));
}

// A computation drawn over three inputs.
Word draw(Graph& graph, std::mt19937& random, unsigned depth) {
  const auto below = [&](unsigned most) { return static_cast<unsigned>(random() % most); };
  if (depth == 0 || below(8) == 0) {
    if (below(3) == 0) return Graph::known(random() % 5, kWidth);
    return graph.initial(graph.name("in"), below(3), kWidth);
  }
  const Word a = draw(graph, random, depth - 1);
  const Word b = draw(graph, random, depth - 1);
  constexpr std::array kOps{Op::Add, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor, Op::Add, Op::Mul};
  if (below(4) == 0) {
    if (below(4) == 0) return graph.unary(Op::ZExt, kWidth, 1, draw_condition(graph, random, depth));
    const Word condition = below(3) == 0
                               ? draw_condition(graph, random, depth)
                               : graph.binary(below(2) == 0 ? Op::ULess : Op::SLess, 1, kWidth, a, b);
    return below(2) == 0 ? graph.select(kWidth, condition, a, b)
                         : graph.select(kWidth, condition, graph.binary(Op::Add, kWidth, kWidth, a, b), b);
  }
  if (below(10) == 0)
    return graph.unary(Op::Trunc, kWidth, 16,
                       graph.binary(Op::Mul, 16, 16, graph.unary(Op::ZExt, 16, kWidth, a),
                                    graph.unary(Op::SExt, 16, kWidth, b)));
  return graph.binary(kOps[below(kOps.size())], kWidth, kWidth, a, b);
}

std::uint64_t value(const Graph& graph, Word word, const std::array<std::uint64_t, 3>& inputs) {
  if (word.is_known()) return word.bits;
  Estimator estimator(
      graph, [&](const Node&, std::uint64_t byte) { return std::optional(inputs.at(byte)); }, 0);
  return *estimator.bits(word.node);
}

TEST(NormaliserTest, OneFormIsOneValue) {
  std::mt19937 random(1);
  unsigned pairs = 0;
  for (int round = 0; round < 8; ++round) {
    Graph graph;
    Normaliser normaliser(graph, Arithmetic::Bits);
    std::map<FormId, std::vector<Word>> by_form;
    for (int i = 0; i < 1500; ++i) {
      const Word word = draw(graph, random, 1 + i % 3);
      by_form[normaliser.form(word, kWidth, false)].push_back(word);
    }
    for (const auto& [form, words] : by_form)
      for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == words[0]) continue;
        ++pairs;
        for (int trial = 0; trial < 20; ++trial) {
          const std::array<std::uint64_t, 3> inputs{random() % 256, random() % 256, random() % 256};
          ASSERT_EQ(value(graph, words[0], inputs), value(graph, words[i], inputs));
        }
      }
  }
  EXPECT_GT(pairs, 40U);  // else nothing was compared
}

class RealsTest : public testing::Test {
 protected:
  Word input(std::uint64_t number) { return d_graph.initial(d_graph.name("in"), number * 4, 32); }
  Word call(const char* name, Word a, Word b) {
    const std::array operands{a, b};
    const std::array widths{32U, 32U};
    return d_graph.function(d_graph.name(name), 32, operands, widths, false);
  }
  Word add(Word a, Word b) { return call("float.add.32", a, b); }
  Word mul(Word a, Word b) { return call("float.mul.32", a, b); }
  bool equal(Word a, Word b, Arithmetic arithmetic) {
    Normaliser normaliser(d_graph, arithmetic);
    return normaliser.equal(normaliser.form(a, 32, true), normaliser.form(b, 32, true));
  }

  Graph d_graph;
};

TEST_F(RealsTest, SumsOfFloatsAreInAnyOrderAsRealNumbersAlone) {
  const Word left = add(add(input(0), input(1)), input(2));
  const Word right = add(input(0), add(input(2), input(1)));
  EXPECT_TRUE(equal(left, right, Arithmetic::Real));
  EXPECT_FALSE(equal(left, right, Arithmetic::Bits));
}

TEST_F(RealsTest, ProductsDistributeAsRealNumbersAlone) {
  const Word left = mul(add(input(0), input(1)), input(2));
  const Word right = add(mul(input(0), input(2)), mul(input(1), input(2)));
  EXPECT_TRUE(equal(left, right, Arithmetic::Real));
  EXPECT_FALSE(equal(left, right, Arithmetic::Bits));
  EXPECT_FALSE(equal(left, add(right, input(0)), Arithmetic::Real));
}

TEST_F(RealsTest, TheLargestOfSeveralIsInAnyOrder) {
  const auto larger = [&](Word a, Word b) {
    const std::array operands{a, b};
    const std::array widths{32U, 32U};
    const Word below = d_graph.function(d_graph.name("float.olt.32"), 1, operands, widths, false);
    return d_graph.select(32, below, b, a);
  };
  const Word left = larger(larger(input(0), input(1)), input(2));
  EXPECT_TRUE(
      equal(left, call("fmax.f32", input(2), call("fmax.f32", input(1), input(0))), Arithmetic::Real));
  EXPECT_FALSE(
      equal(left, call("fmin.f32", input(2), call("fmax.f32", input(1), input(0))), Arithmetic::Real));
}

TEST_F(RealsTest, InfinitiesAreNoNumbers) {
  const Word infinity = Graph::known(0x7f800000, 32);
  EXPECT_FALSE(equal(call("float.sub.32", infinity, infinity), Graph::known(0, 32), Arithmetic::Real));
  EXPECT_TRUE(equal(call("fmax.f32", Graph::known(0xff800000, 32), input(0)), input(0), Arithmetic::Real));
  EXPECT_FALSE(equal(mul(infinity, input(0)), infinity, Arithmetic::Real));
}

TEST_F(RealsTest, WhatIsComputedAlikeIsEqualAsRealNumbersAlone) {
  const auto same = [&](const char* comparison, Word a, Word b) {
    const std::array operands{a, b};
    const std::array widths{32U, 32U};
    return d_graph.function(d_graph.name(comparison), 1, operands, widths, false);
  };
  const Word sum = add(input(0), input(1)), other = add(input(1), input(0));
  const Word apart = add(input(0), input(2));
  for (const Arithmetic arithmetic : {Arithmetic::Real, Arithmetic::Bits}) {
    Normaliser normaliser(d_graph, arithmetic);
    const auto is = [&](Word condition, bool value) {
      return normaliser.form(condition, 1, false) ==
             normaliser.form(Graph::known(value ? 1 : 0, 1), 1, false);
    };
    const bool is_real = arithmetic == Arithmetic::Real;
    // A float may be NaN, which equals nothing.
    EXPECT_EQ(is(same("float.oeq.32", sum, other), true), is_real);
    EXPECT_EQ(is(same("float.one.32", sum, other), false), is_real);
    EXPECT_EQ(normaliser.granted().empty(), !is_real);
    EXPECT_FALSE(is(same("float.oeq.32", sum, apart), true));
    EXPECT_FALSE(is(same("float.oeq.32", sum, apart), false));
    const Word both = d_graph.and_(same("float.oeq.32", sum, other), same("float.oeq.32", sum, apart));
    EXPECT_FALSE(is(both, true));
    EXPECT_FALSE(is(both, false));
  }
}

TEST(EstimatorTest, OneOperandMaySettleAConjunction) {
  Graph graph;
  const Word unknown = graph.initial(graph.name("unknown"), 0, 8);
  const Word known = graph.initial(graph.name("known"), 0, 8);
  const std::uint32_t name = graph.name("known");
  const auto bits_of = [&](Word word, std::uint64_t held) {
    Estimator estimator(
        graph,
        [&](const Node& node, std::uint64_t) {
          return node.index == name ? std::optional(held) : std::nullopt;
        },
        0);
    return estimator.bits(word.node);
  };
  const Word conjunction = graph.binary(Op::And, 8, 8, unknown, known);
  EXPECT_EQ(bits_of(conjunction, 0), std::optional<std::uint64_t>(0));
  EXPECT_EQ(bits_of(conjunction, 1), std::nullopt);
  const Word disjunction = graph.binary(Op::Or, 8, 8, known, unknown);
  EXPECT_EQ(bits_of(disjunction, 255), std::optional<std::uint64_t>(255));
  EXPECT_EQ(bits_of(disjunction, 0), std::nullopt);
}

}  // namespace
}  // namespace launchproof::equivalence
