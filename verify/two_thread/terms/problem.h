// The problem to be proved: obligations under assumptions, and candidates for invariants, as plain terms.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "verify/smt/terms/term.h"
#include "verify/two_thread/terms/frames.h"
#include "verify/verdict/registry.h"

namespace launchproof::two_thread {

using CandidateId = std::uint32_t;

// A formula that may be assumed. One of a candidate may only as long as the candidate stands.
struct Assumption {
  smt::Term term;
  CandidateId candidate = model::kNone;
};

// Two values that a condition compares.
struct Compared {
  smt::Term left, right;  // bit-vectors
  bool is_signed = false;
};

// A formula over the variables of a loop's head that might hold whenever control gets there.
struct Candidate {
  std::uint32_t rule = 0;  // into rules()
  model::LoopId loop = model::kNone;
  smt::Term formula;
  // The work-item that it is about alone, kNone: about both, or about logged accesses.
  std::uint32_t of_item = model::kNone;
  std::uint32_t annotation = model::kNone;  // that it comes from
  bool is_costly = false;                   // examined when an obligation does not hold without
  std::vector<smt::Term> about;             // what it speaks of where its formula does not say what it claims
  std::vector<Compared> compares;           // of an invariant of the kernel's own
};

// Candidates of one loop hold when it is entered, or after an iteration if before.
struct Induction {
  model::LoopId loop = model::kNone;
  bool is_entry = false;
  std::vector<Assumption> context;
  std::vector<std::pair<CandidateId, smt::Term>> goals;
  FrameId body = kOutside;  // the frame of the iteration
  // The values that candidates compare, where the goals are asked.
  std::vector<std::pair<CandidateId, std::vector<Compared>>> compares;
};

// An access of the first work-item that may be the one that was logged.
struct LoggedAccess {
  model::SiteId site = model::kNone;
  FrameId frame = kOutside;
  smt::Term condition;
};

// Entry: not to be shown, but good to know: that nothing is logged when a procedure is called, that both of a
// pair call it, or that nobody does.
enum class ObligationKind : std::uint8_t {
  Race,
  Divergence,
  Operands,
  Bounds,
  Null,
  Flags,
  Assertion,
  Entry
};

struct Obligation {
  ObligationKind kind = ObligationKind::Race;
  std::vector<Assumption> context;
  smt::Term bad;  // is to be refuted
  FrameId frame = kOutside;
  model::SiteId site = model::kNone;
  model::ArrayId array = model::kNone;
  std::uint32_t point = model::kNone;  // a barrier, or an annotation, or of an Entry the call
  std::uint32_t log = model::kNone;    // Entry: by region and kind; kNone: that both call it, or nobody does
  std::vector<LoggedAccess> earlier;   // Race
  smt::Term other_comes;               // Assertion that compares two: the second one gets there, too
};

// Whether some work-item reaches a site.
struct Reachability {
  model::SiteId site = model::kNone;
  std::vector<Assumption> context;
  smt::Term reached;
};

// A loop that is unrolled a limited number of times. Work-items that continue after the last iteration are
// excluded from everything that follows.
struct Unwound {
  model::LoopId loop = model::kNone;
  std::vector<Assumption> context;
  smt::Term goes_on;  // some work-item continues after the last iteration
};

// The part of a log that a variable represents.
enum class LogPart : std::uint8_t { Set, Address, Value };

// A variable that tells whether an access of this kind is logged, or which one, in an arbitrary iteration or
// after a loop.
struct LogVariable {
  smt::Term variable;
  FrameId frame = kOutside;
  std::uint32_t log = 0;  // by region and kind
  LogPart part = LogPart::Set;
};

struct Problem {
  std::vector<Candidate> candidates;
  std::vector<Induction> inductions;
  std::vector<Obligation> obligations;
  std::vector<Reachability> sites;
  std::vector<LogVariable> logs;
  std::vector<Unwound> unwound;
  // Facts of the work-items and the launch before anything runs. They must have a model.
  std::vector<smt::Term> entry;
  // An assumption excludes some work-item.
  smt::Term left_out;
  // Which frame a variable belongs to, of those that belong to one; and by frame the one around it.
  std::unordered_map<smt::Term, FrameId> made_in;
  std::vector<FrameId> parents;
};

}  // namespace launchproof::two_thread
