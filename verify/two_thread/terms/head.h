// The head of a loop in an arbitrary iteration, of which rules guess invariants.
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
  std::vector<smt::Term> enabled;  // by work-item: it has entered the loop and not left it
  std::vector<smt::Term> entered;  // by work-item, of the outer frame
  struct HeadLog {
    std::uint32_t region = 0;
    LogKind kind = LogKind::Read;
    smt::Term set;                     // now
    smt::Term before;                  // it was logged when the loop was entered
    std::vector<model::SiteId> sites;  // in the loop, that log here
    Piece at;                          // what is logged now
  };
  std::vector<HeadLog> logs;  // that the loop may change
  // Asynchronous copies that the loop begins or waits for, as far as they may be in flight at its head.
  struct InFlight {
    Instance instance;
    CopiesInFlight::Key key;
    smt::Term set;                     // it touches the region's watched piece
    bool is_begun = false;             // in the loop
    std::vector<model::SiteId> sites;  // that it begins
  };
  std::vector<InFlight> copies;
  bool has_barrier = false;
  smt::Term same_warp;                          // both run in lock step; false where nothing does
  const std::vector<bool>* relevant = nullptr;  // by value (relevance.h); null: all are

  const model::Loop& of() const { return setting.kernel.loops[loop]; }
  smt::TermStore& store() const { return setting.store; }
  // Returns values that the head selects, of which something may be guessed.
  std::vector<model::Phi> phis() const;
  // Returns whether the loop can have candidate invariants.
  bool is_relevant() const;
  smt::Term now(model::ValueId phi, unsigned who) const { return values.value(phi, body, who); }
  // Return the phi's value when the loop was entered, and its value after the iteration, by number.
  model::ValueId first(const model::Phi& phi) const;
  model::ValueId next(const model::Phi& phi) const;
  smt::Term initial(const model::Phi& phi, unsigned who) const {
    return values.value(first(phi), outer, who);
  }
  unsigned width(const model::Phi& phi) const { return setting.kernel.values[phi.value].width; }
  // Returns whether some branch that leaves the loop depends on it directly.
  bool guards(const model::Phi& phi) const;
  // The condition to stay in the loop, under which the head's own branch does not leave: a value, and whether
  // it stays when that is 1. kNone when the head's branch does not leave the loop.
  struct Guard {
    model::ValueId condition = model::kNone;
    bool stays_when = true;
  };
  Guard guard() const;
};

// A guess. `of_item`: the work-item that it is about alone, if so.
struct Guess {
  smt::Term formula;
  std::uint32_t of_item = model::kNone;
  bool is_costly = false;  // to be examined when the others do not suffice
};

}  // namespace launchproof::two_thread
