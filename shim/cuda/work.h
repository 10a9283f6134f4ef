// What a stream or a node of a graph does. All work is done before the call that begins it returns, unless
// the stream records a graph.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "executor/protocol/message.h"
#include "shim/cuda/driver_types.h"
#include "shim/cuda/stream_order.h"

namespace launchproof::cuda {

class Driver;

struct KernelWork {
  Function* function = nullptr;
  executor::KernelLaunch launch;
  bool is_cooperative = false;
};

struct CopyWork {
  CUDA_MEMCPY3D copy{};
};

struct FillWork {
  CUDA_MEMSET_NODE_PARAMS fill{};
};

struct HostWork {
  CUDA_HOST_NODE_PARAMS call{};
};

struct GraphWork {
  std::shared_ptr<Graph> graph;
};

struct EventWork {
  CUevent event = nullptr;
  bool is_record = false;  // else a wait
};

// Memory of a graph has its address as soon as the node is there.
struct AllocationWork {
  CUDA_MEM_ALLOC_NODE_PARAMS allocation{};
};

struct ReleaseWork {
  CUdeviceptr address = 0;
};

struct NoWork {};

using Work = std::variant<KernelWork, CopyWork, FillWork, HostWork, GraphWork, NoWork, EventWork,
                          AllocationWork, ReleaseWork>;

// The number of the work's kind as CUgraphNodeType counts them.
int node_type(const Work& work);

// Where work is done, for the order that is recorded.
struct WorkPlace {
  StreamName stream;
  bool is_node = false;                    // of a graph
  std::vector<StreamOrder::Mark> marks{};  // that a node waits for; then those that stand for it
};

// Does the work now.
CUresult perform(Driver& driver, const Work& work, WorkPlace& place);
// Does the work, or makes it a node of the graph that the stream records.
CUresult submit(Driver& driver, CUstream stream, Work work);

// The work of a launch, or CUDA_ERROR_INVALID_VALUE where its sizes or parameters do not fit the kernel.
CUresult make_kernel_work(const CUDA_KERNEL_NODE_PARAMS& wanted, KernelWork& work);
// Whether the copy reads and writes memory that is there.
CUresult check(Driver& driver, const CopyWork& work);
CUresult check(Driver& driver, const FillWork& work);

}  // namespace launchproof::cuda
