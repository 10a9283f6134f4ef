// Captures made from captures. The inputs stay unchanged. The output is a new folder that appears once it is
// complete. All functions throw InputError if an input is not a capture or `into` already exists, and
// std::runtime_error if a file cannot be written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace launchproof::capture {

struct Copied {
  std::size_t processes = 0;
  std::uint64_t blobs = 0;
  std::vector<std::string> notes;  // descriptions of omitted parts
};

// Merges the processes of these captures into one capture, each under its own tag. `session.json` is that of
// the first capture.
Copied merge(const std::vector<std::string>& captures, const std::string& into);

// Makes a capture of the same launches and programs without confidential data. It has no blobs (texts
// of programs, contents of buffers) but only their digests, no build logs, and no paths, host or
// arguments of the application. Kernel names, build options, names of macros, sizes, and by-value
// arguments stay.
Copied redact(const std::string& capture, const std::string& into);

}  // namespace launchproof::capture
