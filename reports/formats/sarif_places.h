// Places of a SARIF log. Private to reports/sarif*.cpp, which alone see the JSON library.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::reports {

using Json = nlohmann::ordered_json;

Json message(std::string_view text);  // {"text": ...}, cleaned

// Returns a path as a relative or `file:` URI reference. Bytes that URIs do not hold are percent-encoded.
std::string uri_of(std::string_view path);

// The files of a log, numbered as they are first named, with the sources that are known.
class Artifacts {
 public:
  Json location(const std::string& file);
  void add_text(const std::string& file, const std::string& text);
  Json list() const;

 private:
  struct Artifact {
    std::string uri;
    std::string text;
  };
  std::size_t number(const std::string& file);

  std::map<std::string, std::size_t> d_numbers;
  std::vector<Artifact> d_artifacts;
};

// Makes SARIF's locations of a class's source locations. Columns are counted in code points, from 1.
class Places {
 public:
  Places(Artifacts& artifacts, const verdict::ClassResult& result);

  // Returns the location, with the kernel as its logical location. A location of no file is in the class's
  // source.
  Json location(const verdict::SourceLocation& place, std::string_view text);
  Json whole_source();  // where no line is known

 private:
  Json region(const verdict::SourceLocation& place) const;
  Json physical(const verdict::SourceLocation& place);

  Artifacts& d_artifacts;
  const verdict::ClassResult& d_result;
};

}  // namespace launchproof::reports
