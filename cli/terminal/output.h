// Output of the program itself. Nothing here throws: an output that is closed or full must not cost what was
// recorded or proved.
#pragma once

#include <cstdio>
#include <string_view>

namespace launchproof::cli {

// Opens /dev/null for closed standard descriptors, so that no file of the program takes their numbers.
// Writing to a closed standard output still fails, and executed programs see the descriptors closed. A reader
// that leaves, or a file that exceeds the process's size limit, no longer ends the process: the call fails
// instead.
void prepare_standard_streams();

// Restores SIGPIPE and SIGXFSZ, in a child before it executes another program, as they were before
// prepare_standard_streams().
void restore_output_signals();

// Writes and flushes. Returns false, after a message on standard error, if the text cannot be written; a
// reader that left (`| head`) is not a failure.
[[nodiscard]] bool print(std::FILE* stream, std::string_view text);

// Returns whether the stream is a terminal that knows escape sequences (TERM is not `dumb`).
bool is_terminal(std::FILE* stream);

// Writes a line on standard error, after the prefix `launchproof: `.
void say(std::string_view line);

}  // namespace launchproof::cli
