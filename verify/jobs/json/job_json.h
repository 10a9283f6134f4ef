// Converts jobs to and from JSON, for another process or a file.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "verify/jobs/job.h"

namespace launchproof::jobs {

// Returns one object of the schema `launchproof.job/1`, on one line. Equal jobs have equal texts.
std::string to_json(const Job& job);

// Reads jobs back. The jobs of one capture share its data, which is read once.
class JobReader {
 public:
  // Returns the job. Throws std::runtime_error if the text is damaged, is of another schema, or names a
  // capture that cannot be read or lacks the launches.
  Job read(const std::string& text);

 private:
  void load(Job& job);

  std::map<std::string, std::shared_ptr<const capture::Capture>> d_captures;  // by folder
};

}  // namespace launchproof::jobs
