#pragma once

namespace launchproof::cuda {

// Notes in the capture that a function was called of which nothing is recorded, so that launches may be
// missing.
void note_unseen(const char* function) noexcept;

}  // namespace launchproof::cuda
