// Places in a SARIF log. Private to reports/sarif*.cpp, the only files that use the JSON library.
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

// Returns a path as a relative or `file:` URI reference. Percent-encodes bytes that URIs cannot contain.
std::string uri_of(std::string_view path);

// The files of a log, numbered in the order of their first use, with the sources that are known.
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

// Creates SARIF locations from a class's source locations. Columns count code points, from 1.
class Places {
 public:
  Places(Artifacts& artifacts, const verdict::ClassResult& result);

  // Returns the location, with the kernel as its logical location. A location without a file is in the
  // class's source, and one without a line in line 1.
  Json location(const verdict::SourceLocation& place, std::string_view text);
  Json whole_source();  // used if no line is known

 private:
  Json region(const verdict::SourceLocation& place) const;
  Json physical(const verdict::SourceLocation& place);

  Artifacts& d_artifacts;
  const verdict::ClassResult& d_result;
};

}  // namespace launchproof::reports
