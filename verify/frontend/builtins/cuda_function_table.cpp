#include "verify/frontend/builtins/cuda_function_table.h"

#include <vector>

namespace launchproof::frontend::cuda {
namespace {

// Sections are listed among the functions and have no kind of their own.
struct Line {
  std::string_view title;  // title of a section; empty for a function
  std::string_view text;
  Function function;
};

constexpr Line kLines[] = {
#define SECTION(title, text) {title, text, {}},
#define FUNCTION(name, kind, since, call) {{}, {}, {name, BuiltinKind::kind, since, {}, call, 0}},
#define UNSUPPORTED(name, reason, since, call) \
  {{}, {}, {name, BuiltinKind::Unsupported, since, reason, call, 0}},
#include "verify/frontend/builtins/cuda_functions.def"
};

struct Table {
  std::vector<BuiltinSection> sections;
  std::vector<Function> functions;
};

const Table& table() {
  static const Table made = [] {
    Table result;
    for (const Line& line : kLines) {
      if (!line.title.empty()) {
        result.sections.push_back({line.title, line.text});
        continue;
      }
      result.functions.push_back(line.function);
      result.functions.back().section = result.sections.size() - 1;
    }
    return result;
  }();
  return made;
}

std::string understood(const Function& function) {
  std::string text(name_of(function.kind));
  if (!function.reason.empty()) text.append(" (").append(function.reason).append(")");
  return text;
}

constexpr std::size_t kLongestCell = 200;  // longer lists of names are split into several rows

// Writes one row, or several for a long list, for neighbours that differ only in their names.
void rows(std::string& page, std::size_t section) {
  std::string names;
  const Function* first = nullptr;
  const auto finish = [&] {
    if (first != nullptr)
      page.append("| ")
          .append(names)
          .append(" | ")
          .append(understood(*first))
          .append(" | ")
          .append(first->since)
          .append(" |\n");
  };
  for (const Function& function : all_functions()) {
    if (function.section != section) continue;
    const bool joins = first != nullptr && function.kind == first->kind && function.since == first->since &&
                       function.reason == first->reason;
    const std::string name = "`" + std::string(function.name) + "`";
    if (!joins || names.size() + name.size() + 2 > kLongestCell) {
      finish();
      first = &function;
      names.clear();
    }
    names.append(names.empty() ? "" : ", ").append(name);
  }
  finish();
}

std::string count_of(BuiltinKind kind) {
  std::size_t count = 0;
  for (const Function& function : all_functions()) count += function.kind == kind ? 1 : 0;
  return std::to_string(count);
}

}  // namespace

std::span<const Function> all_functions() {
  return table().functions;
}

std::span<const BuiltinSection> function_sections() {
  return table().sections;
}

const Function* find_unsupported(std::string_view name) {
  // The table omits the namespace of cooperative groups, and template arguments follow a template's name.
  constexpr std::string_view kNamespace = "cooperative_groups::";
  if (name.starts_with(kNamespace)) name.remove_prefix(kNamespace.size());
  name = name.substr(0, name.find('<'));
  for (const Function& function : all_functions())
    if (function.kind == BuiltinKind::Unsupported && function.name.substr(0, function.name.find('(')) == name)
      return &function;
  return nullptr;
}

std::string functions_page() {
  std::string page =
      "# Functions of CUDA C++\n\n"
      "<!-- Generated from verify/frontend/builtins/cuda_functions.def by "
      "`LAUNCHPROOF_UPDATE_DOCS=1 build/bin/cuda_test --gtest_filter='CudaFunctions*'`; do not edit. -->\n\n"
      "What Launchproof understands of each function that CUDA C++ offers to device code, as the programming "
      "guide "
      "and the\nmath documentation of CUDA 13 list them. [cuda.md](cuda.md) tells how to check a kernel.\n\n"
      "- *exact*: what it touches, what it orders and what it yields is what CUDA says.\n"
      "- *exact where floats fit*: exact for floats that are known to be an integer times a power of two, "
      "where the "
      "result is one\n  that the format holds; functional elsewhere.\n"
      "- *functional*: it yields a function of its operands, of which nothing else is known.\n"
      "- *exchanged*: it yields what threads of a warp give each other, which is known where it is known "
      "which "
      "of them take\n  part. [cuda.md](cuda.md) says of which masks it is.\n"
      "- *arbitrary*: it may yield anything that the function can. All else about the call is exact.\n"
      "- *unsupported*: a kernel that calls it has the verdict `unsupported`, with the line.\n\n";
  page.append("The table has ")
      .append(std::to_string(all_functions().size()))
      .append(" functions: ")
      .append(count_of(BuiltinKind::Exact))
      .append(" exact, ")
      .append(count_of(BuiltinKind::Fitting))
      .append(" exact where floats fit, ")
      .append(count_of(BuiltinKind::Functional))
      .append(" functional, ")
      .append(count_of(BuiltinKind::Exchanged))
      .append(" exchanged, ")
      .append(count_of(BuiltinKind::Arbitrary))
      .append(" arbitrary, ")
      .append(count_of(BuiltinKind::Unsupported))
      .append(
          " unsupported.\nThe last column is a version of CUDA that has the function; 7.0 stands for 7.0 and "
          "before.\n");
  const auto sections = function_sections();
  for (std::size_t section = 0; section < sections.size(); ++section) {
    page.append("\n## ").append(sections[section].title).append("\n\n");
    if (!sections[section].text.empty()) page.append(sections[section].text).append("\n\n");
    page += "| function | understood | since |\n|---|---|---|\n";
    rows(page, section);
  }
  return page;
}

}  // namespace launchproof::frontend::cuda
