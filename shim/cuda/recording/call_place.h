// The place in the application that launches a kernel.
#pragma once

#include "capture/types.h"

namespace launchproof::cuda {

// Returns the innermost frame outside of the driver's and the runtime's library, and outside of the function
// that `set_stub` named for this thread. All members are empty if no frame can be determined.
capture::CallSite calling_place();

// Names the function by which compilers wrap the launch of a kernel; its caller is the application's place.
// Null: there is none.
void set_stub(const void* function);

}  // namespace launchproof::cuda
