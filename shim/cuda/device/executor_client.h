// The process that executes kernels, seen from the driver library.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "executor/protocol/message.h"
#include "shim/cuda/device/device_memory.h"

namespace launchproof::cuda {

class ExecutorClient {
 public:
  // Starts the program that LAUNCHPROOF_EXECUTOR names, or the verifier next to this library. The process is
  // no child of the application, whose waits do not see it; it ends when this object does. `problem()` says
  // why it could not be started.
  explicit ExecutorClient(const DeviceMemory& memory);
  ~ExecutorClient();
  ExecutorClient(const ExecutorClient&) = delete;
  ExecutorClient& operator=(const ExecutorClient&) = delete;

  const std::string& problem() const { return d_problem; }

  // A kernel ran longer than LAUNCHPROOF_KERNEL_SECONDS. The process was ended.
  struct KernelTookTooLong {};

  // Throw executor::ConnectionLost where the process has ended, as after an access outside of memory.
  executor::LoadedModule load(std::string_view image, int architecture);
  void place(std::uint64_t module, const std::vector<std::pair<std::string, std::uint64_t>>& variables);
  // Throws KernelTookTooLong.
  executor::LaunchResult run(const executor::KernelLaunch& launch);

 private:
  // Waits so many milliseconds for the answer at most; -1: for ever.
  std::string ask(const executor::MessageWriter& request, int milliseconds = -1);

  std::mutex d_mutex;
  int d_socket = -1;
  std::string d_problem;
  int d_kernel_milliseconds;
};

}  // namespace launchproof::cuda
