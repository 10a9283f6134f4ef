// A program as the front end prepared it, for engines that execute it instead of reading a model.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/frontend.h"

namespace launchproof::frontend {

// Calls of this function (one for each type) yield an arbitrary value: what uninitialised private memory
// holds.
inline constexpr const char* kUndefinedPrefix = "launchproof.undefined.";
// Marks shared accesses that are volatile only to keep the passes off them.
inline constexpr const char* kPlainAccess = "launchproof.plain";
// Names the constant that a private array holds throughout, when nothing else is ever written to it.
inline constexpr const char* kTable = "launchproof.table";

// Waits for the events that are its arguments; only in what is translated to a model, see split_waits().
// Where the scope of a private variable begins, for execution: what these bytes hold is arbitrary.
inline constexpr const char* kFresh = "launchproof.fresh";
inline constexpr const char* kWait = "launchproof.wait";

// Where a work-item for which an assumption does not hold ends; only in what is prepared for execution.
inline constexpr const char* kLeftOut = "launchproof.left_out";

// Named metadata of modules of which the build options leave undefined what is computed with infinities, or
// with what is no number, and what gives them.
inline constexpr const char* kFiniteMath = "launchproof.finite_math";

// What Clang makes of to_global and its like.
inline constexpr const char* kToSpacePrefix = "__to_";

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
