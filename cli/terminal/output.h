// Output of the program itself. Nothing here throws: an output that is closed or full must not cost what was
// recorded or proved.
#pragma once

#include <cstdio>
#include <string_view>

namespace launchproof::cli {

// Makes standard descriptors that are closed /dev/null, so that no file of ours takes their numbers. Writing
// to a closed standard output still fails, and programs that are executed see the descriptors closed. A
// reader that leaves ends no process any more, and neither does a file that grows beyond what the process may
// write: both are errors of the call.
void prepare_standard_streams();

// Restores SIGPIPE and SIGXFSZ, in a child before it executes another program, as they were before
// prepare_standard_streams().
void restore_output_signals();

// Writes and flushes. False, after a message on standard error, when it cannot be written; a reader that left
// (`| head`) is no failure.
[[nodiscard]] bool print(std::FILE* stream, std::string_view text);

// Returns whether the stream is a terminal that knows escape sequences (TERM is not `dumb`).
bool is_terminal(std::FILE* stream);

// Writes a line on standard error, after the prefix `launchproof: `.
void say(std::string_view line);

}  // namespace launchproof::cli
