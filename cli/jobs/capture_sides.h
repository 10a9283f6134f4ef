// Makes sides of comparisons from the launch classes of a capture.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/jobs/capture_jobs.h"
#include "cli/jobs/given_side.h"
#include "cli/launch/class_pairs.h"

namespace launchproof::cli {

struct CaptureSides {
  CaptureJobs found;
  std::vector<DescribedClass> classes;          // by job
  std::vector<std::optional<GivenSide>> sides;  // by job; nothing if the class cannot be compared
  std::vector<std::string> reasons;             // why there is no side, by job
};

// Reads the capture and turns each of its classes into a side called `name`. Throws UsageError if the capture
// cannot be read.
CaptureSides capture_sides(const std::filesystem::path& path, const std::string& name,
                           const Arguments& arguments);

// Returns one class of a capture as a side called `name`. `chosen` is its number, from 1, or its kernel; if
// it is empty, the capture must have only one class. Throws UsageError unless exactly one class matches and
// can be compared.
GivenSide capture_side(const std::filesystem::path& path, const std::string& chosen, const std::string& name,
                       const Arguments& arguments);

}  // namespace launchproof::cli
