// A program as the front end prepared it, for engines that execute it instead of reading a model.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/program/file_uses.h"
#include "verify/frontend/program/program.h"
#include "verify/model/kernel_model.h"

namespace launchproof::frontend {

struct PreparedKernel {
  std::string name;
  std::vector<model::Parameter> parameters;  // their `array` is not set
  std::optional<std::array<std::uint64_t, 3>> required_local_size;
  std::vector<std::string> refusals;  // constructs that a pass could not prepare, with their place
};

struct PreparedProgram {
  bool compiled = false;
  unsigned address_bits = 64;
  std::vector<PreparedKernel> kernels;
  // LLVM bitcode of the module after the passes: calls inlined, private scalars in SSA form, shared accesses
  // volatile (those marked kPlainAccess are not so in the source), private tables marked kTable without the
  // copy that fills them, calls of kUndefinedPrefix where a value is arbitrary.
  std::string bitcode;
  std::vector<CompilerMessage> messages;
  FileUses files;  // as of Translation
};

// Never throws for bad source: `compiled` is false and `messages` says why.
PreparedProgram prepare_program(const std::vector<ProgramSource>& sources, const DeviceEnvironment& device);

}  // namespace launchproof::frontend
