// The identity of this program: itself and every library that it has loaded, by the ids that their linkers
// gave them.
#pragma once

#include <optional>
#include <string>

namespace launchproof::cache {

// Returns a line for each file, "libz3.so.4 4f2c...", sorted; equal on every machine with the same files. A
// file without an id has the SHA-256 of its bytes. Nothing when one can be told by neither.
std::optional<std::string> program_identity();

}  // namespace launchproof::cache
