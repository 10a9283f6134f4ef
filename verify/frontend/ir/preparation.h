// The purpose of the passes between Clang and the translation, and the constructs that they reject.
#pragma once

#include <llvm/IR/DebugLoc.h>

#include <cstdint>
#include <string>

namespace launchproof::frontend {

// A construct that a pass rejected and that the translation must report.
struct Refusal {
  std::string construct;
  llvm::DebugLoc location;
};

enum class Purpose : std::uint8_t {
  Model,     // waits for events name the events that they wait for (kWait)
  Execution  // waits for events read them from memory, as in the source
};

}  // namespace launchproof::frontend
