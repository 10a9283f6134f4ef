#include <array>
#include <cstddef>
#include <string>

#include "verify/frontend/builtins/builtin_table.h"

namespace launchproof::frontend {
namespace {

constexpr std::size_t kLongestCell = 200;  // longer lists of names are split into several rows

std::string shown(std::string_view since) {
  return since.size() == 3 && since[1] == '.' ? std::string(since) : "`" + std::string(since) + "`";
}

std::string understood(const Builtin& entry) {
  std::string text(name_of(entry.kind));
  if (!entry.reason.empty()) text.append(" (").append(entry.reason).append(")");
  return text;
}

// Writes one row, or several for a long list, for neighbours that differ only in their groups: "`abs`,
// `abs_diff`".
void rows(std::string& page, std::size_t section) {
  std::string names;
  std::string_view last_group;
  const Builtin* first = nullptr;
  const auto finish = [&] {
    if (first != nullptr)
      page += "| " + names + " | " + understood(*first) + " | " + shown(first->since) + " |\n";
  };
  for (const Builtin& entry : all_builtins()) {
    if (entry.section != section) continue;
    const bool joins = first != nullptr && entry.kind == first->kind && entry.since == first->since &&
                       entry.reason == first->reason;
    if (joins && entry.group == last_group) continue;
    std::string name = "`";
    // An unescaped bar would end the cell.
    for (const char c : entry.group) name.append(c == '|' ? "\\|" : std::string(1, c));
    name += "`";
    if (!joins || names.size() + name.size() + 2 > kLongestCell) {
      finish();
      first = &entry;
      names.clear();
    }
    names.append(names.empty() ? "" : ", ").append(name);
    last_group = entry.group;
  }
  finish();
}

}  // namespace

std::string builtins_page() {
  std::array<std::size_t, static_cast<std::size_t>(BuiltinKind::Unsupported) + 1> counts{};
  std::size_t all = 0;
  for (const Builtin& entry : all_builtins()) {
    if (entry.prefix) continue;
    ++counts[static_cast<std::size_t>(entry.kind)];
    ++all;
  }
  const auto count = [&](BuiltinKind kind) { return std::to_string(counts[static_cast<std::size_t>(kind)]); };
  std::string page =
      "# Built-in functions\n\n"
      "<!-- Generated from verify/frontend/builtins/builtins.def by "
      "`LAUNCHPROOF_UPDATE_DOCS=1 build/bin/builtin_table_test`; do not edit. -->\n\n"
      "What Launchproof understands of each function of OpenCL C and of the extensions that Clang "
      "declares.\n\n"
      "- *exact*: what it touches, what it orders and what it yields is what the language says.\n"
      "- *functional*: it yields a function of its operands, of which nothing else is known. A defect that "
      "depends on the value\n  is a `possible-defect` unless a replay shows it.\n"
      "- *exact where floats fit*: exact for integers, and for floats that are known to be an integer times "
      "a "
      "power of two, such as\n  converted ids and halves of them, where the result is one that the format "
      "holds; functional elsewhere.\n"
      "- *arbitrary*: it may yield anything that the function can. All else about the call is exact.\n"
      "- *unsupported*: a kernel that calls it has the verdict `unsupported`, with the line.\n\n";
  page +=
      "The table names " + std::to_string(all) + " functions: " + count(BuiltinKind::Exact) + " exact, " +
      count(BuiltinKind::Fitting) + " exact where floats fit, " + count(BuiltinKind::ByOperands) +
      " exact for integers and functional for floats, " + count(BuiltinKind::Functional) + " functional, " +
      count(BuiltinKind::Arbitrary) + " arbitrary, " + count(BuiltinKind::Unsupported) +
      " unsupported.\nNames that end in `*` stand for more, which are not counted. The last column is the "
      "first "
      "version of OpenCL C that has\nthe function, or the extension. Operators, `as_type`, `vec_step` and "
      "`sizeof` are no functions; they are exact but for\nthe arithmetic of floats, which is exact where "
      "they fit: sums, differences, "
      "products, remainders, comparisons and conversions always,\nquotients by powers of two in double "
      "precision, and "
      "in single precision with `-cl-fp32-correctly-rounded-divide-sqrt`, as OpenCL\nallows them an error "
      "otherwise. "
      "Build options that relax arithmetic (`-cl-fast-relaxed-math`, `-cl-unsafe-math-optimizations`,\n"
      "`-cl-mad-enable`, `-cl-no-signed-zeros`) make it functional. Where a device may contract, in `mad` "
      "and in "
      "relaxed arithmetic,\nthe function is one of its place in the program. `-cl-finite-math-only` and "
      "`-cl-fast-relaxed-math` leave undefined what is\ncomputed with infinities, or with what is not a "
      "number: "
      "`isnan` and its like are functional for these.\n";
  const auto sections = builtin_sections();
  for (std::size_t section = 0; section < sections.size(); ++section) {
    page += "\n## " + std::string(sections[section].title) + "\n\n";
    if (!sections[section].text.empty()) page += std::string(sections[section].text) + "\n\n";
    page += "| function | understood | since |\n|---|---|---|\n";
    rows(page, section);
  }
  return page;
}

}  // namespace launchproof::frontend
