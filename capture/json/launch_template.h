// Lines of launches that state only how they differ from an earlier one. An application that launches a
// kernel with ever new arguments changes few of them each time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "capture/json/json_text.h"
#include "capture/json/to_json.h"

namespace launchproof::capture {

// The latest launch with a complete line, by kernel and program. Holds at most a mebibyte of text.
class LaunchTemplates {
 public:
  // Turns the open text of a launch (launch_to_open_json) into its line: the differences from the template if
  // they are at most a third of it, else the complete text, which becomes the template.
  void close(std::string& open_json, const TextPieces& pieces, const Launch& launch, const LaunchEnd& end);

  void clear();

 private:
  struct Template {
    std::string text;
    TextPieces pieces;
    LaunchEnd end;
  };

  std::unordered_map<std::string, Template> d_templates;  // by kernel, with the program's number behind it
  std::size_t d_bytes = 0;                                // of text
  std::string d_line;                                     // its memory is used again
};

}  // namespace launchproof::capture
