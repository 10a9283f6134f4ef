// How an assumption is called that the program makes by itself: where it traps, and where its behaviour is
// undefined, no work-item goes on.
#pragma once

namespace launchproof::model {

inline constexpr const char* kNoWayOn = "that no work-item comes here";

}  // namespace launchproof::model
