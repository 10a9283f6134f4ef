// Records what a CUDA application loads and launches in the capture that LAUNCHPROOF_CAPTURE names.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "capture/files/blob_store.h"
#include "capture/writing/writer.h"
#include "executor/protocol/message.h"
#include "shim/cuda/recording/allocations.h"
#include "shim/nvrtc/interface/runtime_source.h"

namespace launchproof::cuda {

// The contents that LAUNCHPROOF_CONTENTS and LAUNCHPROOF_CONTENTS_LIMIT request.
struct ContentsWish {
  bool are_wanted = false;
  bool of_repeats = false;  // also for launches that were already recorded with contents
  std::uint64_t most_of_buffer = 0, most_of_all = 0;  // in bytes

  static ContentsWish from_environment();
};

// The array that a texture or surface names: where its memory begins, and its shape without ids.
struct NamedArray {
  std::uint64_t address = 0;
  capture::ImageArgument shape;
};

// Returns the PTX for machine code that NVRTC generated in this process, or an empty text if none is known.
// It is valid as long as the process exists.
std::string_view runtime_ptx(std::string_view image);

class Recorder {
 public:
  // Records nothing if the variable is not set. The capture's writer is never destroyed, since the
  // application may call the API until its very end. `unreadable` says why memory cannot be read; an empty
  // text means that it can be read at its addresses.
  Recorder(Allocations& allocations, const char* tool, std::string unreadable = {});

  // Sets the function that finds the array of a texture or surface by its handle. Without one, handles are
  // recorded as numbers.
  void find_arrays(std::function<std::optional<NamedArray>(std::uint64_t handle)> find) {
    d_find_array = std::move(find);
  }

  capture::Writer* writer() const { return d_writer; }
  bool is_on() const { return d_writer != nullptr && d_writer->recording(); }

  // Records a device; returns its id.
  capture::DeviceId add_device(const capture::Device& device);
  // Records a module by its image (PTX, or a fat binary or cubin that contains PTX) and, if NVRTC compiled it
  // in this process, by its source program. Machine code from NVRTC is recorded as the PTX of the same
  // compilation. Returns its id.
  capture::ProgramId add_module(std::string_view image, capture::DeviceId device);
  // Records a launch of the module at `place`. `kernel` says where the parameters lie in the launch's block.
  capture::LaunchHandle add_launch(capture::ProgramId module, capture::DeviceId device,
                                   const executor::LoadedKernel& kernel, const executor::KernelLaunch& launch,
                                   const capture::CallSite& place);
  // Counts one more launch that equals one that was added. Returns false if it must be added instead.
  bool repeat(const capture::LaunchHandle& handle) { return d_writer->repeat(handle); }
  // Takes back a launch that the driver has refused.
  void take_back(const capture::LaunchHandle& handle);
  // Adds a remark; each text is added once. `launches_missing`: some launches may not have been recorded.
  void note(const std::string& text, bool launches_missing = false);
  // Records that the process is about to end by exit() or the end of main().
  void mark_end();

 private:
  void add_runtime_source(const RuntimeSource& source, capture::Program& program);
  capture::ArgumentValue argument(const char* bytes, std::uint64_t size);
  capture::BufferArgument buffer(std::uint64_t address, const Allocation& allocation);
  std::optional<capture::ImageArgument> image(std::uint64_t handle);
  capture::Contents contents(std::uint64_t address, std::uint64_t bytes);
  // Decides whether contents are recorded with the launch; if not, states the reason.
  void decide_contents(const executor::LoadedKernel& kernel, const executor::KernelLaunch& launch);

  Allocations& d_allocations;
  std::function<std::optional<NamedArray>(std::uint64_t)> d_find_array;
  std::string d_unreadable;
  capture::Writer* d_writer = nullptr;
  std::mutex d_mutex;
  std::set<std::string> d_notes;
  ContentsWish d_wish;
  std::mutex d_launching;         // guards what follows
  std::set<std::string> d_known;  // launches whose contents are recorded
  std::uint64_t d_contents = 0;   // bytes recorded so far
  std::string d_no_contents;      // why the current launch is recorded without contents
};

}  // namespace launchproof::cuda
