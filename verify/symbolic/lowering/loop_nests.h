// The loops in which a value is computed, as a tree with interned nodes.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::symbolic {

using NestId = std::uint32_t;
inline constexpr NestId kOutside = 0;  // in no loop

// Interns nodes, so that equal nodes have equal ids. A node has a `loop`, a `parent`, which is the node
// around it, and a `key()` that distinguishes nodes with the same loop and parent. In the access engine,
// nodes are counters (closed forms for any iteration); in the two-thread engine, they are kinds of iterations
// of a cut loop.
template <class Node>
class LoopNests {
 public:
  explicit LoopNests(Node outside = {}) { d_all.push_back(std::move(outside)); }

  // Returns the id of the node. A node that already exists is not changed.
  NestId enter(Node node) {
    const auto [it, inserted] =
        d_index.try_emplace({node.parent, node.loop, node.key()}, static_cast<NestId>(d_all.size()));
    if (inserted) d_all.push_back(std::move(node));
    return it->second;
  }
  const Node& at(NestId id) const { return d_all[id]; }
  std::size_t count() const { return d_all.size(); }

 private:
  using Key = decltype(std::declval<const Node&>().key());

  std::vector<Node> d_all;
  std::map<std::tuple<NestId, model::LoopId, Key>, NestId> d_index;
};

}  // namespace launchproof::symbolic
