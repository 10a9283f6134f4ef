// `run`: executes the application under the shim, and then verifies the recording.
#include "cli/commands/commands.h"
#include "cli/jobs/capture_jobs.h"
#include "cli/recording/ci_folder.h"
#include "cli/recording/recording.h"
#include "cli/reports/report_files.h"
#include "cli/terminal/output.h"
#include "cli/terminal/progress.h"
#include "cli/verification/job_options.h"
#include "cli/verification/verification.h"

namespace launchproof::cli {

int run_application(const Arguments& arguments) {
  const std::filesystem::path folder = capture_folder(arguments);
  check_ci_folder(arguments, folder);
  check_report_files(arguments, folder);
  check_solver(arguments.solver);
  AcceptanceFiles accepted(arguments);
  const Recording recording = prepare_recording(arguments, folder);
  prepare_report_files(arguments, folder);
  const ApplicationEnd end = run_recorded(arguments, recording);
  // A message on standard error would be mixed with the JSON there. The results contain it too.
  const bool only_json = arguments.json() && !arguments.quiet;
  if (end.signal && !arguments.quiet && !only_json) say(killed_in_words(end));
  CaptureJobs found = capture_jobs(folder, arguments);
  add_end(end, found);
  if (arguments.progress == "json") write_recorded(end.status, found.launches, found.jobs.size());
  if (const std::string text = why_nothing(found, recording.application); !text.empty()) {
    if (only_json)
      found.notes.push_back(text);
    else
      say(text);
  }
  if (arguments.quiet) {  // otherwise they are in the summary
    for (const std::string& note : found.notes) say(note);
  }
  const int status = verify_and_report(found, accepted, folder, folder, arguments, stderr);
  return end.status != 0 ? end.status : status;
}

}  // namespace launchproof::cli
