// Graphs of work (CUDA Driver API, "Graph Management"), and streams that record one.
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
  std::vector<GraphNode*> after;  // the nodes that it waits for
  bool is_enabled = true;
};

class Graph {
 public:
  using Nodes = std::vector<std::unique_ptr<GraphNode>>;

  GraphNode* add(Work work, std::span<GraphNode* const> after);
  // Removes the node. Nodes that waited for it no longer wait for it.
  void remove(GraphNode* node);
  const Nodes& nodes() const { return d_nodes; }

  // Returns the nodes in an order in which each one follows those that it waits for. Nodes that wait for each
  // other are left out.
  std::vector<GraphNode*> in_order() const;

  // Returns a copy of the graph. `copies` receives the copy of each node.
  std::shared_ptr<Graph> clone(std::map<const GraphNode*, GraphNode*>& copies) const;

  // Returns the node of this clone that was copied from `original`; null: none.
  GraphNode* copy_of(const GraphNode* original) const;

 private:
  Nodes d_nodes;
  std::map<const GraphNode*, GraphNode*> d_copies;  // of a clone
};

// A graph that can be launched. Changes of the graph that it was made from do not change it.
class ExecutableGraph {
 public:
  ExecutableGraph(const Graph& graph, unsigned long long flags);

  GraphNode* copy_of(const GraphNode* original) const { return d_graph->copy_of(original); }
  unsigned long long flags() const { return d_flags; }
  const std::shared_ptr<Graph>& graph() const { return d_graph; }

  // Takes over the work of a graph with the same nodes. Returns null, or the node of `graph` that differs.
  const GraphNode* update(const Graph& graph);

 private:
  std::shared_ptr<Graph> d_graph;
  unsigned long long d_flags;
};

// One graph that streams record at the moment.
struct GraphRecording {
  std::unique_ptr<Graph> made;  // null where the application gave the graph
  Graph* graph = nullptr;
  std::uint64_t id = 0;
  const Stream* origin = nullptr;
  std::vector<Stream*> streams;
  bool is_broken = false;  // by a call that may not be made meanwhile
};

// The part of a recording that a stream or an event holds: later work waits for `last`.
struct RecordingEnd {
  std::shared_ptr<GraphRecording> recording;  // null: none
  std::vector<GraphNode*> last;
};

}  // namespace launchproof::cuda
