// Reads the files of one process, with its own ids.
#pragma once

#include <string>
#include <vector>

#include "capture/capture.h"
#include "capture/json/to_json.h"

namespace launchproof::capture {

struct ProcessRecords {
  Process process;
  ProcessHead head;
  std::vector<Device> devices;
  std::vector<Queue> queues;
  std::vector<Program> programs;
  std::vector<Launch> launches;
};

// Returns the tags of all processes that left a file, by process id. Throws
// std::filesystem::filesystem_error.
std::vector<std::string> process_tags(const std::string& folder);

// Reads those of programs.TAG.jsonl, launches.TAG.jsonl, counters.TAG and failures.TAG that exist.
ProcessRecords read_process(const std::string& folder, const std::string& tag, std::vector<Remark>& remarks);

}  // namespace launchproof::capture
