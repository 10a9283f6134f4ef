// Entries for capturing streams. Launches in a captured stream become nodes of a graph.
#include "shim/cuda/forwarding/recording.h"
#include "shim/cuda/forwarding/slots.h"

namespace launchproof::cuda {
namespace {

CUresult begun(CUresult result) {
  if (result == kSuccess) keep_account([](Recording& recording) { ++recording.captures(); });
  return result;
}

// Even if the driver refuses to end a capture, the capture has ended, or there was none. A count that is too
// high only costs a query at each launch.
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
