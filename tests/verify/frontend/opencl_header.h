// Clang's declarations of OpenCL C, read from its header opencl-c.h.
#pragma once

#include <string>
#include <vector>

namespace launchproof::frontend {

struct Prototype {
  std::string name;
  std::string result;                   // e.g. "uint4"
  std::vector<std::string> parameters;  // types without names, e.g. "const __global char *"
  unsigned line = 0;
};

// In the order of the header. Throws std::runtime_error if it cannot be read.
std::vector<Prototype> declared_functions();

}  // namespace launchproof::frontend
