// Functions by which the runtime's library talks to the driver's besides the API.
#include "shim/cuda/driver/driver.h"
#include "shim/cuda/recording/call_place.h"

LAUNCHPROOF_API void launchproof_set_stub(const void* function) {
  launchproof::cuda::set_stub(function);
}
