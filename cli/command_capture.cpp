#include "capture/reader.h"
#include "capture/show.h"
#include "cli/commands.h"
#include "cli/output.h"

namespace launchproof::cli {

int show_capture(const Arguments& arguments) {
  try {
    const std::string text = capture::show(capture::read_capture(arguments.operands[0]));
    return print(stdout, text) ? 0 : 13;
  } catch (const capture::InputError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace launchproof::cli
