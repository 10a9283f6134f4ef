// Files in a capture's folder that no record names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace launchproof::capture {

struct Garbage {
  std::vector<std::string> files;  // blobs that no line names, files that were never finished
  std::uint64_t bytes = 0;
};

// Throws InputError when there is no capture, or while a process records into it: its next line may name a
// blob that is there already.
Garbage find_garbage(const std::string& path);

// Removes them; gives the number of files that could not be removed.
std::size_t remove(const Garbage& garbage);

}  // namespace launchproof::capture
