#include "verify/smt/solvers/table.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "verify/smt/solvers/columns.h"
#include "verify/smt/terms/bits.h"

namespace launchproof::smt {
namespace {

using VariableSet = std::uint64_t;  // of variables, by number
using Item = std::uint32_t;         // number of a term

constexpr std::size_t kMostVariables = 64;
constexpr std::size_t kMostTerms = 20'000;
constexpr std::size_t kBlock = 1'024;                        // rows that are computed at once
constexpr std::size_t kPortion = 4'096;                      // rows that are solved together
constexpr std::size_t kMostJoined = std::size_t{1} << 23U;   // values of one side of a join
constexpr std::uint64_t kTooMany = std::uint64_t{1} << 40U;  // rows
constexpr unsigned kMostTriedBits = 22;       // bits of a variable of which all values are tried
constexpr std::uint64_t kEffortOfWork = 500;  // additions that count as one unit of work

struct TermInfo {
  Term term;
  VariableSet needs = 0;  // variables in it
  std::vector<Item> operands;
  unsigned effort = 0;
  bool is_variable = false;  // or an application
  bool is_constant = false;
};

// The values that a variable may have in a row.
struct Ways {
  enum class Kind : std::uint8_t { All, UpTo, Below, Equal } kind = Kind::All;
  Item bound = 0;  // of UpTo, Below and Equal
};

// The assignments of some variables that satisfy the conjuncts over these alone.
struct Rows {
  VariableSet known = 0;      // the variables
  std::vector<Item> pending;  // conjuncts that are open
  std::size_t count = 1;
  std::vector<Column> columns;  // by term; empty: not kept
};

// Variables to assign, and what is done with the rows that assign them all.
struct Goal {
  VariableSet variables = 0;
  std::vector<Item> kept;     // terms over these variables that are needed then
  Rows* collected = nullptr;  // receives the rows; null: the first one is a model
};

// Two groups of variables that only a few conjuncts connect once others have values. An equation among these
// conjuncts gives both sides the same sum.
struct Split {
  VariableSet sides[2] = {0, 0};
  std::vector<Item> inside[2];  // conjuncts over one side
  std::vector<Item> between;    // conjuncts over both
  struct Addend {
    Item term = 0;
    bool is_negative = false;
  };
  std::vector<Addend> sums[2];  // of the two sides, which are equal
  unsigned width = 0;           // of the sums
};

class Tabulation {
 public:
  Tabulation(std::span<const Term> conjuncts, Work most, const std::function<bool()>& is_cancelled)
      : d_left(most > std::numeric_limits<std::uint64_t>::max() / kEffortOfWork
                   ? std::numeric_limits<std::uint64_t>::max()
                   : most * kEffortOfWork),
        d_allowed(d_left),
        d_is_cancelled(is_cancelled) {
    for (const Term conjunct : conjuncts) {
      d_is_false = d_is_false || conjunct.is_false();
      if (!conjunct.is_constant()) d_first.pending.push_back(item(conjunct));
    }
  }

  Answer answer();

 private:
  // A variable that is next, its values, and how many rows there are then.
  struct Step {
    Item variable = 0;
    Ways ways;
    std::uint64_t rows = 0;
    double cost = 0;
  };
  // What extending rows by a variable takes.
  struct Plan {
    Step step;
    std::vector<Item> completed;            // conjuncts that are decided then
    std::vector<std::vector<Item>> needed;  // terms to compute, by conjunct
    std::vector<Item> of_later;             // terms to compute for open conjuncts
    std::vector<Item> kept;                 // terms to keep
  };
  // The rows that are extended at present.
  struct Block {
    std::vector<Column> columns;
    std::vector<bool> is_there;
    std::vector<std::uint32_t> from;  // by row: the row that it extends
  };

  Item item(Term root);
  std::optional<Ways> bound_by(const Rows& rows, Item conjunct, Item variable) const;
  std::uint64_t count_with(const Rows& rows, Item variable, const Ways& ways) const;
  std::optional<Step> next_step(const Rows& rows, const Goal& goal) const;
  Plan plan_of(const Rows& rows, const Step& step, const Goal& goal) const;
  void require(Item root, VariableSet variable, std::vector<bool>& seen, std::vector<Item>& plan) const;
  void border(Item root, VariableSet known, std::vector<bool>& seen, std::vector<bool>& kept) const;
  std::optional<Split> split(const std::vector<Item>& pending, VariableSet known) const;
  bool separate(Item conjunct, VariableSet known, Split& split) const;
  void choose_connecting();
  Status solve(const Rows& rows, const Goal& goal);
  Status extend(const Rows& rows, const Plan& plan, const Goal& goal);
  Status join(const Rows& rows, const Split& split);
  Status meet(const Rows (&sides)[2], const Split& split, const std::vector<Item> (&kept)[2]);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(const Rows& side,
                                                            const std::vector<Split::Addend>& sum,
                                                            unsigned width);
  // Computes a block and removes rows from it. Returns whether one is left.
  bool filter(const Rows& rows, const Plan& plan, Block& block);
  const Column& column(const Rows& rows, Block& block, Item at);
  void compute_item(const Rows& rows, Block& block, Item at);
  void spend(std::uint64_t effort) { d_left -= std::min(d_left, effort); }
  Status give_up(const char* reason) {
    d_reason = reason;
    return Status::Unknown;
  }
  bool has(Item at, VariableSet known) const { return (d_terms[at].needs & ~known) == 0; }

  std::vector<TermInfo> d_terms;                    // operands first
  std::unordered_map<std::uint32_t, Item> d_items;  // by term
  std::vector<Item> d_variables;
  Rows d_first;
  VariableSet d_connecting = 0;  // variables that have values before the others are split
  std::vector<Column> d_constants;
  std::uint64_t d_left;  // additions
  std::uint64_t d_allowed;
  const std::function<bool()>& d_is_cancelled;
  bool d_is_false = false;  // a conjunct is
  const char* d_reason = kOutOfWork;
  Model d_model;
};

Item Tabulation::item(Term root) {
  std::vector<std::pair<Term, std::size_t>> stack{{root, 0}};
  while (!stack.empty()) {
    auto& [term, next] = stack.back();
    const bool is_leaf = term.kind() == Kind::Apply;
    if (d_items.contains(term.id())) {
      stack.pop_back();
      continue;
    }
    if (!is_leaf && next < term->operands.size()) {
      const Term operand = term->operands[next++];
      stack.emplace_back(operand, 0);
      continue;
    }
    TermInfo info{term};
    info.is_variable = is_leaf || term.kind() == Kind::BoolVar || term.kind() == Kind::BvVar;
    info.is_constant = term.is_constant();
    const auto number = static_cast<Item>(d_terms.size());
    if (info.is_variable) {
      if (d_variables.size() < kMostVariables) info.needs = VariableSet{1} << d_variables.size();
      d_variables.push_back(number);
    } else {
      for (const Term operand : term->operands) {
        const Item one = d_items.at(operand.id());
        info.operands.push_back(one);
        info.needs |= d_terms[one].needs;
      }
      if (!info.is_constant) info.effort = effort_of_row(*term.node());
    }
    d_items.emplace(term.id(), number);
    d_terms.push_back(std::move(info));
    stack.pop_back();
  }
  return d_items.at(root.id());
}

// Returns the values that the conjunct leaves to the variable in each row, if it is of such a kind.
std::optional<Ways> Tabulation::bound_by(const Rows& rows, Item conjunct, Item variable) const {
  const TermInfo* info = &d_terms[conjunct];
  const bool is_denied = info->term.kind() == Kind::Not;
  if (is_denied) info = &d_terms[info->operands[0]];
  const Kind kind = info->term.kind();
  if (kind != Kind::Ult && (kind != Kind::Eq || is_denied)) return std::nullopt;
  const Item left = info->operands[0], right = info->operands[1];
  if (kind == Kind::Eq) {
    if (left == variable && has(right, rows.known)) return Ways{Ways::Kind::Equal, right};
    if (right == variable && has(left, rows.known)) return Ways{Ways::Kind::Equal, left};
    return std::nullopt;
  }
  if (is_denied && right == variable && has(left, rows.known)) return Ways{Ways::Kind::UpTo, left};
  if (!is_denied && left == variable && has(right, rows.known)) return Ways{Ways::Kind::Below, right};
  return std::nullopt;
}

// Returns the number of rows with the variable, at most kTooMany.
std::uint64_t Tabulation::count_with(const Rows& rows, Item variable, const Ways& ways) const {
  if (ways.kind == Ways::Kind::Equal) return rows.count;
  const unsigned width = std::max(1U, d_terms[variable].term.width());
  if (ways.kind == Ways::Kind::All) {
    const bool is_open = width > kMostTriedBits || d_terms[variable].term.kind() == Kind::Apply;
    return is_open ? kTooMany : rows.count << width;
  }
  const TermInfo& bound = d_terms[ways.bound];
  std::uint64_t count = 0;
  for (std::size_t row = 0; row < rows.count && count < kTooMany; ++row) {
    const Bits value = bound.is_constant ? bound.term->value : rows.columns[ways.bound].at(row);
    if (value >= kTooMany) return kTooMany;
    count += static_cast<std::uint64_t>(value) + (ways.kind == Ways::Kind::UpTo ? 1 : 0);
  }
  return std::min(count, kTooMany);
}

std::optional<Tabulation::Step> Tabulation::next_step(const Rows& rows, const Goal& goal) const {
  std::optional<Step> best;
  for (const Item variable : d_variables) {
    const VariableSet own = d_terms[variable].needs;
    if ((own & rows.known) != 0 || (own & goal.variables) == 0) continue;
    if ((d_connecting & ~rows.known) != 0 && (own & d_connecting) == 0) continue;
    Step step{variable, {}, count_with(rows, variable, {})};
    unsigned decided = 0;
    for (const Item conjunct : rows.pending) {
      if (has(conjunct, rows.known | own)) ++decided;
      const std::optional<Ways> ways = bound_by(rows, conjunct, variable);
      if (!ways) continue;
      const std::uint64_t count = count_with(rows, variable, *ways);
      if (count >= step.rows) continue;
      step.rows = count;
      step.ways = *ways;
    }
    // Each conjunct that is decided may halve the rows.
    constexpr unsigned kMostDecided = 4;
    step.cost = static_cast<double>(step.rows) / static_cast<double>(1U << std::min(decided, kMostDecided));
    if (!best || step.cost < best->cost) best = step;
  }
  return best;
}

// Adds the terms from which the root is computed and that hold the variable, operands first.
void Tabulation::require(Item root, VariableSet variable, std::vector<bool>& seen,
                         std::vector<Item>& plan) const {
  std::vector<std::pair<Item, std::size_t>> stack;
  const auto visit = [&](Item at) {
    const TermInfo& info = d_terms[at];
    if (info.is_variable || (info.needs & variable) == 0 || seen[at]) return;
    seen[at] = true;
    stack.emplace_back(at, 0);
  };
  visit(root);
  while (!stack.empty()) {
    auto& [at, next] = stack.back();
    if (next < d_terms[at].operands.size()) {
      visit(d_terms[at].operands[next++]);
      continue;
    }
    plan.push_back(at);
    stack.pop_back();
  }
}

// Marks the terms below the root that have values and are operands of terms that have none.
void Tabulation::border(Item root, VariableSet known, std::vector<bool>& seen,
                        std::vector<bool>& kept) const {
  std::vector<Item> open{root};
  while (!open.empty()) {
    const Item at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    if (d_terms[at].is_constant) continue;
    if (has(at, known))
      kept[at] = true;
    else
      open.insert(open.end(), d_terms[at].operands.begin(), d_terms[at].operands.end());
  }
}

Tabulation::Plan Tabulation::plan_of(const Rows& rows, const Step& step, const Goal& goal) const {
  Plan plan;
  plan.step = step;
  const VariableSet own = d_terms[step.variable].needs, known = rows.known | own;
  std::vector<bool> seen(d_terms.size()), passed(d_terms.size()), kept(d_terms.size());
  for (const Item conjunct : rows.pending) {
    if (has(conjunct, known)) {
      plan.completed.push_back(conjunct);
      require(conjunct, own, seen, plan.needed.emplace_back());
    } else {
      border(conjunct, known, passed, kept);
    }
  }
  for (const Item variable : d_variables)
    if (has(variable, known)) kept[variable] = true;
  for (const Item at : goal.kept) border(at, known, passed, kept);
  for (Item at = 0; at < d_terms.size(); ++at) {
    if (!kept[at]) continue;
    plan.kept.push_back(at);
    require(at, own, seen, plan.of_later);
  }
  return plan;
}

// Returns the term's values in the rows of the block.
const Column& Tabulation::column(const Rows& rows, Block& block, Item at) {
  if (d_terms[at].is_constant) return d_constants[at];
  Column& values = block.columns[at];
  if (block.is_there[at]) return values;
  values.clear();
  if (rows.columns[at].rows() == 0) throw std::logic_error("table: a term is missing");
  for (const std::uint32_t row : block.from) values.append(rows.columns[at], row);
  block.is_there[at] = true;
  spend(block.from.size());
  return values;
}

void Tabulation::compute_item(const Rows& rows, Block& block, Item at) {
  if (block.is_there[at]) return;
  const TermInfo& info = d_terms[at];
  std::vector<const Column*> operands;
  operands.reserve(info.operands.size());
  for (const Item operand : info.operands) operands.push_back(&column(rows, block, operand));
  compute(*info.term.node(), operands, block.from.size(), block.columns[at]);
  block.is_there[at] = true;
  spend(std::uint64_t{info.effort} * block.from.size());
}

bool Tabulation::filter(const Rows& rows, const Plan& plan, Block& block) {
  std::vector<std::uint32_t> alive;
  for (std::size_t i = 0; i < plan.completed.size() && !block.from.empty(); ++i) {
    for (const Item at : plan.needed[i]) compute_item(rows, block, at);
    const Column& holds = column(rows, block, plan.completed[i]);
    alive.clear();
    for (std::uint32_t row = 0; row < block.from.size(); ++row)
      if (holds.low[row] != 0) alive.push_back(row);
    if (alive.size() == block.from.size()) continue;
    for (Item at = 0; at < d_terms.size(); ++at)
      if (block.is_there[at]) block.columns[at].keep(alive);
    for (std::size_t row = 0; row < alive.size(); ++row) block.from[row] = block.from[alive[row]];
    block.from.resize(alive.size());
  }
  return !block.from.empty();
}

// Repeats each row for each value of the variable, and solves what is left in portions.
Status Tabulation::extend(const Rows& rows, const Plan& plan, const Goal& goal) {
  const Step& step = plan.step;
  Rows next;
  next.known = rows.known | d_terms[step.variable].needs;
  for (const Item conjunct : rows.pending)
    if (!has(conjunct, next.known)) next.pending.push_back(conjunct);
  const auto begin_portion = [&] {
    next.count = 0;
    next.columns.assign(d_terms.size(), {});
  };
  begin_portion();
  Block block;
  block.columns.resize(d_terms.size());
  Column values;
  const std::uint64_t at_begin = d_left;
  std::uint64_t done = 0;  // rows
  // Returns Unsat if there is no model among the rows up to here.
  const auto solve_portion = [&] {
    if (next.count == 0) return Status::Unsat;
    const Status status = solve(next, goal);
    begin_portion();
    // Gives up where the other rows would take too much.
    const std::uint64_t spent = at_begin - d_left;
    if (status == Status::Unsat && step.rows > done && spent / done > d_left / (step.rows - done))
      return give_up(kOutOfWork);
    return status;
  };
  const auto flush = [&] {
    if (block.from.empty()) return Status::Unsat;
    done += block.from.size();
    block.is_there.assign(d_terms.size(), false);
    block.columns[step.variable] = values;
    block.is_there[step.variable] = true;
    const bool is_left = filter(rows, plan, block);
    if (is_left && goal.collected == nullptr && next.pending.empty()) {
      for (const Item variable : d_variables)
        d_model.set(d_terms[variable].term, column(rows, block, variable).at(0));
      return Status::Sat;
    }
    const bool is_goal = goal.collected != nullptr && (goal.variables & ~next.known) == 0;
    if (is_left) {
      Rows& into = is_goal ? *goal.collected : next;
      for (const Item at : plan.of_later) compute_item(rows, block, at);
      for (const Item at : plan.kept) {
        const Column& from = column(rows, block, at);
        Column& to = into.columns[at];
        to.low.insert(to.low.end(), from.low.begin(), from.low.end());
        to.high.insert(to.high.end(), from.high.begin(), from.high.end());
      }
      into.count += block.from.size();
      if (is_goal && into.count * plan.kept.size() > kMostJoined) return give_up("the table is too large");
    }
    block.from.clear();
    values.clear();
    if (d_is_cancelled()) return give_up("cancelled");
    if (d_left == 0) return give_up(kOutOfWork);
    return next.count >= kPortion ? solve_portion() : Status::Unsat;
  };
  const TermInfo& variable = d_terms[step.variable];
  const TermInfo& bound = d_terms[step.ways.bound];
  const unsigned width = std::max(1U, variable.term.width());
  for (std::uint32_t row = 0; row < rows.count; ++row) {
    Bits first = 0, end = width > kMostTriedBits ? 0 : Bits{1} << width;
    if (step.ways.kind != Ways::Kind::All) {
      const Bits value = bound.is_constant ? bound.term->value : rows.columns[step.ways.bound].at(row);
      first = step.ways.kind == Ways::Kind::Equal ? value : 0;
      end = value + (step.ways.kind == Ways::Kind::Below ? 0 : 1);
    }
    for (Bits value = first; value != end; ++value) {
      block.from.push_back(row);
      values.low.push_back(static_cast<std::uint64_t>(value));
      if (width > 64) values.high.push_back(static_cast<std::uint64_t>(value >> 64U));
      if (block.from.size() < kBlock) continue;
      if (const Status status = flush(); status != Status::Unsat) return status;
    }
  }
  if (const Status status = flush(); status != Status::Unsat) return status;
  return solve_portion();
}

// Returns whether the conjunct equates a sum over one side with a sum over the other, and sets these.
bool Tabulation::separate(Item conjunct, VariableSet known, Split& split) const {
  const TermInfo& equation = d_terms[conjunct];
  if (equation.term.kind() != Kind::Eq || d_terms[equation.operands[0]].term.width() == 0) return false;
  std::vector<Split::Addend> sums[2];
  for (std::size_t operand = 0; operand < 2; ++operand) {
    const TermInfo& sum = d_terms[equation.operands[operand]];
    std::vector<Item> addends{equation.operands[operand]};
    // A sum that already has a value is kept as a whole.
    if (sum.term.kind() == Kind::Add && !has(equation.operands[operand], known)) addends = sum.operands;
    for (const Item addend : addends) {
      const VariableSet open = d_terms[addend].needs & ~known;
      const std::size_t side = (open & split.sides[1]) != 0 ? 1 : 0;
      if ((open & split.sides[1 - side]) != 0) return false;
      // What stands on the same side of the equation as the other sum changes its sign.
      sums[side].push_back({addend, operand != side});
    }
  }
  split.width = d_terms[equation.operands[0]].term.width();
  if (split.width > 64) return false;
  split.sums[0] = std::move(sums[0]);
  split.sums[1] = std::move(sums[1]);
  return true;
}

// Returns how the variables without values fall apart. Equations and choices may connect two groups.
std::optional<Split> Tabulation::split(const std::vector<Item>& pending, VariableSet known) const {
  std::vector<VariableSet> groups;
  const auto unite = [&](VariableSet variables) {
    if (variables == 0) return;
    std::vector<VariableSet> others;
    for (const VariableSet group : groups) {
      if ((group & variables) != 0)
        variables |= group;
      else
        others.push_back(group);
    }
    others.push_back(variables);
    groups = std::move(others);
  };
  const auto may_connect = [&](Item conjunct) {
    const Term term = d_terms[conjunct].term;
    const Kind kind = term.kind() == Kind::Not ? term->operands[0].kind() : term.kind();
    return kind == Kind::Eq || kind == Kind::Or || kind == Kind::And;
  };
  for (const Item conjunct : pending)
    if (!may_connect(conjunct)) unite(d_terms[conjunct].needs & ~known);
  const auto by_size = [](VariableSet a, VariableSet b) {
    return __builtin_popcountll(a) > __builtin_popcountll(b);
  };
  // Variables that no such conjunct holds join the group with which a conjunct connects them.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Item conjunct : pending) {
      const VariableSet open = d_terms[conjunct].needs & ~known;
      VariableSet grouped = 0;
      std::size_t touched = 0;
      for (const VariableSet group : groups)
        if ((group & open) != 0) {
          grouped |= group;
          ++touched;
        }
      if (touched > 1 || (open & ~grouped) == 0) continue;
      unite(open);
      changed = true;
    }
  }
  if (groups.size() < 2) return std::nullopt;
  std::ranges::sort(groups, by_size);
  Split result;
  for (std::size_t i = 0; i < groups.size(); ++i) result.sides[i == 0 ? 0 : 1] |= groups[i];
  bool has_sums = false;
  for (const Item conjunct : pending) {
    const VariableSet open = d_terms[conjunct].needs & ~known;
    if ((open & ~(result.sides[0] | result.sides[1])) != 0) return std::nullopt;
    const bool in[2] = {(open & result.sides[0]) != 0, (open & result.sides[1]) != 0};
    if (in[0] && in[1]) {
      result.between.push_back(conjunct);
      has_sums = has_sums || separate(conjunct, known, result);
    } else {
      result.inside[in[0] ? 0 : 1].push_back(conjunct);
    }
  }
  if (!has_sums) return std::nullopt;
  return result;
}

// Chooses the variables without which the others fall apart. Each in turn is the one that leaves the most
// even groups, or else the one in the most conjuncts.
void Tabulation::choose_connecting() {
  constexpr unsigned kMostConnecting = 6;
  constexpr int kLeast = 4;  // variables of a side
  const auto smaller_side = [&](VariableSet known) {
    const std::optional<Split> apart = split(d_first.pending, known);
    return apart ? std::min(__builtin_popcountll(apart->sides[0]), __builtin_popcountll(apart->sides[1])) : 0;
  };
  VariableSet chosen = 0;
  for (unsigned i = 0; i < kMostConnecting; ++i) {
    VariableSet best = 0, frequent = 0;
    int evenness = kLeast - 1;
    std::ptrdiff_t most = 0;
    for (const Item variable : d_variables) {
      const VariableSet own = d_terms[variable].needs;
      if ((own & chosen) != 0) continue;
      if (const int side = smaller_side(chosen | own); side > evenness) {
        evenness = side;
        best = own;
      }
      const std::ptrdiff_t count = std::ranges::count_if(
          d_first.pending, [&](Item conjunct) { return (d_terms[conjunct].needs & own) != 0; });
      if (count > most) {
        most = count;
        frequent = own;
      }
    }
    if (best != 0) {
      d_connecting = chosen | best;
      return;
    }
    chosen |= frequent;
  }
}

// Returns the sum of each row of a side, beside the row it extends, in ascending order.
std::vector<std::pair<std::uint64_t, std::uint32_t>> Tabulation::keys(const Rows& side,
                                                                      const std::vector<Split::Addend>& sum,
                                                                      unsigned width) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> result(side.count);
  const auto kept = static_cast<std::uint64_t>(mask(width));
  for (std::uint32_t row = 0; row < side.count; ++row) result[row].second = row;
  for (const Split::Addend& addend : sum) {
    const TermInfo& info = d_terms[addend.term];
    for (std::uint32_t row = 0; row < side.count; ++row) {
      const std::uint64_t value = info.is_constant ? static_cast<std::uint64_t>(info.term->value)
                                                   : side.columns[addend.term].low[row];
      result[row].first += addend.is_negative ? -value : value;
    }
  }
  for (auto& [key, row] : result) key &= kept;
  spend(side.count * (sum.size() + 20));
  std::ranges::sort(result);
  return result;
}

// Looks for a model among the pairs of rows with equal sums.
Status Tabulation::meet(const Rows (&sides)[2], const Split& split, const std::vector<Item> (&kept)[2]) {
  const auto first = keys(sides[0], split.sums[0], split.width),
             second = keys(sides[1], split.sums[1], split.width);
  std::vector<bool> seen(d_terms.size());
  std::vector<std::vector<Item>> needed;
  std::vector<bool> is_kept(d_terms.size());
  for (const auto& one : kept)
    for (const Item at : one) is_kept[at] = true;
  for (const Item conjunct : split.between) {
    std::vector<Item>& plan = needed.emplace_back();
    std::vector<std::pair<Item, std::size_t>> stack;
    const auto visit = [&](Item at) {
      if (is_kept[at] || d_terms[at].is_constant || d_terms[at].is_variable || seen[at]) return;
      seen[at] = true;
      stack.emplace_back(at, 0);
    };
    visit(conjunct);
    while (!stack.empty()) {
      auto& [at, next] = stack.back();
      if (next < d_terms[at].operands.size()) {
        visit(d_terms[at].operands[next++]);
        continue;
      }
      plan.push_back(at);
      stack.pop_back();
    }
  }
  Rows pairs;
  pairs.columns.resize(d_terms.size());
  pairs.count = 0;
  std::vector<std::uint32_t> rows[2];
  const auto flush = [&] {
    if (rows[0].empty()) return Status::Unsat;
    Block block;
    block.columns.resize(d_terms.size());
    block.is_there.assign(d_terms.size(), false);
    for (std::size_t side = 2; side-- > 0;)
      for (const Item at : kept[side]) {
        Column& values = block.columns[at];
        values.clear();
        for (const std::uint32_t row : rows[side]) values.append(sides[side].columns[at], row);
        block.is_there[at] = true;
        spend(rows[side].size());
      }
    block.from.assign(rows[0].size(), 0);
    Plan plan;
    plan.completed = split.between;
    plan.needed = needed;
    rows[0].clear();
    rows[1].clear();
    if (filter(pairs, plan, block)) {
      for (const Item variable : d_variables)
        d_model.set(d_terms[variable].term, block.columns[variable].at(0));
      return Status::Sat;
    }
    if (d_is_cancelled()) return give_up("cancelled");
    return d_left == 0 ? give_up(kOutOfWork) : Status::Unsat;
  };
  for (std::size_t a = 0, b = 0; a < first.size() && b < second.size();) {
    if (first[a].first < second[b].first) {
      ++a;
    } else if (second[b].first < first[a].first) {
      ++b;
    } else {
      std::size_t end = b;
      while (end < second.size() && second[end].first == first[a].first) ++end;
      for (std::size_t other = b; other < end; ++other) {
        rows[0].push_back(first[a].second);
        rows[1].push_back(second[other].second);
        if (rows[0].size() < kBlock) continue;
        if (const Status status = flush(); status != Status::Unsat) return status;
      }
      ++a;
    }
  }
  return flush();
}

// Lists the values of each side for each row, and then the pairs that belong together.
Status Tabulation::join(const Rows& rows, const Split& split) {
  const std::uint64_t at_begin = d_left;
  for (std::uint32_t row = 0; row < rows.count; ++row) {
    Rows one;
    one.known = rows.known;
    one.columns.resize(d_terms.size());
    for (Item at = 0; at < d_terms.size(); ++at)
      if (rows.columns[at].rows() != 0) one.columns[at].append(rows.columns[at], row);
    Rows sides[2];
    std::vector<Item> kept[2];
    for (std::size_t side = 0; side < 2; ++side) {
      Goal goal{split.sides[side], {}, &sides[side]};
      sides[side].count = 0;
      sides[side].columns.resize(d_terms.size());
      const VariableSet known = rows.known | split.sides[side];
      std::vector<bool> seen(d_terms.size()), needed(d_terms.size());
      for (const Item conjunct : split.between) border(conjunct, known, seen, needed);
      for (const Split::Addend& addend : split.sums[side])
        if (!d_terms[addend.term].is_constant) needed[addend.term] = true;
      for (const Item variable : d_variables)
        if (has(variable, known)) needed[variable] = true;
      for (Item at = 0; at < d_terms.size(); ++at)
        if (needed[at]) kept[side].push_back(at);
      goal.kept = kept[side];
      Rows begin = one;
      begin.pending = split.inside[side];
      if (const Status status = solve(begin, goal); status != Status::Unsat) return status;
      if (sides[side].count == 0) break;
    }
    if (sides[0].count != 0 && sides[1].count != 0)
      if (const Status status = meet(sides, split, kept); status != Status::Unsat) return status;
    const std::uint64_t spent = at_begin - d_left, left = rows.count - row - 1;
    if (left != 0 && spent / (row + 1) > d_left / left) return give_up(kOutOfWork);
  }
  return Status::Unsat;
}

// Returns Unsat if no row can be extended to a model, or all rows were collected.
Status Tabulation::solve(const Rows& rows, const Goal& goal) {
  if (goal.collected == nullptr && d_connecting != 0 && (d_connecting & ~rows.known) == 0)
    if (const std::optional<Split> apart = split(rows.pending, rows.known)) return join(rows, *apart);
  const std::optional<Step> step = next_step(rows, goal);
  if (!step || step->rows >= kTooMany) return give_up("a variable has too many values");
  const Plan plan = plan_of(rows, *step, goal);
  std::uint64_t effort = 1;
  for (const std::vector<Item>& needed : plan.needed)
    for (const Item at : needed) effort += d_terms[at].effort;
  if (step->rows > d_left / effort) return give_up(kOutOfWork);
  return extend(rows, plan, goal);
}

Answer Tabulation::answer() {
  Answer answer;
  if (d_variables.size() > kMostVariables || d_terms.size() > kMostTerms) {
    answer.reason = "too many variables";
    return answer;
  }
  d_constants.resize(d_terms.size());
  for (Item at = 0; at < d_terms.size(); ++at) {
    const Term term = d_terms[at].term;
    if (d_terms[at].is_constant)
      d_constants[at].fill(term.width() == 0 ? Bits{term.is_true()} : term->value, term.width(), kBlock);
  }
  d_first.columns.resize(d_terms.size());
  choose_connecting();
  if (d_is_false)
    answer.status = Status::Unsat;
  else if (d_first.pending.empty())
    answer.status = Status::Sat;
  else
    answer.status = solve(d_first, {~VariableSet{0}, {}, nullptr});
  if (answer.status == Status::Sat) answer.model = std::move(d_model);
  if (answer.status == Status::Unknown) answer.reason = d_reason;
  answer.work = std::max<Work>(1, (d_allowed - d_left) / kEffortOfWork);
  return answer;
}

}  // namespace

Answer tabulate(std::span<const Term> conjuncts, Work most, const std::function<bool()>& is_cancelled) {
  return Tabulation(conjuncts, most, is_cancelled).answer();
}

}  // namespace launchproof::smt
