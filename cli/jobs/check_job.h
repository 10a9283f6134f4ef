// Creates a job from a kernel file and the options of `check`.
#pragma once

#include <string>

#include "cli/options/options.h"
#include "verify/jobs/job.h"

namespace launchproof::cli {

// Returns the job. Throws UsageError if the file cannot be read or an option is malformed.
jobs::Job check_job(const std::string& file, const Arguments& arguments);

// Returns the folder where `check` writes its results; empty if it writes none.
std::string output_folder(const Arguments& arguments);

// Returns the generic device that `check` assumes, adjusted by options such as --device-features.
frontend::DeviceEnvironment checked_device(const std::string& file, const Arguments& arguments);

// Returns the language of a file: the one named by --language; otherwise CUDA C++ for `.cu` and `.cuh`, PTX
// for `.ptx` and compiled files, and OpenCL C for all others.
frontend::SourceLanguage language_of(const std::string& file, const Arguments& arguments);

// Returns the file as input for the front end; `-` is standard input. Throws UsageError.
frontend::ProgramSource program_source(const std::string& file, const Arguments& arguments);

}  // namespace launchproof::cli
