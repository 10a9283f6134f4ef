// Proposes fences around atomics that order groups, and stronger memory orders for these atomics.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "verify/repair/barrier_calls.h"
#include "verify/repair/candidate.h"
#include "verify/repair/insertion.h"

namespace launchproof::repair {

using model::Language;
using verdict::Finding;

namespace {

constexpr std::size_t kMostAtomics = 3;  // number of atomics around which fences are tried

// The effects of an atomic, according to its function's name.
enum class AtomicUse : std::uint8_t { Load, Store, Update };

AtomicUse use_of(std::string_view function) {
  if (function.find("load") != std::string_view::npos) return AtomicUse::Load;
  return function.find("store") != std::string_view::npos ? AtomicUse::Store : AtomicUse::Update;
}

// Returns the order that releases or acquires, as far as the atomic supports it.
std::string ordered(AtomicUse use) {
  if (use == AtomicUse::Load) return "memory_order_acquire";
  return use == AtomicUse::Store ? "memory_order_release" : "memory_order_acq_rel";
}

void append(Candidate& all, const Candidate& one) {
  all.edits.insert(all.edits.end(), one.edits.begin(), one.edits.end());
  all.title += (all.title.empty() ? "" : "; ") + one.title;
}

Candidate replacement(const SourceTree& tree, const Token& token, const std::string& by) {
  return {
      fmt::format("change `{}` in line {} to `{}`", tree.text(token), tree.shown_line(token.at.begin), by),
      {{token.at.begin, token.at.end - token.at.begin, by}}};
}

// Makes relaxed atomics release and acquire, and extends the scope of fences to the device.
std::vector<Candidate> stronger(const SourceTree& tree) {
  std::vector<Candidate> found;
  Candidate all;
  AtomicUse use = AtomicUse::Update;
  for (std::size_t i = 0; i < tree.tokens().size(); ++i) {
    const Token& token = tree.tokens()[i];
    if (!token.is_word) continue;
    const std::string_view name = tree.text(token);
    if (is_atomic_call(tree, i)) use = use_of(name);
    std::string by;
    if (name == "__threadfence_block") by = "__threadfence";
    if (name == "memory_order_relaxed") by = ordered(use);
    if (by.empty()) continue;
    found.push_back(replacement(tree, token, by));
    append(all, found.back());
  }
  if (found.size() > 1) found.push_back(std::move(all));
  return found;
}

// A statement around which a fence may be added.
struct AtomicStatement {
  std::size_t statement = kNoStatement;
  AtomicUse use = AtomicUse::Update;
};

std::vector<AtomicStatement> atomic_statements(const SourceTree& tree) {
  std::vector<AtomicStatement> found;
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < tree.tokens().size(); ++i) {
    if (!is_atomic_call(tree, i)) continue;
    const std::size_t statement = tree.innermost(tree.tokens()[i].at.begin);
    if (statement == kNoStatement || tree.statement(statement).kind == StatementKind::Block) continue;
    if (seen.insert(statement).second) found.push_back({statement, use_of(tree.text(tree.tokens()[i]))});
  }
  return found;
}

// Adds fences before atomics that release and after those that acquire.
std::vector<Candidate> added(const SourceTree& tree, Language language) {
  const std::vector<AtomicStatement> atomics = atomic_statements(tree);
  if (atomics.empty() || atomics.size() > kMostAtomics) return {};
  const auto fence = [&](const char* order) {
    return language == Language::Cuda
               ? std::string("__threadfence();")
               : fmt::format("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, {}, memory_scope_device);", order);
  };
  const Insertion insertion(tree);
  std::vector<Candidate> found;
  Candidate releases, acquires;
  for (const AtomicStatement& atomic : atomics) {
    const std::string line = line_of(tree, atomic.statement);
    if (atomic.use != AtomicUse::Load) {
      const std::string call = fence("memory_order_release");
      found.push_back(
          {fmt::format("add `{}` before line {}", call, line), insertion.before(atomic.statement, call)});
      append(releases, found.back());
    }
    if (atomic.use != AtomicUse::Store) {
      const std::string call = fence("memory_order_acquire");
      found.push_back(
          {fmt::format("add `{}` behind line {}", call, line), insertion.behind(atomic.statement, call)});
      append(acquires, found.back());
    }
  }
  if (releases.edits.empty() || acquires.edits.empty()) return found;
  append(releases, acquires);
  found.push_back(std::move(releases));
  return found;
}

// Adds barriers before atomics by which one work-item tells what its whole group has done.
std::vector<Candidate> barriers_before(const SourceTree& tree, Language language) {
  const std::vector<AtomicStatement> atomics = atomic_statements(tree);
  if (atomics.size() > kMostAtomics) return {};
  std::vector<std::string> calls{"barrier(CLK_GLOBAL_MEM_FENCE);"};
  if (language == Language::Cuda) calls = {"__syncthreads();", "__threadfence(); __syncthreads();"};
  std::vector<Candidate> found;
  for (const AtomicStatement& atomic : atomics) {
    if (atomic.use == AtomicUse::Load) continue;
    std::size_t at = atomic.statement;
    for (const std::size_t outer : tree.chain(atomic.statement))
      if (tree.statement(outer).kind == StatementKind::If) at = outer;
    for (const std::string& call : calls)
      found.push_back({fmt::format("add `{}` before line {}", call, line_of(tree, at)),
                       Insertion(tree).before(at, call)});
  }
  return found;
}

}  // namespace

std::vector<Candidate> group_fences(const SourceTree& tree, const KernelFacts& facts,
                                    const Finding& finding) {
  if (!is_between_groups(finding)) return {};
  std::vector<Candidate> all = stronger(tree);
  // OpenCL C has these fences from 2.0 on, where atomics may have an explicit order.
  const bool has_fences =
      facts.language == Language::Cuda || tree.text().find("_explicit") != std::string::npos;
  if (!has_fences) return all;
  for (Candidate& one : added(tree, facts.language)) all.push_back(std::move(one));
  for (Candidate& one : barriers_before(tree, facts.language)) all.push_back(std::move(one));
  return all;
}

}  // namespace launchproof::repair
