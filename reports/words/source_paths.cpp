#include "reports/words/source_paths.h"

#include <algorithm>
#include <string>
#include <utility>

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::SourceLocation;

// One source's name in everything that a class says.
class Renaming {
 public:
  explicit Renaming(ClassResult& result) : d_from(result.source), d_to(result.source_path) {}

  void name(std::string& file) const {
    if (file == d_from) file = d_to;
  }
  void place(SourceLocation& location) const { name(location.file); }
  // "program-1f.cl:8" in a sentence; the name alone may be a word.
  void words(std::string& text) const {
    const std::string from = d_from + ":";
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + d_to.size()))
      text.replace(at, d_from.size(), d_to);
  }
  void causes(std::vector<verdict::Approximation>& all) const {
    for (verdict::Approximation& one : all) {
      place(one.location);
      words(one.detail);
    }
  }
  void finding(verdict::Finding& one) const {
    words(one.message);
    words(one.explanation);
    words(one.replay);
    for (SourceLocation& location : one.locations) place(location);
    causes(one.approximations);
    for (std::string& consequence : one.consequences) words(consequence);
    if (!one.witness) return;
    words(one.witness->interval);
    for (verdict::WorkItem& item : one.witness->work_items)
      for (verdict::LoopIteration& loop : item.iterations) place(loop.loop);
    for (verdict::Step& step : one.witness->steps) place(step.location);
  }

 private:
  std::string d_from, d_to;
};

void rename(ClassResult& result) {
  const Renaming renaming(result);
  for (verdict::Finding& finding : result.findings) renaming.finding(finding);
  renaming.words(result.reason);
  for (auto& [property, answer] : result.properties) {
    renaming.words(answer.reason);
    renaming.causes(answer.causes);
  }
  for (std::string& note : result.notes) renaming.words(note);
  for (SourceLocation& location : result.unreachable) renaming.place(location);
  if (result.pattern)
    for (verdict::PatternSite& site : result.pattern->sites) renaming.place(site.location);
  result.recorded_as = std::exchange(result.source, result.source_path);
  result.source_path.clear();
}

}  // namespace

bool has_source_paths(const verdict::Results& results) {
  return std::ranges::any_of(results.results,
                             [](const ClassResult& result) { return !result.source_path.empty(); });
}

verdict::Results with_source_paths(const verdict::Results& results) {
  verdict::Results renamed = results;
  for (ClassResult& result : renamed.results)
    if (!result.source_path.empty()) rename(result);
  return renamed;
}

}  // namespace launchproof::reports
