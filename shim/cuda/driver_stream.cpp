// Streams, events and functions of the host in a stream. All work has been done when a call returns.
#include <time.h>

#include "shim/cuda/driver.h"

namespace launchproof::cuda {
namespace {

// The streams that need not be made: null, legacy and per thread.
bool is_built_in(CUstream stream) {
  return reinterpret_cast<std::uintptr_t>(stream) <= 2;
}

template <typename Body>
CUresult on_stream(CUstream stream, const Body& body) noexcept {
  return with_context([&](Driver& driver) {
    if (!is_built_in(stream) && !driver.streams.holds(stream)) return CUDA_ERROR_INVALID_HANDLE;
    body();
    return CUDA_SUCCESS;
  });
}

CUresult make_stream(CUstream* stream, unsigned flags, int priority) {
  if (stream == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    *stream = driver.streams.make();
    **stream = {flags, priority};
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

CUresult record(CUevent event, CUstream stream) {
  return on_stream(stream, [&] {
    event->is_recorded = true;
    event->nanoseconds = now();
  });
}

CUresult elapsed(float* milliseconds, CUevent start, CUevent end) {
  constexpr float kNanosecondsOfMillisecond = 1e6F;
  if (milliseconds == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_event(start, [&] {
    if (!start->is_recorded || !end->is_recorded) return CUDA_ERROR_INVALID_HANDLE;
    *milliseconds = static_cast<float>(end->nanoseconds - start->nanoseconds) / kNanosecondsOfMillisecond;
    return CUDA_SUCCESS;
  });
}

}  // namespace
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
    return driver.streams.remove(stream) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
  });
}

LAUNCHPROOF_API CUresult cuStreamSynchronize(CUstream stream) {
  return on_stream(stream, [] {});
}

LAUNCHPROOF_API CUresult cuStreamQuery(CUstream stream) {
  return on_stream(stream, [] {});
}

LAUNCHPROOF_API CUresult cuStreamGetFlags(CUstream stream, unsigned* flags) {
  return on_stream(stream, [&] { *flags = is_built_in(stream) ? 0 : stream->flags; });
}

LAUNCHPROOF_API CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return on_stream(stream, [&] { *priority = is_built_in(stream) ? 0 : stream->priority; });
}

LAUNCHPROOF_API CUresult cuStreamGetCtx(CUstream stream, CUcontext* context) {
  return on_stream(stream, [&] { *context = current_contexts().back(); });
}

LAUNCHPROOF_API CUresult cuStreamIsCapturing(CUstream stream, int* status) {
  return on_stream(stream, [&] { *status = 0; });
}

LAUNCHPROOF_API CUresult cuStreamWaitEvent(CUstream stream, CUevent, unsigned) {
  return on_stream(stream, [] {});
}

LAUNCHPROOF_API CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  if (function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult result = on_stream(stream, [] {});
  // The function is the application's, and nothing of the driver is held while it runs.
  if (result == CUDA_SUCCESS) function(data);
  return result;
}

LAUNCHPROOF_API CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback function, void* data,
                                             unsigned) {
  if (function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult result = on_stream(stream, [] {});
  if (result == CUDA_SUCCESS) function(stream, CUDA_SUCCESS, data);
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
  return with_event(event, [&] { return record(event, stream); });
}

LAUNCHPROOF_API CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned) {
  return with_event(event, [&] { return record(event, stream); });
}

LAUNCHPROOF_API CUresult cuEventQuery(CUevent event) {
  return with_event(event, [] { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API CUresult cuEventSynchronize(CUevent event) {
  return with_event(event, [] { return CUDA_SUCCESS; });
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
