// Files that grow while they are mapped.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace launchproof::capture {

// Allocates disk blocks for the bytes from `begin` on and maps them. Without blocks, a full disk would raise
// SIGBUS in the application. Returns null and sets `error` if that fails. Requires a QuietSection.
char* map_part(int fd, off_t begin, std::size_t size, int& error);

}  // namespace launchproof::capture
