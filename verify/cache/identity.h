// The identity of this program, consisting of the linker's ids of its file and of every library that it has
// loaded.
#pragma once

#include <optional>
#include <string>

namespace launchproof::cache {

// Returns a sorted list with a line for each file, such as "libz3.so.4 4f2c...", which is equal on every
// machine with the same files. For a file without an id, the line has the SHA-256 of its bytes. Returns
// nothing if a file has no id and cannot be read.
std::optional<std::string> program_identity();

}  // namespace launchproof::cache
