#include "cli/verification/recorded_launches.h"

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "capture/launch_class.h"
#include "capture/show.h"
#include "cli/options/options.h"
#include "cli/verification/call_site_text.h"
#include "verify/jobs/class_key.h"

namespace launchproof::cli {

std::string sample_name(const std::filesystem::path& capture) {
  if (capture.empty()) return {};
  const auto session =
      nlohmann::json::parse(std::ifstream(capture / "session.json"), nullptr, /*allow_exceptions=*/false);
  if (session.is_object() && session.contains("command") && session["command"].is_array() &&
      !session["command"].empty() && session["command"][0].is_string())
    return std::filesystem::path(session["command"][0].get<std::string>()).filename().string();
  const std::filesystem::path folder = capture.has_filename() ? capture : capture.parent_path();
  return folder.extension() == ".lpcap" ? folder.stem().string() : folder.filename().string();
}

std::vector<reports::RecordedLaunch> recorded_launches(const std::filesystem::path& path) {
  const capture::Capture capture = [&] {
    try {
      return capture::read_capture(path.string());
    } catch (const capture::InputError& error) {
      throw UsageError(error.what());
    }
  }();
  std::map<std::string, std::uint64_t> pids;
  for (const capture::Process& process : capture.processes) pids[process.tag] = process.pid;
  std::vector<reports::RecordedLaunch> launches(capture.launches.size());
  CallSiteText call_sites(capture.session.started);
  for (const capture::LaunchClass& launch_class : capture::classify(capture)) {
    const std::string call_site = call_sites.text(launch_class);
    for (const std::size_t number : launch_class.launches) {
      const capture::Launch& launch = capture.launches[number];
      launches[number] = {.process = launch.process,
                          .pid = pids[launch.process],
                          .thread = launch.thread,
                          .sequence = launch.sequence,
                          .count = launch.count,
                          .kernel = launch.kernel,
                          .sizes = capture::show_sizes(launch),
                          .call_site = call_site,
                          .class_key = jobs::short_key(launch_class.key)};
    }
  }
  return launches;
}

}  // namespace launchproof::cli
