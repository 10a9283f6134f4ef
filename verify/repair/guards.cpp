// Fixes by checks of an index before an access, and of a loop's last iteration.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "verify/repair/accesses.h"
#include "verify/repair/candidate.h"
#include "verify/repair/expressions.h"

namespace launchproof::repair {

using verdict::Finding;
using verdict::Property;

namespace {

bool is_name(const std::string& text) {
  return !text.empty() && text.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                              "0123456789") == std::string::npos;
}

std::string in_brackets(const std::string& index) {
  constexpr std::string_view kLoose = "<>=?:&|^,!";
  return index.find_first_of(kLoose) == std::string::npos ? index : "(" + index + ")";
}

// Returns the numbers that may bound the index: a fixed number of elements, then parameters, and products of
// two, that the launch makes at most the number of elements, largest first. A parameter that names fewer than
// half of the elements is taken for a number of something else. The number of work-items bounds no index that
// comes from memory.
std::vector<std::string> bounds_of(const KernelFacts& facts, const KernelArray* array,
                                   const std::string& index) {
  std::vector<std::pair<std::int64_t, std::string>> known;
  const auto fits = [&](std::int64_t value) {
    return array == nullptr || !array->elements ||
           (value > 0 && static_cast<std::uint64_t>(value) <= *array->elements &&
            2 * static_cast<std::uint64_t>(value) > *array->elements);
  };
  for (const ScalarParameter& one : facts.scalars) {
    if (one.value && fits(*one.value)) known.emplace_back(*one.value, one.name);
    for (const ScalarParameter& other : facts.scalars)
      if (one.name < other.name && one.value && other.value && array != nullptr && array->elements &&
          *one.value > 1 && *other.value > 1 && *one.value < (std::int64_t{1} << 31) &&
          *other.value < (std::int64_t{1} << 31) && fits(*one.value * *other.value))
        known.emplace_back(*one.value * *other.value, fmt::format("{} * {}", one.name, other.name));
  }
  std::ranges::sort(known, [](const auto& a, const auto& b) {
    return std::pair(b.first, a.second) < std::pair(a.first, b.second);
  });
  std::vector<std::string> bounds;
  if (array != nullptr && array->elements && !array->is_parameter)
    bounds.push_back(std::to_string(*array->elements));
  for (auto& [value, name] : known) bounds.push_back(std::move(name));
  // One element for each work-item of the launch, or of the group.
  const bool is_local = array != nullptr && array->memory == model::Memory::Local;
  const auto& size = is_local ? facts.local_size[0] : facts.global_size[0];
  const bool is_cuda = facts.language == model::Language::Cuda;
  if (array != nullptr && array->elements && array->is_parameter && size == array->elements &&
      index.find('[') == std::string::npos) {
    if (is_local)
      bounds.emplace_back(is_cuda ? "blockDim.x" : "get_local_size(0)");
    else
      bounds.emplace_back(is_cuda ? "gridDim.x * blockDim.x" : "get_global_size(0)");
  }
  constexpr std::size_t kMost = 3;
  if (bounds.size() > kMost) bounds.resize(kMost);
  return bounds;
}

}  // namespace

std::vector<Candidate> guards(const SourceTree& tree, const KernelFacts& facts, const Finding& finding) {
  if (finding.property != Property::OutOfBounds || finding.kind == verdict::kInnerArray || !finding.witness ||
      finding.witness->work_items.empty())
    return {};
  const verdict::WorkItem& item = finding.witness->work_items.front();
  std::vector<Candidate> found;
  std::vector<Candidate> zeros;
  for (const Places& side : sides_of(finding, tree, facts.file)) {
    for (const std::size_t place : side) {
      const std::size_t number = tree.innermost(place);
      if (number == kNoStatement) continue;
      const Stretch statement = tree.statement(number).at;
      const std::string line = std::to_string(tree.shown_line(statement.begin));
      const bool is_simple = tree.statement(number).kind == StatementKind::Simple;
      const bool is_free = is_simple && !declares(tree, statement);
      const auto subscript = subscript_at(tree, place, statement, item.array);
      for (Candidate& one : stricter_comparisons(tree, number)) found.push_back(std::move(one));
      if (!subscript) continue;
      const std::string index = in_brackets(subscript->index);
      const KernelArray* array = array_of(facts, item.array);
      const bool is_before = static_cast<std::int64_t>(item.byte_offset) < 0;
      std::vector<std::string> conditions;
      if (is_before) conditions.push_back(index + " >= 0");
      for (const std::string& bound : bounds_of(facts, array, index)) {
        if (!is_before) conditions.push_back(fmt::format("{} < {}", index, bound));
        if (is_before) conditions.push_back(fmt::format("{0} >= 0 && {0} < {1}", index, bound));
      }
      // If the index is its id, a work-item without an element of its own returns at once.
      const std::vector<std::size_t> chain = tree.chain(number);
      const bool is_outermost = chain.size() == 2;
      for (const std::string& condition : conditions) {
        const std::string title = fmt::format("check `{}` before line {}", condition, line);
        if (is_free && may_be_guarded(tree, statement))
          found.push_back({title, {guarded(tree, statement, condition)}});
        if (is_simple && is_outermost && is_name(subscript->index) && !is_before) {
          const std::string bound = condition.substr(condition.find('<') + 2);
          found.push_back(
              {fmt::format("end work-items for which `{} >= {}` before line {}", index, bound, line),
               {{statement.begin, 0,
                 fmt::format("if ({} >= {}) return;", index, bound) +
                     (tree.begins_its_line(statement.begin) ? "\n" + tree.indentation(statement.begin)
                                                            : " ")}}});
        }
        // Where the statement stores what it reads, the check may leave an element unwritten: last of all, a
        // zero takes the place of what lies outside.
        if (item.access != "read" || array == nullptr) continue;
        const std::string zero =
            array->element_type.empty() ? "0" : fmt::format("({})(0)", array->element_type);
        (is_free ? zeros : found)
            .push_back({fmt::format("check `{}` in line {}", condition, line),
                        {{subscript->whole.begin, 0, fmt::format("({} ? ", condition)},
                         {subscript->whole.end, 0, fmt::format(" : {})", zero)}}});
      }
    }
  }
  found.insert(found.end(), std::make_move_iterator(zeros.begin()), std::make_move_iterator(zeros.end()));
  return found;
}

std::vector<Candidate> stricter_conditions(const SourceTree& tree, const KernelFacts& facts,
                                           const Finding& finding) {
  if (finding.property != Property::DataRace) return {};
  std::vector<Candidate> found;
  std::set<std::size_t> done;
  for (const Places& side : sides_of(finding, tree, facts.file))
    for (const std::size_t place : side) {
      const std::size_t number = tree.innermost(place);
      if (number == kNoStatement || !done.insert(number).second) continue;
      for (Candidate& one : stricter_comparisons(tree, number)) found.push_back(std::move(one));
    }
  return found;
}

}  // namespace launchproof::repair
