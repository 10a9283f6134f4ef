#include "cli/recording/process_endings.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "capture/reading/endings.h"
#include "capture/reading/process_reader.h"

namespace launchproof::cli {
namespace {

using capture::Ending;

// The rest of a pipeline, or of a script's children, ends soon after the first process. A daemon does not.
constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::chrono::milliseconds kStep{20};

std::string recorded_launches(std::uint64_t count) {
  if (count == 0) return "no launch";
  return count == 1 ? "1 launch" : fmt::format("{} launches", count);
}

std::string name_of_signal(std::uint64_t signal) {
  const char* const name = ::sigabbrev_np(static_cast<int>(signal));
  return name != nullptr ? std::string("SIG") + name : "a real-time signal";
}

}  // namespace

void settle_endings(const std::filesystem::path& folder, const std::vector<std::string>& before,
                    const ApplicationEnd& end) {
  const auto new_tags = [&] {
    std::vector<std::string> tags = capture::process_tags(folder.string());
    std::erase_if(tags,
                  [&](const std::string& tag) { return std::ranges::find(before, tag) != before.end(); });
    return tags;
  };
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  const auto some_record = [&] {
    return std::ranges::any_of(
        new_tags(), [&](const std::string& tag) { return capture::is_recording(folder.string(), tag); });
  };
  while (some_record() && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(kStep);
  // The latest program is the final one. Earlier ones were replaced by exec().
  const std::string number = std::to_string(end.process);
  std::string latest;
  for (const std::string& tag : new_tags())
    if (tag == number || tag.starts_with(number + "-")) latest = tag;
  if (latest.empty()) return;
  capture::note_ending(folder.string(), latest, end.signal ? Ending::Killed : Ending::Left,
                       static_cast<std::uint64_t>(end.signal.value_or(0)));
}

void add_endings(const capture::Capture& capture, std::vector<std::string>& notes,
                 std::vector<std::string>& problems) {
  for (const capture::Process& process : capture.processes) {
    const std::string recorded = recorded_launches(process.enqueues);
    if (process.ending == Ending::Killed && process.was_asked_to_end) {
      notes.push_back(
          fmt::format("process {} was ended by signal {} ({}), which the application itself had sent to it; "
                      "until then it "
                      "had recorded {}",
                      process.tag, process.signal, name_of_signal(process.signal), recorded));
    } else if (process.ending == Ending::Killed) {
      problems.push_back(fmt::format("process {} was killed by signal {} ({}); until then it had recorded {}",
                                     process.tag, process.signal, name_of_signal(process.signal), recorded));
    } else if (process.ending == Ending::GoesOn && capture::is_recording(capture.path, process.tag)) {
      notes.push_back(fmt::format(
          "process {} has recorded {} and still runs; what it launches from now on is not in these results",
          process.tag, recorded));
    } else if (process.ending == Ending::GoesOn) {
      problems.push_back(fmt::format(
          "process {} recorded {} and did not end its recording: it was killed, it crashed, or it left in a "
          "way that the recording does not see",
          process.tag, recorded));
    }
  }
}

}  // namespace launchproof::cli
