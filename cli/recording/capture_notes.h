// Notes and problems of a capture, besides its launches.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "capture/reader.h"

namespace launchproof::cli {

struct CaptureNotes {
  std::uint64_t launches = 0;         // in the whole capture
  std::uint64_t refused = 0;          // enqueues that the runtime refused
  bool incomplete = false;            // launches are missing from the capture
  std::vector<std::string> notes;     // damaged records, and facts that recording left out
  std::vector<std::string> problems;  // verdict::Results::problems
};

// Throws UsageError when the capture cannot be read, naming the place, the cause and the remedy.
capture::Capture read_recorded(const std::filesystem::path& path);

CaptureNotes capture_notes(const capture::Capture& capture);

}  // namespace launchproof::cli
