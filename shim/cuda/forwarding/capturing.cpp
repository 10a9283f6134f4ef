// Entries: streams that are captured. Launches in them become nodes of a graph.
#include "shim/cuda/forwarding/recording.h"
#include "shim/cuda/forwarding/slots.h"

namespace launchproof::cuda {
namespace {

CUresult begun(CUresult result) {
  if (result == kSuccess) keep_account([](Recording& recording) { ++recording.captures(); });
  return result;
}

// An end that the driver refuses has ended a capture all the same, or there was none. A count that is too
// high only costs a question at each launch.
CUresult ended(CUresult result) {
  if (result == kSuccess)
    keep_account([](Recording& recording) {
      if (recording.captures() != 0) --recording.captures();
    });
  return result;
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

#define LAUNCHPROOF_CAPTURES(suffix)                                                                         \
  LAUNCHPROOF_API CUresult cuStreamBeginCapture##suffix(CUstream stream) {                                   \
    return begun(LAUNCHPROOF_REAL(cuStreamBeginCapture##suffix)(stream));                                    \
  }                                                                                                          \
  LAUNCHPROOF_API CUresult cuStreamBeginCapture_v2##suffix(CUstream stream, int mode) {                      \
    return begun(LAUNCHPROOF_REAL(cuStreamBeginCapture_v2##suffix)(stream, mode));                           \
  }                                                                                                          \
  LAUNCHPROOF_API CUresult cuStreamBeginCaptureToGraph##suffix(CUstream stream, CUgraph graph,               \
                                                               const CUgraphNode* before, const void* edges, \
                                                               std::size_t count, int mode) {                \
    return begun(                                                                                            \
        LAUNCHPROOF_REAL(cuStreamBeginCaptureToGraph##suffix)(stream, graph, before, edges, count, mode));   \
  }                                                                                                          \
  LAUNCHPROOF_API CUresult cuStreamEndCapture##suffix(CUstream stream, CUgraph* graph) {                     \
    return ended(LAUNCHPROOF_REAL(cuStreamEndCapture##suffix)(stream, graph));                               \
  }

LAUNCHPROOF_CAPTURES()
LAUNCHPROOF_CAPTURES(_ptsz)
