// The work of a stream or of a graph node. All work is done before the call that begins it returns, unless
// the stream is recording a graph.
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

// A graph's allocation has its address as soon as the node exists.
struct AllocationWork {
  CUDA_MEM_ALLOC_NODE_PARAMS allocation{};
};

struct ReleaseWork {
  CUdeviceptr address = 0;
};

struct NoWork {};

using Work = std::variant<KernelWork, CopyWork, FillWork, HostWork, GraphWork, NoWork, EventWork,
                          AllocationWork, ReleaseWork>;

// Returns the kind of the work as a CUgraphNodeType.
int node_type(const Work& work);

}  // namespace launchproof::cuda
