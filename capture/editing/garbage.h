// Files in a capture's folder that no record names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace launchproof::capture {

struct Garbage {
  std::vector<std::string> files;  // blobs that no line names, and unfinished files
  std::uint64_t bytes = 0;
};

// Throws InputError if there is no capture, or while a process is recording into it, since the next line of
// that process may name an existing blob.
Garbage find_garbage(const std::string& path);

// Removes the files. Returns the number of files that could not be removed.
std::size_t remove(const Garbage& garbage);

}  // namespace launchproof::capture
