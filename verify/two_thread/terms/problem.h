// The problem to be proved: obligations under assumptions, and candidate invariants, as plain terms.
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

// A formula that may be assumed. A formula that belongs to a candidate may be assumed only as long as the
// candidate holds.
struct Assumption {
  smt::Term term;
  CandidateId candidate = model::kNone;
};

// Two values that a condition compares.
struct Compared {
  smt::Term left, right;  // bit-vectors
  bool is_signed = false;
};

// A formula over the variables of a loop's head that might hold whenever control reaches the head.
struct Candidate {
  std::uint32_t rule = 0;  // into rules()
  model::LoopId loop = model::kNone;
  smt::Term formula;
  // The only work-item that it is about; kNone: about both, or about logged accesses.
  std::uint32_t of_item = model::kNone;
  std::uint32_t annotation = model::kNone;  // the annotation that it comes from
  bool is_costly = false;                   // only examined if an obligation does not hold without it
  std::vector<smt::Term> about;             // terms that it is about, if its formula does not show them
  std::vector<Compared> compares;           // set for an invariant stated by the kernel
};

// States that candidates of one loop hold when it is entered, or hold after an iteration if they held before.
struct Induction {
  model::LoopId loop = model::kNone;
  bool is_entry = false;
  std::vector<Assumption> context;
  std::vector<std::pair<CandidateId, smt::Term>> goals;
  FrameId body = kOutside;  // the frame of the iteration
  // The values that candidates compare at the point where the goals are checked.
  std::vector<std::pair<CandidateId, std::vector<Compared>>> compares;
};

// An access of the first work-item that may be the logged one.
struct LoggedAccess {
  model::SiteId site = model::kNone;
  FrameId frame = kOutside;
  smt::Term condition;
};

// Entry: need not be shown, but is useful to know: that nothing is logged when a procedure is called, that
// both work-items of a pair call it, or that none does.
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
  smt::Term bad;  // must be refuted
  FrameId frame = kOutside;
  model::SiteId site = model::kNone;
  model::ArrayId array = model::kNone;
  std::uint32_t point = model::kNone;  // a barrier or an annotation; for Entry, the call
  std::uint32_t log = model::kNone;    // Entry: index by region and kind; kNone: states that both call it, or
                                       // that none does
  std::vector<LoggedAccess> earlier;   // Race
  smt::Term other_comes;               // for an Assertion that compares two work-items: the second one gets
                                       // there, too
};

// Asks whether some work-item reaches a site.
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

// A variable that represents whether an access of this kind is logged, or which one, in an arbitrary
// iteration or after a loop.
struct LogVariable {
  smt::Term variable;
  FrameId frame = kOutside;
  std::uint32_t log = 0;  // index by region and kind
  LogPart part = LogPart::Set;
};

struct Problem {
  std::vector<Candidate> candidates;
  std::vector<Induction> inductions;
  std::vector<Obligation> obligations;
  std::vector<Reachability> sites;
  std::vector<LogVariable> logs;
  std::vector<Unwound> unwound;
  // Facts about the work-items and the launch at the kernel's start. They must have a model.
  std::vector<smt::Term> entry;
  // An assumption excludes some work-item.
  smt::Term left_out;
  // The frame of each variable that belongs to one, and for each frame the one around it.
  std::unordered_map<smt::Term, FrameId> made_in;
  std::vector<FrameId> parents;
};

}  // namespace launchproof::two_thread
