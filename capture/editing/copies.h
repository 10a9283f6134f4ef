// Captures made of captures. The inputs stay as they are. The output is a new folder, which appears when it
// is whole. All functions throw InputError where an input is no capture, or `into` is there already, and
// std::runtime_error where a file cannot be written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace launchproof::capture {

struct Copied {
  std::size_t processes = 0;
  std::uint64_t blobs = 0;
  std::vector<std::string> notes;  // what was left out, in words
};

// Makes one capture with the processes of all of these, each under a tag of its own. `session.json` is that
// of the first.
Copied merge(const std::vector<std::string>& captures, const std::string& into);

// Makes a capture of the same launches and programs without anything that their authors may want to keep: no
// blobs (texts of programs, contents of buffers), only their digests; no build logs; no paths, host, or
// arguments of the application. Kernel names, build options, names of macros, sizes, and by-value arguments
// stay.
Copied redact(const std::string& capture, const std::string& into);

}  // namespace launchproof::capture
