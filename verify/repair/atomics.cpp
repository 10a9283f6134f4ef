// Fixes by atomics: in place of a read and a write, or of a plain access that races with an atomic; also
// wider scopes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "verify/repair/accesses.h"
#include "verify/repair/candidate.h"
#include "verify/repair/insertion.h"
#include "verify/repair/statement_words.h"

namespace launchproof::repair {

using model::Language;
using verdict::Finding;
using verdict::Property;

namespace {

// The atomic function that corresponds to an operator.
struct AtomicForm {
  std::string_view operation;  // as in `x OP= y`, or the name of the function in `x = f(x, y)`
  std::string_view opencl;
  std::string_view cuda;
};

constexpr std::array<AtomicForm, 7> kForms{{{"+", "atomic_add", "atomicAdd"},
                                            {"-", "atomic_sub", "atomicSub"},
                                            {"&", "atomic_and", "atomicAnd"},
                                            {"|", "atomic_or", "atomicOr"},
                                            {"^", "atomic_xor", "atomicXor"},
                                            {"min", "atomic_min", "atomicMin"},
                                            {"max", "atomic_max", "atomicMax"}}};

std::string_view function_of(const AtomicForm& form, Language language) {
  return language == Language::Cuda ? form.cuda : form.opencl;
}

const AtomicForm* form_of(std::string_view operation) {
  const auto* const found =
      std::ranges::find_if(kForms, [&](const AtomicForm& form) { return form.operation == operation; });
  return found == kForms.end() ? nullptr : found;
}

std::string address_of(const std::string& lvalue) {
  return lvalue.starts_with('*') ? lvalue.substr(1) : "&" + lvalue;
}

// Returns the statement as one atomic update if it reads, changes and writes one place; empty otherwise.
std::string as_update(const StatementWords& words, Language language) {
  const std::size_t count = words.size();
  if (count < 2) return {};
  const std::string one = "1";
  const auto call = [&](const AtomicForm& form, const std::string& lvalue, const std::string& value) {
    return std::string(function_of(form, language)) + "(" + address_of(lvalue) + ", " + value + ");";
  };
  for (const std::string_view step : {"++", "--"}) {
    const AtomicForm& form = step == "++" ? kForms[0] : kForms[1];
    if (words.text(0) == step) return call(form, words.source(1, count), one);
    if (words.text(count - 1) == step) return call(form, words.source(0, count - 1), one);
  }
  const std::size_t at = words.outermost(0, count, {"=", "+=", "-=", "&=", "|=", "^="});
  if (at == 0 || at >= count) return {};
  const std::string lvalue = words.source(0, at);
  const std::string_view assigned = words.text(at);
  if (assigned != "=") {
    const AtomicForm* form = form_of(assigned.substr(0, 1));
    return form == nullptr ? std::string() : call(*form, lvalue, words.source(at + 1, count));
  }
  const std::string place = words.packed(0, at);
  // x = x + y, x = y + x. Other operators around this one may bind less tightly.
  const std::size_t middle = words.outermost(at + 1, count, {"+", "-", "&", "|", "^"});
  if (words.outermost(at + 1, count, {"?", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&&", "||", ","}) <
      count)
    return {};
  if (middle < count && words.outermost(middle + 1, count, {"+", "-", "&", "|", "^"}) >= count) {
    const AtomicForm* form = form_of(words.text(middle));
    if (form != nullptr && words.packed(at + 1, middle) == place)
      return call(*form, lvalue, words.source(middle + 1, count));
    if (form != nullptr && words.text(middle) != "-" && words.packed(middle + 1, count) == place)
      return call(*form, lvalue, words.source(at + 1, middle));
  }
  // x = x + y - z
  const bool is_sum = middle < count && words.text(middle) == "+" &&
                      words.outermost(middle + 1, count, {"&", "|", "^"}) >= count;
  if (is_sum && words.packed(at + 1, middle) == place)
    return call(kForms[0], lvalue, words.source(middle + 1, count));
  // x = min(x, y)
  const AtomicForm* form =
      at + 2 < count && words.text(at + 2) == "(" ? form_of(words.text(at + 1)) : nullptr;
  if (form != nullptr && words.text(count - 1) == ")") {
    const std::size_t comma = words.outermost(at + 3, count - 1, {","});
    if (comma < count) {
      if (words.packed(at + 3, comma) == place)
        return call(*form, lvalue, words.source(comma + 1, count - 1));
      if (words.packed(comma + 1, count - 1) == place)
        return call(*form, lvalue, words.source(at + 3, comma));
    }
  }
  return {};
}

// A statement to replace.
struct Replaced {
  std::size_t statement = kNoStatement;
  std::string atomic;
};

// Returns `if (x > y) y = x;` as a maximum, or a minimum, for the store in its branch.
std::optional<Replaced> as_extremum(const SourceTree& tree, std::size_t store, Language language) {
  std::size_t conditional = tree.statement(store).parent;
  if (conditional != kNoStatement && tree.statement(conditional).kind == StatementKind::Block &&
      tree.statement(conditional).children.size() == 1)
    conditional = tree.statement(conditional).parent;
  if (conditional == kNoStatement) return std::nullopt;
  const Statement& around = tree.statement(conditional);
  if (around.kind != StatementKind::If || around.children.size() != 1) return std::nullopt;
  const StatementWords words(tree, tree.statement(store).at);
  const StatementWords condition(tree, around.condition);
  const std::size_t at = words.outermost(0, words.size(), {"="});
  const std::size_t compared =
      condition.outermost(0, condition.size(), {"<", ">", "<=", ">=", "&&", "||", "?"});
  if (at == 0 || at >= words.size() || compared == 0 || compared >= condition.size()) return std::nullopt;
  const std::string place = words.packed(0, at), value = words.packed(at + 1, words.size());
  const std::string left = condition.packed(0, compared),
                    right = condition.packed(compared + 1, condition.size());
  const bool is_value_first = left == value && right == place;
  if (!is_value_first && (left != place || right != value)) return std::nullopt;
  const char comparison = condition.text(compared)[0];
  if (comparison != '<' && comparison != '>') return std::nullopt;
  const AtomicForm* form = form_of((comparison == '>') == is_value_first ? "max" : "min");
  return Replaced{conditional,
                  fmt::format("{}({}, {});", function_of(*form, language), address_of(words.source(0, at)),
                              words.source(at + 1, words.size()))};
}

// Returns a plain store as an exchange.
std::string as_exchange(const StatementWords& words, Language language) {
  const std::size_t at = words.outermost(0, words.size(), {"="});
  if (at == 0 || at >= words.size()) return {};
  return std::string(language == Language::Cuda ? "atomicExch" : "atomic_xchg") + "(" +
         address_of(words.source(0, at)) + ", " + words.source(at + 1, words.size()) + ");";
}

// Returns the edits that make the read at the place, or of the array, in the statement an atomic one.
std::vector<TextEdit> as_load(const SourceTree& tree, std::size_t place, const Stretch& statement,
                              const std::string& array, Language language) {
  const auto& tokens = tree.tokens();
  const std::string call = std::string(function_of(kForms[0], language)) + "(";
  if (const auto subscript = subscript_at(tree, place, statement, array))
    return {{subscript->whole.begin, 0, call + "&"}, {subscript->whole.end, 0, ", 0)"}};
  const std::size_t first = tree.token_at(statement.begin);
  for (std::size_t i = first; i < tokens.size() && statement.contains(tokens[i].at.begin); ++i) {
    // `*p`, `*(__global int *)p`
    if (tree.text(tokens[i]) == "*" && i > first && !tokens[i - 1].is_word &&
        tree.text(tokens[i - 1]) != ")") {
      std::size_t end = i + 1;
      if (end < tokens.size() && tree.text(tokens[end]) == "(") end = tree.closing(end) + 1;
      if (end < tokens.size() && tokens[end].is_word)
        return {{tokens[i].at.begin, 1, call}, {tokens[end].at.end, 0, ", 0)"}};
    }
    if (tokens[i].is_word && tree.text(tokens[i]) == array)
      return {{tokens[i].at.begin, 0, call + "&"}, {tokens[i].at.end, 0, ", 0)"}};
  }
  return {};
}

}  // namespace

namespace {

// Returns the type with which the source declares the name, such as "float"; empty if the type is not a
// single word.
std::string_view declared_type(const SourceTree& tree, std::string_view name) {
  const auto& tokens = tree.tokens();
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (!tokens[i].is_word || tree.text(tokens[i]) != name) continue;
    std::size_t before = i - 1;
    while (before > 0 && (tree.text(tokens[before]) == "*" || tree.text(tokens[before]) == "restrict" ||
                          tree.text(tokens[before]) == "const"))
      --before;
    if (tokens[before].is_word && tree.text(tokens[before]) != "return") return tree.text(tokens[before]);
  }
  return {};
}

bool is_of_floats(std::string_view type) {
  return type.starts_with("float") || type.starts_with("double") || type.starts_with("half");
}

// Returns whether an atomic update of an array computes as the source does: the values in the statement have
// no fractions where the array holds integers. A comparison must be between equal types.
bool keeps_types(const SourceTree& tree, const Stretch& statement, std::string_view element, bool compares) {
  const auto& tokens = tree.tokens();
  for (std::size_t i = tree.token_at(statement.begin);
       i < tokens.size() && statement.contains(tokens[i].at.begin); ++i) {
    const std::string_view word = tree.text(tokens[i]);
    const bool is_number = word.front() >= '0' && word.front() <= '9';
    if (is_number && !is_of_floats(element) && word.find('.') != std::string_view::npos) return false;
    if (is_number || !tokens[i].is_word) continue;
    const std::string_view type = declared_type(tree, word);
    if (!is_of_floats(element) && is_of_floats(type)) return false;
    const bool is_index = i > 0 && tree.text(tokens[i - 1]) == "[";
    if (compares && !is_index && word != "if" && word != "min" && word != "max" && type != element)
      return false;
  }
  return true;
}

// Returns the type of the array's elements, or an empty text.
std::string element_type(const KernelFacts& facts, const std::string& array) {
  const auto found = std::ranges::find(facts.arrays, array, &KernelArray::name);
  return found == facts.arrays.end() ? std::string() : found->element_type;
}

}  // namespace

std::vector<Candidate> atomics(const SourceTree& tree, const KernelFacts& facts, const Finding& finding) {
  if (finding.property != Property::DataRace || !finding.witness || finding.witness->work_items.size() != 2)
    return {};
  const std::vector<Places> sides = sides_of(finding, tree, facts.file);
  std::vector<Candidate> found;
  std::set<std::size_t> done;
  Candidate both;
  for (std::size_t side = 0; side < sides.size(); ++side) {
    const std::vector<verdict::WorkItem>& items = finding.witness->work_items;
    // Two plain stores as exchanges would not race, but their order would be arbitrary.
    const bool meets_atomic =
        side < items.size() && items[side].access == "write" && items[1 - side].access == "atomic";
    for (const std::size_t place : sides[side]) {
      const std::size_t number = tree.innermost(place);
      if (number == kNoStatement || tree.statement(number).kind != StatementKind::Simple) continue;
      if (!done.insert(number).second) continue;
      const Stretch at = tree.statement(number).at;
      const StatementWords words(tree, at);
      const std::string line = std::to_string(tree.shown_line(at.begin));
      const std::string element =
          side < items.size() ? element_type(facts, items[side].array) : std::string();
      if (const auto extremum = as_extremum(tree, number, facts.language)) {
        const Stretch whole = tree.statement(extremum->statement).at;
        if (done.insert(extremum->statement).second && keeps_types(tree, whole, element, true))
          found.push_back({fmt::format("use an atomic in line {}: `{}`", line_of(tree, extremum->statement),
                                       extremum->atomic),
                           {{whole.begin, whole.end - whole.begin, extremum->atomic}}});
        continue;
      }
      std::string atomic = as_update(words, facts.language);
      const bool compares =
          atomic.find("min(") != std::string::npos || atomic.find("max(") != std::string::npos ||
          atomic.find("Min(") != std::string::npos || atomic.find("Max(") != std::string::npos;
      if (!atomic.empty() && !keeps_types(tree, at, element, compares)) continue;
      if (atomic.empty() && meets_atomic) atomic = as_exchange(words, facts.language);
      if (atomic.empty() && side < items.size() && items[side].access == "read" &&
          items[1 - side].access == "atomic") {
        std::vector<TextEdit> load = as_load(tree, place, at, items[side].array, facts.language);
        if (!load.empty())
          found.push_back({fmt::format("use an atomic for the read in line {}", line), std::move(load)});
        continue;
      }
      if (atomic.empty()) continue;
      Candidate one{fmt::format("use an atomic in line {}: `{}`", line, atomic),
                    {{at.begin, at.end - at.begin, atomic}}};
      both.edits.insert(both.edits.end(), one.edits.begin(), one.edits.end());
      both.title += (both.title.empty() ? "" : "; ") + one.title;
      found.push_back(std::move(one));
    }
  }
  if (found.size() > 1 && !both.edits.empty()) found.insert(found.begin(), std::move(both));
  // Atomics that are only atomic within a smaller scope.
  Candidate wider;
  for (const Token& token : tree.tokens()) {
    const std::string_view name = tree.text(token);
    std::string replaced;
    if (name == "memory_scope_work_group" || name == "memory_scope_sub_group" ||
        name == "memory_scope_work_item")
      replaced = "memory_scope_device";
    if (name.starts_with("atomic") && name.ends_with("_block"))
      replaced = name.substr(0, name.size() - std::string_view("_block").size());
    if (replaced.empty()) continue;
    const std::string line = std::to_string(tree.shown_line(token.at.begin));
    wider.title += (wider.title.empty() ? "" : "; ") +
                   fmt::format("change `{}` in line {} to `{}`", name, line, replaced);
    wider.edits.push_back({token.at.begin, token.at.end - token.at.begin, replaced});
  }
  if (!wider.edits.empty()) found.push_back(std::move(wider));
  return found;
}

}  // namespace launchproof::repair
