// Streams, events and host functions in a stream.
#include <time.h>

#include <algorithm>

#include "shim/cuda/driver/driver.h"
#include "shim/cuda/driver/performer.h"

namespace launchproof::cuda {
namespace {

constexpr unsigned kNonBlocking = 1;  // CU_STREAM_NON_BLOCKING

template <typename Body>
CUresult on_stream(CUstream handle, const Body& body) noexcept {
  return with_context([&](Driver& driver) {
    Stream* const stream = driver.stream(handle);
    if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    return body(driver, *stream);
  });
}

// Waiting for a stream that records a graph is an error, and invalidates the recording.
CUresult wait_for(CUstream handle) noexcept {
  return on_stream(handle, [](Driver& driver, Stream& stream) {
    if (stream.recording.recording == nullptr) {
      driver.order().host_waits(stream.name(), driver.order().begin());
      return CUDA_SUCCESS;
    }
    stream.recording.recording->is_broken = true;
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  });
}

CUresult make_stream(CUstream* stream, unsigned flags, int priority) {
  if (stream == nullptr || (flags & ~kNonBlocking) != 0) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    *stream = driver.streams.make(Stream{flags, priority, driver.new_number(), {}, false});
    return CUDA_SUCCESS;
  });
}

template <typename Body>
CUresult with_event(CUevent event, const Body& body) noexcept {
  return with_driver([&](Driver& driver) {
    if (!driver.events.holds(event)) return CUDA_ERROR_INVALID_HANDLE;
    return body();
  });
}

std::int64_t now() {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * kNanoseconds + time.tv_nsec;
}

// In a stream that records a graph, an event represents everything that the stream has recorded so far.
CUresult record(CUevent event, CUstream handle) {
  return on_stream(handle, [&](Driver& driver, Stream& stream) {
    if (!driver.events.holds(event)) return CUDA_ERROR_INVALID_HANDLE;
    event->recording = stream.recording;
    if (stream.recording.recording == nullptr) {
      event->note_now();
      event->mark = driver.order().mark(stream.name(), driver.order().begin());
    }
    return CUDA_SUCCESS;
  });
}

// The stream's next work waits for the event. A stream that waits for an event of a recording joins the
// recording.
CUresult wait_for_event(CUstream handle, CUevent event) {
  return on_stream(handle, [&](Driver& driver, Stream& stream) {
    if (!driver.events.holds(event)) return CUDA_ERROR_INVALID_HANDLE;
    RecordingEnd& own = stream.recording;
    const RecordingEnd& other = event->recording;
    if (other.recording == nullptr) {
      if (own.recording != nullptr) return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
      // Waiting for an event that was never recorded has no effect.
      if (event->mark != 0) driver.order().wait(stream.name(), {&event->mark, 1}, driver.order().begin());
      return CUDA_SUCCESS;
    }
    if (own.recording == nullptr) {
      own.recording = other.recording;
      own.recording->streams.push_back(&stream);
    } else if (own.recording != other.recording) {
      own.recording->is_broken = other.recording->is_broken = true;
      return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    }
    for (GraphNode* node : other.last)
      if (std::ranges::find(own.last, node) == own.last.end()) own.last.push_back(node);
    return CUDA_SUCCESS;
  });
}

CUresult elapsed(float* milliseconds, CUevent start, CUevent end) {
  constexpr float kNanosecondsOfMillisecond = 1e6F;
  if (milliseconds == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_event(start, [&] {
    if (!start->is_recorded || end == nullptr || !end->is_recorded) return CUDA_ERROR_INVALID_HANDLE;
    *milliseconds = static_cast<float>(end->nanoseconds - start->nanoseconds) / kNanosecondsOfMillisecond;
    return CUDA_SUCCESS;
  });
}

}  // namespace

void Event::note_now() {
  is_recorded = true;
  nanoseconds = now();
}

}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  return make_stream(stream, flags, 0);
}

LAUNCHPROOF_API CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  return make_stream(stream, flags, priority);
}

LAUNCHPROOF_API CUresult cuStreamDestroy_v2(CUstream stream) {
  return with_driver([&](Driver& driver) {
    if (!driver.streams.holds(stream)) return CUDA_ERROR_INVALID_HANDLE;
    // A recording is invalid without one of its streams.
    if (const auto recording = stream->recording.recording) {
      recording->is_broken = true;
      std::erase(recording->streams, stream);
    }
    driver.order().forget(stream->name());
    driver.streams.remove(stream);
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuStreamSynchronize(CUstream stream) {
  return wait_for(stream);
}

LAUNCHPROOF_API CUresult cuStreamQuery(CUstream stream) {
  return wait_for(stream);
}

LAUNCHPROOF_API CUresult cuStreamGetFlags(CUstream handle, unsigned* flags) {
  if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return on_stream(handle, [&](Driver&, const Stream& stream) {
    *flags = stream.flags;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuStreamGetPriority(CUstream handle, int* priority) {
  if (priority == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return on_stream(handle, [&](Driver&, const Stream& stream) {
    *priority = stream.priority;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuStreamGetId(CUstream handle, unsigned long long* id) {
  if (id == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return on_stream(handle, [&](Driver&, const Stream& stream) {
    *id = stream.id;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuStreamGetDevice(CUstream handle, CUdevice* device) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return on_stream(handle, [&](Driver&, const Stream&) {
    *device = 0;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuStreamGetCtx(CUstream handle, CUcontext* context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return on_stream(handle, [&](Driver&, const Stream&) {
    *context = current_contexts().back();
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  return wait_for_event(stream, event);
}

LAUNCHPROOF_API CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr, std::size_t, unsigned) {
  return on_stream(stream, [](Driver&, const Stream&) { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  if (function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) { return submit(driver, stream, HostWork{{function, data}}); });
}

LAUNCHPROOF_API CUresult cuStreamAddCallback(CUstream handle, CUstreamCallback function, void* data,
                                             unsigned) {
  if (function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult result = wait_for(handle);
  if (result == CUDA_SUCCESS) function(handle, CUDA_SUCCESS, data);
  return result;
}

LAUNCHPROOF_API CUresult cuEventCreate(CUevent* event, unsigned flags) {
  if (event == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    *event = driver.events.make();
    (*event)->flags = flags;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuEventRecord(CUevent event, CUstream stream) {
  return record(event, stream);
}

LAUNCHPROOF_API CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned) {
  return record(event, stream);
}

LAUNCHPROOF_API CUresult cuEventQuery(CUevent event) {
  return with_driver([&](Driver& driver) {
    if (!driver.events.holds(event)) return CUDA_ERROR_INVALID_HANDLE;
    if (event->recording.recording != nullptr) return CUDA_ERROR_CAPTURED_EVENT;
    driver.order().host_waits(event->mark, driver.order().begin());
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuEventSynchronize(CUevent event) {
  return cuEventQuery(event);
}

LAUNCHPROOF_API CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return elapsed(milliseconds, start, end);
}

LAUNCHPROOF_API CUresult cuEventElapsedTime_v2(float* milliseconds, CUevent start, CUevent end) {
  return elapsed(milliseconds, start, end);
}

LAUNCHPROOF_API CUresult cuEventDestroy_v2(CUevent event) {
  return with_driver(
      [&](Driver& driver) { return driver.events.remove(event) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE; });
}
