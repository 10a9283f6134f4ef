// Output of the program itself. Nothing here throws: a closed or full output must not lose recorded or proved
// results.
#pragma once

#include <cstdio>
#include <string_view>

namespace launchproof::cli {

// Opens /dev/null for closed standard descriptors, so that no file of the program gets their numbers. Writing
// to a closed standard output still fails, and executed programs see the descriptors closed. If a reader
// closes its end, or a file exceeds the process's size limit, the call fails instead of ending the process.
void prepare_standard_streams();

// Restores SIGPIPE and SIGXFSZ to their state before prepare_standard_streams(). Called in a child before it
// executes another program.
void restore_output_signals();

// Writes and flushes. Returns false, after a message on standard error, if the text cannot be written. A
// reader that closed its end (`| head`) is not a failure.
[[nodiscard]] bool print(std::FILE* stream, std::string_view text);

// Returns whether the stream is a terminal that supports escape sequences (TERM is not `dumb`).
bool is_terminal(std::FILE* stream);

// Writes a line with the prefix `launchproof: ` to standard error.
void say(std::string_view line);

}  // namespace launchproof::cli
