#include "verify/worker/outcomes/launch_words.h"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace launchproof::worker {
namespace {

// Returns the only text, or "first to last" of the sorted values; for floats and the like, only the number of
// values.
class Spread {
 public:
  void add(const LaunchWord& word) {
    if (d_texts.empty()) d_first = word;
    d_texts.try_emplace({word.order, word.text}, word.text);
    d_shown = d_shown || word.shown;
  }
  std::string text() const {
    if (!d_shown) return {};
    return d_first.before + values() + d_first.after;
  }

 private:
  std::string values() const {
    if (d_texts.size() == 1) return d_texts.begin()->second;
    if (!d_first.ordered) return fmt::format("{} values", d_texts.size());
    return fmt::format("{} to {}", d_texts.begin()->second, d_texts.rbegin()->second);
  }

  LaunchWord d_first;
  bool d_shown = false;
  std::map<std::pair<std::int64_t, std::string>, std::string> d_texts;
};

}  // namespace

std::string in_words(const std::vector<LaunchWords>& launches) {
  if (launches.size() == 1) return launches.front().alone;
  std::map<unsigned, Spread> places;
  for (const LaunchWords& launch : launches)
    for (const LaunchWord& word : launch.words) places[word.place].add(word);
  std::string text;
  for (const auto& [place, spread] : places) text += spread.text();
  return text;
}

}  // namespace launchproof::worker
