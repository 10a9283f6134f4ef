#include "verify/two_thread/guesses/candidate_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "verify/smt/terms/walk.h"

namespace launchproof::two_thread {

using smt::Term;

namespace {

constexpr std::string_view kEnabled = ".candidate.enabled";

bool is_ordered(smt::Kind kind) {
  switch (kind) {
    case smt::Kind::And:
    case smt::Kind::Or:
    case smt::Kind::Eq:
    case smt::Kind::Add:
    case smt::Kind::Mul:
    case smt::Kind::BvAnd:
    case smt::Kind::BvOr:
    case smt::Kind::BvXor:
      return false;
    default:
      return true;
  }
}

bool is_variable(Term term) {
  return term.kind() == smt::Kind::BoolVar || term.kind() == smt::Kind::BvVar;
}

}  // namespace

// Returns the name without the prefix for the work-item or its group and without the suffix with the frame's
// number.
std::string CandidateKeys::bare_name(Term variable) const {
  std::string name = variable->name;
  const std::string before = name.substr(0, name.find('.'));
  for (unsigned who = 0; who < d_values.items(); ++who) {
    const symbolic::WorkItem& item = d_values.item(who);
    if (before != item.tag && before != item.group_tag) continue;
    name.erase(0, before.size());
    break;
  }
  if (d_values.made_in(variable) != kOutside) name.erase(name.rfind('.'));
  return name;
}

// Returns a name in which frames are identified by their loops, since each pass has its own numbers of
// frames.
std::string CandidateKeys::name_of(Term variable) const {
  std::string name = bare_name(variable);
  for (FrameId at = d_values.made_in(variable); at != kOutside; at = d_values.frames().at(at).parent) {
    const Frame& frame = d_values.frames().at(at);
    name += fmt::format("@{}.{}.{}", frame.loop, static_cast<int>(frame.kind), frame.tag);
  }
  return name;
}

std::uint32_t CandidateKeys::number(Term formula) {
  const auto is_numbered = [&](Term term) { return d_numbers.contains(term); };
  smt::visit_operands_first(formula, is_numbered, [&](Term term) {
    std::vector<std::uint32_t> operands;
    operands.reserve(term->operands.size());
    for (const Term operand : term->operands) operands.push_back(d_numbers.at(operand));
    if (!is_ordered(term.kind())) std::ranges::sort(operands);
    const std::string node =
        fmt::format("{} {} {} {:x} {:x} {}({})", static_cast<int>(term.kind()), term.width(), term->low,
                    static_cast<std::uint64_t>(term->value >> 64U), static_cast<std::uint64_t>(term->value),
                    is_variable(term) ? name_of(term) : term->name, fmt::join(operands, " "));
    d_numbers.emplace(term, number_of(node));
  });
  return d_numbers.at(formula);
}

std::uint32_t CandidateKeys::number_of(const std::string& node) {
  return d_formulas.try_emplace(node, static_cast<std::uint32_t>(d_formulas.size())).first->second;
}

std::uint64_t CandidateKeys::of(const Candidate& candidate) {
  std::string claim = fmt::format("{} {}", candidate.rule, number(candidate.formula));
  for (const Term part : candidate.about) claim += fmt::format(" {}", number(part));
  return std::uint64_t{candidate.loop} << 32U | number_of(claim);
}

bool CandidateKeys::is_guarded(const Candidate& candidate, smt::TermStore& store) const {
  // Such a candidate only concerns iterations after which the work-item continues.
  if (!candidate.about.empty()) return true;
  const Term without = store.substitute(candidate.formula, [&](Term part) {
    const bool is_enabled = part.kind() == smt::Kind::BoolVar && bare_name(part) == kEnabled &&
                            d_values.frames().at(d_values.made_in(part)).loop == candidate.loop;
    return is_enabled ? store.false_() : Term();
  });
  return without.is_true();
}

}  // namespace launchproof::two_thread
