// Notes and problems of a capture, apart from its launches.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "capture/reader.h"

namespace launchproof::cli {

struct CaptureNotes {
  std::uint64_t launches = 0;         // number of launches in the whole capture
  std::uint64_t refused = 0;          // enqueues that the runtime refused
  bool incomplete = false;            // launches are missing from the capture
  std::vector<std::string> notes;     // describes damaged records and facts that were not recorded
  std::vector<std::string> problems;  // verdict::Results::problems
};

// Reads the capture. Throws UsageError that names the place, the cause and the remedy if it cannot be read.
capture::Capture read_recorded(const std::filesystem::path& path);

CaptureNotes capture_notes(const capture::Capture& capture);

}  // namespace launchproof::cli
