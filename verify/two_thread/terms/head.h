// The head of a loop in an arbitrary iteration. Rules guess invariants about it.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/two_thread/terms/copies.h"

namespace launchproof::two_thread {

// The head of a loop in an arbitrary iteration.
struct Head {
  const Setting& setting;
  Pairing pairing;
  Values& values;
  Memory& memory;
  model::LoopId loop = model::kNone;
  FrameId body = kOutside;         // that iteration
  FrameId outer = kOutside;        // around the loop
  std::vector<smt::Term> enabled;  // by work-item: it has entered the loop and has not left it
  std::vector<smt::Term> entered;  // by work-item, in the outer frame: it entered the loop
  struct HeadLog {
    std::uint32_t region = 0;
    LogKind kind = LogKind::Read;
    smt::Term set;                     // now
    smt::Term before;                  // the access was logged when the loop was entered
    std::vector<model::SiteId> sites;  // sites in the loop that log such accesses
    Piece at;                          // the piece that is logged now
  };
  std::vector<HeadLog> logs;  // logs that the loop may change
  // An asynchronous copy that the loop begins or waits for and that may be in flight at the loop's head.
  struct InFlight {
    Instance instance;
    CopiesInFlight::Key key;
    smt::Term set;                     // the copy touches the watched piece of the region
    bool is_begun = false;             // in the loop
    std::vector<model::SiteId> sites;  // that it begins
  };
  std::vector<InFlight> copies;
  bool has_barrier = false;
  smt::Term same_warp;                          // both work-items run in lock step; false if nothing does
  const std::vector<bool>* relevant = nullptr;  // by value (relevance.h); null: all values are relevant

  const model::Loop& of() const { return setting.kernel.loops[loop]; }
  smt::TermStore& store() const { return setting.store; }
  // Returns the values selected by the head about which something may be guessed.
  std::vector<model::Phi> phis() const;
  // Returns whether the loop can have candidate invariants.
  bool is_relevant() const;
  smt::Term now(model::ValueId phi, unsigned who) const { return values.value(phi, body, who); }
  // Return the number of the phi's value when the loop was entered, and of its value after the iteration.
  model::ValueId first(const model::Phi& phi) const;
  model::ValueId next(const model::Phi& phi) const;
  smt::Term initial(const model::Phi& phi, unsigned who) const {
    return values.value(first(phi), outer, who);
  }
  unsigned width(const model::Phi& phi) const { return setting.kernel.values[phi.value].width; }
  // Returns whether some branch that leaves the loop depends directly on the phi.
  bool guards(const model::Phi& phi) const;
  // The condition under which the head's own branch stays in the loop: a value, and whether the branch stays
  // if it is 1. kNone if the head's branch does not leave the loop.
  struct Guard {
    model::ValueId condition = model::kNone;
    bool stays_when = true;
  };
  Guard guard() const;
};

// A guess. `of_item`: the only work-item that it is about, if there is just one.
struct Guess {
  smt::Term formula;
  std::uint32_t of_item = model::kNone;
  bool is_costly = false;  // only examined if the other guesses do not suffice
};

}  // namespace launchproof::two_thread
