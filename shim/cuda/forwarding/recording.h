// State of the forwarding library's recording in one process.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>

#include "shim/cuda/forwarding/driver_api.h"
#include "shim/cuda/forwarding/graphs.h"
#include "shim/cuda/forwarding/kernels.h"
#include "shim/cuda/forwarding/launch_cache.h"
#include "shim/cuda/forwarding/links.h"
#include "shim/cuda/forwarding/mappings.h"
#include "shim/cuda/forwarding/unseen.h"
#include "shim/cuda/recording/allocations.h"
#include "shim/cuda/recording/recorder.h"

namespace launchproof::cuda {

class Recording {
 public:
  // Returns null if nothing is recorded: no capture is named, recording has stopped, or this is a child of
  // fork(), which has no device.
  static Recording* current();

  Allocations& allocations() { return d_allocations; }
  Recorder& recorder() { return d_recorder; }
  Kernels& kernels() { return d_kernels; }
  LaunchCache& launches() { return d_launches; }
  Mappings& mappings() { return d_mappings; }
  Graphs& graphs() { return d_graphs; }
  Links& links() { return d_links; }
  // Returns the number of streams being captured. It may be too high, but never too low.
  std::atomic<unsigned>& captures() { return d_captures; }

  // Returns the recorded id of the device of this thread's current context, or of the first device if there
  // is no context.
  capture::DeviceId device();

 private:
  Recording();

  Allocations d_allocations;
  Recorder d_recorder;
  Kernels d_kernels;
  LaunchCache d_launches;
  Mappings d_mappings;
  Graphs d_graphs;
  Links d_links;
  std::atomic<unsigned> d_captures{0};
  std::mutex d_mutex;
  std::map<CUdevice, capture::DeviceId> d_devices;
};

// Returns whether the stream is being captured, so that calls in it become nodes of a graph. `ask` is
// cuStreamIsCapturing().
template <typename Ask>
bool is_captured(Recording& recording, Ask ask, CUstream stream) {
  int status = 0;
  return recording.captures().load(std::memory_order_relaxed) != 0 && ask(stream, &status) == kSuccess &&
         status != 0;
}

// Runs bookkeeping code for a call. A failure in it loses part of the recording, but never affects the
// application.
template <typename Body>
void keep_account(const Body& body) noexcept {
  try {
    if (Recording* recording = Recording::current()) body(*recording);
  } catch (...) {
    note_unseen("a function for whose account there was no memory");
  }
}

}  // namespace launchproof::cuda
