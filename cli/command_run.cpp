// `run` and `record`: the application under the shim, and then, for `run`, the verification of what was
// recorded.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "capture/process_reader.h"
#include "capture/writer.h"
#include "cli/application.h"
#include "cli/capture_jobs.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/platforms.h"
#include "cli/process_endings.h"
#include "cli/report_files.h"
#include "cli/verification.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

// NAME.lpcap, or NAME-2.lpcap and so on: an earlier recording is never touched.
fs::path default_folder(const fs::path& application) {
  const std::string name = application.filename().string();
  fs::path folder = name + ".lpcap";
  std::error_code error;
  for (unsigned number = 2; fs::exists(folder, error); ++number)
    folder = fmt::format("{}-{}.lpcap", name, number);
  return folder;
}

fs::path folder_of(const Arguments& arguments) {
  return fs::absolute(arguments.output.empty() ? default_folder(arguments.operands[0])
                                               : fs::path(arguments.output));
}

void make_capture(const Arguments& arguments, const fs::path& folder) {
  std::error_code error;
  if (!arguments.append && fs::exists(folder / "session.json", error)) {
    throw UsageError(fmt::format(
        "{} holds a capture already; remove it, name another folder with -o, or add to it with --append",
        folder.string()));
  }
  require_writable_folder(folder);
  capture::Session session = capture::describe_process();
  session.tool = version_text();
  session.command = arguments.operands;
  session.device_type_as = arguments.device_type_as;
  if (!arguments.platform.empty()) session.platform_shown = std::stoull(arguments.platform);
  session.prefer_source = arguments.prefer_source;
  if (const std::string problem = capture::create_capture(folder.c_str(), session, arguments.append);
      !problem.empty()) {
    throw UsageError(
        fmt::format("cannot make the capture {}: {}; name another folder with -o", folder.string(), problem));
  }
}

std::string why_nothing(const CaptureJobs& found, const fs::path& application) {
  if (found.incomplete) return "The recording itself failed or is not complete; its notes say why.";
  if (found.refused > 0)
    return fmt::format(
        "The OpenCL runtime refused {} that the application asked for, so nothing ran; look at its own "
        "messages.",
        found.refused == 1 ? "the one launch" : fmt::format("all {} launches", found.refused));
  return explain_nothing_recorded(application);
}

}  // namespace

int run_application(const Arguments& arguments) {
  const bool verify = arguments.command == Command::Run;
  const fs::path folder = folder_of(arguments);
  check_report_files(arguments, folder);
  if (verify) check_solver(arguments.solver);
  const AcceptanceFiles accepted(arguments);
  if (arguments.append && arguments.output.empty())
    throw UsageError("--append: name the folder of the capture to add to with -o");
  const fs::path application = find_application(arguments.operands[0]);
  const fs::path shim = find_shim();
  if (!arguments.platform.empty()) require_platform(std::stoul(arguments.platform));
  make_capture(arguments, folder);
  prepare_report_files(arguments, folder);
  const std::vector<std::string> before = capture::process_tags(folder.string());
  const ApplicationEnd end = [&] {
    try {
      const ContentsLimit limit = parse_contents_limit(arguments.contents_limit);
      return run_under_shim(application, arguments.operands, shim, folder,
                            {.mode = arguments.recorded_contents,
                             .device_type_as = arguments.device_type_as,
                             .platform = arguments.platform,
                             .prefer_source = arguments.prefer_source,
                             .buffer_limit = limit.buffer,
                             .total_limit = limit.total});
    } catch (const UsageError&) {
      std::error_code error;
      if (arguments.output.empty()) fs::remove_all(folder, error);  // it never held anything
      throw;
    }
  }();
  // What is said on standard error would stand beside the JSON there; the results have it too.
  const bool only_json = verify && arguments.json() && !arguments.quiet;
  if (end.signal && !arguments.quiet && !only_json) {
    say(fmt::format("the application was killed by signal {}; what it launched before is kept", *end.signal));
  }
  settle_endings(folder, before, end);
  CaptureJobs found = capture_jobs(folder, arguments);
  const auto is_said = [&](const std::string& problem) {
    return problem.starts_with(fmt::format("process {} was killed", end.process));
  };
  if (end.signal && std::ranges::none_of(found.problems, is_said)) {
    found.problems.push_back(fmt::format("the application was killed by signal {}", *end.signal));
  } else if (!end.signal && end.status != 0) {
    found.problems.push_back(fmt::format("the application returned {}", end.status));
  }
  if (found.launches == 0) {
    const std::string text = "no kernel launch was recorded. " + why_nothing(found, application);
    if (only_json)
      found.notes.push_back(text);
    else
      say(text);
  }
  if (!verify || arguments.quiet) {  // else they are in the summary
    for (const std::string& note : found.notes) say(note);
  }
  if (!verify) {
    if (!arguments.quiet) std::ignore = print(stderr, fmt::format("capture: {}\n", folder.string()));
    return end.status;
  }
  const int status = verify_and_report(found, accepted, folder, folder, arguments, stderr);
  return end.status != 0 ? end.status : status;
}

}  // namespace launchproof::cli
