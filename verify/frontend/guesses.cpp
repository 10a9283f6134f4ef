#include "verify/frontend/guesses.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "verify/model/equality.h"

namespace launchproof::frontend {
namespace {

constexpr unsigned kMostPrograms = 8;

class Comparison {
 public:
  Comparison(const Translation& first, const Translator& translate) : d_first(first), d_translate(translate) {
    for (const model::KernelModel& kernel : first.kernels) d_same.insert(kernel.name);
  }

  // Finds kernels that are the same with every outcome of the guesses; `seen`: those of a program with these
  // sources.
  std::set<std::string> same(const std::vector<ProgramSource>& sources, const std::vector<Guess>& seen) {
    look_at_others(sources, seen);
    return d_same;
  }

 private:
  void look_at_others(std::vector<ProgramSource> sources, const std::vector<Guess>& seen) {
    for (const Guess& guess : seen) {
      if (d_same.empty()) return;
      std::vector<DecidedConditional>& decided = sources[guess.source].decided;
      const bool is_decided = std::ranges::any_of(decided, [&](const DecidedConditional& one) {
        return one.file == guess.file && one.line == guess.line;
      });
      if (is_decided) continue;
      if (!guess.can_differ || d_programs++ == kMostPrograms) {
        d_same.clear();
        return;
      }
      decided.push_back({guess.file, guess.line, !guess.holds});
      const GuessedTranslation other = d_translate(sources);
      compare(other.translation);
      look_at_others(sources, other.guesses);
      sources[guess.source].decided.back().holds = guess.holds;
    }
  }

  void compare(const Translation& other) {
    std::erase_if(d_same, [&](const std::string& name) {
      const auto one = std::ranges::find(d_first.kernels, name, &model::KernelModel::name);
      const auto two = std::ranges::find(other.kernels, name, &model::KernelModel::name);
      return !other.compiled || two == other.kernels.end() || !model::equal(*one, *two);
    });
  }

  const Translation& d_first;
  const Translator& d_translate;
  std::set<std::string> d_same;
  unsigned d_programs = 0;
};

}  // namespace

Translation with_guesses(const std::vector<ProgramSource>& sources, const Translator& translate) {
  GuessedTranslation first = translate(sources);
  if (first.guesses.empty()) return std::move(first.translation);
  // The other programs read their own files.
  first.translation.files.complete = false;
  const std::set<std::string> same = Comparison(first.translation, translate).same(sources, first.guesses);
  Translation& result = first.translation;
  for (const model::KernelModel& kernel : result.kernels)
    if (!same.contains(kernel.name)) result.guesses[kernel.name] = first.guesses;
  std::set<std::string> texts;
  if (result.guesses.empty() && result.compiled) return std::move(result);
  for (const Guess& guess : first.guesses)
    if (texts.insert(guess.text).second) result.assumptions.push_back(guess.text);
  return std::move(result);
}

}  // namespace launchproof::frontend
