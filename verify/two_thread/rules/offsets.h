// Offsets of logged accesses, taken apart by what the loop changes.
#pragma once

#include <optional>

#include "verify/two_thread/rules/rule_table.h"

namespace launchproof::two_thread {

// An access of the first work-item in the loop, in none of the loops within it, to one array.
struct LoggedOffset {
  smt::Term address;  // in its region
  std::uint32_t bytes = 0;
};
std::optional<LoggedOffset> logged_offset(const Head& head, model::SiteId id);

// Returns the term with what the head selects replaced.
smt::Term with_heads(const Head& head, smt::Term term,
                     smt::Term (*replacement)(const Head&, const model::Phi&));
// Returns the same with zeros: what the loop does not add.
smt::Term without_heads(const Head& head, smt::Term term);
// Returns the same with the first value and any number of constant steps, for heads that have such; others
// are kept.
smt::Term stepped(const Head& head, smt::Term term);
smt::Term at_first(const Head& head, smt::Term term);

// How the term depends on an id of the first work-item: by a factor that is a positive constant, or made of
// what is the same for the whole launch (arguments, and what is read from memory that nothing writes).
struct IdFactor {
  smt::Term factor;
  smt::Term without;  // the term where the id is 0
  bool is_constant() const { return factor.is_constant(); }
};
std::optional<IdFactor> factor_of_id(const Head& head, smt::Term term, smt::Term id);

}  // namespace launchproof::two_thread
