// Finds functions of the C library that the shim replaces, for which it therefore cannot ask the dynamic
// linker.
#pragma once

namespace launchproof::shim {

// Returns the function as defined in the C library itself (libc.so, or libdl.so of glibc before 2.34), read
// from its symbol table (System V ABI, "Dynamic Linking"; DT_GNU_HASH). Returns null if there is none.
void* c_library_function(const char* name) noexcept;

}  // namespace launchproof::shim
