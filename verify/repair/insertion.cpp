#include "verify/repair/insertion.h"

namespace launchproof::repair {

namespace {

std::vector<TextEdit> around(const Statement& at, const std::string& before, const std::string& after) {
  return {{at.at.begin, 0, "{ " + before}, {at.at.end, 0, after + " }"}};
}

}  // namespace

std::vector<TextEdit> Insertion::before(std::size_t statement, const std::string& call) const {
  const Statement& at = d_tree.statement(statement);
  if (!is_in_block(statement)) return around(at, call + " ", "");
  const std::size_t place = at.at.begin;
  if (!d_tree.begins_its_line(place)) return {{place, 0, call + " "}};
  return {{line_before(statement), 0, d_tree.indentation(place) + call + "\n"}};
}

std::size_t Insertion::line_before(std::size_t statement) const {
  // The statement to which a pragma applies must directly follow it.
  std::size_t line = d_tree.line_begin(d_tree.statement(statement).at.begin);
  while (line > 0) {
    const std::size_t previous = d_tree.line_begin(line - 1);
    const std::size_t first = previous + d_tree.indentation(previous).size();
    if (d_tree.text().compare(first, 7, "#pragma") != 0) break;
    line = previous;
  }
  return line;
}

TextEdit Insertion::removal(std::size_t statement) const {
  const Stretch at = d_tree.statement(statement).at;
  const std::size_t end = d_tree.text().find('\n', at.end);
  const std::size_t begin = d_tree.line_begin(at.begin);
  const std::string_view behind = std::string_view(d_tree.text()).substr(at.end, end - at.end);
  if (d_tree.begins_its_line(at.begin) && end != std::string::npos &&
      behind.find_first_not_of(" \t\r") == std::string_view::npos)
    return {begin, end + 1 - begin, ""};
  return {at.begin, at.end - at.begin, ""};
}

std::vector<TextEdit> Insertion::behind(std::size_t statement, const std::string& call) const {
  const Statement& at = d_tree.statement(statement);
  if (!is_in_block(statement)) return around(at, "", " " + call);
  const std::size_t end = d_tree.text().find('\n', at.at.end);
  const bool ends_line = end != std::string::npos && d_tree.token_at(at.at.end) < d_tree.tokens().size() &&
                         d_tree.tokens()[d_tree.token_at(at.at.end)].at.begin > end;
  if (!ends_line || !d_tree.begins_its_line(at.at.begin)) return {{at.at.end, 0, " " + call}};
  return {{end + 1, 0, d_tree.indentation(at.at.begin) + call + "\n"}};
}

std::vector<TextEdit> Insertion::first_in(std::size_t body, const std::string& call) const {
  const Statement& at = d_tree.statement(body);
  if (at.kind != StatementKind::Block) return around(at, call + " ", "");
  if (!at.children.empty()) return before(at.children.front(), call);
  return {{at.at.begin + 1, 0, " " + call}};
}

std::vector<TextEdit> Insertion::last_in(std::size_t body, const std::string& call) const {
  const Statement& at = d_tree.statement(body);
  if (at.kind != StatementKind::Block) return around(at, "", " " + call);
  if (!at.children.empty()) return behind(at.children.back(), call);
  return {{at.at.begin + 1, 0, " " + call}};
}

bool Insertion::is_in_block(std::size_t statement) const {
  const std::size_t parent = d_tree.statement(statement).parent;
  return parent != kNoStatement && d_tree.statement(parent).kind == StatementKind::Block;
}

std::string line_of(const SourceTree& tree, std::size_t statement) {
  return std::to_string(tree.shown_line(tree.statement(statement).at.begin));
}

}  // namespace launchproof::repair
