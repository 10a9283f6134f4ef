#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>

#include "reports/html/html_parts.h"
#include "reports/words/excerpt.h"
#include "reports/words/fix_text.h"
#include "reports/words/needs.h"
#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

using verdict::Finding;
using verdict::SourceLocation;
using verdict::WorkItem;

constexpr double kDrawingWidth = 400;  // width of the array's bar, in the units of the drawing
constexpr double kDrawingEdge = 8;     // margin on both sides
constexpr std::uint32_t kContext = 4;  // source lines shown before and after each place

bool is_inlined(const SourceLocation& location) {
  return location.role.ends_with("inlined at");
}

// Which work-item a location belongs to: 0 (A), 1 (B) or neither.
std::optional<std::size_t> owner(const Finding& finding, std::size_t index) {
  const std::string& role = finding.locations[index].role;
  if (role.starts_with("second")) return 1;
  if (index == 0 || role.starts_with("first") || role.starts_with("access")) return 0;
  return std::nullopt;
}

std::string style_at(const Finding& finding, std::size_t index) {
  const auto whose = owner(finding, index);
  if (!whose || is_inlined(finding.locations[index])) return "c";
  return *whose == 0 ? "a" : "b";
}

// "A · write"; without a witness the role alone.
std::string label_at(const Finding& finding, std::size_t index) {
  const auto whose = owner(finding, index);
  const std::string& role = finding.locations[index].role;
  std::string words = role.empty() ? "here" : role;
  if (is_inlined(finding.locations[index])) words = "inlined here";
  const bool has_item = finding.witness && whose && *whose < finding.witness->work_items.size();
  if (!has_item) return words;
  const std::string& access = finding.witness->work_items[*whose].access;
  if (!is_inlined(finding.locations[index]) && !access.empty()) words = access;
  if (finding.witness->work_items.size() < 2) return words;
  return (*whose == 0 ? "A · " : "B · ") + words;
}

// Draws the array as a bar, with the bytes that each work-item touches, if all of them touch one array of
// known size.
void add_drawing(Data& data, const Finding& finding) {
  data["has_drawing"] = Data(false);
  if (!finding.witness || !finding.witness->array_bytes || *finding.witness->array_bytes == 0) return;
  const verdict::Witness& witness = *finding.witness;
  const auto size = static_cast<double>(*witness.array_bytes);
  double first = 0;
  double last = size;
  for (const WorkItem& item : witness.work_items) {
    if (item.bytes == 0 || item.array != witness.work_items.front().array) return;
    const auto begin = static_cast<double>(static_cast<std::int64_t>(item.byte_offset));
    first = std::min(first, begin);
    last = std::max(last, begin + static_cast<double>(item.bytes));
  }
  const auto x = [&](double byte) { return kDrawingEdge + (byte - first) / (last - first) * kDrawingWidth; };
  List touches;
  for (std::size_t i = 0; i < witness.work_items.size(); ++i) {
    const WorkItem& item = witness.work_items[i];
    const double begin = x(static_cast<double>(static_cast<std::int64_t>(item.byte_offset)));
    const double width = std::max(static_cast<double>(item.bytes) / (last - first) * kDrawingWidth, 3.0);
    Data touch;
    touch["touch_style"] = text(i == 0 ? "a" : "b");
    touch["touch_x"] = text(fmt::format("{:.1f}", begin));
    touch["touch_width"] = text(fmt::format("{:.1f}", width));
    touch["touch_y"] = text(i == 0 ? "14" : "30");
    touch["touch_middle"] = text(fmt::format("{:.1f}", begin + width / 2));
    touch["touch_label_y"] = text(i == 0 ? "11" : "57");
    touch["touch_label"] = text(i == 0 ? "A" : "B");
    touches.push_back(touch);
  }
  data["has_drawing"] = Data(true);
  data["drawing_array"] = text(witness.work_items.front().array);
  data["array_x"] = text(fmt::format("{:.1f}", x(0)));
  data["array_width"] = text(fmt::format("{:.1f}", size / (last - first) * kDrawingWidth));
  data["drawing_bytes"] = text(count_of(*witness.array_bytes, "byte", "bytes"));
  data["touches"] = Data(touches);
}

// Adds the link to a file under `key` + "_link" and the text "k.cl:9", with its first line in the finding.
void add_link(Data& data, const std::string& key, const std::string& file, std::uint32_t line,
              const FileLinks& links) {
  const std::string link = links ? links(file) : std::string();
  data[key + "_has_link"] = Data(!link.empty());
  data[key + "_link"] = text(link);
  data[key + "_place"] = text(place({.file = file, .line = line, .role = ""}));
}

void add_code(Data& data, const verdict::ClassResult& result, const Finding& finding,
              const std::vector<std::string>& lines, const FileLinks& links) {
  std::vector<std::string> styles;
  std::vector<std::string> labels;
  List elsewhere;
  for (std::size_t i = 0; i < finding.locations.size(); ++i) {
    styles.push_back(style_at(finding, i));
    labels.push_back(label_at(finding, i));
    const SourceLocation& location = finding.locations[i];
    if (in_source(result, location) && location.line <= lines.size()) continue;
    if (included_file(result, location) != nullptr) continue;
    Data item;
    add_link(item, "elsewhere", location.file, location.line, links);
    item["elsewhere_place"] = text(place(location));
    item["elsewhere_role"] = text(labels.back());
    elsewhere.push_back(item);
  }
  std::vector<std::uint32_t> marked, others = step_lines(result, finding);
  for (const SourceLocation& location : finding.locations)
    if (in_source(result, location)) marked.push_back(location.line);
  const std::vector<std::uint32_t> macros = macro_lines(lines, marked);
  others.insert(others.end(), macros.begin(), macros.end());
  const auto shown = [&](const std::vector<std::string>& of, const std::vector<ExcerptLine>& parts) {
    List made;
    for (const ExcerptLine& line : parts)
      made.push_back(line.number == 0 ? code_gap()
                                      : code_line(line.number, of[line.number - 1], line.locations,
                                                  finding.locations, styles, labels));
    return made;
  };
  const List code = shown(lines, excerpt(result, nullptr, finding.locations, lines.size(), kContext, others));
  List included;
  for (const verdict::IncludedFile& file : result.included) {
    const std::vector<std::string> own = lines_of(file.text);
    const List some = shown(own, excerpt(result, &file, finding.locations, own.size(), kContext));
    if (some.empty()) continue;
    Data block;
    const auto first = std::ranges::find_if(finding.locations, [&](const SourceLocation& location) {
      return included_file(result, location) == &file;
    });
    add_link(block, "included", file.name, first == finding.locations.end() ? 0 : first->line, links);
    block["included_file"] = text(file.name);
    block["code_lines"] = Data(some);
    included.push_back(block);
  }
  data["included_code"] = Data(included);
  data["has_code"] = Data(!code.empty());
  data["code_lines"] = Data(code);
  data["has_elsewhere"] = Data(!elsewhere.empty());
  data["elsewhere"] = Data(elsewhere);
}

// One row of the comparison: a name and a value for each work-item.
void add_row(List& rows, const std::string& row_name, const std::vector<std::string>& values) {
  if (std::all_of(values.begin(), values.end(), [](const std::string& value) { return value.empty(); }))
    return;
  List cells;
  for (const std::string& value : values) {
    Data cell;
    cell["cell"] = text(value.empty() ? "–" : value);
    cells.push_back(cell);
  }
  Data row;
  row["row_name"] = text(row_name);
  const bool is_same = std::ranges::adjacent_find(values, std::not_equal_to<>()) == values.end();
  row["row_differs"] = Data(!is_same);
  // Values that differ between the two matter; of equal values, only those that describe the operation.
  row["row_aside"] = Data(values.size() > 1 && is_same && row_name != "does" && row_name != "array" &&
                          row_name != "touches");
  row["cells"] = Data(cells);
  rows.push_back(row);
}

template <typename Value>
std::vector<std::string> each(const std::vector<WorkItem>& items, Value value) {
  std::vector<std::string> values;
  values.reserve(items.size());
  for (const WorkItem& item : items) values.push_back(value(item));
  return values;
}

// Names in the order of first appearance over all work-items.
template <typename NamesOf>
std::vector<std::string> joined_names(const std::vector<WorkItem>& items, NamesOf names_of) {
  std::vector<std::string> names;
  for (const WorkItem& item : items) {
    for (const std::string& one : names_of(item)) {
      if (std::find(names.begin(), names.end(), one) == names.end()) names.push_back(one);
    }
  }
  return names;
}

std::string loop_name(const verdict::LoopIteration& loop) {
  return "iteration of the loop at " + place(loop.loop);
}

void add_items(Data& data, const Finding& finding) {
  const std::vector<WorkItem> items = finding.witness ? finding.witness->work_items : std::vector<WorkItem>{};
  List heads;
  for (std::size_t i = 0; i < items.size(); ++i) {
    Data head;
    const char letter = static_cast<char>('A' + i);
    head["head"] = text(items.size() > 1 ? std::string("Work-item ") + letter : "Work-item");
    head["head_style"] = text(i == 0 ? "a" : "b");
    heads.push_back(head);
  }
  List rows;
  add_row(rows, "global id", each(items, [](const WorkItem& item) { return triple(item.global_id); }));
  add_row(rows, "group", each(items, [](const WorkItem& item) { return triple(item.group_id); }));
  add_row(rows, "local id", each(items, [](const WorkItem& item) { return triple(item.local_id); }));
  add_row(rows, "does", each(items, [](const WorkItem& item) { return item.access; }));
  add_row(rows, "array", each(items, [](const WorkItem& item) { return item.array; }));
  add_row(rows, "touches", each(items, [](const WorkItem& item) {
            if (item.bytes == 0) return std::string();
            const std::string bytes = bytes_text(item.byte_offset, item.bytes);
            return item.element.empty() ? bytes : item.element + ", " + bytes;
          }));
  const auto value_names = joined_names(items, [](const WorkItem& item) {
    std::vector<std::string> names;
    names.reserve(item.values.size());
    for (const verdict::NamedValue& value : item.values) names.push_back(value.name);
    return names;
  });
  for (const std::string& wanted : value_names) {
    add_row(rows, wanted, each(items, [&](const WorkItem& item) {
              for (const verdict::NamedValue& value : item.values) {
                if (value.name == wanted) return value.value;
              }
              return std::string();
            }));
  }
  const auto loop_names = joined_names(items, [](const WorkItem& item) {
    std::vector<std::string> names;
    names.reserve(item.iterations.size());
    for (const verdict::LoopIteration& loop : item.iterations) names.push_back(loop_name(loop));
    return names;
  });
  for (const std::string& wanted : loop_names) {
    add_row(rows, wanted, each(items, [&](const WorkItem& item) {
              for (const verdict::LoopIteration& loop : item.iterations) {
                if (loop_name(loop) == wanted) return fmt::format("{} (from 0)", loop.iteration);
              }
              return std::string();
            }));
  }
  data["has_items"] = Data(!items.empty());
  data["item_heads"] = Data(heads);
  data["item_rows"] = Data(rows);
}

void add_facts(Data& data, const Finding& finding) {
  List facts;
  if (finding.witness) {
    const verdict::Witness& witness = *finding.witness;
    const std::string meeting = meeting_text(witness);
    if (!meeting.empty()) facts.push_back(fact_data("Memory", meeting));
    if (!witness.interval.empty()) facts.push_back(fact_data("Barrier interval", witness.interval));
    for (const std::string& need : needs_of(finding)) facts.push_back(fact_data("Needs", need));
  }
  for (const verdict::Approximation& item : other_approximations(finding)) {
    facts.push_back(fact_data("Approximated", approximation_text(item)));
  }
  for (const std::string& consequence : finding.consequences)
    facts.push_back(fact_data("So, outside of the array", consequence));
  data["has_facts"] = Data(!facts.empty());
  data["facts"] = Data(facts);
}

// The CSS class for a line of a unified diff.
const char* diff_style(std::string_view line) {
  if (line.starts_with('+')) return "added";
  if (line.starts_with('-')) return "removed";
  return line.starts_with('@') ? "place" : "kept";
}

// The fix as a diff, or the remedy of the property.
void add_advice(Data& data, const verdict::ClassResult& result, const Finding& finding, bool counted) {
  const verdict::Fix* fix = fix_of(result, finding);
  data["has_fix"] = Data(fix != nullptr);
  data["has_remedy"] = Data(fix == nullptr && counted);
  data["remedy"] = sentence(std::string(remedy_of(finding)));
  List diff;
  if (fix != nullptr) {
    data["fix_title"] = sentence(fix->title);
    data["fix_verified"] = sentence(what_is_verified(result, *fix));
    for (const std::string& line : lines_of(unified_diff(result, *fix))) {
      Data one;
      one["diff_style"] = text(diff_style(line));
      one["diff_line"] = text(line);
      diff.push_back(one);
    }
  }
  data["diff"] = Data(diff);
}

void add_commands(Data& data, const Finding& finding, const FindingCommands& commands) {
  List list;
  const auto add = [&](const char* title, const std::string& command) {
    if (command.empty()) return;
    Data one;
    one["command_title"] = text(title);
    one["command"] = text(command);
    list.push_back(one);
  };
  add("Replay this finding", commands.replay(finding));
  add("Export it as a separate program", commands.export_repro(finding));
  data["commands"] = Data(list);
}

}  // namespace

Data fact_data(std::string_view name, std::string_view value) {
  Data data;
  data["fact"] = text(name);
  data["fact_text"] = sentence(value);
  return data;
}

std::string approximation_text(const verdict::Approximation& item) {
  std::string words = item.detail.empty() ? std::string(meaning(item.cause)) : item.detail;
  if (item.location.line != 0) words += " (" + place(item.location) + ")";
  return words;
}

Data finding_data(const verdict::ClassResult& result, const RootCause& cause,
                  const std::vector<std::string>& lines, const std::string& anchor,
                  const std::string& source_anchor, const std::string& accepted,
                  const FindingCommands& commands, const FileLinks& links) {
  const Finding& finding = result.findings[cause.front()];
  const bool counted = counts(result, finding);
  const bool sure = finding.confirmation != verdict::Confirmation::Unconfirmed;
  const Look look = !counted ? Look{"open", "≈"}
                             : look_of(sure ? verdict::Verdict::Defect : verdict::Verdict::PossibleDefect);
  Data data;
  data["finding_anchor"] = text(anchor);
  data["finding_style"] = text(look.style);
  data["finding_icon"] = text(look.icon);
  data["finding_standing"] = text(standing(finding, counted));
  data["finding_property"] = text(name(finding.property));
  data["finding_has_kind"] = Data(!finding.kind.empty());
  data["finding_kind"] = text(finding.kind);
  data["finding_message"] = sentence(finding.message);
  data["has_explanation"] = Data(!finding.explanation.empty());
  data["explanation"] = sentence(finding.explanation);
  const std::vector<std::string> pairs = other_pairs(result, cause);
  data["has_pairs"] = Data(!pairs.empty());
  data["pairs"] = Data(sentences(pairs, "pair"));
  add_advice(data, result, finding, counted);
  data["has_accepted"] = Data(!accepted.empty());
  data["accepted"] = text(accepted);
  data["finding_confirmation"] = text(confirmation_text(finding));
  data["code_file"] = text(result.source);
  data["code_anchor"] = text(source_anchor);
  const auto own = std::ranges::find_if(
      finding.locations, [&](const SourceLocation& location) { return in_source(result, location); });
  add_link(data, "code", result.source, own == finding.locations.end() ? 0 : own->line, links);
  add_code(data, result, finding, lines, links);
  add_items(data, finding);
  add_drawing(data, finding);
  add_grid(data, result, finding);
  add_steps(data, result, finding);
  add_facts(data, finding);
  add_commands(data, finding, commands);
  return data;
}

}  // namespace launchproof::reports
