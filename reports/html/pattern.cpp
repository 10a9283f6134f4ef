// Draws the elements that the first work-items of a verified class touch, for each place in the source.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "reports/html/html_parts.h"
#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

using verdict::AccessPattern;
using verdict::PatternSite;

// In the units of the drawing.
constexpr double kLeft = 8, kWidth = 400, kItemY = 16, kItem = 10, kArrayY = 62;
constexpr double kLeastTouch = 2;

std::string ids_of(const std::array<std::uint64_t, 3>& id, std::uint32_t dimensions) {
  std::vector<std::uint64_t> shown(id.begin(), id.begin() + dimensions);
  return fmt::format("({})", fmt::join(shown, ", "));
}

struct Extent {
  std::uint64_t first = UINT64_MAX, end = 0;
};

Extent extent_of(const PatternSite& site) {
  Extent extent;
  for (const auto& offset : site.offsets) {
    if (!offset) continue;
    extent.first = std::min(extent.first, *offset);
    extent.end = std::max(extent.end, *offset + std::max<std::uint64_t>(site.bytes, 1));
  }
  return extent;
}

// "work-item (0) bytes 0..3, work-item (1) bytes 4..7, ...": the contents of the picture, for screen readers.
std::string in_words(const AccessPattern& pattern, const PatternSite& site, std::uint32_t dimensions) {
  std::string words;
  for (std::size_t i = 0; i < site.offsets.size() && i < pattern.local_ids.size(); ++i) {
    words +=
        fmt::format("{}work-item {}: {}", words.empty() ? "" : "; ", ids_of(pattern.local_ids[i], dimensions),
                    site.offsets[i] ? bytes_text(*site.offsets[i], site.bytes) : std::string("nothing"));
  }
  return words;
}

Data site_data(const AccessPattern& pattern, const PatternSite& site, std::uint32_t dimensions) {
  const Extent extent = extent_of(site);
  const double scale = kWidth / static_cast<double>(extent.end - extent.first);
  const double step = kWidth / static_cast<double>(site.offsets.size());
  List items;
  for (std::size_t i = 0; i < site.offsets.size(); ++i) {
    const double middle = kLeft + (static_cast<double>(i) + 0.5) * step;
    Data item;
    item["item_x"] = text(fmt::format("{:.1f}", middle - std::min(kItem, step * 0.8) / 2));
    item["item_width"] = text(fmt::format("{:.1f}", std::min(kItem, step * 0.8)));
    item["item_style"] = text(site.offsets[i] ? "item" : "item idle");
    item["item_touches"] = Data(site.offsets[i].has_value());
    if (site.offsets[i]) {
      const double begin = kLeft + static_cast<double>(*site.offsets[i] - extent.first) * scale;
      const double width = std::max(static_cast<double>(site.bytes) * scale, kLeastTouch);
      item["touched_x"] = text(fmt::format("{:.1f}", begin));
      item["touched_width"] = text(fmt::format("{:.1f}", width - std::min(1.0, width / 4)));
      item["arrow"] = text(
          fmt::format("M{:.1f} {:.0f}L{:.1f} {:.0f}", middle, kItemY + kItem, begin + width / 2, kArrayY));
    }
    items.push_back(item);
  }
  Data data;
  data["pattern_place"] = text(place(site.location));
  data["pattern_access"] = text(site.access + "s");
  data["pattern_array"] = text(site.array);
  data["pattern_when"] = text(site.first_iteration ? ", in the first iteration of the loops around it" : "");
  data["pattern_label"] = text(in_words(pattern, site, dimensions));
  data["pattern_first"] = text(fmt::format("byte {}", extent.first));
  data["pattern_last"] = text(fmt::format("{}", extent.end - 1));
  data["pattern_items"] = Data(items);
  return data;
}

}  // namespace

void add_pattern(Data& data, const verdict::ClassResult& result, bool wanted) {
  const bool has =
      wanted && result.pattern && !result.pattern->sites.empty() && !result.pattern->local_ids.empty();
  data["has_pattern"] = Data(has);
  if (!has) return;
  const AccessPattern& pattern = *result.pattern;
  const std::uint32_t dimensions = result.grid ? std::clamp(result.grid->work_dim, 1U, 3U) : 3;
  List sites;
  for (const PatternSite& site : pattern.sites) {
    const bool any = std::ranges::any_of(site.offsets, [](const auto& one) { return one.has_value(); });
    if (any) sites.push_back(site_data(pattern, site, dimensions));
  }
  std::string note = fmt::format(
      "Computed from the launch: {} of the first group, {} to {}{}.",
      pattern.local_ids.size() == 1 ? std::string("the work-item")
                                    : fmt::format("the first {} work-items", pattern.local_ids.size()),
      ids_of(pattern.local_ids.front(), dimensions), ids_of(pattern.local_ids.back(), dimensions),
      result.classes > 1 ? ", in the first of the launches proved together" : "");
  if (pattern.left_out > 0) {
    note += fmt::format(
        " {} not drawn: what they touch depends on contents or on earlier loops, or there is no room.",
        count_of(pattern.left_out, "place is", "places are"));
  }
  data["pattern_note"] = text(note);
  data["pattern_sites"] = Data(sites);
}

}  // namespace launchproof::reports
