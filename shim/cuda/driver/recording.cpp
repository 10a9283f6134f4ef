// Streams that record a graph instead of performing their work (CUDA Driver API, cuStreamBeginCapture).
#include <algorithm>
#include <set>

#include "shim/cuda/driver/driver.h"

namespace launchproof::cuda {
namespace {

enum class RecordingStatus : int { None, Active, Broken };

// Returns whether `origin` waits for everything that the recording's streams did.
bool is_joined(const GraphRecording& recording, const Stream& origin) {
  std::set<const GraphNode*> reached;
  std::vector<const GraphNode*> open(origin.recording.last.begin(), origin.recording.last.end());
  while (!open.empty()) {
    const GraphNode* node = open.back();
    open.pop_back();
    if (reached.insert(node).second) open.insert(open.end(), node->after.begin(), node->after.end());
  }
  return std::ranges::all_of(recording.streams, [&](const Stream* stream) {
    return std::ranges::all_of(stream->recording.last,
                               [&](const GraphNode* node) { return reached.contains(node); });
  });
}

CUresult begin(CUstream handle, CUgraph graph, const CUgraphNode* after, std::size_t count) {
  return with_context([&](Driver& driver) {
    Stream* const stream = driver.stream(handle);
    if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    // The legacy stream waits for others, so it cannot record.
    if (stream == driver.stream(nullptr)) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (stream->recording.recording != nullptr) return CUDA_ERROR_ILLEGAL_STATE;
    auto recording = std::make_shared<GraphRecording>();
    if (graph == nullptr) recording->made = std::make_unique<Graph>();
    recording->graph = graph == nullptr ? recording->made.get() : graph;
    recording->id = driver.new_number();
    recording->origin = stream;
    recording->streams = {stream};
    stream->recording = {recording, {after, after + count}};
    ++driver.recordings();
    return CUDA_SUCCESS;
  });
}

CUresult end(Driver& driver, Stream& stream, CUgraph& graph) {
  const std::shared_ptr<GraphRecording> recording = stream.recording.recording;
  if (recording == nullptr) return CUDA_ERROR_ILLEGAL_STATE;
  if (recording->origin != &stream) return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
  CUresult result = CUDA_SUCCESS;
  if (recording->is_broken)
    result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  else if (!is_joined(*recording, stream))
    result = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
  for (Stream* other : recording->streams) other->recording = {};
  --driver.recordings();
  graph = nullptr;
  if (result != CUDA_SUCCESS) return result;
  graph = recording->graph;
  if (recording->made != nullptr) driver.graphs.adopt(std::move(recording->made));
  return CUDA_SUCCESS;
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuStreamBeginCapture_v2(CUstream stream, int) {
  return begin(stream, nullptr, nullptr, 0);
}

LAUNCHPROOF_API CUresult cuStreamBeginCapture(CUstream stream) {
  return begin(stream, nullptr, nullptr, 0);
}

LAUNCHPROOF_API CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode* after,
                                                     const void*, std::size_t count, int) {
  if (graph == nullptr || (count != 0 && after == nullptr)) return CUDA_ERROR_INVALID_VALUE;
  return begin(stream, graph, after, count);
}

LAUNCHPROOF_API CUresult cuStreamEndCapture(CUstream handle, CUgraph* graph) {
  if (graph == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    Stream* const stream = driver.stream(handle);
    return stream == nullptr ? CUDA_ERROR_INVALID_HANDLE : end(driver, *stream, *graph);
  });
}

LAUNCHPROOF_API CUresult cuStreamGetCaptureInfo_v3(CUstream handle, int* status, std::uint64_t* id,
                                                   CUgraph* graph, const CUgraphNode** after,
                                                   const void** edges, std::size_t* count) {
  if (status == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    const Stream* const stream = driver.stream(handle);
    if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    const RecordingEnd& own = stream->recording;
    auto state = RecordingStatus::None;
    if (own.recording != nullptr)
      state = own.recording->is_broken ? RecordingStatus::Broken : RecordingStatus::Active;
    *status = static_cast<int>(state);
    if (state != RecordingStatus::Active) return CUDA_SUCCESS;
    if (id != nullptr) *id = own.recording->id;
    if (graph != nullptr) *graph = own.recording->graph;
    if (after != nullptr) *after = own.last.data();
    if (edges != nullptr) *edges = nullptr;
    if (count != nullptr) *count = own.last.size();
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuStreamGetCaptureInfo_v2(CUstream stream, int* status, std::uint64_t* id,
                                                   CUgraph* graph, const CUgraphNode** after,
                                                   std::size_t* count) {
  return cuStreamGetCaptureInfo_v3(stream, status, id, graph, after, nullptr, count);
}

LAUNCHPROOF_API CUresult cuStreamIsCapturing(CUstream stream, int* status) {
  return cuStreamGetCaptureInfo_v3(stream, status, nullptr, nullptr, nullptr, nullptr, nullptr);
}

LAUNCHPROOF_API CUresult cuStreamUpdateCaptureDependencies_v2(CUstream handle, CUgraphNode* nodes,
                                                              const void*, std::size_t count,
                                                              unsigned flags) {
  constexpr unsigned kReplace = 1;  // CU_STREAM_SET_CAPTURE_DEPENDENCIES
  if (count != 0 && nodes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    Stream* const stream = driver.stream(handle);
    if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (stream->recording.recording == nullptr) return CUDA_ERROR_ILLEGAL_STATE;
    if ((flags & kReplace) != 0) stream->recording.last.clear();
    stream->recording.last.insert(stream->recording.last.end(), nodes, nodes + count);
    return CUDA_SUCCESS;
  });
}

// How strictly calls are refused while a graph is recorded. Here, only waiting for a recording stream is
// refused.
LAUNCHPROOF_API CUresult cuThreadExchangeStreamCaptureMode(int* mode) {
  thread_local int t_mode = 0;
  if (mode == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::swap(t_mode, *mode);
  return CUDA_SUCCESS;
}
