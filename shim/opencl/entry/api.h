// The OpenCL headers with every version's functions, and the shim's hooks.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#pragma GCC diagnostic pop

namespace launchproof::shim::hooks {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declared name takes none.
#define LAUNCHPROOF_HOOK(name, ...) extern decltype(::name) name;
#include "shim/opencl/entry/hooks.def"
}  // namespace launchproof::shim::hooks
