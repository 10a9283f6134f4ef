// `record`: runs the application under the shim. It is a separate program without the engines, since loading
// these takes longer than many applications run.
#include <fmt/format.h>

#include <tuple>

#include "cli/commands/commands.h"
#include "cli/recording/recording.h"
#include "cli/terminal/output.h"

namespace launchproof::cli {

int record_application(const Arguments& arguments) {
  const Recording recording = prepare_recording(arguments, capture_folder(arguments));
  const ApplicationEnd end = run_recorded(arguments, recording);
  if (end.signal && !arguments.quiet) say(killed_in_words(end));
  const CaptureNotes found = capture_notes(read_recorded(recording.folder));
  if (const std::string text = why_nothing(found, recording.application); !text.empty()) say(text);
  for (const std::string& note : found.notes) say(note);
  if (!arguments.quiet) std::ignore = print(stderr, fmt::format("capture: {}\n", recording.folder.string()));
  return end.status;
}

}  // namespace launchproof::cli
