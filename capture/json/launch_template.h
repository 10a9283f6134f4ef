// Writes launches as differences from an earlier line. An application that launches a kernel with constantly
// new arguments changes few of them each time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "capture/json/json_text.h"
#include "capture/json/to_json.h"

namespace launchproof::capture {

// The latest launch with a complete line for each kernel and program. Holds at most a mebibyte of text.
class LaunchTemplates {
 public:
  // Turns the open text of a launch (launch_to_open_json) into its line. The line states only the differences
  // from the template if these are at most a third of the template. Otherwise it is the complete text, which
  // becomes the template.
  void close(std::string& open_json, const TextPieces& pieces, const Launch& launch, const LaunchEnd& end);

  void clear();

 private:
  struct Template {
    std::string text;
    TextPieces pieces;
    LaunchEnd end;
  };

  std::unordered_map<std::string, Template> d_templates;  // keyed by kernel name followed by the program's
                                                          // number
  std::size_t d_bytes = 0;                                // of text
  std::string d_line;                                     // kept to reuse its memory
};

}  // namespace launchproof::capture
