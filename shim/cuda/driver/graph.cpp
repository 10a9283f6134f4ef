// Graphs: their nodes, copies of them, and launches (CUDA Driver API, "Graph Management").
#include <algorithm>
#include <fstream>

#include "shim/cuda/driver/driver.h"
#include "shim/cuda/driver/performer.h"

namespace launchproof::cuda {
namespace {

// Adds a node with the work that `make` checks and returns.
template <typename Make>
CUresult add(CUgraphNode* node, CUgraph graph, const CUgraphNode* after, std::size_t count,
             const Make& make) {
  if (node == nullptr || graph == nullptr || (count != 0 && after == nullptr))
    return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    Work work;
    const CUresult result = make(driver, work);
    if (result == CUDA_SUCCESS) *node = graph->add(std::move(work), {after, count});
    return result;
  });
}

CUresult make_kernel(const CUDA_KERNEL_NODE_PARAMS* given, Work& work) {
  if (given == nullptr) return CUDA_ERROR_INVALID_VALUE;
  KernelWork made;
  const CUresult result = make_kernel_work(*given, made);
  work = std::move(made);
  return result;
}

CUresult make_copy(Driver& driver, const CUDA_MEMCPY3D* given, Work& work) {
  if (given == nullptr) return CUDA_ERROR_INVALID_VALUE;
  work = CopyWork{*given};
  return check(driver, std::get<CopyWork>(work));
}

CUresult make_fill(Driver& driver, const CUDA_MEMSET_NODE_PARAMS* given, Work& work) {
  if (given == nullptr) return CUDA_ERROR_INVALID_VALUE;
  work = FillWork{*given};
  return check(driver, std::get<FillWork>(work));
}

CUresult make_call(const CUDA_HOST_NODE_PARAMS* given, Work& work) {
  if (given == nullptr || given->fn == nullptr) return CUDA_ERROR_INVALID_VALUE;
  work = HostWork{*given};
  return CUDA_SUCCESS;
}

CUresult make_child(CUgraph child, Work& work) {
  if (child == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::map<const GraphNode*, GraphNode*> copies;
  work = GraphWork{child->clone(copies)};
  return CUDA_SUCCESS;
}

CUresult make_event(Driver& driver, CUevent event, bool is_record, Work& work) {
  if (!driver.events.holds(event)) return CUDA_ERROR_INVALID_HANDLE;
  work = EventWork{event, is_record};
  return CUDA_SUCCESS;
}

CUresult make_allocation(Driver& driver, CUDA_MEM_ALLOC_NODE_PARAMS* given, Work& work) {
  if (given == nullptr || given->bytesize == 0) return CUDA_ERROR_INVALID_VALUE;
  given->dptr = driver.memory().allocate(given->bytesize);
  work = AllocationWork{*given};
  return given->dptr == 0 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

CUresult make_release(Driver& driver, CUdeviceptr address, Work& work) {
  const auto found = driver.memory().find(address);
  if (!found || found->begin != address) return CUDA_ERROR_INVALID_VALUE;
  work = ReleaseWork{address};
  return CUDA_SUCCESS;
}

CUresult make_any(Driver& driver, CUgraphNodeParams* given, Work& work) {
  enum class Type : int {
    Kernel = 0,
    Copy = 1,
    Fill = 2,
    Host = 3,
    Graph = 4,
    Empty = 5,
    Wait = 6,
    Record = 7,
    Allocation = 10,
    Release = 11
  };
  if (given == nullptr) return CUDA_ERROR_INVALID_VALUE;
  switch (static_cast<Type>(given->type)) {
    case Type::Kernel:
      return make_kernel(&given->kernel, work);
    case Type::Copy:
      return make_copy(driver, &given->memcpy.copyParams, work);
    case Type::Fill:
      return make_fill(driver, &given->memset, work);
    case Type::Host:
      return make_call(&given->host, work);
    case Type::Graph:
      return make_child(given->graph, work);
    case Type::Empty:
      work = NoWork{};
      return CUDA_SUCCESS;
    case Type::Wait:
    case Type::Record:
      return make_event(driver, given->event, static_cast<Type>(given->type) == Type::Record, work);
    case Type::Allocation:
      return make_allocation(driver, &given->alloc, work);
    case Type::Release:
      return make_release(driver, given->free, work);
  }
  driver.recorder().note("the application adds a node of a graph of a kind that the processor device lacks");
  return CUDA_ERROR_NOT_SUPPORTED;
}

// Replaces the node's work by other work of the same kind.
template <typename Make>
CUresult set(GraphNode* node, const Make& make) {
  if (node == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    Work work;
    if (const CUresult result = make(driver, work); result != CUDA_SUCCESS) return result;
    if (node_type(work) != node_type(node->work)) return CUDA_ERROR_INVALID_VALUE;
    node->work = std::move(work);
    return CUDA_SUCCESS;
  });
}

// Does the same in an executable graph, given the node of the original graph.
template <typename Make>
CUresult set(CUgraphExec executable, CUgraphNode node, const Make& make) {
  return executable == nullptr ? CUDA_ERROR_INVALID_HANDLE : set(executable->copy_of(node), make);
}

// Returns the node's work if it is of this kind.
template <typename Kind>
CUresult get(CUgraphNode node, const Kind*& work) {
  if (node == nullptr) return CUDA_ERROR_INVALID_VALUE;
  work = std::get_if<Kind>(&node->work);
  return work == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

// Returns as many nodes as fit, and the number of all nodes.
CUresult give(const std::vector<GraphNode*>& found, CUgraphNode* nodes, std::size_t* count) {
  if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (nodes != nullptr) {
    const std::size_t given = std::min(found.size(), *count);
    std::copy_n(found.begin(), given, nodes);
    std::fill(nodes + given, nodes + *count, nullptr);
    *count = given;
  } else {
    *count = found.size();
  }
  return CUDA_SUCCESS;
}

CUresult instantiate(CUgraphExec* executable, CUgraph graph, unsigned long long flags) {
  if (executable == nullptr || graph == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    // Nodes that wait for each other never run.
    if (graph->in_order().size() != graph->nodes().size()) return CUDA_ERROR_INVALID_VALUE;
    *executable = driver.executable_graphs.make(*graph, flags);
    return CUDA_SUCCESS;
  });
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuGraphCreate(CUgraph* graph, unsigned) {
  if (graph == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_driver([&](Driver& driver) {
    *graph = driver.graphs.make();
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuGraphDestroy(CUgraph graph) {
  return with_driver(
      [&](Driver& driver) { return driver.graphs.remove(graph) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; });
}

LAUNCHPROOF_API CUresult cuGraphClone(CUgraph* clone, CUgraph original) {
  if (clone == nullptr || original == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_driver([&](Driver& driver) {
    std::map<const GraphNode*, GraphNode*> copies;
    const std::shared_ptr<Graph> made = original->clone(copies);
    *clone = driver.graphs.adopt(std::make_unique<Graph>(std::move(*made)));
    for (const auto& node : (*clone)->nodes()) node->graph = *clone;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuGraphNodeFindInClone(CUgraphNode* node, CUgraphNode original, CUgraph clone) {
  if (node == nullptr || clone == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *node = clone->copy_of(original);
  return *node == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuGraphAddNode_v2(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                           const void*, std::size_t count, CUgraphNodeParams* parameters) {
  return add(node, graph, after, count,
             [&](Driver& driver, Work& work) { return make_any(driver, parameters, work); });
}

LAUNCHPROOF_API CUresult cuGraphAddNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                        std::size_t count, CUgraphNodeParams* parameters) {
  return cuGraphAddNode_v2(node, graph, after, nullptr, count, parameters);
}

LAUNCHPROOF_API CUresult cuGraphAddKernelNode_v2(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                                 std::size_t count,
                                                 const CUDA_KERNEL_NODE_PARAMS* parameters) {
  return add(node, graph, after, count, [&](Driver&, Work& work) { return make_kernel(parameters, work); });
}

LAUNCHPROOF_API CUresult cuGraphAddMemcpyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                              std::size_t count, const CUDA_MEMCPY3D* copy, CUcontext) {
  return add(node, graph, after, count,
             [&](Driver& driver, Work& work) { return make_copy(driver, copy, work); });
}

LAUNCHPROOF_API CUresult cuGraphAddMemsetNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                              std::size_t count, const CUDA_MEMSET_NODE_PARAMS* fill,
                                              CUcontext) {
  return add(node, graph, after, count,
             [&](Driver& driver, Work& work) { return make_fill(driver, fill, work); });
}

LAUNCHPROOF_API CUresult cuGraphAddHostNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                            std::size_t count, const CUDA_HOST_NODE_PARAMS* call) {
  return add(node, graph, after, count, [&](Driver&, Work& work) { return make_call(call, work); });
}

LAUNCHPROOF_API CUresult cuGraphAddChildGraphNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                                  std::size_t count, CUgraph child) {
  return add(node, graph, after, count, [&](Driver&, Work& work) { return make_child(child, work); });
}

LAUNCHPROOF_API CUresult cuGraphAddEmptyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                             std::size_t count) {
  return add(node, graph, after, count, [](Driver&, Work& work) {
    work = NoWork{};
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuGraphAddEventRecordNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                                   std::size_t count, CUevent event) {
  return add(node, graph, after, count,
             [&](Driver& driver, Work& work) { return make_event(driver, event, true, work); });
}

LAUNCHPROOF_API CUresult cuGraphAddEventWaitNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                                 std::size_t count, CUevent event) {
  return add(node, graph, after, count,
             [&](Driver& driver, Work& work) { return make_event(driver, event, false, work); });
}

LAUNCHPROOF_API CUresult cuGraphAddMemAllocNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                                std::size_t count, CUDA_MEM_ALLOC_NODE_PARAMS* allocation) {
  return add(node, graph, after, count,
             [&](Driver& driver, Work& work) { return make_allocation(driver, allocation, work); });
}

LAUNCHPROOF_API CUresult cuGraphAddMemFreeNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                               std::size_t count, CUdeviceptr address) {
  return add(node, graph, after, count,
             [&](Driver& driver, Work& work) { return make_release(driver, address, work); });
}

LAUNCHPROOF_API CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams* parameters) {
  return set(node, [&](Driver& driver, Work& work) { return make_any(driver, parameters, work); });
}

LAUNCHPROOF_API CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node,
                                                       CUDA_KERNEL_NODE_PARAMS* parameters) {
  const KernelWork* work = nullptr;
  if (parameters == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult result = get(node, work); result != CUDA_SUCCESS) return result;
  const launchproof::executor::KernelLaunch& launch = work->launch;
  const auto word = [](std::uint64_t size) { return static_cast<unsigned>(size); };
  // The pointers belong to the driver until the thread's next query.
  thread_local std::vector<void*> t_pointers;
  t_pointers.clear();
  for (const auto& parameter : work->function->kernel.parameters)
    t_pointers.push_back(const_cast<char*>(launch.parameters.data()) + parameter.offset);
  *parameters = {work->function,
                 word(launch.groups[0]),
                 word(launch.groups[1]),
                 word(launch.groups[2]),
                 word(launch.local_size[0]),
                 word(launch.local_size[1]),
                 word(launch.local_size[2]),
                 word(launch.dynamic_bytes),
                 t_pointers.data(),
                 nullptr,
                 nullptr,
                 nullptr};
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node,
                                                       const CUDA_KERNEL_NODE_PARAMS* parameters) {
  return set(node, [&](Driver&, Work& work) { return make_kernel(parameters, work); });
}

LAUNCHPROOF_API CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D* copy) {
  const CopyWork* work = nullptr;
  const CUresult result = copy == nullptr ? CUDA_ERROR_INVALID_VALUE : get(node, work);
  if (result == CUDA_SUCCESS) *copy = work->copy;
  return result;
}

LAUNCHPROOF_API CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D* copy) {
  return set(node, [&](Driver& driver, Work& work) { return make_copy(driver, copy, work); });
}

LAUNCHPROOF_API CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS* fill) {
  const FillWork* work = nullptr;
  const CUresult result = fill == nullptr ? CUDA_ERROR_INVALID_VALUE : get(node, work);
  if (result == CUDA_SUCCESS) *fill = work->fill;
  return result;
}

LAUNCHPROOF_API CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS* fill) {
  return set(node, [&](Driver& driver, Work& work) { return make_fill(driver, fill, work); });
}

LAUNCHPROOF_API CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS* call) {
  const HostWork* work = nullptr;
  const CUresult result = call == nullptr ? CUDA_ERROR_INVALID_VALUE : get(node, work);
  if (result == CUDA_SUCCESS) *call = work->call;
  return result;
}

LAUNCHPROOF_API CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS* call) {
  return set(node, [&](Driver&, Work& work) { return make_call(call, work); });
}

LAUNCHPROOF_API CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph* graph) {
  const GraphWork* work = nullptr;
  const CUresult result = graph == nullptr ? CUDA_ERROR_INVALID_VALUE : get(node, work);
  if (result == CUDA_SUCCESS) *graph = work->graph.get();
  return result;
}

LAUNCHPROOF_API CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node,
                                                      CUDA_MEM_ALLOC_NODE_PARAMS* allocation) {
  const AllocationWork* work = nullptr;
  const CUresult result = allocation == nullptr ? CUDA_ERROR_INVALID_VALUE : get(node, work);
  if (result == CUDA_SUCCESS) *allocation = work->allocation;
  return result;
}

LAUNCHPROOF_API CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr* address) {
  const ReleaseWork* work = nullptr;
  const CUresult result = address == nullptr ? CUDA_ERROR_INVALID_VALUE : get(node, work);
  if (result == CUDA_SUCCESS) *address = work->address;
  return result;
}

LAUNCHPROOF_API CUresult cuGraphNodeGetType(CUgraphNode node, int* type) {
  if (node == nullptr || type == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *type = node_type(node->work);
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count) {
  if (graph == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::vector<GraphNode*> found;
  for (const auto& node : graph->nodes()) found.push_back(node.get());
  return give(found, nodes, count);
}

LAUNCHPROOF_API CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count) {
  if (graph == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::vector<GraphNode*> found;
  for (const auto& node : graph->nodes())
    if (node->after.empty()) found.push_back(node.get());
  return give(found, nodes, count);
}

LAUNCHPROOF_API CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode* from, CUgraphNode* to, void*,
                                            std::size_t* count) {
  if (graph == nullptr || count == nullptr || (from == nullptr) != (to == nullptr))
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<GraphNode*> begins, ends;
  for (const auto& node : graph->nodes())
    for (GraphNode* other : node->after) {
      begins.push_back(other);
      ends.push_back(node.get());
    }
  std::size_t again = *count;
  if (const CUresult result = give(begins, from, count); result != CUDA_SUCCESS) return result;
  return to == nullptr ? CUDA_SUCCESS : give(ends, to, &again);
}

LAUNCHPROOF_API CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to,
                                         std::size_t* count) {
  return cuGraphGetEdges_v2(graph, from, to, nullptr, count);
}

LAUNCHPROOF_API CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode* nodes, void*,
                                                       std::size_t* count) {
  return node == nullptr ? CUDA_ERROR_INVALID_VALUE : give(node->after, nodes, count);
}

LAUNCHPROOF_API CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* nodes,
                                                    std::size_t* count) {
  return cuGraphNodeGetDependencies_v2(node, nodes, nullptr, count);
}

LAUNCHPROOF_API CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode* nodes, void*,
                                                         std::size_t* count) {
  if (node == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::vector<GraphNode*> found;
  for (const auto& other : node->graph->nodes())
    if (std::ranges::find(other->after, node) != other->after.end()) found.push_back(other.get());
  return give(found, nodes, count);
}

LAUNCHPROOF_API CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode* nodes,
                                                      std::size_t* count) {
  return cuGraphNodeGetDependentNodes_v2(node, nodes, nullptr, count);
}

LAUNCHPROOF_API CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode* from,
                                                   const CUgraphNode* to, const void*, std::size_t count) {
  if (graph == nullptr || (count != 0 && (from == nullptr || to == nullptr))) return CUDA_ERROR_INVALID_VALUE;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::ranges::find(to[i]->after, from[i]) != to[i]->after.end()) return CUDA_ERROR_INVALID_VALUE;
    to[i]->after.push_back(from[i]);
  }
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to,
                                                std::size_t count) {
  return cuGraphAddDependencies_v2(graph, from, to, nullptr, count);
}

LAUNCHPROOF_API CUresult cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode* from,
                                                      const CUgraphNode* to, const void*, std::size_t count) {
  if (graph == nullptr || (count != 0 && (from == nullptr || to == nullptr))) return CUDA_ERROR_INVALID_VALUE;
  for (std::size_t i = 0; i < count; ++i)
    if (std::erase(to[i]->after, from[i]) == 0) return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from,
                                                   const CUgraphNode* to, std::size_t count) {
  return cuGraphRemoveDependencies_v2(graph, from, to, nullptr, count);
}

LAUNCHPROOF_API CUresult cuGraphDestroyNode(CUgraphNode node) {
  if (node == nullptr) return CUDA_ERROR_INVALID_VALUE;
  node->graph->remove(node);
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph graph,
                                                     unsigned long long flags) {
  return instantiate(executable, graph, flags);
}

LAUNCHPROOF_API CUresult cuGraphInstantiate_v2(CUgraphExec* executable, CUgraph graph, CUgraphNode* bad,
                                               char* text, std::size_t size) {
  if (bad != nullptr) *bad = nullptr;
  if (text != nullptr && size != 0) *text = 0;
  return instantiate(executable, graph, 0);
}

LAUNCHPROOF_API CUresult cuGraphInstantiateWithParams(CUgraphExec* executable, CUgraph graph,
                                                      CUDA_GRAPH_INSTANTIATE_PARAMS* parameters) {
  if (parameters == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult result = instantiate(executable, graph, parameters->flags);
  parameters->hErrNode_out = nullptr;
  parameters->result_out = result == CUDA_SUCCESS ? 0 : 1;
  return result;
}

LAUNCHPROOF_API CUresult cuGraphExecGetFlags(CUgraphExec executable, std::uint64_t* flags) {
  if (executable == nullptr || flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *flags = executable->flags();
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuGraphExecDestroy(CUgraphExec executable) {
  return with_driver([&](Driver& driver) {
    return driver.executable_graphs.remove(executable) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

LAUNCHPROOF_API CUresult cuGraphUpload(CUgraphExec executable, CUstream) {
  return executable == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

// In a stream that records a graph, the launch is a node that holds the current state of the graph.
LAUNCHPROOF_API CUresult cuGraphLaunch(CUgraphExec executable, CUstream handle) {
  return with_context([&](Driver& driver) {
    Stream* const stream = driver.stream(handle);
    if (stream == nullptr || !driver.executable_graphs.holds(executable)) return CUDA_ERROR_INVALID_HANDLE;
    if (stream->recording.recording == nullptr) {
      WorkPlace place{stream->name()};
      return perform(driver, *executable->graph(), place);
    }
    std::map<const GraphNode*, GraphNode*> copies;
    return submit(driver, handle, GraphWork{executable->graph()->clone(copies)});
  });
}

LAUNCHPROOF_API CUresult cuGraphExecUpdate_v2(CUgraphExec executable, CUgraph graph,
                                              CUgraphExecUpdateResultInfo* info) {
  constexpr int kTopologyChanged = 2;
  if (executable == nullptr || graph == nullptr || info == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *info = {};
  const GraphNode* differs = executable->update(*graph);
  if (differs == nullptr) return CUDA_SUCCESS;
  *info = {kTopologyChanged, const_cast<GraphNode*>(differs), nullptr};
  return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
}

LAUNCHPROOF_API CUresult cuGraphExecNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                  CUgraphNodeParams* parameters) {
  return set(executable, node,
             [&](Driver& driver, Work& work) { return make_any(driver, parameters, work); });
}

LAUNCHPROOF_API CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec executable, CUgraphNode node,
                                                           const CUDA_KERNEL_NODE_PARAMS* parameters) {
  return set(executable, node, [&](Driver&, Work& work) { return make_kernel(parameters, work); });
}

LAUNCHPROOF_API CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                        const CUDA_MEMCPY3D* copy, CUcontext) {
  return set(executable, node, [&](Driver& driver, Work& work) { return make_copy(driver, copy, work); });
}

LAUNCHPROOF_API CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                        const CUDA_MEMSET_NODE_PARAMS* fill, CUcontext) {
  return set(executable, node, [&](Driver& driver, Work& work) { return make_fill(driver, fill, work); });
}

LAUNCHPROOF_API CUresult cuGraphExecHostNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                      const CUDA_HOST_NODE_PARAMS* call) {
  return set(executable, node, [&](Driver&, Work& work) { return make_call(call, work); });
}

LAUNCHPROOF_API CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                            CUgraph child) {
  return set(executable, node, [&](Driver&, Work& work) { return make_child(child, work); });
}

LAUNCHPROOF_API CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec executable, CUgraphNode node,
                                                            CUevent event) {
  return set(executable, node,
             [&](Driver& driver, Work& work) { return make_event(driver, event, true, work); });
}

LAUNCHPROOF_API CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec executable, CUgraphNode node,
                                                          CUevent event) {
  return set(executable, node,
             [&](Driver& driver, Work& work) { return make_event(driver, event, false, work); });
}

LAUNCHPROOF_API CUresult cuGraphNodeSetEnabled(CUgraphExec executable, CUgraphNode node,
                                               unsigned is_enabled) {
  GraphNode* const copy = executable == nullptr ? nullptr : executable->copy_of(node);
  if (copy == nullptr) return CUDA_ERROR_INVALID_VALUE;
  copy->is_enabled = is_enabled != 0;
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuGraphNodeGetEnabled(CUgraphExec executable, CUgraphNode node,
                                               unsigned* is_enabled) {
  const GraphNode* const copy = executable == nullptr ? nullptr : executable->copy_of(node);
  if (copy == nullptr || is_enabled == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *is_enabled = copy->is_enabled ? 1 : 0;
  return CUDA_SUCCESS;
}

// Writes the nodes and edges as a picture for Graphviz.
LAUNCHPROOF_API CUresult cuGraphDebugDotPrint(CUgraph graph, const char* path, unsigned) {
  if (graph == nullptr || path == nullptr) return CUDA_ERROR_INVALID_VALUE;
  try {
    std::ofstream file(path);
    file << "digraph {\n";
    for (const auto& node : graph->nodes()) {
      file << "  \"" << node.get() << "\" [label=\"type " << node_type(node->work) << "\"];\n";
      for (const GraphNode* other : node->after)
        file << "  \"" << other << "\" -> \"" << node.get() << "\";\n";
    }
    file << "}\n";
    return file ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
  } catch (...) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
}
