// The library that asks the driver for one of its private tables.
#pragma once

#include <string>

namespace launchproof::cuda {

// Returns the name of the library that has the address, without its folder and its version: "libcublas.so".
// Empty: the application itself, or not known.
std::string library_at(const void* address);

// Returns whether the library compiles programs and launches nothing, so that a private table of the driver
// changes nothing for a recording.
bool only_compiles(const std::string& library);

}  // namespace launchproof::cuda
