// Keys by which results of one class are known again.
#pragma once

#include <string>

#include "verify/jobs/job.h"

namespace launchproof::jobs {

// Returns a class's key as results hold it.
std::string short_key(const std::string& key);

// Returns the key of a class whose launch options describe, in the form that captures use. It depends on the
// kernel, the file's text, the compilation and the launch that the options give, and not on the file's path.
std::string class_key(const Job& job, const std::string& kernel);

}  // namespace launchproof::jobs
