#include "capture/reading/endings.h"

#include <filesystem>
#include <fstream>

#include "capture/writing/counters.h"

namespace launchproof::capture {

namespace fs = std::filesystem;

bool is_recording(const std::string& capture, const std::string& tag) {
  const fs::path process = fs::path("/proc") / tag.substr(0, tag.find('-'));
  std::error_code error;
  if (!fs::exists(process, error)) return false;
  std::ifstream maps(process / "maps");
  if (!maps) return true;  // another user's process, whose state is unknown
  const std::string counters = (fs::canonical(capture, error) / ("counters." + tag)).string();
  std::string line;
  while (std::getline(maps, line))
    if (line.ends_with(counters)) return true;
  return false;
}

bool note_ending(const std::string& capture, const std::string& tag, Ending ending, std::uint64_t signal) {
  const fs::path path = fs::path(capture) / ("counters." + tag);
  std::error_code error;
  if (fs::file_size(path, error) < sizeof(CounterHead) || error) return false;
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  const auto word = [&](std::size_t at, std::uint64_t value) {
    file.seekp(static_cast<std::streamoff>(at));
    file.write(reinterpret_cast<const char*>(&value), sizeof value);
  };
  std::uint64_t said = 0;
  file.seekg(offsetof(CounterHead, ending));
  file.read(reinterpret_cast<char*>(&said), sizeof said);
  if (!file) return false;
  if (said != static_cast<std::uint64_t>(Ending::GoesOn) && ending != Ending::Killed) return true;
  word(offsetof(CounterHead, signal), signal);
  word(offsetof(CounterHead, ending), static_cast<std::uint64_t>(ending));
  file.close();
  return !file.fail();
}

}  // namespace launchproof::capture
