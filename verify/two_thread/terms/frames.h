// Frames: which copy of each enclosing loop a value is computed in.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::two_thread {

using FrameId = std::uint32_t;
inline constexpr FrameId kOutside = 0;  // in no loop

enum class FrameKind : std::uint8_t {
  Body,      // an arbitrary iteration of both work-items in lock step
  Exit,      // the iteration in which a work-item leaves the loop
  Past,      // an iteration of the first work-item in which it made an access
  Iteration  // of iterations that follow each other the one of this number, of both in lock step
};

struct Frame {
  model::LoopId loop = model::kNone;
  FrameId parent = kOutside;
  FrameKind kind = FrameKind::Body;
  bool shares = false;  // uniform values are one for both work-items
  std::uint32_t tag = 0;
};

// Interns frames, so that equal ones have equal ids.
class Frames {
 public:
  explicit Frames(bool shares) { d_all.push_back({.shares = shares}); }

  // Enters a frame. `tag` tells frames of one kind apart: of Past the site, of Iteration the number.
  // `shares`: as far as the parent does.
  FrameId enter(FrameId parent, model::LoopId loop, FrameKind kind, std::uint32_t tag, bool shares) {
    const auto [it, inserted] =
        d_index.try_emplace({parent, loop, kind, tag}, static_cast<FrameId>(d_all.size()));
    if (inserted) d_all.push_back({loop, parent, kind, shares && d_all[parent].shares, tag});
    return it->second;
  }
  const Frame& at(FrameId id) const { return d_all[id]; }
  std::size_t count() const { return d_all.size(); }

 private:
  std::vector<Frame> d_all;
  std::map<std::tuple<FrameId, model::LoopId, FrameKind, std::uint32_t>, FrameId> d_index;
};

}  // namespace launchproof::two_thread
