#include "verify/frontend/builtins/builtin_table.h"

#include <unordered_map>
#include <vector>

namespace launchproof::frontend {
namespace {

struct Table {
  std::vector<BuiltinSection> sections;
  std::vector<Builtin> entries;
  std::unordered_map<std::string_view, const Builtin*> by_name;
  std::vector<const Builtin*> prefixes;
};

// Sections are listed among the functions and have no kind of their own.
struct Line {
  std::string_view title;  // title of a section; empty for a function
  std::string_view text;
  Builtin entry;
};

constexpr Line kLines[] = {
#define SECTION(title, text) {title, text, {}},
#define ROW(group, name, handler, kind, since) \
  {{}, {}, {#name, group, BuiltinKind::kind, since, {}, 0, false}},
#define UNSUPPORTED(name, reason, since) \
  {{}, {}, {#name, #name, BuiltinKind::Unsupported, since, reason, 0, false}},
#define PREFIX(name, reason, since) \
  {{}, {}, {#name, #name "*", BuiltinKind::Unsupported, since, reason, 0, true}},
#include "verify/frontend/builtins/builtins.def"
};

Table make_table() {
  Table table;
  for (const Line& line : kLines) {
    if (!line.title.empty()) {
      table.sections.push_back({line.title, line.text});
      continue;
    }
    table.entries.push_back(line.entry);
    table.entries.back().section = table.sections.size() - 1;
  }
  for (const Builtin& entry : table.entries) {
    if (entry.prefix)
      table.prefixes.push_back(&entry);
    else
      table.by_name.emplace(entry.name, &entry);
  }
  return table;
}

const Table& table() {
  static const Table made = make_table();
  return made;
}

}  // namespace

std::string_view name_of(BuiltinKind kind) {
  switch (kind) {
    case BuiltinKind::Exact:
      return "exact";
    case BuiltinKind::Functional:
      return "functional";
    case BuiltinKind::ByOperands:
      return "exact for integers, functional for floats";
    case BuiltinKind::Fitting:
      return "exact where floats fit";
    case BuiltinKind::Exchanged:
      return "exchanged";
    case BuiltinKind::Arbitrary:
      return "arbitrary";
    case BuiltinKind::Unsupported:
      return "unsupported";
  }
  return {};
}

std::span<const Builtin> all_builtins() {
  return table().entries;
}

std::span<const BuiltinSection> builtin_sections() {
  return table().sections;
}

const Builtin* find_builtin(std::string_view name) {
  if (const auto found = table().by_name.find(name); found != table().by_name.end()) return found->second;
  const Builtin* longest = nullptr;
  for (const Builtin* entry : table().prefixes)
    if (name.starts_with(entry->name) && (longest == nullptr || entry->name.size() > longest->name.size()))
      longest = entry;
  if (longest != nullptr || !name.starts_with("__")) return longest;
  // Functions on pipes, by their number of arguments or the qualifier of the pipe.
  for (const std::string_view ending : {"_2", "_4", "_ro", "_wo"})
    if (name.ends_with(ending))
      if (const Builtin* known = find_builtin(name.substr(0, name.size() - ending.size()))) return known;
  return find_builtin(name.substr(2));
}

}  // namespace launchproof::frontend
