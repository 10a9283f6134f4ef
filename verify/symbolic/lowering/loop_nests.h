// The loops that a value is computed in, as a tree whose nodes are interned.
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

// Interns nodes, so that equal ones have equal ids. A node has a `loop`, a `parent`, which is the node around
// it, and a `key()` that tells apart the nodes of one loop in one parent: the access engine's are counters
// (closed forms of any iteration), those of the two-thread engine kinds of iterations of a loop that is cut.
template <class Node>
class LoopNests {
 public:
  explicit LoopNests(Node outside = {}) { d_all.push_back(std::move(outside)); }

  // Returns the id of the node. One that is there already stays as it is.
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
