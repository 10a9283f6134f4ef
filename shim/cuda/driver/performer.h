// Performs the work of streams and graphs.
#pragma once

#include <cstdint>
#include <vector>

#include "shim/cuda/device/graph.h"
#include "shim/cuda/device/stream_order.h"

namespace launchproof::cuda {

class Driver;

// The place where work is performed, for the recorded order.
struct WorkPlace {
  StreamName stream;
  bool is_node = false;  // of a graph
  // marks of the nodes that a node waits for; afterwards, the marks that represent the node
  std::vector<StreamOrder::Mark> marks;
};

// Performs the work now.
CUresult perform(Driver& driver, const Work& work, WorkPlace& place);
// Performs the work, or adds it as a node to the graph that the stream records.
CUresult submit(Driver& driver, CUstream stream, Work work);

// Creates the work for a launch. Returns CUDA_ERROR_INVALID_VALUE if its sizes or parameters do not fit the
// kernel.
CUresult make_kernel_work(const CUDA_KERNEL_NODE_PARAMS& wanted, KernelWork& work);
// Checks that the copy reads and writes allocated memory.
CUresult check(Driver& driver, const CopyWork& work);
CUresult check(Driver& driver, const FillWork& work);
// Performs the work of the graph's nodes in their order.
CUresult perform(Driver& driver, const Graph& graph, WorkPlace& place);

}  // namespace launchproof::cuda
