// Shows the steps of a witness's work-items in a replay: as a list, and in the barrier intervals.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reports/html/html_parts.h"
#include "reports/words/excerpt.h"
#include "reports/words/words.h"
#include "verify/verdict/explanation.h"

namespace launchproof::reports {
namespace {

using verdict::Finding;
using verdict::Step;

// Dimensions of the timeline, in the units of the drawing.
constexpr double kLeft = 26, kRight = 12, kWidth = 378, kWidest = 96, kLane = 34, kTop = 22, kThick = 14;
constexpr std::size_t kMostIntervals = 9;

const char* style_of(std::size_t item) {
  return item == 0 ? "a" : "b";
}

std::string letter_of(const Finding& finding, std::size_t item) {
  return finding.witness->work_items.size() < 2 ? std::string("Work-item")
                                                : std::string(1, item == 0 ? 'A' : 'B');
}

bool is_barrier(const Step& step) {
  return step.does.starts_with("waits");
}

std::string words_of(const Step& step) {
  std::string words = step.does;
  if (step.bytes != 0) words += " " + verdict::element_text(step);
  if (!step.value.empty()) words += (step.does == "write" ? ", stores " : ", finds ") + step.value;
  return words;
}

std::string after_barriers(std::uint64_t count) {
  return count == 0 ? std::string("before any barrier") : "after " + count_of(count, "barrier", "barriers");
}

std::optional<Step> decisive(const Finding& finding, std::uint32_t item) {
  for (const Step& step : finding.witness->steps)
    if (step.work_item == item && step.meets) return step;
  return std::nullopt;
}

std::string timeline_words(const Finding& finding) {
  const auto& items = finding.witness->work_items;
  const auto a = decisive(finding, 0), b = decisive(finding, 1);
  if (!a) return {};
  if (items.size() < 2 || !b) return after_barriers(a->barriers) + " of its group";
  if (items[0].group_id != items[1].group_id)
    return fmt::format("A {}, B {} of its group; no barrier orders work-items of different groups",
                       after_barriers(a->barriers), after_barriers(b->barriers));
  if (a->barriers == b->barriers)
    return fmt::format("both {}: no barrier lies between", after_barriers(a->barriers));
  return fmt::format("A {}, B {}: the barriers between them do not order this memory",
                     after_barriers(a->barriers), after_barriers(b->barriers));
}

// The barrier intervals that are drawn, by the number of barriers before them: only the last ones.
std::vector<std::uint64_t> intervals_of(const Finding& finding) {
  std::set<std::uint64_t> all;
  for (const Step& step : finding.witness->steps) all.insert(step.barriers);
  std::vector<std::uint64_t> list(all.begin(), all.end());
  if (list.size() > kMostIntervals) list.erase(list.begin(), list.end() - kMostIntervals);
  return list;
}

void add_timeline(Data& data, const Finding& finding) {
  const std::vector<Step>& steps = finding.witness->steps;
  const std::vector<std::uint64_t> intervals = intervals_of(finding);
  const double column = std::min(kWidest, kWidth / static_cast<double>(intervals.size()));
  const std::size_t lanes = finding.witness->work_items.size();
  List spans, bars, marks, names;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const double y = kTop + static_cast<double>(lane) * kLane;
    Data name;
    name["lane_letter"] = text(lanes < 2 ? "" : letter_of(finding, lane));
    name["lane_style"] = text(style_of(lane));
    name["lane_y"] = text(fmt::format("{:.0f}", y + kThick - 3));
    names.push_back(name);
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      const auto in = [&](const Step& step) {
        return step.work_item == lane && step.barriers == intervals[i];
      };
      const double x = kLeft + static_cast<double>(i) * column;
      const bool known = std::ranges::any_of(steps, in);
      // There may be nothing to show between two barriers; if steps were omitted, that is unknown.
      Data span;
      span["span_style"] = text(known ? "span" : "span unknown");
      span["span_x"] = text(fmt::format("{:.1f}", x));
      span["span_y"] = text(fmt::format("{:.0f}", y));
      span["span_width"] = text(fmt::format("{:.1f}", column - 4));
      spans.push_back(span);
      for (const Step& step : steps) {
        if (!in(step)) continue;
        if (step.meets) {
          Data mark;
          mark["meet_style"] = text(style_of(lane));
          mark["meet_x"] = text(fmt::format("{:.1f}", x + (column - 4) / 2));
          mark["meet_y"] = text(fmt::format("{:.0f}", y + kThick / 2));
          marks.push_back(mark);
        }
        if (!is_barrier(step)) continue;
        Data bar;
        bar["bar_x"] = text(fmt::format("{:.1f}", x + column - 4));
        bar["bar_y"] = text(fmt::format("{:.0f}", y - 3));
        bar["bar_label_y"] = text(fmt::format("{:.0f}", y - 6));
        bar["bar_label"] = text(fmt::format("line {}", step.location.line));
        bars.push_back(bar);
      }
    }
  }
  data["timeline_caption"] = text("Barrier intervals: " + timeline_words(finding));
  data["timeline_width"] = text(fmt::format("{:.0f}", kLeft + kRight + kWidth));
  data["timeline_height"] = text(fmt::format("{:.0f}", kTop + static_cast<double>(lanes) * kLane));
  data["timeline_bar_height"] = text(fmt::format("{:.0f}", kThick + 6));
  data["spans"] = Data(spans);
  data["bars"] = Data(bars);
  data["meets"] = Data(marks);
  data["lanes"] = Data(names);
}

}  // namespace

std::vector<std::uint32_t> step_lines(const verdict::ClassResult& result, const Finding& finding) {
  std::vector<std::uint32_t> lines;
  if (!finding.witness) return lines;
  for (const Step& step : finding.witness->steps)
    if (in_source(result, step.location)) lines.push_back(step.location.line);
  return lines;
}

void add_steps(Data& data, const verdict::ClassResult& result, const Finding& finding) {
  const bool has = finding.witness && !finding.witness->steps.empty();
  data["has_steps"] = Data(has);
  data["has_timeline"] = Data(has);
  if (!has) return;
  List list;
  for (const Step& step : finding.witness->steps) {
    Data one;
    one["step_style"] = text(style_of(step.work_item));
    one["step_letter"] = text(letter_of(finding, step.work_item));
    one["step_words"] = sentence(words_of(step));
    one["step_place"] = text(step.location.line == 0 ? std::string() : place(step.location));
    // Only lines shown in the page have a number here. For other steps, the page marks no line.
    one["step_line"] =
        text(in_source(result, step.location) ? std::to_string(step.location.line) : std::string());
    one["step_when"] = text(after_barriers(step.barriers));
    one["step_meets"] = Data(step.meets);
    list.push_back(one);
  }
  data["steps"] = Data(list);
  data["steps_left_out"] =
      text(finding.witness->steps_left_out == 0
               ? std::string()
               : fmt::format("{} of this long replay are omitted. ",
                             count_of(finding.witness->steps_left_out, "step", "steps")));
  add_timeline(data, finding);
}

}  // namespace launchproof::reports
