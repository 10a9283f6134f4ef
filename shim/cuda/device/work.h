// The work of a stream or of a node of a graph. All work is done before the call that begins it returns,
// unless the stream records a graph.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "executor/protocol/message.h"
#include "shim/cuda/device/driver_types.h"

namespace launchproof::cuda {

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

// Returns the number of the work's kind as CUgraphNodeType counts them.
int node_type(const Work& work);

}  // namespace launchproof::cuda
