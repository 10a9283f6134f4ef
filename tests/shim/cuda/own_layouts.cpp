#include "shim/cuda/runtime/arrays.h"
#include "shim/cuda/runtime/device_properties.h"
#include "shim/cuda/runtime/runtime.h"
#include "tests/shim/cuda/layouts.h"

namespace launchproof::cuda {

Layouts own_layouts() {
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
