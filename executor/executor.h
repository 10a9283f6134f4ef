// Executes kernels for the CUDA driver library, in the memory shared with its application.
#pragma once

namespace launchproof::executor {

// Answers requests on the socket until the other end is closed. Returns the exit status. Requires the device
// memory to be mapped at its address.
int serve(int socket);

// Maps the device memory and serves: `words` are the arguments that follow kExecuteKernels. Returns the exit
// status.
int execute_kernels(int count, const char* const* words);

}  // namespace launchproof::executor
