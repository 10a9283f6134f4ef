// The driver library's connection to the process that executes kernels.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "executor/protocol/message.h"
#include "shim/cuda/device/device_memory.h"

namespace launchproof::cuda {

class ExecutorClient {
 public:
  // Starts the program named by LAUNCHPROOF_EXECUTOR, or otherwise the verifier next to this library. The
  // process is not a child of the application, so the application's waits do not see it. It ends with this
  // object. `problem()` says why it could not be started.
  explicit ExecutorClient(const DeviceMemory& memory);
  ~ExecutorClient();
  ExecutorClient(const ExecutorClient&) = delete;
  ExecutorClient& operator=(const ExecutorClient&) = delete;

  const std::string& problem() const { return d_problem; }

  // Thrown if a kernel ran longer than LAUNCHPROOF_KERNEL_SECONDS. The process was then ended.
  struct KernelTookTooLong {};

  // Throw executor::ConnectionLost if the process has ended, as it does after an access outside of memory.
  executor::LoadedModule load(std::string_view image, int architecture);
  void place(std::uint64_t module, const std::vector<std::pair<std::string, std::uint64_t>>& variables);
  // Throws KernelTookTooLong.
  executor::LaunchResult run(const executor::KernelLaunch& launch);

 private:
  // Waits for the answer for at most `milliseconds`, or without a limit for -1.
  std::string ask(const executor::MessageWriter& request, int milliseconds = -1);

  std::mutex d_mutex;
  int d_socket = -1;
  std::string d_problem;
  int d_kernel_milliseconds;
};

}  // namespace launchproof::cuda
