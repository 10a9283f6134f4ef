// From a kernel file and the options of `check` to a job.
#pragma once

#include <string>

#include "cli/launch/given_launch.h"
#include "cli/options/options.h"
#include "verify/worker/pool/job.h"

namespace launchproof::cli {

// Throws UsageError: unreadable file, options of a wrong form.
worker::Job check_job(const std::string& file, const Arguments& arguments);

// Returns the folder where `check` writes its results. Empty: nowhere.
std::string output_folder(const Arguments& arguments);

// Returns the device that `check` takes: none in particular.
frontend::DeviceEnvironment checked_device(const std::string& file, const Arguments& arguments);

// Returns the language of a file: the one that --language names, else CUDA C++ for `.cu` and `.cuh`, PTX for
// `.ptx` and compiled files, else OpenCL C.
frontend::SourceLanguage language_of(const std::string& file, const Arguments& arguments);

// Returns the file as the front end takes it; `-` is standard input. Throws UsageError.
frontend::ProgramSource program_source(const std::string& file, const Arguments& arguments);

// Returns the key of a class of `check`, as captures have them: of the file's text, how it is compiled, the
// launch that the options give, and the kernel. The place of the file makes no difference.
std::string class_key(const worker::Job& job, const GivenLaunch& launch, const std::string& kernel);

}  // namespace launchproof::cli
