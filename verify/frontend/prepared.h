// A program prepared by the front end for engines that execute it instead of reading a model.
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
  std::vector<std::string> refusals;  // constructs that a pass could not prepare, with their places
};

struct PreparedProgram {
  bool compiled = false;
  unsigned address_bits = 64;
  std::vector<PreparedKernel> kernels;
  // LLVM bitcode of the module after the passes: calls are inlined, private scalars are in SSA form, shared
  // accesses are volatile (those marked kPlainAccess are not volatile in the source), private tables are
  // marked kTable and lack the copy that fills them, and arbitrary values are calls of kUndefinedPrefix.
  std::string bitcode;
  std::vector<CompilerMessage> messages;
  FileUses files;  // as of Translation
};

// Prepares a program. Never throws for faulty source: `compiled` is then false and `messages` says why.
PreparedProgram prepare_program(const std::vector<ProgramSource>& sources, const DeviceEnvironment& device);

}  // namespace launchproof::frontend
