#include "cli/jobs/overlap_notes.h"

#include <fmt/format.h>

#include "capture/class_overlap.h"

namespace launchproof::cli {
namespace {

constexpr std::size_t kMostPairs = 10;

std::string note_of(const capture::Capture& capture, const capture::ClassOverlap& pair) {
  const auto kernel = [&](std::size_t launch, std::size_t number) {
    return fmt::format("`{}` (class {})", capture.launches[launch].kernel, number + 1);
  };
  const std::string first = kernel(pair.launches.first, pair.first);
  const std::string launches = pair.first == pair.second
                                   ? "launches of " + first + " may run at once with each other"
                                   : fmt::format("launches of {} and {} may run at once", first,
                                                 kernel(pair.launches.second, pair.second));
  const std::string one = capture::show_path(pair.memory.first),
                    other = capture::show_path(pair.memory.second);
  return fmt::format(
      "{}, on memory that both access ({}): no queue, event, barrier or wait of the host that is recorded "
      "puts "
      "one before "
      "the other; whether they race is not verified",
      launches,
      pair.first == pair.second && one == other ? one
                                                : fmt::format("{} of the one, {} of the other", one, other));
}

}  // namespace

std::vector<std::string> overlap_notes(const capture::Capture& capture,
                                       const std::vector<capture::LaunchClass>& classes) {
  const capture::Overlaps overlaps = capture::find_overlaps(capture);
  std::vector<std::string> notes;
  std::size_t more = 0;
  for (const capture::ClassOverlap& pair : capture::class_overlaps(capture, overlaps, classes)) {
    if (!pair.memory.may_be_written) continue;
    if (notes.size() < kMostPairs)
      notes.push_back(note_of(capture, pair));
    else
      ++more;
  }
  if (more != 0)
    notes.push_back(
        fmt::format("{} more pairs of classes have launches that may run at once on common memory; "
                    "`launchproof capture show` lists them",
                    more));
  for (const std::string& limit : overlaps.limits) notes.push_back("launches that may run at once: " + limit);
  return notes;
}

}  // namespace launchproof::cli
