// The JSON list of kernel launches that GPUVerify's interceptor writes and its command line reads (its
// documentation: "JSON File Format"). It says less than a capture: docs/capture-format.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "capture/reader.h"

namespace launchproof::capture {

enum class ListedKind : std::uint8_t { Scalar, Array, Image, Sampler };

struct ListedArgument {
  ListedKind kind = ListedKind::Scalar;
  std::optional<std::string> value;   // Scalar: hexadecimal digits without 0x, most significant first
  std::optional<std::uint64_t> size;  // Array: bytes
  std::string address_space;          // Array: "global", "local", "constant", or empty
};

struct ListedLaunch {
  std::string place;        // "list.json[3]"
  std::string kernel_file;  // relative to the list
  std::string entry_point;
  std::string compiler_flags;
  bool little_endian = true;
  std::vector<std::uint64_t> global_size;    // 1 to 3 dimensions
  std::vector<std::uint64_t> local_size;     // as many, or none
  std::vector<std::uint64_t> global_offset;  // as many, or none
  std::optional<std::vector<ListedArgument>> arguments;
  CallSite call_site;  // the last host call in the list
};

// Throws InputError that names the entry and the member.
std::vector<ListedLaunch> read_launch_list(const std::string& path);

struct ExportedList {
  std::size_t entries = 0;
  std::vector<std::string> notes;  // facts that the list cannot express, and facts that were left out
};

// Writes `kernels.json`, with an entry for each launch class, and the kernel files that it names into a new
// folder. Throws InputError if the folder already exists, and std::runtime_error if a file cannot be
// written.
ExportedList export_launch_list(const Capture& capture, const std::string& path);

}  // namespace launchproof::capture
