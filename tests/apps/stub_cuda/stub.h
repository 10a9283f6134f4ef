// A CUDA driver for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

// CUDA_ERROR_...
constexpr int kSuccess = 0, kInvalidValue = 1, kNotInitialized = 3, kInvalidImage = 200,
              kInvalidContext = 201, kInvalidHandle = 400, kNotFound = 500;

// Functions that the stub does not implement return this number plus their index in the table.
constexpr int kNotImplemented = 5000;

// A function of the stub. Functions are found by name: the symbol's name without `stub_`.
#define STUB extern "C" int

// One lock for all of the stub's state.
std::mutex& stub_mutex();

struct StubParameter {
  std::size_t offset, size;
};

struct StubModule;

struct StubKernel {
  StubModule* module;
  std::string name;
  std::vector<StubParameter> parameters;
};

struct StubModule {
  std::map<std::string, StubKernel> kernels;
  std::map<std::string, std::pair<char*, std::size_t>> variables;
};

// Finds the stub's allocation that contains an address; returns false if there is none.
bool stub_allocation(std::uint64_t address, std::uint64_t& begin, std::size_t& size);

struct StubLaunch {
  StubKernel* kernel;
  unsigned shape[7];
  std::vector<std::string> parameters;
  std::vector<void*> pointers;
};

// Copies the arguments of a launch. Returns pointers to the copies.
StubLaunch stub_copy(StubKernel* kernel, const unsigned* shape, void** parameters);
// Adds a node if the stream is being captured, and returns whether it is.
bool stub_capture(void* stream, StubKernel* kernel, const unsigned* shape, void** parameters);
