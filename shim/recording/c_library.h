// Functions of the C library that the shim replaces, so that it cannot ask the dynamic linker for them.
#pragma once

namespace launchproof::shim {

// Returns the function as the C library itself defines it (libc.so, or libdl.so of glibc before 2.34), read
// from its table of symbols (System V ABI, "Dynamic Linking"; DT_GNU_HASH). Null when there is none.
void* c_library_function(const char* name) noexcept;

}  // namespace launchproof::shim
