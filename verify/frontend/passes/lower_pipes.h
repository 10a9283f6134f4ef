// Turns reads and writes of packets into accesses through their pointers, if the pipe has a packet or room.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace launchproof::frontend {

// Functions whose result is the contents of a pipe, or whether it has packets or room: any value, a different
// one at each call.
inline constexpr const char* kPipePrefix = "launchproof.pipe.";

// Lowers calls of pipes (OpenCL C 3.0, 6.15.15): a call that succeeds yields 0, and one that fails a negative
// number and touches nothing.
void lower_pipes(llvm::Function& kernel);

}  // namespace launchproof::frontend
