// Keys that identify results of one class.
#pragma once

#include <string>

#include "verify/jobs/job.h"

namespace launchproof::jobs {

// Returns the form of a class's key that results use.
std::string short_key(const std::string& key);

// Returns the key of a class whose launch is described by options, in the form that captures use. It depends
// on the kernel, the file's text, the compilation and the launch given by the options, but not on the file's
// path.
std::string class_key(const Job& job, const std::string& kernel);

}  // namespace launchproof::jobs
