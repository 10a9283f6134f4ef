// Calls the functions for programs: creating them from source, binaries, IL and built-in kernels, and
// building, compiling and linking them.
#include <cstring>

#include "call.h"

namespace conformance {
namespace {

void CL_CALLBACK say_built(cl_program, void* text) {
  std::printf("%s\n", static_cast<const char*>(text));
}

void ask_build(const Setup& with, cl_program program) {
  for (const cl_program_build_info name :
       {CL_PROGRAM_BUILD_STATUS, CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BINARY_TYPE, 0xBAD})
    ANSWER(clGetProgramBuildInfo, name, Bytes, program, with.device);
  CALL(clGetProgramBuildInfo, nullptr, with.device, CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr);
  CALL(clGetProgramBuildInfo, program, nullptr, CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr);
}

void ask_program(cl_program program) {
  for (const cl_program_info name : {CL_PROGRAM_REFERENCE_COUNT, CL_PROGRAM_NUM_DEVICES, CL_PROGRAM_SOURCE,
                                     CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES, 0xBAD})
    ANSWER(clGetProgramInfo, name, Bytes, program);
  for (const cl_program_info name : {CL_PROGRAM_DEVICES, CL_PROGRAM_CONTEXT, CL_PROGRAM_BINARY_SIZES})
    ANSWER(clGetProgramInfo, name, Size, program);
  CALL(clGetProgramInfo, nullptr, CL_PROGRAM_SOURCE, 0, nullptr, nullptr);
}

// Creates a second program from the binary of a built program.
void from_binary(const Setup& with) {
  std::size_t size = 0;
  CALL(clGetProgramInfo, with.program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
  std::vector<unsigned char> bytes(size + 1);
  unsigned char* place = bytes.data();
  CALL(clGetProgramInfo, with.program, CL_PROGRAM_BINARIES, sizeof(unsigned char*),
       static_cast<void*>(&place), nullptr);
  const unsigned char* binary = place;
  cl_int status = kNoCode;
  MAKE(clCreateProgramWithBinary, nullptr, 1, &with.device, &size, &binary, &status);
  MAKE(clCreateProgramWithBinary, with.context, 0, nullptr, &size, &binary, &status);
  cl_program program =
      MAKE(clCreateProgramWithBinary, with.context, 1, &with.device, &size, &binary, &status);
  std::printf("status of the binary: %d\n", status);
  if (program == nullptr) return;
  CALL(clBuildProgram, program, 1, &with.device, "", nullptr, nullptr);
  cl_kernel kernel = MAKE(clCreateKernel, program, "one");
  CALL(clReleaseKernel, kernel);
  CALL(clReleaseProgram, program);
}

void compiled_and_linked(const Setup& with) {
  const char* header = "#define FACTOR 3\n";
  const char* text = "#include \"factor.h\"\n__kernel void times(__global int* out) { out[0] *= FACTOR; }\n";
  cl_program headers = MAKE(clCreateProgramWithSource, with.context, 1, &header, nullptr);
  cl_program source = MAKE(clCreateProgramWithSource, with.context, 1, &text, nullptr);
  const char* name = "factor.h";
  CALL(clCompileProgram, source, 1, &with.device, "", 0, &headers, &name, nullptr, nullptr);
  CALL(clCompileProgram, nullptr, 1, &with.device, "", 1, &headers, &name, nullptr, nullptr);
  CALL(clCompileProgram, source, 1, &with.device, "", 1, &headers, &name, nullptr, nullptr);
  ask_build(with, source);
  MAKE(clLinkProgram, with.context, 1, &with.device, "", 0, nullptr, nullptr, nullptr);
  MAKE(clLinkProgram, nullptr, 1, &with.device, "", 1, &source, nullptr, nullptr);
  cl_program linked = MAKE(clLinkProgram, with.context, 1, &with.device, "", 1, &source, nullptr, nullptr);
  if (linked != nullptr) {
    ask_build(with, linked);
    CALL(clReleaseProgram, linked);
  }
  CALL(clReleaseProgram, source);
  CALL(clReleaseProgram, headers);
}

void from_elsewhere(const Setup& with) {
  const unsigned il[] = {0x07230203, 0x00010000, 0, 1, 0};
  MAKE(clCreateProgramWithIL, nullptr, il, sizeof il);
  cl_program program = MAKE(clCreateProgramWithIL, with.context, il, sizeof il);
  const cl_uint value = 5;
  CALL(clSetProgramSpecializationConstant, nullptr, 0, sizeof value, &value);
  CALL(clSetProgramSpecializationConstant, program != nullptr ? program : with.program, 0, sizeof value,
       &value);
  if (program != nullptr) {
    CALL(clBuildProgram, program, 1, &with.device, "", nullptr, nullptr);
    CALL(clReleaseProgram, program);
  }
  MAKE(clCreateProgramWithBuiltInKernels, nullptr, 1, &with.device, "none");
  program = MAKE(clCreateProgramWithBuiltInKernels, with.context, 1, &with.device, "none");
  if (program != nullptr) CALL(clReleaseProgram, program);
}

void not_built(const Setup& with) {
  const char* wrong = "__kernel void broken(__global int* out) { out[0] = nothing; }\n";
  MAKE(clCreateProgramWithSource, with.context, 0, &wrong, nullptr);
  MAKE(clCreateProgramWithSource, nullptr, 1, &wrong, nullptr);
  cl_program program = MAKE(clCreateProgramWithSource, with.context, 1, &wrong, nullptr);
  CALL(clBuildProgram, program, 1, &with.device, "", nullptr, nullptr);
  ask_build(with, program);
  CALL(clBuildProgram, program, 1, &with.device, "-no-such-option", nullptr, nullptr);
  CALL(clBuildProgram, nullptr, 1, &with.device, "", nullptr, nullptr);
  CALL(clBuildProgram, program, 0, &with.device, "", nullptr, nullptr);
  CALL(clReleaseProgram, program);
}

}  // namespace

void programs(Setup& with) {
  not_built(with);
  const std::size_t half = std::strlen(kSource) / 2;
  const char* texts[] = {kSource, kSource + half};
  const std::size_t lengths[] = {half, 0};
  with.program = MAKE(clCreateProgramWithSource, with.context, 2, texts, lengths);
  static char ended[] = "the program ended";
  CALL(clSetProgramReleaseCallback, nullptr, say_built, ended);
  CALL(clSetProgramReleaseCallback, with.program, nullptr, nullptr);
  static char built[] = "the program is built";
  CALL(clBuildProgram, with.program, 1, &with.device, "-DUNUSED=1 -cl-kernel-arg-info", say_built, built);
  ask_build(with, with.program);
  ask_program(with.program);
  CALL(clRetainProgram, with.program);
  CALL(clReleaseProgram, with.program);
  CALL(clRetainProgram, nullptr);
  CALL(clReleaseProgram, nullptr);
  from_binary(with);
  compiled_and_linked(with);
  from_elsewhere(with);
}

}  // namespace conformance
