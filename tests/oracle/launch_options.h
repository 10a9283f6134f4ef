// The launch to judge, as written in a case header or on the command line.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/oracle/contents.h"
#include "tests/oracle/image.h"
#include "tests/oracle/memory.h"

namespace launchproof::oracle {

struct BufferOption {
  bool null = false;
  std::optional<std::uint64_t> bytes;
  std::string other;         // if not empty, shares the memory object of this parameter
  std::uint64_t origin = 0;  // offset in the other's memory, from the other's start
};

struct LaunchOptions {
  std::string kernel;  // empty: the file's only kernel
  std::array<std::uint64_t, 3> local_size{1, 1, 1};
  std::array<std::uint64_t, 3> global_size{1, 1, 1};
  std::array<std::uint64_t, 3> global_offset{0, 0, 0};
  std::uint32_t work_dim = 1;
  std::map<std::string, std::string> values;  // --arg
  std::map<std::string, BufferOption> buffers;
  std::map<std::string, std::uint64_t> locals;
  std::optional<std::uint64_t> dynamic_shared;  // --dynamic-shared, if it names no variable
  std::map<std::string, ImageOption> images;
  std::map<std::string, std::uint32_t> samplers;
  std::map<std::string, Allowed> accesses;  // --access
  std::map<std::string, Contents> contents;
  std::set<std::string> facts;  // buffers whose contents belong to the launch, so that no other contents are
                                // tried
  std::vector<std::string> build_options;
  bool strict = false;
  std::uint32_t sub_group_size = 0;  // --sub-group-size; 0: any
  bool sub_groups_in_order = false;  // sub-groups consist of consecutive work-items
                                     // (--sub-group-mapping=linear)
  bool awaits_ended = true;  // whether a barrier waits for work-items that have ended (--barrier-rule=opencl)
};

// Splits a text at blanks; single and double quotes group words. Throws UsageError for an unclosed quote.
std::vector<std::string> split_words(const std::string& text);

// Reads launch options. Throws UsageError. Appends unknown words to `rest` in order.
LaunchOptions parse_launch(const std::vector<std::string>& given, std::vector<std::string>& rest);

// Adds "NAME=SPEC NAME=SPEC ..." to the contents, except for buffers whose contents belong to the launch.
void parse_contents_list(const std::string& text, LaunchOptions& options);

}  // namespace launchproof::oracle
