#include "verify/repair/candidate.h"

#include <algorithm>
#include <utility>

namespace launchproof::repair {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

bool is_file(const std::string& named, const std::string& file) {
  return named == file || (!named.empty() && file.ends_with("/" + named));
}

const KernelArray* array_of(const KernelFacts& facts, const std::string& name) {
  const auto found =
      std::ranges::find_if(facts.arrays, [&](const KernelArray& array) { return array.name == name; });
  return found == facts.arrays.end() ? nullptr : &*found;
}

std::string applied(const std::string& text, const std::vector<TextEdit>& edits) {
  // Edits at the same place keep their order.
  std::vector<std::pair<std::size_t, std::size_t>> order;
  order.reserve(edits.size());
  for (std::size_t i = 0; i < edits.size(); ++i) order.emplace_back(edits[i].at, i);
  std::ranges::sort(order);
  std::string made;
  std::size_t from = 0;
  for (const auto& [at, i] : order) {
    const TextEdit& edit = edits[i];
    made += text.substr(from, edit.at - from);
    made += edit.inserted;
    from = edit.at + edit.removed;
  }
  return made + text.substr(from);
}

std::vector<verdict::SourceEdit> line_edits(const std::string& from, const std::string& to) {
  // The longest common subsequence of the lines between the first and the last difference.
  const std::vector<std::string> a = lines_of(from), b = lines_of(to);
  std::size_t head = 0, tail = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  const std::size_t n = a.size() - head - tail, m = b.size() - head - tail;
  std::vector<std::vector<std::uint32_t>> common(n + 1, std::vector<std::uint32_t>(m + 1, 0));
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = m; j-- > 0;)
      common[i][j] = a[head + i] == b[head + j] ? common[i + 1][j + 1] + 1
                                                : std::max(common[i + 1][j], common[i][j + 1]);
  std::vector<verdict::SourceEdit> edits;
  std::size_t i = 0, j = 0;
  bool is_open = false;
  const auto edit = [&]() -> verdict::SourceEdit& {
    if (!std::exchange(is_open, true)) {
      edits.emplace_back();
      edits.back().line = static_cast<std::uint32_t>(head + i + 1);
    }
    return edits.back();
  };
  while (i < n || j < m) {
    if (i < n && j < m && a[head + i] == b[head + j]) {
      is_open = false;
      ++i, ++j;
    } else if (i < n && (j == m || common[i + 1][j] >= common[i][j + 1])) {
      ++edit().removed;
      ++i;
    } else {
      edit().inserted.push_back(b[head + j++]);
    }
  }
  return edits;
}

std::vector<Places> sides_of(const verdict::Finding& finding, const SourceTree& tree,
                             const std::string& file) {
  constexpr std::string_view kInlined = " inlined at";
  std::vector<Places> sides;
  for (const verdict::SourceLocation& location : finding.locations) {
    if (sides.empty() || !location.role.ends_with(kInlined)) sides.emplace_back();
    if (!is_file(location.file, file)) continue;
    if (const auto offset = tree.offset(location.line, location.column)) sides.back().push_back(*offset);
  }
  return sides;
}

}  // namespace launchproof::repair
