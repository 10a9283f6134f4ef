#include "verify/two_thread/terms/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

namespace launchproof::two_thread {
namespace {

constexpr std::uint32_t kMostIterations = 16;
constexpr std::array<std::pair<std::string_view, RefuterKind>, 4> kNames{{{"SBASE", RefuterKind::Base},
                                                                          {"SSTEP", RefuterKind::Step},
                                                                          {"LU", RefuterKind::Loops},
                                                                          {"DYN", RefuterKind::Dynamic}}};

Refuter refuter_of(std::string_view text) {
  const std::string shown = "`" + std::string(text) + "`";
  const std::size_t bracket = text.find('(');
  const auto* const found =
      std::ranges::find(kNames, text.substr(0, bracket), &decltype(kNames)::value_type::first);
  if (found == kNames.end()) throw std::invalid_argument(shown + " is none of DYN, SBASE, SSTEP, LU(k)");
  const bool is_loops = found->second == RefuterKind::Loops;
  if (is_loops != (bracket != std::string_view::npos))
    throw std::invalid_argument(shown + (is_loops ? ": say how often, as in LU(2)" : " takes no number"));
  Refuter result{found->second, 0};
  if (!is_loops) return result;
  const char* const begin = text.data() + bracket + 1;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(begin, end, result.iterations);
  if (error != std::errc{} || end - stopped != 1 || *stopped != ')' || result.iterations < 1 ||
      result.iterations > kMostIterations)
    throw std::invalid_argument(shown + ": give a number from 1 to " + std::to_string(kMostIterations) +
                                " in brackets");
  return result;
}

std::uint32_t parse_count(const std::string& text, const char* what, std::uint32_t most) {
  std::uint32_t result = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, result);
  if (error != std::errc{} || stopped != end || result < 1 || result > most)
    throw std::invalid_argument("`" + text + "` is not a " + what + "; give one from 1 to " +
                                std::to_string(most));
  return result;
}
constexpr std::array<std::pair<std::string_view, Instrumentation>, 3> kInstrumentations{
    {{"original", Instrumentation::Original},
     {"watchdog-single", Instrumentation::WatchdogSingle},
     {"watchdog-multiple", Instrumentation::WatchdogMultiple}}};

struct OptimisationEntry {
  Optimisation which;
  std::string_view name, paper, meaning;
};

constexpr std::array kOptimisations{
#define OPTIMISATION(enumerator, name, paper, meaning) \
  OptimisationEntry{Optimisation::enumerator, name, paper, meaning},
#include "verify/two_thread/terms/optimisations.def"
#undef OPTIMISATION
};

}  // namespace

Optimisation parse_optimisation(const std::string& text) {
  const auto* const found = std::ranges::find(kOptimisations, text, &OptimisationEntry::name);
  if (found == kOptimisations.end())
    throw std::invalid_argument(
        "`" + text +
        "` is not an optimisation of the two-thread engine; docs/optimisations.md lists "
        "them");
  return found->which;
}

std::string name_of(Optimisation optimisation) {
  return std::string(kOptimisations.at(static_cast<std::size_t>(optimisation)).name);
}

std::vector<std::string> optimisation_names() {
  std::vector<std::string> result;
  result.reserve(kOptimisations.size());
  for (const OptimisationEntry& one : kOptimisations) result.emplace_back(one.name);
  return result;
}

std::string optimisations_page() {
  std::string text =
      "# Optimisations of the two-thread engine\n\nMade from `verify/two_thread/terms/optimisations.def`. "
      "`--omit-optimisation NAME` leaves one out, to measure what it is "
      "worth\n([experiments.md](experiments.md)); "
      "less is proved then, or it takes longer, and what is proved means the same. *Paper* is its name "
      "in\nthe "
      "GPUVerify papers.\n\n| name | paper | what it does |\n|---|---|---|\n";
  for (const OptimisationEntry& one : kOptimisations)
    text += "| `" + std::string(one.name) + "` | " + std::string(one.paper) + " | " +
            std::string(one.meaning) + " |\n";
  return text;
}

Instrumentation parse_instrumentation(const std::string& text) {
  const auto* const found =
      std::ranges::find(kInstrumentations, text, &decltype(kInstrumentations)::value_type::first);
  if (found == kInstrumentations.end())
    throw std::invalid_argument("`" + text + "` is none of original, watchdog-single, watchdog-multiple");
  return found->second;
}

std::string name_of(Instrumentation instrumentation) {
  const auto* const found =
      std::ranges::find(kInstrumentations, instrumentation, &decltype(kInstrumentations)::value_type::second);
  return std::string(found->first);
}

std::string name_of(const Refuter& refuter) {
  const auto* const found = std::ranges::find(kNames, refuter.kind, &decltype(kNames)::value_type::second);
  const std::string name(found->first);
  return refuter.kind == RefuterKind::Loops ? name + "(" + std::to_string(refuter.iterations) + ")" : name;
}

Refutation parse_refutation(const std::string& text) {
  Refutation result;
  if (!text.starts_with("seq:") && !text.starts_with("par:"))
    throw std::invalid_argument("`" + text + "` begins with neither seq: nor par:");
  result.is_parallel = text.starts_with("par:");
  std::string_view rest = std::string_view(text).substr(4);
  while (true) {
    const std::size_t comma = rest.find(',');
    const Refuter refuter = refuter_of(rest.substr(0, comma));
    if (std::ranges::find(result.refuters, refuter) != result.refuters.end())
      throw std::invalid_argument("`" + name_of(refuter) + "` is named twice");
    result.refuters.push_back(refuter);
    if (comma == std::string_view::npos) return result;
    rest.remove_prefix(comma + 1);
  }
}

std::uint32_t parse_unwinding(const std::string& text) {
  return parse_count(text, "number of iterations", kMostUnwinding);
}

std::uint32_t parse_induction_depth(const std::string& text) {
  return parse_count(text, "depth of induction", kMostInductionDepth);
}

}  // namespace launchproof::two_thread
