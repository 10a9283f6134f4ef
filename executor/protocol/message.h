// Messages between the CUDA driver library in an application and the process that executes kernels for it.
// Both run on one machine and come from the same build, so numbers are sent in their memory representation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace launchproof::executor {

// The first argument that makes the verifier's program the executing process. It is followed by the numbers
// of two file descriptors, for the socket and the device memory, and by the address and size in bytes of that
// memory.
inline constexpr const char* kExecuteKernels = "--execute-kernels";

// The kinds of requests. Each request gets one answer.
enum class Request : std::uint32_t {
  Load,    // the device's compute capability as a std::uint32_t (90 for 9.0), image -> LoadedModule
  Place,   // Placement -> nothing
  Launch,  // KernelLaunch -> LaunchResult
};

// Thrown if the other end of the connection has been closed.
class ConnectionLost : public std::runtime_error {
 public:
  ConnectionLost() : std::runtime_error("the executing process has ended") {}
};

class MessageWriter {
 public:
  template <typename Number>
  void put(Number number) {
    static_assert(std::is_trivially_copyable_v<Number>);
    d_bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  void put_bytes(const void* bytes, std::size_t size) {
    put<std::uint64_t>(size);
    d_bytes.append(static_cast<const char*>(bytes), size);
  }
  void put_text(std::string_view text) { put_bytes(text.data(), text.size()); }

  const std::string& bytes() const { return d_bytes; }

 private:
  std::string d_bytes;
};

// Reads a message. Throws ConnectionLost if the message is shorter than the data read from it.
class MessageReader {
 public:
  explicit MessageReader(std::string_view bytes) : d_rest(bytes) {}

  template <typename Number>
  Number take() {
    static_assert(std::is_trivially_copyable_v<Number>);
    const std::string_view bytes = take_view(sizeof(Number));
    Number number;
    __builtin_memcpy(&number, bytes.data(), sizeof number);
    return number;
  }
  std::string take_text() { return std::string(take_view(take<std::uint64_t>())); }

 private:
  std::string_view take_view(std::uint64_t size) {
    if (size > d_rest.size()) throw ConnectionLost();
    const std::string_view bytes = d_rest.substr(0, size);
    d_rest.remove_prefix(size);
    return bytes;
  }

  std::string_view d_rest;
};

// Sends a complete message. Throws ConnectionLost.
void send_message(int socket, std::string_view bytes);
// Returns the next message. Throws ConnectionLost.
std::string receive_message(int socket);

struct KernelParameter {
  std::uint64_t offset = 0, size = 0;  // in bytes, within the parameter block
};

struct LoadedKernel {
  std::string name;
  std::vector<KernelParameter> parameters;
  std::uint64_t static_shared_bytes = 0;
};

struct LoadedVariable {
  std::string name;
  std::uint64_t alignment = 1;
  std::string initial;  // its contents before the first launch
};

// The description of a module, or the reason why it cannot be loaded.
struct LoadedModule {
  std::string problem;       // empty if it was loaded
  bool has_no_ptx = false;   // the problem is that there is no PTX
  std::uint64_t number = 0;  // identifies the module in requests
  std::string ptx;
  std::uint32_t architecture = 0;  // architecture that the PTX is for: 75 for sm_75; 0: not stated
  std::vector<LoadedKernel> kernels;
  std::vector<LoadedVariable> variables;
};

struct KernelLaunch {
  std::uint64_t module = 0;
  std::string kernel;
  std::uint64_t groups[3] = {1, 1, 1};
  std::uint64_t local_size[3] = {1, 1, 1};
  std::uint64_t dynamic_bytes = 0;
  std::optional<bool> is_cooperative;  // nothing: unknown
  std::string parameters;              // the block
};

enum class LaunchEnd : std::uint32_t {
  Completed,
  NotExecuted,  // memory is unchanged
  Assertion,    // an assertion of the kernel failed
  Trap,         // a thread ended the launch
};

struct LaunchResult {
  LaunchEnd end = LaunchEnd::Completed;
  std::string problem;         // why it was not executed
  std::string printed;         // for the standard output of the application
  std::string failed_asserts;  // for its standard error
};

void put(MessageWriter& message, const LoadedModule& module);
LoadedModule take_module(MessageReader& message);
void put(MessageWriter& message, const KernelLaunch& launch);
KernelLaunch take_launch(MessageReader& message);
void put(MessageWriter& message, const LaunchResult& result);
LaunchResult take_result(MessageReader& message);

}  // namespace launchproof::executor
