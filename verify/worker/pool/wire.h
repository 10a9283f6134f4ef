// How a task goes to a worker and its outcome comes back: frames of a 32-bit length and that many bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "verify/worker/pool/task_outcome.h"

namespace launchproof::worker {

struct Request {
  std::size_t task = 0;
  std::string selector;
  bool refine = true;  // else an interim outcome is the last
};

std::string to_text(const Request& request);
Request request_from_text(const std::string& text);
std::string to_text(const TaskOutcome& outcome, const MoreText& more);
// Throws std::runtime_error when it is damaged.
TaskOutcome task_outcome_from_text(const std::string& text, const MoreText& more);

// Writes whole frames over blocking descriptors. Returns false when the other side is gone.
bool write_frame(int descriptor, const std::string& payload);
bool read_frame(int descriptor, std::string& payload);

// Collects frames from a descriptor that is read as data comes.
class FrameReader {
 public:
  // Reads what is there; false at the end of the stream or on an error.
  bool fill(int descriptor);
  std::optional<std::string> next();

 private:
  std::string d_data;
};

}  // namespace launchproof::worker
