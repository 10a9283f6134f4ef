// Race instrumentation: accesses of the first work-item are logged where they cover a watched piece of
// memory.
//
// Of each memory region one arbitrary piece is watched, as large as every access to it allows: a piece is
// covered whole or not at all, so that two accesses overlap exactly when some piece is covered by both.
#pragma once

#include <array>
#include <vector>

#include "verify/invariants/problem.h"
#include "verify/invariants/values.h"

namespace launchproof::invariants {

enum class LogKind : std::uint8_t { Read, Write, Atomic };
inline constexpr std::array kLogKinds{LogKind::Read, LogKind::Write, LogKind::Atomic};

// An access of this kind to the watched piece has been logged and not been forgotten since.
struct Log {
  smt::Term set;
  std::vector<LoggedAccess> by;
};

struct WatchedRegion {
  bool is_watched = false;
  model::Memory memory = model::Memory::Global;  // or Local, or Image: which fences order it
  std::uint32_t piece = 1;                       // bytes
  smt::Term address;                             // of the watched piece
  smt::Term value;                               // that writes are looked for which store it there
};

// The barrier orders accesses to this memory.
bool orders(const model::Barrier& barrier, model::Memory memory);

class Memory {
 public:
  Memory(const Setting& setting, Pairing pairing, Values& values);

  std::size_t regions() const { return d_regions.size(); }
  const WatchedRegion& region(std::size_t number) const { return d_regions[number]; }

  // Arrays that the site may touch in watched regions.
  std::vector<model::ArrayId> watched_arrays(model::SiteId site) const;
  std::uint32_t region_of(model::ArrayId array) const;
  // How the site is logged and checked. Atomics that may not exclude each other count as writes.
  LogKind kind(model::SiteId id) const;

  // The access is one of those that the copy makes; true of what is no copy's.
  smt::Term is_element(const model::Site& site, FrameId frame, unsigned who);
  // The site touches the watched piece through this array.
  smt::Term covers(model::SiteId id, model::ArrayId array, FrameId frame, unsigned who);
  // What a write stores in the watched piece; a null term where values do not matter, and of a copy, which
  // finds what it writes at a moment of its own.
  smt::Term stored(model::SiteId id, model::ArrayId array, FrameId frame, unsigned who);

 private:
  std::uint32_t alignment(model::ValueId id);
  void choose_pieces();

  const Setting& d_setting;
  Pairing d_pairing;
  Values& d_values;
  std::vector<WatchedRegion> d_regions;
  std::vector<std::uint32_t> d_alignment;     // by value: low zero bits, kNone: not known yet
  std::vector<bool> d_open;                   // by value: being computed
  std::vector<std::uint32_t> d_atomic_bytes;  // by region: the one width of atomics, kNone: several
};

}  // namespace launchproof::invariants
