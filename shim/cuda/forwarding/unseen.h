#pragma once

namespace launchproof::cuda {

// Records a note in the capture that an unrecorded function was called, so that launches may be missing.
void note_unseen(const char* function) noexcept;

}  // namespace launchproof::cuda
