#include "shim/cuda/device/graph.h"

#include <algorithm>
#include <set>

namespace launchproof::cuda {

GraphNode* Graph::add(Work work, std::span<GraphNode* const> after) {
  auto node = std::make_unique<GraphNode>();
  node->graph = this;
  node->work = std::move(work);
  node->after.assign(after.begin(), after.end());
  return d_nodes.emplace_back(std::move(node)).get();
}

void Graph::remove(GraphNode* node) {
  for (const auto& other : d_nodes) std::erase(other->after, node);
  std::erase_if(d_nodes, [&](const auto& other) { return other.get() == node; });
}

std::vector<GraphNode*> Graph::in_order() const {
  std::vector<GraphNode*> order;
  std::set<const GraphNode*> placed;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const auto& node : d_nodes) {
      const bool is_next =
          !placed.contains(node.get()) &&
          std::ranges::all_of(node->after, [&](const GraphNode* other) { return placed.contains(other); });
      if (!is_next) continue;
      order.push_back(node.get());
      placed.insert(node.get());
      goes_on = true;
    }
  }
  return order;
}

std::shared_ptr<Graph> Graph::clone(std::map<const GraphNode*, GraphNode*>& copies) const {
  auto result = std::make_shared<Graph>();
  for (const auto& node : d_nodes) {
    Work work = node->work;
    if (auto* child = std::get_if<GraphWork>(&work)) {
      std::map<const GraphNode*, GraphNode*> inner;
      child->graph = child->graph->clone(inner);
    }
    GraphNode* copy = result->add(std::move(work), {});
    copy->is_enabled = node->is_enabled;
    copies[node.get()] = copy;
  }
  for (const auto& node : d_nodes)
    for (const GraphNode* other : node->after) copies[node.get()]->after.push_back(copies[other]);
  result->d_copies = copies;
  return result;
}

GraphNode* Graph::copy_of(const GraphNode* original) const {
  const auto found = d_copies.find(original);
  return found == d_copies.end() ? nullptr : found->second;
}

ExecutableGraph::ExecutableGraph(const Graph& graph, unsigned long long flags) : d_flags(flags) {
  std::map<const GraphNode*, GraphNode*> copies;
  d_graph = graph.clone(copies);
}

const GraphNode* ExecutableGraph::update(const Graph& graph) {
  const std::vector<GraphNode*> own = d_graph->in_order(), given = graph.in_order();
  for (std::size_t i = 0; i < given.size(); ++i)
    if (i >= own.size() || node_type(given[i]->work) != node_type(own[i]->work) ||
        given[i]->after.size() != own[i]->after.size())
      return given[i];
  if (own.size() > given.size()) return given.empty() ? own.front() : given.back();
  // From here on, the application may name nodes of the new graph as well as those of the old one.
  std::map<const GraphNode*, GraphNode*> copies;
  const std::shared_ptr<Graph> copy = graph.clone(copies);
  for (std::size_t i = 0; i < given.size(); ++i) own[i]->work = copies[given[i]]->work;
  return nullptr;
}

}  // namespace launchproof::cuda
