// Draws the positions of a finding's work-items in the launch: their groups, and their places in these
// groups.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "reports/html/html_parts.h"
#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

using verdict::Grid;
using verdict::WorkItem;
using Triple = std::array<std::uint64_t, 3>;

constexpr double kWidth = 240, kHeight = 150;  // largest size of a plane, in the units of the drawing
constexpr double kLargest = 16;                // side of a cell
constexpr double kLeastDrawn = 4;              // smaller cells are not drawn separately
constexpr double kLeastMark = 4;
constexpr double kEdge = 16;  // space around a plane, for labels

struct PlaneMark {
  std::size_t item = 0;  // 0 is A
  std::uint64_t x = 0, y = 0;
};

const char* mark_style(const std::vector<PlaneMark>& marks, const PlaneMark& mark) {
  const auto same = [&](const PlaneMark& other) { return other.x == mark.x && other.y == mark.y; };
  if (std::ranges::count_if(marks, same) > 1) return "ab";
  return mark.item == 0 ? "a" : "b";
}

// Lines between cells, as a path.
std::string lines(std::uint64_t columns, std::uint64_t rows, double cell) {
  std::string path;
  const double width = static_cast<double>(columns) * cell, height = static_cast<double>(rows) * cell;
  for (std::uint64_t i = 1; i < columns; ++i)
    path += fmt::format("M{:.1f} {:.0f}v{:.1f}", kEdge + static_cast<double>(i) * cell, kEdge, height);
  for (std::uint64_t i = 1; i < rows; ++i)
    path += fmt::format("M{:.0f} {:.1f}h{:.1f}", kEdge, kEdge + static_cast<double>(i) * cell, width);
  return path;
}

// Draws a plane of cells with the marked ones; long sides are drawn to scale.
Data plane(const std::string& caption, std::uint64_t columns, std::uint64_t rows,
           const std::vector<PlaneMark>& marks) {
  const double across = std::min(kLargest, kWidth / static_cast<double>(columns));
  const double down = std::min(kLargest, kHeight / static_cast<double>(rows));
  const bool drawn = std::min(across, down) >= kLeastDrawn;
  // Cells that are drawn are squares; otherwise each side takes the available space, but no less than a
  // strip.
  const double cell = std::min(across, down);
  const double width = drawn ? static_cast<double>(columns) * cell
                             : std::clamp(static_cast<double>(columns) * across, kLargest, kWidth);
  const double height = drawn ? static_cast<double>(rows) * cell
                              : std::clamp(static_cast<double>(rows) * down, kLargest, kHeight);
  const double step_x = width / static_cast<double>(columns), step_y = height / static_cast<double>(rows);
  List list;
  for (const PlaneMark& mark : marks) {
    Data one;
    const double w = std::max(step_x, kLeastMark), h = std::max(step_y, kLeastMark);
    const double x = kEdge + std::min(static_cast<double>(mark.x) * step_x, width - w);
    const double y = kEdge + std::min(static_cast<double>(mark.y) * step_y, height - h);
    one["mark_style"] = text(mark_style(marks, mark));
    one["mark_x"] = text(fmt::format("{:.1f}", x));
    one["mark_y"] = text(fmt::format("{:.1f}", y));
    one["mark_width"] = text(fmt::format("{:.1f}", w));
    one["mark_height"] = text(fmt::format("{:.1f}", h));
    one["mark_label_x"] = text(fmt::format("{:.1f}", x + w / 2));
    one["mark_label_y"] = text(fmt::format("{:.1f}", mark.item == 0 ? y - 3 : y + h + 11));
    one["mark_label_style"] = text(mark.item == 0 ? "a" : "b");
    one["mark_label"] = text(mark.item == 0 ? "A" : "B");
    list.push_back(one);
  }
  Data data;
  data["plane_caption"] = sentence(caption);
  data["plane_label"] = text(caption);
  data["plane_width"] = text(fmt::format("{:.0f}", width + 2 * kEdge));
  data["plane_height"] = text(fmt::format("{:.0f}", height + 2 * kEdge));
  data["cells_width"] = text(fmt::format("{:.1f}", width));
  data["cells_height"] = text(fmt::format("{:.1f}", height));
  data["cells_lines"] = text(drawn ? lines(columns, rows, cell) : "");
  data["marks"] = Data(list);
  return data;
}

std::string extent(const Triple& sizes, std::uint32_t dimensions) {
  std::vector<std::uint64_t> shown(sizes.begin(), sizes.begin() + dimensions);
  return fmt::format("{}", fmt::join(shown, " × "));
}

std::string numbers(const Triple& id, std::uint32_t dimensions) {
  std::vector<std::uint64_t> shown(id.begin(), id.begin() + dimensions);
  return fmt::format("({})", fmt::join(shown, ", "));
}

std::string letters(std::size_t first, bool both, std::size_t count) {
  if (count < 2) return "";
  if (both) return "A and B in ";
  return first == 0 ? "A in " : "B in ";
}

// Returns the part of the position that a plane cannot show: "; the layer 3 of dimension 2".
std::string layer(std::uint64_t size, std::uint64_t at) {
  return size > 1 ? fmt::format(", layer {} of {} in dimension 2", at, size) : "";
}

bool fits(const Grid& grid, const WorkItem& item) {
  for (std::size_t i = 0; i < 3; ++i)
    if (grid.local_size[i] == 0 || item.local_id[i] >= grid.local_size[i] ||
        item.group_id[i] >= (grid.global_size[i] + grid.local_size[i] - 1) / grid.local_size[i])
      return false;
  return true;
}

}  // namespace

void add_grid(Data& data, const verdict::ClassResult& result, const verdict::Finding& finding) {
  data["has_grid"] = Data(false);
  if (!result.grid || !finding.witness || finding.witness->work_items.empty()) return;
  const Grid& grid = *result.grid;
  const std::vector<WorkItem>& items = finding.witness->work_items;
  if (items.size() > 2 || grid.work_dim == 0 || grid.work_dim > 3) return;
  if (!std::ranges::all_of(items, [&](const WorkItem& item) { return fits(grid, item); })) return;
  Triple groups{};
  for (std::size_t i = 0; i < 3; ++i)
    groups[i] = (grid.global_size[i] + grid.local_size[i] - 1) / grid.local_size[i];
  const bool one_group = items.front().group_id == items.back().group_id;
  const bool one_layer = items.front().group_id[2] == items.back().group_id[2];
  List planes;
  if (groups != Triple{1, 1, 1}) {
    std::vector<PlaneMark> marks;
    marks.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
      marks.push_back({i, items[i].group_id[0], items[i].group_id[1]});
    planes.push_back(plane(fmt::format("The groups, {}{}", extent(groups, grid.work_dim),
                                       one_layer ? layer(groups[2], items.front().group_id[2]) : ""),
                           groups[0], groups[1], marks));
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool both = items.size() > 1 && one_group && items[0].local_id[2] == items[1].local_id[2];
    std::vector<PlaneMark> marks;
    for (std::size_t j = i; j < (both ? items.size() : i + 1); ++j)
      marks.push_back({j, items[j].local_id[0], items[j].local_id[1]});
    planes.push_back(
        plane(fmt::format("{}group {}, {} work-items{}", letters(i, both, items.size()),
                          numbers(items[i].group_id, grid.work_dim), extent(grid.local_size, grid.work_dim),
                          layer(grid.local_size[2], items[i].local_id[2])),
              grid.local_size[0], grid.local_size[1], marks));
    if (both) break;
  }
  data["has_grid"] = Data(true);
  data["planes"] = Data(planes);
}

}  // namespace launchproof::reports
