// Lines of launches that say in what they differ from an earlier one: an application that launches a kernel
// with ever new arguments changes few of them each time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "capture/json/json_text.h"
#include "capture/json/to_json.h"

namespace launchproof::capture {

// By kernel and program, the latest launch whose line says all. Small: at most a mebibyte of text.
class LaunchTemplates {
 public:
  // Turns the open text of a launch (launch_to_open_json) into its line: the differences from the template,
  // when these are a third of it at most; else all of it, and that is the template from now on.
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
