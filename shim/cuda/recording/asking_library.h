// Identifies the library that asks the driver for one of its private tables.
#pragma once

#include <string>

namespace launchproof::cuda {

// Returns the name of the library that contains the address, without its folder and version: "libcublas.so".
// Empty: the application itself, or unknown.
std::string library_at(const void* address);

// Returns whether the library only compiles programs and launches nothing, so that its use of a private table
// does not affect a recording.
bool only_compiles(const std::string& library);

}  // namespace launchproof::cuda
