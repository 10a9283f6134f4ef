#include "shim/cuda/forwarding/graphs.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "shim/cuda/forwarding/kernels.h"
#include "shim/cuda/forwarding/slots.h"
#include "shim/cuda/recording/recorder.h"

extern "C" {
CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count);
CUresult cuGraphNodeGetType(CUgraphNode node, int* type);
CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* parameters);
CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* parameters);
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph* graph);
}

namespace launchproof::cuda {
namespace {

// CU_GRAPH_NODE_TYPE_...
enum class NodeType : int { Kernel = 0, Graph = 4, Conditional = 13 };

std::vector<CUgraphNode> nodes_of(CUgraph graph) {
  std::size_t count = 0;
  if (LAUNCHPROOF_REAL(cuGraphGetNodes)(graph, nullptr, &count) != kSuccess) return {};
  std::vector<CUgraphNode> nodes(count);
  if (count != 0) LAUNCHPROOF_REAL(cuGraphGetNodes)(graph, nodes.data(), &count);
  nodes.resize(std::min(count, nodes.size()));
  return nodes;
}

void note_unknown_node(Recorder& recorder) {
  recorder.note("a graph was changed at a node that is not known; its launches may be recorded wrongly",
                true);
}

}  // namespace

GraphNode Graphs::node_of(Kernels& kernels, CUgraphNode node, CUgraphNode parent,
                          const CUDA_KERNEL_NODE_PARAMS& parameters) {
  GraphNode made{node, parent, parameters.func == nullptr ? parameters.kern : parameters.func};
  made.shape = {parameters.gridDimX,  parameters.gridDimY,  parameters.gridDimZ,       parameters.blockDimX,
                parameters.blockDimY, parameters.blockDimZ, parameters.sharedMemBytes, kMayBeCooperative};
  if (const auto kernel = kernels.find(made.function))
    parameter_block(kernel->description, parameters.kernelParams, parameters.extra, made.block);
  return made;
}

void Graphs::collect(Kernels& kernels, Recorder& recorder, CUgraph graph, CUgraphNode parent,
                     std::vector<GraphNode>& into) {
  for (const CUgraphNode node : nodes_of(graph)) {
    int type = -1;
    LAUNCHPROOF_REAL(cuGraphNodeGetType)(node, &type);
    if (type == static_cast<int>(NodeType::Kernel)) {
      CUDA_KERNEL_NODE_PARAMS parameters{};
      CUresult result = LAUNCHPROOF_REAL(cuGraphKernelNodeGetParams_v2)(node, &parameters);
      if (result == kNotFound) result = LAUNCHPROOF_REAL(cuGraphKernelNodeGetParams)(node, &parameters);
      if (result == kSuccess)
        into.push_back(node_of(kernels, node, parent, parameters));
      else
        note_unknown_node(recorder);
    } else if (type == static_cast<int>(NodeType::Graph)) {
      CUgraph child = nullptr;
      if (LAUNCHPROOF_REAL(cuGraphChildGraphNodeGetGraph)(node, &child) == kSuccess)
        collect(kernels, recorder, child, parent == nullptr ? node : parent, into);
    } else if (type == static_cast<int>(NodeType::Conditional)) {
      recorder.note("a graph has a conditional node; kernels in it are not recorded", true);
    }
  }
}

void Graphs::take(Kernels& kernels, Recorder& recorder, CUgraphExec executable, CUgraph graph) {
  std::vector<GraphNode> nodes;
  collect(kernels, recorder, graph, nullptr, nodes);
  const std::lock_guard lock(d_mutex);
  d_all[executable] = std::move(nodes);
}

void Graphs::take_child(Kernels& kernels, Recorder& recorder, CUgraphExec executable, CUgraphNode node,
                        CUgraph child) {
  std::vector<GraphNode> nodes;
  collect(kernels, recorder, child, node, nodes);
  const std::lock_guard lock(d_mutex);
  std::vector<GraphNode>& all = d_all[executable];
  if (std::erase_if(all, [&](const GraphNode& one) { return one.parent == node; }) == 0 && !nodes.empty())
    note_unknown_node(recorder);
  std::ranges::move(nodes, std::back_inserter(all));
}

void Graphs::set_parameters(Kernels& kernels, Recorder& recorder, CUgraphExec executable, CUgraphNode node,
                            const CUDA_KERNEL_NODE_PARAMS& parameters) {
  GraphNode changed = node_of(kernels, node, nullptr, parameters);
  const std::lock_guard lock(d_mutex);
  std::vector<GraphNode>& all = d_all[executable];
  const auto found = std::ranges::find(all, node, &GraphNode::node);
  if (found == all.end()) {
    note_unknown_node(recorder);
    return;
  }
  changed.parent = found->parent;
  changed.is_enabled = found->is_enabled;
  *found = std::move(changed);
}

void Graphs::enable(CUgraphExec executable, CUgraphNode node, bool is_enabled) {
  const std::lock_guard lock(d_mutex);
  for (GraphNode& one : d_all[executable])
    if (one.node == node) one.is_enabled = is_enabled;
}

void Graphs::remove(CUgraphExec executable) {
  const std::lock_guard lock(d_mutex);
  d_all.erase(executable);
}

std::optional<std::vector<GraphNode>> Graphs::nodes(CUgraphExec executable) const {
  const std::lock_guard lock(d_mutex);
  const auto found = d_all.find(executable);
  if (found == d_all.end()) return std::nullopt;
  return found->second;
}

}  // namespace launchproof::cuda
