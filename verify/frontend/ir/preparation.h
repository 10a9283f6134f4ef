// The purpose of the passes between Clang and the translation, and what they refuse.
#pragma once

#include <llvm/IR/DebugLoc.h>

#include <cstdint>
#include <string>

namespace launchproof::frontend {

// A construct that a pass met and that the translation must report.
struct Refusal {
  std::string construct;
  llvm::DebugLoc location;
};

enum class Purpose : std::uint8_t {
  Model,     // waits for events name the events that they wait for (kWait)
  Execution  // waits for events read them from memory, as in the source
};

}  // namespace launchproof::frontend
