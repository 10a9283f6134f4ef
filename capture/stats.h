// Statistics of a capture.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "capture/reader.h"

namespace launchproof::capture {

struct KernelStats {
  std::string kernel;
  std::uint64_t launches = 0;  // repeats included
  std::uint64_t distinct = 0;  // number of launches that differ in anything recorded
  std::uint64_t classes = 0;
};

struct Stats {
  std::size_t processes = 0, devices = 0;
  std::map<std::string, std::size_t> programs;  // by origin, as named in the format
  std::uint64_t launches = 0, distinct = 0, refused = 0, classes = 0;
  std::uint64_t without_source = 0;  // launches of programs that were recorded without source
  std::uint64_t blobs = 0;           // files
  std::uint64_t blob_bytes = 0;      // size on disk
  std::uint64_t record_bytes = 0;    // lines and counters
  std::vector<KernelStats> kernels;  // sorted by number of launches, descending, then by name
};

Stats stats_of(const Capture& capture);

std::string show(const Stats& stats);

// Returns one JSON object in the form described in docs/capture-format.md.
std::string to_json(const Stats& stats);

}  // namespace launchproof::capture
