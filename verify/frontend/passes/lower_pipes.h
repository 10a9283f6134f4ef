// Replaces reads and writes of packets by accesses through their pointers, performed only if the pipe has a
// packet or room.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace launchproof::frontend {

// The prefix of functions that return the contents of a pipe, or whether it has packets or room: any value, a
// different one for each call.
inline constexpr const char* kPipePrefix = "launchproof.pipe.";

// Lowers calls that use pipes (OpenCL C 3.0, 6.15.15). A call that succeeds returns 0. A call that fails
// returns a negative number and touches nothing.
void lower_pipes(llvm::Function& kernel);

}  // namespace launchproof::frontend
