// Common code for the functions of the CUDA runtime API (CUDA Runtime API Reference Manual, 13.0).
#pragma once

#include <cstddef>
#include <cstdint>

#include "shim/cuda/runtime/driver_functions.h"
#include "shim/cuda/runtime/version.h"

extern "C" {

enum cudaError_t : int {
#define ERROR(name, number, text) name = (number),
#include "shim/cuda/runtime/errors.def"
#undef ERROR
};

struct dim3 {
  unsigned x, y, z;
};

}  // extern "C"

namespace launchproof::cuda::runtime {

// Returns the runtime error for a driver result; the numbers are equal.
inline cudaError_t error_of(CUresult result) {
  return static_cast<cudaError_t>(static_cast<int>(result));
}

// Returns the result, and keeps an error for cudaGetLastError().
cudaError_t finish(cudaError_t error);
inline cudaError_t finish(CUresult result) {
  return finish(error_of(result));
}

// Makes the device's primary context current in this thread if no context is. Returns the error if that
// fails.
CUresult need_context();

// Calls `body`, which returns a CUresult, with a context.
template <typename Body>
cudaError_t in_context(const Body& body) {
  const CUresult result = need_context();
  return finish(result == CUDA_SUCCESS ? body() : result);
}

// Returns the kernel that a host function launches; null, with an error, if there is none.
CUfunction function_of(const void* host_function, cudaError_t& error);

// Returns the host function that launches the kernel, or the kernel itself if there is none.
const void* host_function_of(CUfunction function);

// Finds the device memory of the variable for a host symbol.
cudaError_t variable_of(const void* symbol, CUdeviceptr& address, std::size_t& bytes);

}  // namespace launchproof::cuda::runtime

#define LAUNCHPROOF_API extern "C" __attribute__((visibility("default")))
