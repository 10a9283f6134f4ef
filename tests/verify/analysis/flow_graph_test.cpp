// Tests regions of a kernel, and what lies on every path through a region.
#include "verify/analysis/flow_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

using model::kNone;

const char* const kNested =
    "__kernel void k(__global int *a, __global const int *n) {\n"
    "  a[0] = 1;\n"
    "  for (int i = 0; i < n[0]; i++) {\n"
    "    a[1] = i;\n"
    "    for (int j = 0; j < n[i]; j++)\n"
    "      a[2 + j] = i;\n"
    "    if (n[i] > 7)\n"
    "      a[3] = i;\n"
    "    a[4] = i;\n"
    "  }\n"
    "  a[5] = 1;\n"
    "}\n";

TEST(FlowGraph, KnowsWhichLoopHoldsWhat) {
  const CompiledKernel k(kNested);
  const LoopId nested = k.kernel.blocks[k.block(6)].loop;
  const LoopId body = k.kernel.blocks[k.block(4)].loop;
  ASSERT_NE(nested, kNone);
  ASSERT_NE(body, kNone);
  EXPECT_EQ(k.graph.parent(nested), body);
  EXPECT_EQ(k.graph.chain(nested), (std::vector<LoopId>{body, nested}));
  EXPECT_TRUE(k.graph.encloses(body, nested));
  EXPECT_FALSE(k.graph.encloses(nested, body));
  EXPECT_TRUE(k.graph.encloses(kNone, body));
  EXPECT_EQ(k.graph.common(nested, body), body);
  EXPECT_EQ(k.graph.common(nested, kNone), kNone);
  EXPECT_TRUE(k.graph.contains(body, k.block(6)));
  EXPECT_FALSE(k.graph.contains(nested, k.block(4)));
  EXPECT_FALSE(k.graph.contains(body, k.block(11)));
  EXPECT_EQ(k.graph.child_containing(kNone, k.block(6)), body);
  EXPECT_EQ(k.graph.child_containing(body, k.block(6)), nested);
  EXPECT_EQ(k.graph.child_containing(nested, k.block(6)), kNone);
  EXPECT_EQ(k.graph.node(kNone, k.block(6)), k.kernel.loops[body].header);
}

TEST(FlowGraph, LoopsEndAtTheirExits) {
  const CompiledKernel k(kNested);
  const LoopId nested = k.kernel.blocks[k.block(6)].loop;
  ASSERT_FALSE(k.graph.exits(nested).empty());
  for (const ExitEdge& exit : k.graph.exits(nested)) {
    EXPECT_TRUE(k.graph.contains(nested, exit.from));
    EXPECT_FALSE(k.graph.contains(nested, exit.to));
    EXPECT_EQ(k.kernel.blocks[exit.from].successors.at(exit.successor), exit.to);
  }
}

TEST(FlowGraph, NodesComeAfterThoseThatLeadToThem) {
  const CompiledKernel k(kNested);
  for (LoopId loop = 0; loop <= k.kernel.loops.size(); ++loop) {
    const LoopId region = loop == k.kernel.loops.size() ? kNone : loop;
    const std::vector<BlockId>& nodes = k.graph.nodes(region);
    ASSERT_FALSE(nodes.empty());
    EXPECT_EQ(nodes.front(), k.graph.start(region));
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (const FlowGraph::Edge& edge : k.graph.incoming(region, nodes[i]))
        EXPECT_LT(std::ranges::find(nodes, edge.source_node) - nodes.begin(), static_cast<std::ptrdiff_t>(i));
  }
}

TEST(FlowGraph, DominationIsWithinARegion) {
  const CompiledKernel k(kNested);
  const LoopId body = k.kernel.blocks[k.block(4)].loop;
  EXPECT_TRUE(k.graph.dominates(body, k.block(4), k.block(9)));
  EXPECT_FALSE(k.graph.dominates(body, k.block(8), k.block(9)));
  EXPECT_TRUE(k.graph.postdominates(body, k.block(9), k.block(8)));
  EXPECT_FALSE(k.graph.postdominates(body, k.block(8), k.block(4)));
  EXPECT_TRUE(k.graph.dominates_latch(body, k.block(9)));
  EXPECT_FALSE(k.graph.dominates_latch(body, k.block(8)));
}

TEST(FlowGraph, OnlyLoopsLeadBack) {
  const CompiledKernel k(kNested);
  EXPECT_TRUE(k.graph.can_reach(k.block(2), k.block(11)));
  EXPECT_FALSE(k.graph.can_reach(k.block(11), k.block(2)));
  EXPECT_TRUE(k.graph.can_reach(k.block(9), k.block(4)));
  EXPECT_TRUE(k.graph.can_reach(k.block(6), k.block(6)));
  EXPECT_FALSE(k.graph.can_reach(k.block(2), k.block(2)));
}

}  // namespace
}  // namespace launchproof::analysis
