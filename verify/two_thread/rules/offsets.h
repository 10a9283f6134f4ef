// Decomposes offsets of logged accesses by the values that the loop changes.
#pragma once

#include <optional>

#include "verify/two_thread/rules/rule_table.h"

namespace launchproof::two_thread {

// An access of the first work-item to one array. It lies in the loop, but in no inner loop.
struct LoggedOffset {
  smt::Term address;  // in its region
  std::uint32_t bytes = 0;
};
std::optional<LoggedOffset> logged_offset(const Head& head, model::SiteId id);

// Returns the term with the values that the head selects replaced.
smt::Term with_heads(const Head& head, smt::Term term,
                     smt::Term (*replacement)(const Head&, const model::Phi&));
// Returns the same with these values replaced by zeros, which is the part that the loop does not add.
smt::Term without_heads(const Head& head, smt::Term term);
// Returns the same with each of these values replaced by its initial value plus any number of constant steps,
// if it has such steps; other values are kept.
smt::Term stepped(const Head& head, smt::Term term);
smt::Term at_first(const Head& head, smt::Term term);

// How the term depends on an id of the first work-item: by a factor that is a positive constant, or that is
// the same for the whole launch (computed from arguments and values in memory that nothing writes).
struct IdFactor {
  smt::Term factor;
  smt::Term without;  // the term with 0 for the id
  bool is_constant() const { return factor.is_constant(); }
};
std::optional<IdFactor> factor_of_id(const Head& head, smt::Term term, smt::Term id);

}  // namespace launchproof::two_thread
