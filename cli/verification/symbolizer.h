// Finds the function and line of a place in a module by its symbols and debug information.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace launchproof::cli {

struct SourcePlace {
  std::string function;    // demangled; empty when no symbol covers the place
  std::string file;        // empty without debug information
  std::uint32_t line = 0;  // 0 without debug information
};

class Symbolizer {
 public:
  Symbolizer();
  ~Symbolizer();
  Symbolizer(const Symbolizer&) = delete;
  Symbolizer& operator=(const Symbolizer&) = delete;

  // Returns the function holding the call that returns to `offset` bytes behind the load address of `module`,
  // and then the functions that it was inlined into, innermost first. Empty if the module cannot be read or
  // has no information about the place. Separate files of debug information are found where distributions
  // install them.
  std::vector<SourcePlace> places(const std::string& module, std::uint64_t offset);

 private:
  class State;
  std::unique_ptr<State> d_state;
};

}  // namespace launchproof::cli
