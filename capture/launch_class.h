// Launch classes: what is verified once stands for many launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "capture/reader.h"

namespace launchproof::capture {

struct CallSiteCount {
  CallSite site;
  std::uint64_t count = 0;  // launches from there
};

// All launches with the same kernel, program (sources, headers, options, inputs), device environment, sizes,
// bytes of all values, sizes of all buffers, kernel access flags (CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY),
// and the same pattern of arguments that share a memory object.
// The identity of the objects, their other flags and contents, the names of parameters, threads and call
// sites make no difference. The recorded contents of one launch say nothing of the others; see
// common_launch().
struct LaunchClass {
  std::string key;                        // stable: the same in every capture of the same launches
  std::size_t first = 0;                  // index in Capture::launches of the first one
  std::uint64_t count = 0;                // of launches, repeats included
  std::vector<std::size_t> launches;      // indices of all the recorded ones
  std::vector<CallSiteCount> call_sites;  // the first kMostCallSites, in order of appearance
  std::size_t other_call_sites = 0;       // how many more there are
};

inline constexpr std::size_t kMostCallSites = 8;

// Returns the arguments as far as they make the class: without names, types and contents, and with memory
// objects numbered in the order in which the arguments name them.
std::vector<Argument> essential_arguments(const Launch& launch);

// Returns the part of a device's description that belongs to a class: all but its number. Empty for none.
std::string environment_of(const Device* device);

// Returns the first of these launches of one class, with only those contents that all of them have in common.
// An argument in which they differ says so as its reason.
Launch common_launch(const Capture& capture, const std::vector<std::size_t>& launches);

// Launches of one class that agree in the recorded contents of some of their arguments.
struct ContentsGroup {
  bool recorded = false;  // false: the launches of which the contents of one of these arguments are missing
  std::uint64_t count = 0;
  std::vector<std::size_t> launches;  // indices in Capture::launches
};

// Splits a class by the contents of these arguments, given by number. In order of first appearance, the group
// without contents last.
std::vector<ContentsGroup> split_by_contents(const Capture& capture, const LaunchClass& launch_class,
                                             const std::vector<std::size_t>& arguments);

// Returns the classes by order of first appearance. The key is the SHA-256 of all that makes the class.
std::vector<LaunchClass> classify(const Capture& capture);

}  // namespace launchproof::capture
