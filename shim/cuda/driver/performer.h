// Does the work of streams and graphs.
#pragma once

#include <cstdint>
#include <vector>

#include "shim/cuda/device/graph.h"
#include "shim/cuda/device/stream_order.h"

namespace launchproof::cuda {

class Driver;

// The place where work is done, for the recorded order.
struct WorkPlace {
  StreamName stream;
  bool is_node = false;  // of a graph
  // nodes that a node waits for, and then the nodes that represent them
  std::vector<StreamOrder::Mark> marks;
};

// Does the work now.
CUresult perform(Driver& driver, const Work& work, WorkPlace& place);
// Does the work, or makes it a node of the graph that the stream records.
CUresult submit(Driver& driver, CUstream stream, Work work);

// Makes the work of a launch. Returns CUDA_ERROR_INVALID_VALUE where its sizes or parameters do not fit the
// kernel.
CUresult make_kernel_work(const CUDA_KERNEL_NODE_PARAMS& wanted, KernelWork& work);
// Checks that the copy reads and writes allocated memory.
CUresult check(Driver& driver, const CopyWork& work);
CUresult check(Driver& driver, const FillWork& work);
// Does the work of the graph's nodes in their order.
CUresult perform(Driver& driver, const Graph& graph, WorkPlace& place);

}  // namespace launchproof::cuda
