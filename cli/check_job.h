// From a kernel file and the options of `check` to a job.
#pragma once

#include <string>

#include "cli/options.h"
#include "verify/worker/job.h"

namespace launchproof::cli {

// Throws UsageError: unreadable file, CUDA, options of a wrong form.
worker::Job check_job(const std::string& file, const Arguments& arguments);

// The device that `check` takes: none in particular.
frontend::DeviceEnvironment checked_device(const Arguments& arguments);

// The file as the front end takes it. Throws UsageError.
frontend::ProgramSource program_source(const std::string& file, const Arguments& arguments);

}  // namespace launchproof::cli
