/* A program of IL and one of built-in kernels, each built and launched. The IL is of 5,000 bytes, zeros among
 * them. app_built_in [NAMES]  names of built-in kernels, with ; between them */
#include "common.h"

static unsigned char g_il[5000] = {3, 2, 0x23, 7, 0, 0, 1, 0};

int main(int argc, char** argv) {
  const char* names = argc > 1 ? argv[1] : "add.first;scale.second";
  const struct setup with = make_setup();
  cl_int code = CL_SUCCESS;
  for (size_t i = 8; i < sizeof g_il; ++i) g_il[i] = (unsigned char)(i * i % 251);
  cl_program program = clCreateProgramWithIL(with.context, g_il, sizeof g_il, &code);
  if (code == CL_SUCCESS) {
    /* What the application does with its memory afterwards is no part of the program. */
    memset(g_il, 0, sizeof g_il);
    CHECK(clBuildProgram(program, 1, &with.device, "-cl-opt-disable", NULL, NULL));
    launch(&with, make_kernel(program, "any"), 64, 16);
  }
  program = clCreateProgramWithBuiltInKernels(with.context, 1, &with.device, names, &code);
  CHECK(code);
  CHECK(clBuildProgram(program, 1, &with.device, NULL, NULL, NULL));
  char first[64] = "";
  snprintf(first, sizeof first, "%.*s", (int)strcspn(names, ";"), names);
  launch(&with, make_kernel(program, first), 64, 16);
  CHECK(clFinish(with.queue));
  puts("passed");
  return 0;
}
