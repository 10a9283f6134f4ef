#include "cli/commands/commands.h"
#include "cli/jobs/capture_jobs.h"
#include "cli/options/dashes.h"
#include "cli/recording/writable_folder.h"
#include "cli/reports/report_files.h"
#include "cli/terminal/output.h"
#include "cli/verification/job_options.h"
#include "cli/verification/verification.h"

namespace launchproof::cli {

int verify_capture(const Arguments& arguments) {
  namespace fs = std::filesystem;
  const fs::path capture = arguments.operands[0];
  const fs::path folder = arguments.output.empty() ? capture : fs::path(arguments.output);
  check_report_files(arguments, folder);
  check_solver(arguments.solver);
  AcceptanceFiles accepted(arguments);
  const CaptureJobs found = capture_jobs(capture, arguments);
  require_writable_folder(folder);
  prepare_report_files(arguments, folder);
  if (found.launches == 0) {
    say(capture.string() + " holds no kernel launch; there is nothing to verify");
  }
  return verify_and_report(found, accepted, capture, folder, arguments, summary_stream(arguments));
}

}  // namespace launchproof::cli
