// Fixes for work-items that leave before a barrier: they stay, skip the work, and leave behind the barrier.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/repair/barrier_calls.h"
#include "verify/repair/candidate.h"
#include "verify/repair/expressions.h"
#include "verify/repair/insertion.h"
#include "verify/repair/statement_words.h"

namespace launchproof::repair {

using verdict::Finding;

namespace {

// `if (condition) return;` or `continue;`, without an `else`.
struct Exit {
  std::size_t conditional = kNoStatement;
  std::size_t leave = kNoStatement;  // the `return` or `continue`
  bool is_alone = false;             // the conditional holds nothing else
};

bool is_word(const SourceTree& tree, const Stretch& at, std::string_view word) {
  const std::size_t token = tree.token_at(at.begin);
  return token < tree.tokens().size() && tree.text(tree.tokens()[token]) == word;
}

// Counts the words in the stretch that leave a function or an iteration.
std::size_t exits_in(const SourceTree& tree, const Stretch& at) {
  static constexpr std::array<std::string_view, 4> kExits{"return", "continue", "break", "goto"};
  std::size_t count = 0;
  for (std::size_t i = tree.token_at(at.begin);
       i < tree.tokens().size() && at.contains(tree.tokens()[i].at.begin); ++i)
    if (std::ranges::find(kExits, tree.text(tree.tokens()[i])) != kExits.end()) ++count;
  return count;
}

// Returns whether `statement`, in the statements of `block`, is an exit that work-items may take later.
std::optional<Exit> exit_of(const SourceTree& tree, std::size_t statement, std::size_t block) {
  const Statement& at = tree.statement(statement);
  if (at.kind != StatementKind::If || at.children.size() != 1 || exits_in(tree, at.at) != 1)
    return std::nullopt;
  Exit found;
  found.conditional = statement;
  found.leave = at.children.front();
  found.is_alone = true;
  if (tree.statement(found.leave).kind == StatementKind::Block) {
    const std::vector<std::size_t>& inside = tree.statement(found.leave).children;
    if (inside.empty()) return std::nullopt;
    found.is_alone = inside.size() == 1;
    found.leave = inside.back();
  }
  const Stretch leave = tree.statement(found.leave).at;
  const std::size_t around = tree.statement(block).parent;
  const bool is_function = around == kNoStatement;
  const bool is_loop = !is_function && tree.statement(around).kind == StatementKind::Loop;
  // A value that is returned has to be the same later, so it is a number or nothing.
  const StatementWords words(tree, leave);
  if (is_function && is_word(tree, leave, "return") &&
      (words.size() == 1 ||
       (words.size() == 2 && words.text(1).find_first_not_of("0123456789.fuUL") == std::string_view::npos)))
    return found;
  if (is_loop && is_word(tree, leave, "continue") && words.size() == 1) return found;
  return std::nullopt;
}

// Writes the edits that let work-items for which `d_name` is false skip the work.
class Skipping {
 public:
  Skipping(const SourceTree& tree, const BarrierHolders& barriers, std::string name)
      : d_tree(tree), d_barriers(barriers), d_name(std::move(name)) {}

  // Returns whether every statement can be skipped.
  bool skip(const std::vector<std::size_t>& statements);
  // Returns whether some statement is skipped.
  bool any() const { return !d_edits.empty(); }
  std::vector<TextEdit> edits() const { return d_edits; }

 private:
  bool skip_inside(std::size_t statement);
  void wrap(const std::vector<std::size_t>& run);
  bool guard_values(std::size_t declaration);

  const SourceTree& d_tree;
  const BarrierHolders& d_barriers;
  std::string d_name;
  std::vector<TextEdit> d_edits;
};

bool Skipping::skip(const std::vector<std::size_t>& statements) {
  std::vector<std::size_t> run;
  const auto end_run = [&] {
    if (!run.empty()) wrap(run);
    run.clear();
  };
  for (const std::size_t one : statements) {
    const bool is_simple = d_tree.statement(one).kind == StatementKind::Simple;
    if (d_barriers.holds(one)) {
      end_run();
      if (!is_simple && !skip_inside(one)) return false;
    } else if (is_simple && declares(d_tree, d_tree.statement(one).at)) {
      end_run();
      if (!guard_values(one)) return false;
    } else {
      run.push_back(one);
    }
  }
  end_run();
  return true;
}

// Skips the work in a statement that holds a barrier, to which all work-items come.
bool Skipping::skip_inside(std::size_t statement) {
  const Statement& at = d_tree.statement(statement);
  if (at.kind == StatementKind::Switch) return false;
  if (at.kind == StatementKind::Block) return skip(at.children);
  return std::ranges::all_of(at.children, [&](std::size_t child) { return skip({child}); });
}

void Skipping::wrap(const std::vector<std::size_t>& run) {
  const Stretch first = d_tree.statement(run.front()).at;
  const Stretch all{first.begin, d_tree.statement(run.back()).at.end};
  const bool is_one_line = d_tree.line(all.begin) == d_tree.line(all.end - 1);
  const bool has_own_lines = d_tree.begins_its_line(first.begin);
  if (run.size() == 1 && (is_one_line || !has_own_lines)) {
    d_edits.push_back({all.begin, 0, fmt::format("if ({}) ", d_name)});
    return;
  }
  if (!has_own_lines) {
    d_edits.push_back({all.begin, 0, fmt::format("if ({}) {{ ", d_name)});
    d_edits.push_back({all.end, 0, " }"});
    return;
  }
  const std::string indent = d_tree.indentation(all.begin);
  const std::size_t begin = Insertion(d_tree).line_before(run.front());
  std::string text = fmt::format("{}if ({}) {{\n", indent, d_name);
  std::string_view rest = d_tree.text(Stretch{begin, all.end});
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    const bool is_blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    text += fmt::format("{}{}\n", is_blank ? "" : "  ", line);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  d_edits.push_back({begin, all.end - begin, text + indent + "}"});
}

// A variable must be declared for all that follows, so a value that reads memory or calls a function is
// computed where the work-item takes part, and 0 stands for it elsewhere.
bool Skipping::guard_values(std::size_t declaration) {
  const Stretch at = d_tree.statement(declaration).at;
  const StatementWords words(d_tree, at);
  const auto is_plain = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (words.text(i) == "[" || words.text(i) == "->") return false;
      const bool has_left =
          i > begin && (words.is_word(i - 1) || words.text(i - 1) == ")" ||
                        std::isdigit(static_cast<unsigned char>(words.text(i - 1)[0])) != 0);
      if (words.text(i) == "*" && !has_left) return false;
      if (words.text(i) == "(" && i > begin && words.is_word(i - 1) && !words.text(i - 1).starts_with("get_"))
        return false;
    }
    return true;
  };
  for (std::size_t equal = words.outermost(0, words.size(), {"="}); equal < words.size();) {
    const std::size_t end = std::min(words.outermost(equal + 1, words.size(), {","}), words.size());
    if (equal + 1 >= end) return false;
    if (words.text(equal + 1) != "{" && !is_plain(equal + 1, end)) {
      const bool is_choice = words.outermost(equal + 1, end, {"?"}) < end;
      d_edits.push_back({words.at(equal + 1).begin, 0, d_name + (is_choice ? " ? (" : " ? ")});
      d_edits.push_back({words.at(end - 1).end, 0, is_choice ? ") : 0" : " : 0"});
    }
    equal = words.outermost(end, words.size(), {"="});
  }
  return true;
}

std::vector<TextEdit> without_exit(const SourceTree& tree, const Exit& exit, const std::string& name) {
  const Statement& conditional = tree.statement(exit.conditional);
  const std::string declared = fmt::format("const bool {} = !({});", name, tree.text(conditional.condition));
  if (exit.is_alone) return {{conditional.at.begin, conditional.at.end - conditional.at.begin, declared}};
  std::vector<TextEdit> edits = Insertion(tree).before(exit.conditional, declared);
  edits.push_back(
      {conditional.condition.begin, conditional.condition.end - conditional.condition.begin, "!" + name});
  edits.push_back(Insertion(tree).removal(exit.leave));
  return edits;
}

// Returns whether a line of the range is one of the preprocessor's: braces on its two sides may not belong
// together in every build.
bool holds_directive(const SourceTree& tree, const Stretch& range) {
  const std::string_view text = tree.text(range);
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    const std::size_t before = text.substr(0, at).find_last_not_of(" \t");
    if (before != std::string_view::npos && text[before] == '\n') return true;
  }
  return false;
}

std::optional<Candidate> staying(const SourceTree& tree, const BarrierHolders& barriers, std::size_t block,
                                 const Exit& exit, std::size_t barrier) {
  const std::vector<std::size_t>& all = tree.statement(block).children;
  const auto first = std::ranges::find(all, exit.conditional) + 1;
  auto last = all.end();
  while (last != first && !barriers.holds(*(last - 1))) --last;
  if (last == first ||
      holds_directive(tree, {tree.statement(exit.conditional).at.begin, tree.statement(*(last - 1)).at.end}))
    return std::nullopt;
  std::string name = "takes_part";
  while (tree.text().find(name) != std::string::npos) name += '_';
  Skipping skipping(tree, barriers, name);
  if (!skipping.skip({first, last})) return std::nullopt;
  const bool is_last = last == all.end();
  const std::string leave(tree.text(tree.statement(exit.leave).at));
  const std::string word = leave.starts_with("return") ? "return" : "continue";
  const Insertion insertion(tree);
  const bool may_be_asked_later = is_repeatable(tree.text(tree.statement(exit.conditional).condition));
  if (!skipping.any() && exit.is_alone && !is_last && may_be_asked_later) {
    const std::string whole(tree.text(tree.statement(exit.conditional).at));
    std::vector<TextEdit> edits = insertion.behind(*(last - 1), whole);
    edits.push_back(insertion.removal(exit.conditional));
    return Candidate{
        fmt::format("move the `{}` in line {} behind the barrier", word, line_of(tree, exit.conditional)),
        std::move(edits)};
  }
  std::vector<TextEdit> edits = without_exit(tree, exit, name);
  for (TextEdit& one : skipping.edits()) edits.push_back(std::move(one));
  // Behind the last statement, a work-item returns or goes on to the next iteration by itself.
  const bool returns_value = leave.starts_with("return") && leave != "return;";
  if (!is_last || returns_value)
    for (TextEdit& one : insertion.behind(*(last - 1), fmt::format("if (!{}) {}", name, leave)))
      edits.push_back(std::move(one));
  return Candidate{fmt::format("let work-items that meet the condition in line {} come to the barrier in "
                               "line {}: they skip the work and {} behind it",
                               line_of(tree, exit.conditional), line_of(tree, barrier),
                               word == "return" ? "return" : "continue"),
                   std::move(edits)};
}

}  // namespace

std::vector<Candidate> later_exits(const SourceTree& tree, const KernelFacts& facts, const Finding& finding) {
  if (finding.property != verdict::Property::BarrierDivergence) return {};
  const BarrierHolders barriers(tree);
  std::vector<Candidate> found;
  std::set<std::size_t> tried;
  for (const Places& side : sides_of(finding, tree, facts.file))
    for (const std::size_t place : side) {
      const std::size_t barrier = tree.innermost(place);
      if (barrier == kNoStatement || !barriers.holds(barrier)) continue;
      std::size_t inner = barrier;
      for (const std::size_t block : tree.chain(barrier)) {
        if (tree.statement(block).kind == StatementKind::Block)
          for (const std::size_t child : tree.statement(block).children) {
            if (child == inner) break;
            const auto exit = exit_of(tree, child, block);
            if (!exit || !tried.insert(child).second) continue;
            if (auto one = staying(tree, barriers, block, *exit, barrier)) found.push_back(std::move(*one));
          }
        inner = block;
      }
    }
  return found;
}

}  // namespace launchproof::repair
