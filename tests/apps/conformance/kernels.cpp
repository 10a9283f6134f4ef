// Calls the functions for kernels, their arguments and launches.
#include "call.h"

namespace conformance {
namespace {

void ask_kernel(const Setup& with, cl_kernel kernel) {
  for (const cl_kernel_info name :
       {CL_KERNEL_FUNCTION_NAME, CL_KERNEL_NUM_ARGS, CL_KERNEL_REFERENCE_COUNT, CL_KERNEL_ATTRIBUTES, 0xBAD})
    ANSWER(clGetKernelInfo, name, Bytes, kernel);
  for (const cl_kernel_info name : {CL_KERNEL_CONTEXT, CL_KERNEL_PROGRAM})
    ANSWER(clGetKernelInfo, name, Size, kernel);
  for (const cl_kernel_arg_info name :
       {CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_ACCESS_QUALIFIER, CL_KERNEL_ARG_TYPE_NAME,
        CL_KERNEL_ARG_TYPE_QUALIFIER, CL_KERNEL_ARG_NAME, 0xBAD})
    ANSWER(clGetKernelArgInfo, name, Bytes, kernel, 1);
  CALL(clGetKernelArgInfo, kernel, 99, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr);
  for (const cl_kernel_work_group_info name :
       {CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, CL_KERNEL_LOCAL_MEM_SIZE,
        CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_PRIVATE_MEM_SIZE, 0xBAD})
    ANSWER(clGetKernelWorkGroupInfo, name, Bytes, kernel, with.device);
  std::size_t local = 16, found = 0;
  CALL(clGetKernelSubGroupInfo, kernel, with.device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local,
       &local, sizeof found, &found, nullptr);
  std::printf("sub-group size: %zu\n", found);
  CALL(clGetKernelSubGroupInfo, nullptr, with.device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local,
       &local, sizeof found, &found, nullptr);
  CALL(clGetKernelInfo, nullptr, CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr);
  CALL(clGetKernelArgInfo, nullptr, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr);
  CALL(clGetKernelWorkGroupInfo, nullptr, with.device, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr);
}

void all_kernels(const Setup& with) {
  cl_uint count = 0;
  CALL(clCreateKernelsInProgram, with.program, 0, nullptr, &count);
  std::printf("kernels: %u\n", count);
  std::vector<cl_kernel> all(count);
  CALL(clCreateKernelsInProgram, nullptr, 0, nullptr, &count);
  if (count > 1) CALL(clCreateKernelsInProgram, with.program, 1, all.data(), nullptr);
  if (CALL(clCreateKernelsInProgram, with.program, count, all.data(), nullptr) != CL_SUCCESS) return;
  for (cl_kernel kernel : all) CALL(clReleaseKernel, kernel);
}

void show_ints(const Setup& with, const char* what, cl_mem buffer) {
  std::vector<cl_int> values(kItems);
  CALL(clEnqueueReadBuffer, with.queue, buffer, CL_TRUE, 0, kItems * sizeof(cl_int), values.data(), 0,
       nullptr, nullptr);
  contents(what, values.data(), kItems * sizeof(cl_int));
}

void set_arguments(cl_kernel kernel, cl_mem out, cl_mem in) {
  const cl_int factor = 3;
  CALL(clSetKernelArg, kernel, 0, sizeof(cl_mem), static_cast<const void*>(&out));
  CALL(clSetKernelArg, kernel, 1, sizeof(cl_mem), static_cast<const void*>(&in));
  CALL(clSetKernelArg, kernel, 2, sizeof factor, &factor);
}

void wrong_arguments(cl_kernel kernel, cl_mem in) {
  const cl_int factor = 3;
  CALL(clSetKernelArg, kernel, 99, sizeof factor, &factor);
  CALL(clSetKernelArg, kernel, 2, 1, &factor);
  CALL(clSetKernelArg, kernel, 0, sizeof factor, &factor);
  CALL(clSetKernelArg, kernel, 1, sizeof(cl_mem) + 1, static_cast<const void*>(&in));
  CALL(clSetKernelArg, kernel, 2, sizeof factor, nullptr);
  CALL(clSetKernelArg, nullptr, 2, sizeof factor, &factor);
}

void wrong_launches(const Setup& with, cl_kernel kernel) {
  const std::size_t sizes[] = {kItems, 1, 1}, zero = 0, odd = 7, huge = std::size_t{1} << 40;
  const auto launch = [&](cl_command_queue queue, cl_kernel which, cl_uint dimensions,
                          const std::size_t* global, const std::size_t* local) {
    CALL(clEnqueueNDRangeKernel, queue, which, dimensions, nullptr, global, local, 0, nullptr, nullptr);
  };
  launch(nullptr, kernel, 1, sizes, nullptr);
  if (with.is_complete) launch(with.queue, nullptr, 1, sizes, nullptr);
  launch(with.queue, kernel, 0, sizes, nullptr);
  launch(with.queue, kernel, 4, sizes, nullptr);
  launch(with.queue, kernel, 1, sizes, &odd);
  launch(with.queue, kernel, 1, sizes, &huge);
  if (with.is_complete) launch(with.queue, kernel, 1, nullptr, nullptr);
  if (with.is_complete) launch(with.queue, kernel, 1, sizes, &zero);
  if (with.is_complete)
    CALL(clEnqueueNDRangeKernel, with.queue, kernel, 1, nullptr, sizes, nullptr, 1, nullptr, nullptr);
  cl_kernel unset = make_kernel(with, "scale");
  launch(with.queue, unset, 1, sizes, nullptr);
  CALL(clReleaseKernel, unset);
}

}  // namespace

void kernels(const Setup& with) {
  MAKE(clCreateKernel, nullptr, "scale");
  MAKE(clCreateKernel, with.program, nullptr);
  if (!with.is_complete) MAKE(clCreateKernel, with.program, "no_such_kernel");
  all_kernels(with);
  cl_kernel kernel = MAKE(clCreateKernel, with.program, "scale");
  ask_kernel(with, kernel);
  cl_mem out = make_ints(with), in = make_ints(with, CL_MEM_READ_ONLY);
  set_arguments(kernel, out, in);
  wrong_arguments(kernel, in);
  set_arguments(kernel, out, in);
  MAKE(clCloneKernel, nullptr);
  cl_kernel clone = MAKE(clCloneKernel, kernel);
  if (clone != nullptr) {
    CALL(clEnqueueNDRangeKernel, with.queue, clone, 1, nullptr, &kItems, nullptr, 0, nullptr, nullptr);
    CALL(clReleaseKernel, clone);
  }
  CALL(clRetainKernel, kernel);
  CALL(clReleaseKernel, kernel);
  CALL(clRetainKernel, nullptr);
  CALL(clReleaseKernel, nullptr);
  CALL(clReleaseKernel, kernel);
  show_ints(with, "scaled", out);
  CALL(clReleaseMemObject, out);
  CALL(clReleaseMemObject, in);
}

namespace {

void CL_CALLBACK add_one(void* arguments) {
  ++**static_cast<cl_int**>(arguments);
}

void native_kernel(const Setup& with, cl_mem buffer) {
  cl_int number = 1;
  cl_int* place = &number;
  CALL(clEnqueueNativeKernel, with.queue, add_one, static_cast<void*>(&place), sizeof place, 0, nullptr,
       nullptr, 0, nullptr, nullptr);
  CALL(clEnqueueNativeKernel, with.queue, nullptr, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr);
  CALL(clEnqueueNativeKernel, nullptr, add_one, static_cast<void*>(&place), sizeof place, 0, nullptr, nullptr,
       0, nullptr, nullptr);
  CALL(clEnqueueNativeKernel, with.queue, add_one, nullptr, 0, 1, &buffer, nullptr, 0, nullptr, nullptr);
  CALL(clFinish, with.queue);
  std::printf("number: %d\n", number);
}

}  // namespace

void launches(const Setup& with) {
  cl_kernel kernel = make_kernel(with, "scale");
  cl_mem out = make_ints(with), in = make_ints(with);
  set_arguments(kernel, out, in);
  wrong_launches(with, kernel);
  const std::size_t offset = 8, part = 16, local = 4;
  cl_event first = nullptr, second = nullptr;
  CALL(clEnqueueNDRangeKernel, with.queue, kernel, 1, &offset, &part, &local, 0, nullptr, &first);
  CALL(clEnqueueNDRangeKernel, with.queue, kernel, 1, nullptr, &part, &local, 1, &first, &second);
  cl_kernel sum = make_kernel(with, "sum");
  CALL(clSetKernelArg, sum, 0, sizeof(cl_mem), static_cast<const void*>(&out));
  CALL(clSetKernelArg, sum, 1, local * sizeof(cl_int), nullptr);
  CALL(clSetKernelArg, sum, 1, 0, nullptr);
  CALL(clSetKernelArg, sum, 1, local * sizeof(cl_int), nullptr);
  CALL(clEnqueueNDRangeKernel, with.queue, sum, 1, nullptr, &part, &local, 1, &second, nullptr);
  cl_kernel one = make_kernel(with, "one");
  CALL(clSetKernelArg, one, 0, sizeof(cl_mem), static_cast<const void*>(&out));
  CALL(clEnqueueTask, with.queue, one, 1, &second, nullptr);
  CALL(clEnqueueTask, nullptr, one, 0, nullptr, nullptr);
  if (with.is_complete) CALL(clEnqueueTask, with.queue, nullptr, 0, nullptr, nullptr);
  for (cl_event event : {first, second}) CALL(clReleaseEvent, event);
  native_kernel(with, in);
  show_ints(with, "launched", out);
  for (cl_kernel each : {kernel, sum, one}) CALL(clReleaseKernel, each);
  CALL(clReleaseMemObject, out);
  CALL(clReleaseMemObject, in);
}

}  // namespace conformance
