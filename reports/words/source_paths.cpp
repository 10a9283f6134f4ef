#include "reports/words/source_paths.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "verify/verdict/fingerprint.h"

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::SourceLocation;

// Returns whether `source` is the name of a recorded program that came without a file.
bool has_no_file(const std::string& source) {
  return source.starts_with("program-") && verdict::stable_name(source) == "program";
}

// Returns the kernel's unqualified name: "merge" for "void ns::merge<int>(int*)". May be empty.
std::string own_name(std::string_view kernel) {
  kernel = kernel.substr(0, kernel.find_first_of("<("));
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  while (!kernel.empty() && !is_part(kernel.back())) kernel.remove_suffix(1);
  std::size_t begin = kernel.size();
  while (begin > 0 && is_part(kernel[begin - 1])) --begin;
  return std::string(kernel.substr(begin));
}

// Replaces one source's name in all texts of a class.
class Renaming {
 public:
  Renaming(std::string from, std::string to) : d_from(std::move(from)), d_to(std::move(to)) {}

  void name(std::string& file) const {
    if (file == d_from) file = d_to;
  }
  void place(SourceLocation& location) const { name(location.file); }
  // Replaces "program-1f.cl:8" in a sentence; without the line, the name might be an ordinary word.
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

void rename(ClassResult& result, const Renaming& renaming) {
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
}

void rename(ClassResult& result, const ShownNames& names) {
  if (const auto found = names.find(result.source); found != names.end()) {
    rename(result, Renaming(result.source, found->second));
    result.recorded_as = std::exchange(result.source, found->second);
  }
  result.source_path.clear();
}

}  // namespace

ShownNames shown_names(const verdict::Results& results) {
  ShownNames names;
  std::set<std::string> taken;
  for (const ClassResult& result : results.results) {
    if (!result.source_path.empty()) names.try_emplace(result.source, result.source_path);
    taken.insert(result.source_path.empty() ? result.source : result.source_path);
  }
  for (const ClassResult& result : results.results) {
    if (!has_no_file(result.source) || names.contains(result.source)) continue;
    const std::string kernel = own_name(result.kernel);
    if (kernel.empty()) continue;
    const std::string ending = result.source.substr(result.source.rfind('.'));
    const std::string digits = result.source.substr(result.source.find('-'));
    const bool is_free = taken.insert(kernel + ending).second;
    names.emplace(result.source, is_free ? kernel + ending : kernel + digits);
  }
  return names;
}

bool has_source_paths(const verdict::Results& results) {
  return !shown_names(results).empty();
}

verdict::Results with_source_paths(const verdict::Results& results) {
  const ShownNames names = shown_names(results);
  verdict::Results renamed = results;
  for (ClassResult& result : renamed.results) rename(result, names);
  return renamed;
}

}  // namespace launchproof::reports
