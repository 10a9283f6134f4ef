// Executes launches as a device does, on memory of this process, without checking for defects.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/prepared.h"
#include "verify/replay/memory/seen.h"

namespace launchproof::replay {

struct Image;

// Returns the names, in the program's LLVM IR, of the variables that the host can access, such as those that
// CUDA declares __device__ or __constant__. Requires a program that compiled.
std::vector<std::string> program_variables(const frontend::PreparedProgram& program);

struct InPlaceLaunch {
  std::array<std::uint64_t, 3> groups{1, 1, 1}, local_size{1, 1, 1};
  std::uint64_t dynamic_bytes = 0;                   // size of the local memory that the launch sets
  std::vector<std::vector<std::uint8_t>> arguments;  // by parameter; pointers are addresses in this process
  std::optional<bool> is_cooperative;                // nothing: unknown
};

// The outcome of a launch.
struct InPlaceResult {
  std::string problem;  // why it did not finish; empty if it did
  LaunchEnd end = LaunchEnd::Completed;
  std::string printed;         // output of the kernel's printf
  std::string failed_asserts;  // one line for each failed assertion
};

// A kernel in machine code. It may run any number of times, in one thread at a time.
class InPlaceKernel {
 public:
  // Prepares a kernel. `variables` maps each program variable that the kernel uses to its address.
  InPlaceKernel(const frontend::PreparedProgram& program, const std::string& name,
                const std::map<std::string, std::uint64_t>& variables);
  ~InPlaceKernel();
  InPlaceKernel(InPlaceKernel&&) noexcept;
  InPlaceKernel& operator=(InPlaceKernel&&) noexcept;

  // Returns an empty text if the kernel can run; otherwise the construct that cannot be executed, with its
  // place.
  const std::string& refusal() const { return d_refusal; }

  // Runs all groups, on all processors. An access outside of this process's memory raises SIGSEGV.
  InPlaceResult run(const InPlaceLaunch& launch) const;

 private:
  std::string d_refusal;
  std::unique_ptr<Image> d_image;
};

}  // namespace launchproof::replay
