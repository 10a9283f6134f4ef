// Sends tasks to a worker and receives their outcomes, in frames that consist of a 32-bit length and that
// many bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "verify/worker/pool/task_outcome.h"

namespace launchproof::worker {

struct Request {
  std::size_t task = 0;
  std::string selector;
  bool refine = true;  // if false, an interim outcome is the last one
};

std::string to_text(const Request& request);
Request request_from_text(const std::string& text);
std::string to_text(const TaskOutcome& outcome, const MoreText& more);
// Throws std::runtime_error if the text is damaged.
TaskOutcome task_outcome_from_text(const std::string& text, const MoreText& more);

// Writes whole frames to blocking descriptors. Returns false if the other side has closed the connection.
bool write_frame(int descriptor, const std::string& payload);
bool read_frame(int descriptor, std::string& payload);

// Assembles frames from a descriptor that is read as data arrives.
class FrameReader {
 public:
  // Reads available data. Returns false at the end of the stream or on an error.
  bool fill(int descriptor);
  std::optional<std::string> next();

 private:
  std::string d_data;
};

}  // namespace launchproof::worker
