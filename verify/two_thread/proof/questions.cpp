#include "verify/two_thread/proof/questions.h"

#include <algorithm>

namespace launchproof::two_thread {

std::map<verdict::Property, std::set<Line>> known_lines(const Questions& questions,
                                                        const model::KernelModel& kernel) {
  std::set<Line> known;
  const auto add = [&](model::LocationId where) {
    if (where != model::kNone) known.emplace(kernel.locations[where].file, kernel.locations[where].line);
  };
  for (const model::Site& site : kernel.sites) add(site.location);
  for (const model::Annotation& one : kernel.annotations) add(one.location);
  std::map<verdict::Property, std::set<Line>> result;
  for (const auto& [property, lines] : questions.only_at)
    if (std::ranges::includes(known, lines)) result.emplace(property, lines);
  return result;
}

}  // namespace launchproof::two_thread
