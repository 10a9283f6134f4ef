#include "cli/recording/recording.h"

#include <fmt/format.h>

#include <algorithm>

#include "capture/files/failure_box.h"
#include "capture/reading/process_reader.h"
#include "capture/writing/writer.h"
#include "cli/recording/ci_folder.h"
#include "cli/recording/platforms.h"
#include "cli/recording/process_endings.h"
#include "cli/recording/writable_folder.h"
#include "cli/terminal/output.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

fs::path default_folder(const fs::path& application) {
  const std::string name = application.filename().string();
  fs::path folder = name + ".lpcap";
  std::error_code error;
  for (unsigned number = 2; fs::exists(folder, error); ++number)
    folder = fmt::format("{}-{}.lpcap", name, number);
  return folder;
}

void make_capture(const Arguments& arguments, const fs::path& folder) {
  std::error_code error;
  empty_ci_folder(arguments, folder);
  if (!arguments.append && fs::exists(folder / "session.json", error)) {
    throw UsageError(fmt::format(
        "{} holds a capture already; remove it, name another folder with -o, or add to it with --append",
        folder.string()));
  }
  require_writable_folder(folder);
  mark_ci_folder(arguments, folder);
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

struct CudaLibraries {
  fs::path folder, driver;
};

// Returns the library that the application gets in place of CUDA's driver: a processor device if there is no
// driver, otherwise a library that forwards to the driver.
CudaLibraries cuda_libraries(const Arguments& arguments, const fs::path& application) {
  const bool is_wanted = arguments.cuda == "on" || (arguments.cuda == "auto" && names_cuda(application));
  if (!is_wanted) return {};
  const auto folder_of = [](const std::string& folder) {
    return find_installed(folder + "/" + kCudaLibrary).parent_path();
  };
  if (!has_cuda_driver()) return {folder_of("cuda"), {}};
  const fs::path driver = cuda_driver_library();
  if (driver.empty()) return {};
  return {folder_of("cuda-forwarding"), driver};
}

}  // namespace

fs::path capture_folder(const Arguments& arguments) {
  return fs::absolute(arguments.output.empty() ? default_folder(arguments.operands[0])
                                               : fs::path(arguments.output));
}

Recording prepare_recording(const Arguments& arguments, const fs::path& folder) {
  if (arguments.append && arguments.output.empty())
    throw UsageError("--append: name the folder of the capture to add to with -o");
  Recording made{find_application(arguments.operands[0]), find_installed(kShimName), folder, {}};
  if (!arguments.platform.empty()) require_platform(std::stoul(arguments.platform));
  make_capture(arguments, folder);
  made.before = capture::process_tags(folder.string());
  return made;
}

ApplicationEnd run_recorded(const Arguments& arguments, const Recording& recording) {
  try {
    const ContentsLimit limit = parse_contents_limit(arguments.contents_limit);
    const capture::FailureBox failures;
    const CudaLibraries cuda = cuda_libraries(arguments, recording.application);
    const ApplicationEnd end =
        run_under_shim(recording.application, arguments.operands, recording.shim, recording.folder,
                       {.mode = arguments.recorded_contents,
                        .device_type_as = arguments.device_type_as,
                        .platform = arguments.platform,
                        .prefer_source = arguments.prefer_source,
                        .buffer_limit = limit.buffer,
                        .total_limit = limit.total,
                        .failure_box = failures.name(),
                        .cuda_folder = cuda.folder,
                        .cuda_driver = cuda.driver,
                        .executor = find_installed(kVerifierName),
                        .cuda_device = arguments.cuda_device,
                        .executes = !arguments.no_execute,
                        .kernel_seconds = arguments.kernel_seconds});
    settle_endings(recording.folder, recording.before, end);
    for (const auto& [tag, line] : failures.put_into(recording.folder))
      say(fmt::format(
          "process {} could not record, and {} cannot be written into any more: launches are missing; name "
          "another folder with -o",
          tag, recording.folder.string()));
    return end;
  } catch (const UsageError&) {
    std::error_code error;
    if (arguments.output.empty()) fs::remove_all(recording.folder, error);  // it never held anything
    throw;
  }
}

std::string killed_in_words(const ApplicationEnd& end) {
  return fmt::format("the application was killed by signal {}; what it launched before is kept",
                     end.signal.value_or(0));
}

void add_end(const ApplicationEnd& end, CaptureNotes& into) {
  const auto is_said = [&](const std::string& problem) {
    return problem.starts_with(fmt::format("process {} was killed", end.process));
  };
  if (end.signal && std::ranges::none_of(into.problems, is_said)) {
    into.problems.push_back(fmt::format("the application was killed by signal {}", *end.signal));
  } else if (!end.signal && end.status != 0) {
    into.problems.push_back(fmt::format("the application returned {}", end.status));
  }
}

std::string why_nothing(const CaptureNotes& found, const fs::path& application) {
  if (found.launches != 0) return {};
  const std::string text = "no kernel launch was recorded. ";
  if (found.incomplete) {
    const std::string rights = explain_privileges(application);
    return text + "The recording itself failed or is not complete; its notes say why." +
           (rights.empty() ? "" : " " + rights);
  }
  if (found.refused > 0)
    return text + fmt::format(
                      "The OpenCL runtime refused {} that the application asked for, so nothing ran; look at "
                      "its own messages.",
                      found.refused == 1 ? "the one launch" : fmt::format("all {} launches", found.refused));
  return text + explain_nothing_recorded(application);
}

}  // namespace launchproof::cli
