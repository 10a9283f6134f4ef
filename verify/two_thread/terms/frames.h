// Frames identify the copy of each enclosing loop in which a value is computed.
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
  Iteration  // the iteration with this number in a sequence, of both work-items in lock step
};

struct Frame {
  model::LoopId loop = model::kNone;
  FrameId parent = kOutside;
  FrameKind kind = FrameKind::Body;
  bool shares = false;  // uniform values are the same for both work-items
  std::uint32_t tag = 0;

  std::pair<FrameKind, std::uint32_t> key() const { return {kind, tag}; }
};

class Frames : public symbolic::LoopNests<Frame> {
 public:
  explicit Frames(bool shares) : LoopNests({.shares = shares}) {}

  // Enters a frame. `tag` distinguishes frames of one kind: for Past it is the site, for Iteration the
  // number. `shares`: as far as the parent shares.
  FrameId enter(FrameId parent, model::LoopId loop, FrameKind kind, std::uint32_t tag, bool shares) {
    return LoopNests::enter({loop, parent, kind, shares && at(parent).shares, tag});
  }
};

}  // namespace launchproof::two_thread
