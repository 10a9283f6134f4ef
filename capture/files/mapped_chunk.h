// Files that grow while they are mapped.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace launchproof::capture {

// Gives the file real blocks for the bytes from `begin` on and maps them. A hole would raise SIGBUS on a full
// disk, in the middle of the application. Null, and `error` set, when that fails. In a QuietSection.
char* map_part(int fd, off_t begin, std::size_t size, int& error);

}  // namespace launchproof::capture
