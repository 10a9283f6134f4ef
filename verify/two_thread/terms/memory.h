// Race instrumentation: accesses of the first work-item are logged if they cover a watched piece of memory.
//
// Memory regions are divided into pieces that are as large as every access to the region allows. An access
// covers a piece completely or not at all, so two accesses overlap if and only if both cover some piece. One
// arbitrary piece is watched in each region, or one in all regions together; or each logged access has its
// own place (Instrumentation).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "verify/model/alignment.h"
#include "verify/two_thread/terms/problem.h"
#include "verify/two_thread/terms/values.h"

namespace launchproof::two_thread {

enum class LogKind : std::uint8_t { Read, Write, Atomic };
inline constexpr std::array kLogKinds{LogKind::Read, LogKind::Write, LogKind::Atomic};

// A piece of memory, and the value that a write stores there, which is null if it is unknown.
struct Piece {
  smt::Term address, value;
};

// An access of this kind to the piece has been logged and not been cleared since.
struct Log {
  smt::Term set;
  Piece at;  // the watched piece of the region; in the original instrumentation, the piece of the access
  std::vector<LoggedAccess> by;
};

// Returns whether both are the same.
smt::Term same_piece(smt::TermStore& store, const Piece& one, const Piece& other);

struct WatchedRegion {
  bool is_watched = false;
  model::Memory memory = model::Memory::Global;  // or Local, or Image: decides which fences order it
  std::uint32_t piece = 1;                       // bytes
  std::uint32_t aligned = 1;                     // every access is a multiple of this number of bytes, at
                                                 // most 8
  // The watched piece; the value in it restricts the search to writes that store this value there. In the
  // original instrumentation, it has no meaning unless something is logged.
  Piece at;
  smt::Term is_chosen;  // its piece is the only one that is watched
};

// Returns whether the barrier orders accesses to this memory.
bool orders(const model::Barrier& barrier, model::Memory memory);

class Memory {
 public:
  Memory(const Setting& setting, Pairing pairing, Values& values);

  std::size_t regions() const { return d_regions.size(); }
  const WatchedRegion& region(std::size_t number) const { return d_regions[number]; }

  // Returns the arrays in watched regions that the site may touch.
  std::vector<model::ArrayId> watched_arrays(model::SiteId site) const;
  std::uint32_t region_of(model::ArrayId array) const;
  // Returns how the site is logged and checked. Atomics that may not exclude each other count as writes.
  LogKind kind(model::SiteId id) const;

  // Returns whether the access is one of those that the copy makes; true for an access that does not belong
  // to a copy.
  smt::Term is_element(const model::Site& site, FrameId frame, unsigned who);
  // Returns whether the site touches the piece at this address of its region through this array.
  smt::Term covers(model::SiteId id, model::ArrayId array, FrameId frame, unsigned who, smt::Term piece);
  // Returns the value that a write stores in the piece at this address. Returns a null term if values do not
  // matter, and for a copy, which reads the value that it writes at an unknown moment.
  smt::Term stored(model::SiteId id, model::ArrayId array, FrameId frame, unsigned who, smt::Term at);

  bool is_original() const { return d_setting.options.instrumentation == Instrumentation::Original; }
  // Returns the watched region if only one is watched; null otherwise.
  smt::Term watched_region() const { return d_watched_region; }
  // For the original instrumentation: decides whether an access replaces what was logged before.
  struct Choice {
    smt::Term is_taken;  // an arbitrary choice among accesses that reach the piece
    smt::Term choice;    // the variable
    Piece at;            // an arbitrary piece of the access
  };
  Choice choose(model::SiteId id, model::ArrayId array, FrameId frame);
  // Returns an arbitrary piece, for what a loop may have logged. The terms are null if nothing is known about
  // it.
  Piece arbitrary(const std::string& name, std::uint32_t region, LogKind kind, FrameId frame);

 private:
  bool tells_values(LogKind kind) const { return kind == LogKind::Write && !d_setting.limits.strict; }
  smt::Term address(model::SiteId id, model::ArrayId array, FrameId frame, unsigned who);
  void choose_pieces();
  void watch(std::uint32_t number, std::uint32_t zeros);

  const Setting& d_setting;
  Pairing d_pairing;
  Values& d_values;
  std::vector<WatchedRegion> d_regions;
  smt::Term d_watched_region;
  model::Alignment d_alignment;
  std::vector<std::uint32_t> d_atomic_bytes;  // by region: the only width of atomics, kNone if there are
                                              // several
};

}  // namespace launchproof::two_thread
