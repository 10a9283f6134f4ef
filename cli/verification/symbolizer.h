// From a place in a module to the function and the line that its symbols and debug information name.
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

  // Returns the function that holds the call returning to `offset` bytes behind the place where `module` was
  // loaded, and then the functions that it was inlined into, outwards. Empty when the module cannot be read
  // or says nothing about the place. Debug information in a file of its own is found where distributions put
  // it.
  std::vector<SourcePlace> places(const std::string& module, std::uint64_t offset);

 private:
  class State;
  std::unique_ptr<State> d_state;
};

}  // namespace launchproof::cli
