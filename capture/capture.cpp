#include "capture/capture.h"

#include <set>
#include <variant>

namespace launchproof::capture {

std::vector<std::pair<const Launch*, const BufferArgument*>> Capture::recorded_contents() const {
  std::vector<std::pair<const Launch*, const BufferArgument*>> found;
  std::set<Digest> listed;
  for (const Launch& launch : launches) {
    for (const Argument& argument : launch.arguments) {
      const auto* buffer = std::get_if<BufferArgument>(&argument.value);
      if (buffer == nullptr || !buffer->contents || !buffer->contents->recorded()) continue;
      if (listed.insert(buffer->contents->digest).second) found.emplace_back(&launch, buffer);
    }
  }
  return found;
}

const Device* Capture::device(DeviceId id) const {
  return id == 0 || id > devices.size() ? nullptr : &devices[id - 1];
}

const Queue* Capture::queue(QueueId id) const {
  return id == 0 || id > queues.size() ? nullptr : &queues[id - 1];
}

const Program* Capture::program(ProgramId id) const {
  return id == 0 || id > programs.size() ? nullptr : &programs[id - 1];
}

std::uint64_t Capture::launch_count() const {
  std::uint64_t count = 0;
  for (const Launch& launch : launches) count += launch.count;
  return count;
}

}  // namespace launchproof::capture
