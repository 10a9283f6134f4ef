// Writes what a CUDA application loads and launches into the capture that LAUNCHPROOF_CAPTURE names.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "capture/blob_store.h"
#include "capture/writer.h"
#include "executor/protocol/message.h"
#include "shim/cuda/device_memory.h"

namespace launchproof::cuda {

// What LAUNCHPROOF_CONTENTS and LAUNCHPROOF_CONTENTS_LIMIT ask for.
struct ContentsWish {
  bool are_wanted = false;
  bool of_repeats = false;  // also of launches that were recorded with contents already
  std::uint64_t most_of_buffer = 0, most_of_all = 0;  // in bytes

  static ContentsWish from_environment();
};

class Recorder {
 public:
  // Records nothing where the variable is not set. The capture's writer is never destroyed: the application
  // may call the API until its very end.
  explicit Recorder(DeviceMemory& memory);

  capture::Writer* writer() const { return d_writer; }
  capture::DeviceId device_id() const { return d_device; }
  bool is_on() const { return d_writer != nullptr && d_writer->recording(); }

  // Records a module by its PTX; returns its id.
  capture::ProgramId add_module(const std::string& ptx);
  // Records a launch of the module. `kernel` says where the parameters lie in the launch's block.
  // Returns the number of the launch's counter, where it is recorded.
  std::optional<std::uint64_t> add_launch(capture::ProgramId module, const executor::LoadedKernel& kernel,
                                          const executor::KernelLaunch& launch);
  // Leaves a remark, each text once. `launches_missing`: what was launched need not all be recorded.
  void note(const std::string& text, bool launches_missing = false);
  // The process is about to end by exit() or the end of main().
  void mark_end();

 private:
  capture::ArgumentValue argument(const char* bytes, std::uint64_t size);
  capture::BufferArgument buffer(std::uint64_t address, const Allocation& allocation);
  capture::Contents contents(std::uint64_t address, std::uint64_t bytes);
  // Says of the launch whether contents are recorded with it, and if not, why.
  void decide_contents(const executor::LoadedKernel& kernel, const executor::KernelLaunch& launch);

  DeviceMemory& d_memory;
  capture::Writer* d_writer = nullptr;
  capture::DeviceId d_device = 0;
  std::mutex d_mutex;
  std::set<std::string> d_notes;
  ContentsWish d_wish;
  std::mutex d_launching;         // guards what follows
  std::set<std::string> d_known;  // launches whose contents are recorded
  std::uint64_t d_contents = 0;   // bytes recorded so far
  std::string d_no_contents;      // why the launch at hand is recorded without
};

}  // namespace launchproof::cuda
