// Frames: which copy of each enclosing loop a value is computed in.
#pragma once

#include <cstdint>
#include <utility>

#include "verify/symbolic/lowering/loop_nests.h"

namespace launchproof::two_thread {

using FrameId = symbolic::NestId;
using symbolic::kOutside;

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

  std::pair<FrameKind, std::uint32_t> key() const { return {kind, tag}; }
};

class Frames : public symbolic::LoopNests<Frame> {
 public:
  explicit Frames(bool shares) : LoopNests({.shares = shares}) {}

  // Enters a frame. `tag` tells frames of one kind apart: of Past the site, of Iteration the number.
  // `shares`: as far as the parent does.
  FrameId enter(FrameId parent, model::LoopId loop, FrameKind kind, std::uint32_t tag, bool shares) {
    return LoopNests::enter({loop, parent, kind, shares && at(parent).shares, tag});
  }
};

}  // namespace launchproof::two_thread
