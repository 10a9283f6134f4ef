// Executable graphs and their kernel nodes.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "shim/cuda/forwarding/driver_api.h"
#include "shim/cuda/forwarding/launch_cache.h"

namespace launchproof::cuda {

class Kernels;
class Recorder;

struct GraphNode {
  CUgraphNode node = nullptr;
  CUgraphNode parent = nullptr;  // node of the whole graph, if this node is in a child graph
  CUfunction function = nullptr;
  LaunchShape shape{};
  std::string block;  // its parameters
  bool is_enabled = true;
};

// May be used from any thread.
class Graphs {
 public:
  // Adds the kernel nodes of the graph from which the executable graph was created or updated.
  void take(Kernels& kernels, Recorder& recorder, CUgraphExec executable, CUgraph graph);
  // Adds the kernel nodes of one child graph.
  void take_child(Kernels& kernels, Recorder& recorder, CUgraphExec executable, CUgraphNode node,
                  CUgraph child);
  void set_parameters(Kernels& kernels, Recorder& recorder, CUgraphExec executable, CUgraphNode node,
                      const CUDA_KERNEL_NODE_PARAMS& parameters);
  void enable(CUgraphExec executable, CUgraphNode node, bool is_enabled);
  void remove(CUgraphExec executable);
  // Returns the kernel nodes, or nothing for a graph whose creation was not observed.
  std::optional<std::vector<GraphNode>> nodes(CUgraphExec executable) const;

 private:
  static GraphNode node_of(Kernels& kernels, CUgraphNode node, CUgraphNode parent,
                           const CUDA_KERNEL_NODE_PARAMS& parameters);
  static void collect(Kernels& kernels, Recorder& recorder, CUgraph graph, CUgraphNode parent,
                      std::vector<GraphNode>& into);

  mutable std::mutex d_mutex;
  std::map<CUgraphExec, std::vector<GraphNode>> d_all;
};

}  // namespace launchproof::cuda
