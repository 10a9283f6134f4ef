/* Programs and kernels. A kernel of any name exists in any program that is built. */
#include <stdio.h>

#include "stub.h"

static cl_program new_program(cl_context context, const char* text, size_t bytes, cl_int* errcode_ret) {
  cl_program program = stub_new(sizeof(struct _cl_program));
  program->source = calloc(1, bytes + 1);
  memcpy(program->source, text, bytes);
  program->device = context->device;
  program->status = CL_BUILD_NONE;
  stub_set(errcode_ret, CL_SUCCESS);
  return program;
}

cl_program stub_clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                          const size_t* lengths, cl_int* errcode_ret) {
  if (count == 0 || strings == NULL) {
    stub_set(errcode_ret, CL_INVALID_VALUE);
    return NULL;
  }
  cl_program program = new_program(context, "", 0, errcode_ret);
  size_t total = 0;
  for (cl_uint i = 0; i < count; ++i) {
    const size_t length = lengths != NULL && lengths[i] != 0 ? lengths[i] : strlen(strings[i]);
    program->source = realloc(program->source, total + length + 1);
    memcpy(program->source + total, strings[i], length);
    total += length;
    program->source[total] = 0;
  }
  return program;
}

cl_program stub_clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                          const size_t* lengths, const unsigned char** binaries,
                                          cl_int* statuses, cl_int* errcode_ret) {
  if (count == 0 || devices == NULL) {
    stub_set(errcode_ret, CL_INVALID_VALUE);
    return NULL;
  }
  if (statuses != NULL) {
    for (cl_uint i = 0; i < count; ++i) statuses[i] = CL_SUCCESS;
  }
  cl_program program = new_program(context, (const char*)binaries[0], lengths[0], errcode_ret);
  program->is_from_binary = 1;
  return program;
}

/* Whatever the source is a part of it, so that kernels have their parameters. */
static void write_binary(cl_program program, char* text, size_t bytes) {
  const char* wanted = getenv("LAUNCHPROOF_STUB_BINARY");
  const int same = wanted != NULL && strcmp(wanted, "same") == 0;
  snprintf(text, bytes, "binary:%s", same ? " fill(,)" : program->source);
}

static cl_int answer_binaries(cl_program program, cl_program_info name, size_t size, void* value,
                              size_t* size_ret) {
  char text[4096] = "";
  if (program->status == CL_BUILD_SUCCESS) write_binary(program, text, sizeof text);
  const size_t bytes = strlen(text);
  if (name == CL_PROGRAM_BINARY_SIZES) return stub_answer(&bytes, sizeof bytes, size, value, size_ret);
  if (value != NULL && size < sizeof(char*)) return CL_INVALID_VALUE;
  if (value != NULL && *(char**)value != NULL) memcpy(*(char**)value, text, bytes);
  if (size_ret != NULL) *size_ret = sizeof(char*);
  return CL_SUCCESS;
}

cl_program stub_clCreateProgramWithIL(cl_context context, const void* il, size_t bytes, cl_int* errcode_ret) {
  return new_program(context, il, bytes, errcode_ret);
}

/* Any program has the constants 0 to 99. */
cl_int stub_clSetProgramSpecializationConstant(cl_program program, cl_uint id, size_t size,
                                               const void* value) {
  (void)program;
  if (size == 0 || value == NULL) return CL_INVALID_VALUE;
  return id < 100 ? CL_SUCCESS : CL_INVALID_SPEC_ID;
}

cl_program stub_clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count,
                                                  const cl_device_id* devices, const char* names,
                                                  cl_int* errcode_ret) {
  (void)count, (void)devices;
  return new_program(context, names, strlen(names), errcode_ret);
}

cl_int stub_clRetainProgram(cl_program program) {
  return stub_retain(program);
}

cl_int stub_clReleaseProgram(cl_program program) {
  if (atomic_load(&program->references) == 1) free(program->source);
  return stub_release(program);
}

static cl_int build(cl_program program, cl_int failure, void(CL_CALLBACK* notify)(cl_program, void*),
                    void* data) {
  const char* wanted = getenv("LAUNCHPROOF_STUB_BUILD");
  const int fails = wanted != NULL && strcmp(wanted, "error") == 0;
  program->status = fails ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
  if (notify != NULL) notify(program, data);
  return fails && notify == NULL ? failure : CL_SUCCESS;
}

cl_int stub_clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                           const char* options, void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  (void)count, (void)devices;
  program->has_argument_info = options != NULL && strstr(options, "-cl-kernel-arg-info") != NULL;
  return build(program, CL_BUILD_PROGRAM_FAILURE, notify, data);
}

cl_int stub_clCompileProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                             const char* options, cl_uint header_count, const cl_program* headers,
                             const char** names, void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  (void)count, (void)devices, (void)options, (void)header_count, (void)headers, (void)names;
  return build(program, CL_COMPILE_PROGRAM_FAILURE, notify, data);
}

cl_program stub_clLinkProgram(cl_context context, cl_uint count, const cl_device_id* devices,
                              const char* options, cl_uint input_count, const cl_program* inputs,
                              void(CL_CALLBACK* notify)(cl_program, void*), void* data, cl_int* errcode_ret) {
  (void)count, (void)devices, (void)options;
  if (input_count == 0 || inputs == NULL) {
    stub_set(errcode_ret, CL_INVALID_VALUE);
    return NULL;
  }
  cl_program program = new_program(context, "", 0, NULL);
  stub_set(errcode_ret, build(program, CL_LINK_PROGRAM_FAILURE, notify, data));
  return program;
}

cl_int stub_clGetProgramInfo(cl_program program, cl_program_info name, size_t size, void* value,
                             size_t* size_ret) {
  const cl_uint one = 1;
  switch (name) {
    case CL_PROGRAM_NUM_DEVICES:
      return stub_answer(&one, sizeof one, size, value, size_ret);
    case CL_PROGRAM_DEVICES:
      return stub_answer(&program->device, sizeof(cl_device_id), size, value, size_ret);
    case CL_PROGRAM_SOURCE:
      if (program->is_from_binary) return stub_answer("", 1, size, value, size_ret);
      return stub_answer(program->source, strlen(program->source) + 1, size, value, size_ret);
    case CL_PROGRAM_BINARY_SIZES:
    case CL_PROGRAM_BINARIES:
      return answer_binaries(program, name, size, value, size_ret);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int stub_clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name,
                                  size_t size, void* value, size_t* size_ret) {
  (void)device;
  const cl_program_binary_type executable = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  switch (name) {
    case CL_PROGRAM_BINARY_TYPE:
      return stub_answer(&executable, sizeof executable, size, value, size_ret);
    case CL_PROGRAM_BUILD_STATUS:
      return stub_answer(&program->status, sizeof program->status, size, value, size_ret);
    case CL_PROGRAM_BUILD_LOG:
      return stub_answer("stub log", 9, size, value, size_ret);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_kernel stub_clCreateKernel(cl_program program, const char* name, cl_int* errcode_ret) {
  if (program->status != CL_BUILD_SUCCESS || name == NULL) {
    stub_set(errcode_ret, name == NULL ? CL_INVALID_VALUE : CL_INVALID_PROGRAM_EXECUTABLE);
    return NULL;
  }
  cl_kernel kernel = stub_new(sizeof(struct _cl_kernel));
  kernel->program = program;
  stub_retain(program);
  snprintf(kernel->name, sizeof kernel->name, "%s", name);
  stub_set(errcode_ret, CL_SUCCESS);
  return kernel;
}

cl_int stub_clCreateKernelsInProgram(cl_program program, cl_uint count, cl_kernel* kernels,
                                     cl_uint* count_ret) {
  if (count_ret != NULL) *count_ret = 1;
  if (kernels != NULL && count > 0) kernels[0] = stub_clCreateKernel(program, "only", NULL);
  return CL_SUCCESS;
}

cl_kernel stub_clCloneKernel(cl_kernel kernel, cl_int* errcode_ret) {
  return stub_clCreateKernel(kernel->program, kernel->name, errcode_ret);
}

cl_int stub_clRetainKernel(cl_kernel kernel) {
  return stub_retain(kernel);
}
cl_int stub_clReleaseKernel(cl_kernel kernel) {
  return stub_release(kernel);
}

/* Counts the commas of the parameter list in the source; 8 when the kernel is not in it. */
static cl_uint count_parameters(const struct _cl_kernel* kernel) {
  char start[80];
  snprintf(start, sizeof start, " %s(", kernel->name);
  const char* at = strstr(kernel->program->source, start);
  if (at == NULL) return 8;
  at += strlen(start);
  if (*at == ')') return 0;
  cl_uint count = 1;
  for (; *at != 0 && *at != ')'; ++at) count += *at == ',';
  return count;
}

cl_int stub_clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t size, void* value,
                            size_t* size_ret) {
  const cl_uint arguments = count_parameters(kernel);
  switch (name) {
    case CL_KERNEL_FUNCTION_NAME:
      return stub_answer(kernel->name, strlen(kernel->name) + 1, size, value, size_ret);
    case CL_KERNEL_NUM_ARGS:
      return stub_answer(&arguments, sizeof arguments, size, value, size_ret);
    case CL_KERNEL_PROGRAM:
      return stub_answer(&kernel->program, sizeof(cl_program), size, value, size_ret);
    default:
      return CL_INVALID_VALUE;
  }
}

/* Copies the text of parameter `index` without blanks around it; gives whether there is one. */
static int find_parameter(const struct _cl_kernel* kernel, cl_uint index, char* text, size_t bytes) {
  char start[80];
  snprintf(start, sizeof start, " %s(", kernel->name);
  const char* at = strstr(kernel->program->source, start);
  if (at == NULL) return 0;
  for (at += strlen(start); index > 0 && *at != 0 && *at != ')'; ++at) index -= *at == ',';
  while (*at == ' ') ++at;
  const size_t length = strcspn(at, ",)");
  if (index > 0 || length == 0 || length >= bytes) return 0;
  memcpy(text, at, length);
  text[length] = 0;
  return 1;
}

/* Parameters are written as "[__global|__local] [read_only] TYPE NAME". */
cl_int stub_clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t size,
                               void* value, size_t* size_ret) {
  char text[128];
  if (!kernel->program->has_argument_info) return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
  if (!find_parameter(kernel, index, text, sizeof text)) return CL_INVALID_ARG_INDEX;
  cl_kernel_arg_address_qualifier address = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  char* type = text;
  if (strncmp(type, "__global ", 9) == 0) type += 9, address = CL_KERNEL_ARG_ADDRESS_GLOBAL;
  if (strncmp(type, "__local ", 8) == 0) type += 8, address = CL_KERNEL_ARG_ADDRESS_LOCAL;
  /* As drivers do: images lie in global memory, and their access is asked for apart. */
  if (strncmp(type, "read_only ", 10) == 0) type += 10, address = CL_KERNEL_ARG_ADDRESS_GLOBAL;
  char* last = strrchr(type, ' ');
  if (last == NULL) return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
  *last++ = 0;
  switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return stub_answer(&address, sizeof address, size, value, size_ret);
    case CL_KERNEL_ARG_TYPE_NAME:
      return stub_answer(type, strlen(type) + 1, size, value, size_ret);
    case CL_KERNEL_ARG_NAME:
      return stub_answer(last, strlen(last) + 1, size, value, size_ret);
    default:
      return CL_INVALID_VALUE;
  }
}

/* The last sub-group of a group may be smaller. */
cl_int stub_clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                                    size_t input_bytes, const void* input, size_t size, void* value,
                                    size_t* size_ret) {
  (void)kernel, (void)device;
  const char* wanted = getenv("LAUNCHPROOF_STUB_SUB_GROUPS");
  const size_t largest = wanted == NULL ? 0 : (size_t)atoi(wanted);
  if (largest == 0 || input == NULL || input_bytes % sizeof(size_t) != 0) return CL_INVALID_VALUE;
  size_t items = 1;
  for (size_t i = 0; i < input_bytes / sizeof(size_t); ++i) items *= ((const size_t*)input)[i];
  const size_t count = (items + largest - 1) / largest;
  if (name == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE)
    return stub_answer(&largest, sizeof largest, size, value, size_ret);
  if (name == CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE)
    return stub_answer(&count, sizeof count, size, value, size_ret);
  return CL_INVALID_VALUE;
}

/* The largest size up to the wanted one that divides the global one. */
cl_int stub_clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                                 const size_t* offset, const size_t* global, size_t* local) {
  (void)offset;
  const char* wanted = getenv("LAUNCHPROOF_STUB_LOCAL_SIZE");
  if (queue == NULL) return CL_INVALID_COMMAND_QUEUE;
  if (kernel == NULL) return CL_INVALID_KERNEL;
  if (wanted == NULL) return CL_OUT_OF_RESOURCES;
  for (cl_uint i = 0; i < dimensions; ++i) {
    local[i] = (size_t)atoi(wanted);
    while (local[i] > 1 && global[i] % local[i] != 0) --local[i];
  }
  return CL_SUCCESS;
}

cl_int stub_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name,
                                     size_t size, void* value, size_t* size_ret) {
  (void)kernel, (void)device, (void)name, (void)size, (void)value, (void)size_ret;
  return CL_INVALID_VALUE;
}
