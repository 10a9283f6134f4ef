// Graphs of work (CUDA Driver API, "Graph Management"), and streams that record a graph.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "shim/cuda/device/work.h"

namespace launchproof::cuda {

struct GraphNode {
  Graph* graph = nullptr;
  Work work;
  std::vector<GraphNode*> after;  // the nodes for which it waits
  bool is_enabled = true;
};

class Graph {
 public:
  using Nodes = std::vector<std::unique_ptr<GraphNode>>;

  GraphNode* add(Work work, std::span<GraphNode* const> after);
  // Removes the node. Nodes that waited for it no longer wait for it.
  void remove(GraphNode* node);
  const Nodes& nodes() const { return d_nodes; }

  // Returns the nodes in an order in which each node follows those that it waits for. Omits nodes that wait
  // for each other.
  std::vector<GraphNode*> in_order() const;

  // Returns a copy of the graph. `copies` receives the copy of each node.
  std::shared_ptr<Graph> clone(std::map<const GraphNode*, GraphNode*>& copies) const;

  // Returns the node of this clone that was copied from `original`, or null.
  GraphNode* copy_of(const GraphNode* original) const;

 private:
  Nodes d_nodes;
  std::map<const GraphNode*, GraphNode*> d_copies;  // of a clone
};

// A graph that can be launched. Later changes to the original graph do not affect it.
class ExecutableGraph {
 public:
  ExecutableGraph(const Graph& graph, unsigned long long flags);

  GraphNode* copy_of(const GraphNode* original) const { return d_graph->copy_of(original); }
  unsigned long long flags() const { return d_flags; }
  const std::shared_ptr<Graph>& graph() const { return d_graph; }

  // Copies the work of a graph with the same nodes. Returns null, or the node of `graph` that differs.
  const GraphNode* update(const Graph& graph);

 private:
  std::shared_ptr<Graph> d_graph;
  unsigned long long d_flags;
};

// A graph that streams are currently recording.
struct GraphRecording {
  std::unique_ptr<Graph> made;  // null if the application provided the graph
  Graph* graph = nullptr;
  std::uint64_t id = 0;
  const Stream* origin = nullptr;
  std::vector<Stream*> streams;
  bool is_broken = false;  // broken by a call that is not allowed during recording
};

// The part of a recording that belongs to a stream or an event: later work waits for `last`.
struct RecordingEnd {
  std::shared_ptr<GraphRecording> recording;  // null: none
  std::vector<GraphNode*> last;
};

}  // namespace launchproof::cuda
