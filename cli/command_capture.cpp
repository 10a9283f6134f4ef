#include <fmt/format.h>

#include "capture/reader.h"
#include "capture/show.h"
#include "cli/commands.h"

namespace launchproof::cli {

int show_capture(const Arguments& arguments) {
  try {
    fmt::print("{}", capture::show(capture::read_capture(arguments.operands[0])));
  } catch (const capture::InputError& error) {
    throw UsageError(error.what());
  }
  return 0;
}

}  // namespace launchproof::cli
