// A libFuzzer target: any bytes are a module that becomes a program, or a syntax error with a line.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "verify/frontend/ptx/parser.h"
#include "verify/frontend/ptx/program_writer.h"

// libFuzzer requires this name.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace launchproof::frontend::ptx;
  try {
    program_of(parse({reinterpret_cast<const char*>(data), size}), "k.ptx");
  } catch (const SyntaxError& error) {
    if (error.line() == 0) std::abort();
  }
  return 0;
}
