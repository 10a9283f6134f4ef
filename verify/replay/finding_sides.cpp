#include "verify/replay/finding_sides.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace launchproof::replay {
namespace {

using verdict::Property;

constexpr std::string_view kInlined = "inlined at";

bool is_of_one_access(Property property) {
  return property == Property::OutOfBounds || property == Property::NullAccess ||
         property == Property::AccessFlags || property == Property::UninitialisedRead;
}

}  // namespace

bool FindingSide::is_at(const std::vector<verdict::SourceLocation>& locations) const {
  if (locations.empty() || places.empty()) return false;
  for (std::size_t i = 0; i < std::min(locations.size(), places.size()); ++i) {
    const verdict::SourceLocation& a = places[i];
    const verdict::SourceLocation& b = locations[i];
    const bool is_same_column = a.column == b.column || a.column == 0 || b.column == 0;
    if (a.line != b.line || a.file != b.file || !is_same_column) return false;
  }
  return true;
}

bool FindingSide::touches(const std::string& array, std::int64_t offset, std::uint64_t bytes) const {
  if (!array.empty() && !item->array.empty() && array != item->array) return false;
  if (item->bytes == 0 || bytes == 0) return true;
  const auto begin = static_cast<std::int64_t>(item->byte_offset);
  return offset < begin + static_cast<std::int64_t>(item->bytes) &&
         begin < offset + static_cast<std::int64_t>(bytes);
}

std::vector<FindingSide> sides_of(const verdict::Finding& finding) {
  std::vector<FindingSide> sides;
  if (!finding.witness) return sides;
  const std::vector<verdict::WorkItem>& items = finding.witness->work_items;
  const bool is_race = finding.property == Property::DataRace && items.size() == 2;
  if (!is_race && (!is_of_one_access(finding.property) || items.empty())) return sides;
  for (const verdict::SourceLocation& place : finding.locations) {
    if (place.role.ends_with(kInlined)) {
      if (!sides.empty()) sides.back().places.push_back(place);
      continue;
    }
    if (sides.size() == (is_race ? 2U : 1U)) break;
    sides.push_back({{place}, place.role == verdict::kCopyRole, &items[sides.size()]});
  }
  if (is_race && sides.size() != 2) sides.clear();
  return sides;
}

}  // namespace launchproof::replay
