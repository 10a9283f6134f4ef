// The place in the application that launches a kernel.
#pragma once

#include "capture/types.h"

namespace launchproof::cuda {

// Returns the innermost frame that is outside of the driver's and the runtime's libraries, and outside of the
// function that `set_stub` named for this thread. All members are empty if no frame can be determined.
capture::CallSite calling_place();

// Sets the compiler-generated function that wraps the launch of a kernel; its caller is the application's
// place. Null: there is none.
void set_stub(const void* function);

}  // namespace launchproof::cuda
