// One module of device code: its PTX, and machine code for the kernels that were launched.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "executor/protocol/message.h"
#include "verify/frontend/prepared.h"
#include "verify/replay/in_place_kernel.h"

namespace launchproof::executor {

inline constexpr std::uint32_t kNewestArchitecture = 999;

class LoadedProgram {
 public:
  // Loads `image`, which a program passed to cuModuleLoadData(): PTX, a fat binary or a cubin. If it has
  // several pieces of PTX, takes the newest one for `architecture`, the compute capability of the device.
  explicit LoadedProgram(std::string_view image, std::uint32_t architecture = kNewestArchitecture);

  // Returns the description of the module, without its number.
  const LoadedModule& described() const { return d_described; }

  // Sets the addresses of the variables, by their names in the PTX.
  void place(const std::map<std::string, std::uint64_t>& addresses);

  // Runs a launch to its end.
  LaunchResult run(const KernelLaunch& launch);

 private:
  void read_ptx();
  // Returns a program that contains the kernel of this PTX name: the whole module, or only the kernel if the
  // module is large.
  const frontend::PreparedProgram& prepared(const std::string& kernel);
  // Returns the kernel with this name in the PTX, which `program` calls `name`.
  const replay::InPlaceKernel& kernel(const frontend::PreparedProgram& program, const std::string& name,
                                      const std::string& in_ptx);

  LoadedModule d_described;
  std::map<std::string, std::string> d_names;  // kernel names in the PTX -> names in the prepared program
  std::map<std::string, std::string>
      d_symbols;  // symbols in the generated text -> names of variables in the PTX
  std::map<std::string, frontend::PreparedProgram> d_prepared;  // by kernel; the empty name stands for the
                                                                // whole module
  std::map<std::string, std::uint64_t> d_addresses;             // addresses of variables, by their names in
                                                                // the PTX
  std::map<std::string, replay::InPlaceKernel> d_kernels;       // by their names in the PTX
};

}  // namespace launchproof::executor
