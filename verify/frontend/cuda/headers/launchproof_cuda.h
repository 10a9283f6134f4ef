// Declares what CUDA C++ offers to device code, using the built-in functions of OpenCL C that the front end
// supports. This header is included in front of every CUDA source. Overloads are templates, so that functions
// of the program with the same signature take precedence.
//
// LAUNCHPROOF_OF_PTX omits declarations that programs made from PTX never use (verify/frontend/ptx).
#pragma once

// Each header uses those before it.
// clang-format off
#include "qualifiers.h"
#include "vector_types.h"
#include "work_items.h"
#include "floats.h"
#include "integers.h"
#include "conversions.h"
#include "synchronisation.h"
#include "asynchronous_copies.h"
#include "warps.h"
#include "atomics.h"
#include "nv_atomics.h"
#include "addresses.h"
#include "any_value.h"
#include "surface_accesses.h"
#ifndef LAUNCHPROOF_OF_PTX
#include "math_constants.h"
#include "video.h"
#include "vector_operators.h"
#include "runtime_api.h"
#include "textures.h"
#include "surfaces.h"
#include "curand_kernel.h"
#endif
// clang-format on
