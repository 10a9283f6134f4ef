#include <cuda.h>
#include <driver_types.h>
#include <texture_types.h>

#include "tests/shim/cuda/layouts.h"

namespace launchproof::cuda {

Layouts toolkit_layouts() {
  return {
#define SIZE LAUNCHPROOF_SIZE
#define FIELD LAUNCHPROOF_FIELD
#define RESULT LAUNCHPROOF_NUMBER
#define ERROR LAUNCHPROOF_NUMBER
#include "shim/cuda/device/results.def"
#include "shim/cuda/runtime/errors.def"
#include "tests/shim/cuda/layouts.def"
  };
}

}  // namespace launchproof::cuda
