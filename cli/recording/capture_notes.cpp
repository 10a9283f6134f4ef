#include "cli/recording/capture_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "cli/options/options.h"
#include "cli/recording/process_endings.h"

namespace launchproof::cli {
namespace {

// Adds notes about facts that were shown to the application differently.
void add_shown(const capture::Session& session, std::set<std::string>& notes) {
  if (const std::string& shown = session.device_type_as; !shown.empty()) {
    notes.insert(
        fmt::format("devices were shown to the application as of type {} (--device-type-as={}), whatever "
                    "they are; what it "
                    "launches may not be what it launches on such a device",
                    shown == "gpu" ? "GPU" : "CPU", shown));
  }
  if (const auto& platform = session.platform_shown) {
    notes.insert(
        fmt::format("platform {} alone was shown to the application (--platform {})", *platform, *platform));
  }
  if (session.prefer_source) {
    notes.insert(
        "programs from binaries were refused to the application at first (--prefer-source), for it to build "
        "them from source");
  }
}

// Each text once, in order, with the number of its occurrences.
void add_counted(const std::vector<capture::Remark>& remarks, std::vector<std::string>& notes) {
  std::map<std::string, std::size_t> times;
  std::vector<std::string> texts;
  for (const capture::Remark& remark : remarks) {
    std::string text = remark.place + ": " + remark.text;
    if (++times[text] == 1) texts.push_back(std::move(text));
  }
  for (const std::string& text : texts)
    notes.push_back(times[text] == 1 ? text : fmt::format("{} ({} times)", text, times[text]));
}

// Adds what the reader and the recording omitted, and whether launches are among it.
void add_remarks(const capture::Capture& capture, CaptureNotes& result) {
  // Each process has its own session, since it may have been added with different options. The capture's own
  // session counts until there is a process.
  std::set<std::string> notes;
  add_shown(capture.session, notes);
  for (const capture::Process& process : capture.processes) add_shown(process.session, notes);
  result.notes.insert(result.notes.end(), notes.begin(), notes.end());
  const auto recalled = std::ranges::count_if(
      capture.programs, [](const capture::Program& program) { return program.recalled.has_value(); });
  if (recalled != 0) {
    result.notes.push_back(fmt::format(
        "{} as binaries; source and options are those of the earlier builds that produced these binaries",
        recalled == 1 ? "1 program was loaded" : fmt::format("{} programs were loaded", recalled)));
  }
  add_counted(capture.remarks, result.notes);
  for (const capture::Remark& remark : capture.remarks)
    if (remark.missing == capture::Missing::Launches) result.incomplete = true;
  for (const capture::Process& process : capture.processes) {
    if (process.stopped) {
      result.incomplete = true;
      result.notes.push_back(
          fmt::format("recording stopped in process {}: {}", process.tag, *process.stopped));
    }
    result.refused += process.refused;
    std::uint64_t read = 0;
    for (const capture::Launch& launch : capture.launches) {
      if (launch.process == process.tag) read += launch.count;
    }
    if (process.enqueues > read) {
      result.incomplete = true;
      result.notes.push_back(fmt::format(
          "process {} enqueued {} {}, and {} of them could not be read", process.tag, process.enqueues,
          process.enqueues == 1 ? "launch" : "launches", process.enqueues - read));
    }
  }
}

}  // namespace

capture::Capture read_recorded(const std::filesystem::path& path) {
  try {
    return capture::read_capture(path.string());
  } catch (const capture::InputError& error) {
    throw UsageError(error.what());
  }
}

CaptureNotes capture_notes(const capture::Capture& capture) {
  CaptureNotes result;
  result.launches = capture.launch_count();
  add_remarks(capture, result);
  // A launch that is missing from the capture was not proved.
  if (result.incomplete)
    result.problems.emplace_back("launches may be missing from the recording; the notes say why");
  add_endings(capture, result.notes, result.problems);
  return result;
}

}  // namespace launchproof::cli
