// Functions outside the API by which the runtime library communicates with the driver library.
#include "shim/cuda/driver/driver.h"
#include "shim/cuda/recording/call_place.h"

LAUNCHPROOF_API void launchproof_set_stub(const void* function) {
  launchproof::cuda::set_stub(function);
}
