// Interning of nodes, and the small accessors of terms.
#include <algorithm>
#include <stdexcept>

#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdULL;
}

std::uint64_t hash_of(const Node& node) {
  std::uint64_t hash = mix(static_cast<std::uint64_t>(node.kind), node.width);
  hash = mix(hash, node.low);
  hash = mix(hash, static_cast<std::uint64_t>(node.value));
  hash = mix(hash, static_cast<std::uint64_t>(node.value >> 64));
  if (!node.name.empty()) hash = mix(hash, std::hash<std::string>()(node.name));
  for (const Term operand : node.operands) hash = mix(hash, operand->id);
  return hash;
}

bool same_node(const Node& a, const Node& b) {
  return a.kind == b.kind && a.width == b.width && a.low == b.low && a.value == b.value &&
         a.operands == b.operands && a.name == b.name;
}

}  // namespace

bool Term::is_true() const {
  return d_node->kind == Kind::True;
}
bool Term::is_false() const {
  return d_node->kind == Kind::False;
}
bool Term::is_constant() const {
  return d_node->kind == Kind::True || d_node->kind == Kind::False || d_node->kind == Kind::BvConst;
}
unsigned Term::width() const {
  return d_node->width;
}
Kind Term::kind() const {
  return d_node->kind;
}
std::uint32_t Term::id() const {
  return d_node->id;
}

TermStore::Impl::Impl() : d_table(1024, nullptr) {
  d_true = make(Kind::True, 0, {});
  d_false = make(Kind::False, 0, {});
  cell(d_true).negation = d_false.node();
  cell(d_false).negation = d_true.node();
}

void TermStore::Impl::grow() {
  std::vector<Cell*> table(d_table.size() * 2, nullptr);
  for (Cell& entry : d_cells) {
    std::size_t slot = entry.hash & (table.size() - 1);
    while (table[slot] != nullptr) slot = (slot + 1) & (table.size() - 1);
    table[slot] = &entry;
  }
  d_table.swap(table);
}

Term TermStore::Impl::make(Node node) {
  const std::uint64_t hash = hash_of(node);
  std::size_t slot = hash & (d_table.size() - 1);
  for (; d_table[slot] != nullptr; slot = (slot + 1) & (d_table.size() - 1)) {
    if (d_table[slot]->hash == hash && same_node(*d_table[slot], node)) return Term(d_table[slot]);
  }
  Cell made{};
  static_cast<Node&>(made) = std::move(node);
  made.hash = hash;
  compute_facts(made);
  if (made.width != 0 && made.kind != Kind::BvConst && made.low_bound == made.high_bound) {
    return constant(made.low_bound, made.width);
  }
  made.id = static_cast<std::uint32_t>(d_cells.size());
  d_cells.push_back(std::move(made));
  d_table[slot] = &d_cells.back();
  const Term result(&d_cells.back());
  if (d_cells.size() * 2 > d_table.size()) grow();
  return result;
}

Term TermStore::Impl::make(Kind kind, unsigned width, std::vector<Term> operands, std::uint32_t low) {
  return make(Node{kind, static_cast<std::uint16_t>(width), 0, low, 0, {}, std::move(operands)});
}

Term TermStore::Impl::constant(Bits value, unsigned width) {
  return make(Node{Kind::BvConst, static_cast<std::uint16_t>(width), 0, 0, value & mask(width), {}, {}});
}

Term TermStore::Impl::apply(std::string_view name, std::span<const Term> arguments, unsigned width) {
  Node node{Kind::Apply,       static_cast<std::uint16_t>(width),   0, 0, 0,
            std::string(name), {arguments.begin(), arguments.end()}};
  const auto next = static_cast<std::uint32_t>(d_functions.size());
  node.low = d_functions.try_emplace(function_key(node), next).first->second;
  return make(std::move(node));
}

}  // namespace launchproof::smt
