#include "verify/equivalence/graph/graph.h"

#include <gtest/gtest.h>

#include <array>

namespace launchproof::equivalence {
namespace {

using model::Op;

class GraphTest : public testing::Test {
 protected:
  Word input(std::uint64_t byte, unsigned width = 32) {
    return d_graph.initial(d_graph.name("in"), byte, width);
  }

  Graph d_graph;
};

TEST_F(GraphTest, OneComputationIsOneNode) {
  const Word a = input(0);
  const Word b = input(4);
  EXPECT_EQ(d_graph.binary(Op::Add, 32, 32, a, b), d_graph.binary(Op::Add, 32, 32, b, a));
  EXPECT_NE(d_graph.binary(Op::Sub, 32, 32, a, b), d_graph.binary(Op::Sub, 32, 32, b, a));
  EXPECT_NE(input(0), input(4));
  EXPECT_NE(d_graph.undefined(32), d_graph.undefined(32));
}

TEST_F(GraphTest, FoldsWhatIsKnownAsMachinesDo) {
  const Word minus_one = Graph::known(~0ULL, 32);
  EXPECT_EQ(d_graph.binary(Op::Add, 32, 32, minus_one, Graph::known(1, 32)), Graph::known(0, 32));
  EXPECT_EQ(d_graph.binary(Op::SLess, 1, 32, minus_one, Graph::known(0, 32)), Graph::known(1, 1));
  EXPECT_EQ(d_graph.binary(Op::ULess, 1, 32, minus_one, Graph::known(0, 32)), Graph::known(0, 1));
  EXPECT_EQ(d_graph.unary(Op::SExt, 64, 32, minus_one), Graph::known(~0ULL, 64));
  EXPECT_FALSE(d_graph.binary(Op::UDiv, 32, 32, minus_one, Graph::known(0, 32)).is_known());
}

TEST_F(GraphTest, AChoiceKnowsItsCondition) {
  const Word c = input(0, 1);
  const Word a = input(4);
  const Word b = input(8);
  const Word choice = d_graph.select(32, c, a, b);
  EXPECT_EQ(d_graph.select(32, c, choice, b), choice);
  EXPECT_EQ(d_graph.select(32, d_graph.not_(c), b, a), choice);
  EXPECT_EQ(d_graph.given(c, choice, 32), a);
  EXPECT_EQ(d_graph.given(d_graph.not_(c), choice, 32), b);
  EXPECT_EQ(d_graph.select(32, c, a, a), a);
}

TEST_F(GraphTest, PiecesOfAValueAreTheValueAgain) {
  const Word whole = input(0, 64);
  std::array<Word, 2> halves{d_graph.unary(Op::Extract, 32, 64, whole, 0),
                             d_graph.unary(Op::Extract, 32, 64, whole, 32)};
  EXPECT_EQ(d_graph.concat(halves, 32), whole);
  std::swap(halves[0], halves[1]);
  EXPECT_NE(d_graph.concat(halves, 32), whole);
}

}  // namespace
}  // namespace launchproof::equivalence
