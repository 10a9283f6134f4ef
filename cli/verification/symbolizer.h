// Finds the function and line for a place in a module from its symbols and debug information.
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

  // Returns the function that contains the call that returns to `offset` bytes after the load address of
  // `module`, followed by the functions into which it was inlined, innermost first. Returns nothing if the
  // module cannot be read or has no information about the place. Separate debug information files are found
  // where distributions install them.
  std::vector<SourcePlace> places(const std::string& module, std::uint64_t offset);

 private:
  class State;
  std::unique_ptr<State> d_state;
};

}  // namespace launchproof::cli
