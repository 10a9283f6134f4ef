// Functions by which the runtime's library talks to the driver's besides the API.
#include "shim/cuda/call_place.h"
#include "shim/cuda/driver.h"

LAUNCHPROOF_API void launchproof_set_stub(const void* function) {
  launchproof::cuda::set_stub(function);
}
