#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>

#include "reports/html/html_parts.h"
#include "reports/words/excerpt.h"

namespace launchproof::reports {
namespace {

struct Mark {
  Range range;
  std::string style;
};

Data piece_of(std::string_view value, const std::string& style) {
  Data piece;
  piece["piece"] = text(value);
  piece["piece_marked"] = Data(!style.empty());
  piece["piece_style"] = text(style);
  return piece;
}

// Marks of the same place are merged; if two marks overlap otherwise, the first is kept.
std::vector<Mark> disjoint(std::vector<Mark> marks) {
  std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) {
    return std::tie(a.range.begin, a.range.end, a.style) < std::tie(b.range.begin, b.range.end, b.style);
  });
  std::vector<Mark> result;
  for (const Mark& mark : marks) {
    if (mark.range.begin == mark.range.end) continue;
    if (result.empty() || result.back().range.end <= mark.range.begin) {
      result.push_back(mark);
    } else if (result.back().range.begin == mark.range.begin && result.back().style != mark.style) {
      result.back().style = "ab";
      result.back().range.end = std::max(result.back().range.end, mark.range.end);
    }
  }
  return result;
}

std::string line_style(const std::vector<std::size_t>& marks, const std::vector<std::string>& styles) {
  const auto has = [&](const char* style) {
    return std::any_of(marks.begin(), marks.end(), [&](std::size_t i) { return styles[i] == style; });
  };
  if (has("a") && has("b")) return "ab";
  if (has("a")) return "a";
  if (has("b")) return "b";
  return marks.empty() ? "" : "c";
}

}  // namespace

Data sentence(std::string_view value) {
  List pieces;
  const auto add = [&](std::string_view words, bool is_code) {
    if (words.empty()) return;
    Data piece;
    piece["words"] = text(words);
    piece["is_code"] = Data(is_code);
    pieces.push_back(piece);
  };
  while (!value.empty()) {
    const std::size_t open = value.find('`');
    const std::size_t close = open == std::string_view::npos ? open : value.find('`', open + 1);
    if (close == std::string_view::npos) {
      add(value, false);
      break;
    }
    add(value.substr(0, open), false);
    add(value.substr(open + 1, close - open - 1), true);
    value.remove_prefix(close + 1);
  }
  return Data(pieces);
}

Data code_line(std::uint32_t number, const std::string& line, const std::vector<std::size_t>& marks,
               const std::vector<verdict::SourceLocation>& locations, const std::vector<std::string>& styles,
               const std::vector<std::string>& labels) {
  std::vector<Mark> ranges;
  List tags;
  for (std::size_t i : marks) {
    ranges.push_back({.range = mark_at(line, locations[i].column), .style = styles[i]});
    Data tag;
    tag["tag"] = text(labels[i]);
    tag["tag_style"] = text(styles[i]);
    tags.push_back(tag);
  }
  List pieces;
  std::size_t done = 0;
  for (const Mark& mark : disjoint(ranges)) {
    const std::string_view whole(line);
    pieces.push_back(piece_of(whole.substr(done, mark.range.begin - done), ""));
    pieces.push_back(piece_of(whole.substr(mark.range.begin, mark.range.end - mark.range.begin), mark.style));
    done = mark.range.end;
  }
  pieces.push_back(piece_of(std::string_view(line).substr(done), ""));

  Data data;
  data["gap"] = Data(false);
  data["number"] = text(std::to_string(number));
  data["line_style"] = text(line_style(marks, styles));
  data["pieces"] = Data(pieces);
  data["tags"] = Data(tags);
  return data;
}

Data code_gap() {
  Data data;
  data["gap"] = Data(true);
  return data;
}

}  // namespace launchproof::reports
