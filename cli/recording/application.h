// Starts an unmodified application under the shim and waits for it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace launchproof::cli {

// Returns the file that would be executed, looked up as a shell does. Throws UsageError with cause and
// remedy.
std::filesystem::path find_application(const std::string& name);

// Files that are installed next to this program (../lib, ../lib/launchproof, its own folder).
inline constexpr const char* kShimName = "liblaunchproof_shim.so";
inline constexpr const char* kVerifierName = "launchproof-verifier";
inline constexpr const char* kCudaLibrary = "libcuda.so.1";
// Returns the path of such a file. Throws std::runtime_error if it is missing.
std::filesystem::path find_installed(const std::string& name);

// Shells add this to the number of the signal that killed a program.
inline constexpr int kSignalBase = 128;

struct ApplicationEnd {
  int process = 0;
  int status = 0;  // as in a shell: exit status, or kSignalBase + signal
  std::optional<int> signal;
};

// Names the library file of the CUDA driver if programs do not find it by its default name.
inline constexpr const char* kCudaDriverVariable = "LAUNCHPROOF_CUDA_DRIVER";
// Returns whether this machine has NVIDIA's CUDA driver, or LAUNCHPROOF_CUDA_DRIVER names the library of one.
bool has_cuda_driver();
// Returns the driver's library; empty if it cannot be opened.
std::filesystem::path cuda_driver_library();
// Returns whether the executable itself, not just one of its libraries, refers to CUDA.
bool names_cuda(const std::filesystem::path& application);

// Settings of the shim: what it records besides launches, and what the application sees.
struct ShimOptions {
  std::string mode = "none";   // as --contents
  std::string device_type_as;  // as --device-type-as
  std::string platform;        // as --platform
  bool prefer_source = false;  // as --prefer-source
  std::uint64_t buffer_limit = 0;
  std::uint64_t total_limit = 0;
  std::string failure_box;  // capture::FailureBox::name()
  // Empty if the application does not get Launchproof's CUDA. Otherwise `cuda_folder` has the library that
  // the application finds as libcuda.so.1: the processor device, for which `executor` executes kernels, or,
  // with `cuda_driver`, the library that forwards to that driver.
  std::filesystem::path cuda_folder, cuda_driver, executor;
  std::string cuda_device;  // as --cuda-device
  bool executes = true;
  unsigned kernel_seconds = 0;  // time limit of a kernel; 0: none
};

// Runs `words` with the shim recording into `capture` (an absolute path). The application uses the caller's
// standard input, output and error. Signals sent to this process are forwarded; the application receives
// signals from the terminal anyway. Throws UsageError if the application cannot be started.
ApplicationEnd run_under_shim(const std::filesystem::path& application, const std::vector<std::string>& words,
                              const std::filesystem::path& shim, const std::filesystem::path& capture,
                              const ShimOptions& options);

// Returns sentences that explain why nothing may have been recorded of this application, and what to do.
std::string explain_nothing_recorded(const std::filesystem::path& application);

// Returns the part of that explanation for an application with elevated rights; nothing if it has none.
std::string explain_privileges(const std::filesystem::path& application);

}  // namespace launchproof::cli
