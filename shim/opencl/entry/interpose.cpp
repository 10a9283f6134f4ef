// The exported functions of the API, for LD_PRELOAD. Each calls its hook, or the next library directly if the
// loader's layer interface brings the same call to the hook.
#include <tuple>
#include <type_traits>

#include "shim/opencl/entry/next.h"

namespace launchproof::shim {
namespace {

// Called if no other library provides the function. An application without an OpenCL library cannot get here
// with a valid object.
template <class Result, class... Arguments>
Result missing([[maybe_unused]] Arguments... arguments) {
  if constexpr (std::is_same_v<Result, cl_int>) {
    return CL_INVALID_OPERATION;
  } else if constexpr (!std::is_void_v<Result>) {
    const auto last = std::get<sizeof...(Arguments) - 1>(std::tuple(arguments...));
    if constexpr (std::is_same_v<decltype(last), cl_int* const>) {
      if (last != nullptr) *last = CL_INVALID_OPERATION;
    }
    return nullptr;
  }
}

template <class Result, class... Arguments>
auto enter(Result (*hook)(Arguments...), Result (*following)(Arguments...)) -> Result (*)(Arguments...) {
  if (following == nullptr) return &missing<Result, Arguments...>;
  return layer_is_active() ? following : hook;
}

}  // namespace
}  // namespace launchproof::shim

#define LAUNCHPROOF_ENTER(name)                             \
  launchproof::shim::enter(&launchproof::shim::hooks::name, \
                           launchproof::shim::preloaded(__builtin_return_address(0)).name)

extern "C" {

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host_ptr,
                      cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateBuffer)(context, flags, size, host_ptr, errcode_ret);
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties* properties,
                                    cl_mem_flags flags, size_t size, void* host_ptr, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateBufferWithProperties)(context, properties, flags, size, host_ptr,
                                                         errcode_ret);
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type buffer_create_type,
                         const void* buffer_create_info, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateSubBuffer)(buffer, flags, buffer_create_type, buffer_create_info,
                                              errcode_ret);
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* image_format,
                     const cl_image_desc* image_desc, void* host_ptr, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateImage)(context, flags, image_format, image_desc, host_ptr, errcode_ret);
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format* image_format,
                       size_t image_width, size_t image_height, size_t image_row_pitch, void* host_ptr,
                       cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateImage2D)(context, flags, image_format, image_width, image_height,
                                            image_row_pitch, host_ptr, errcode_ret);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* image_format,
                       size_t image_width, size_t image_height, size_t image_depth, size_t image_row_pitch,
                       size_t image_slice_pitch, void* host_ptr, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateImage3D)(context, flags, image_format, image_width, image_height,
                                            image_depth, image_row_pitch, image_slice_pitch, host_ptr,
                                            errcode_ret);
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties* properties,
                                   cl_mem_flags flags, const cl_image_format* image_format,
                                   const cl_image_desc* image_desc, void* host_ptr, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateImageWithProperties)(context, properties, flags, image_format, image_desc,
                                                        host_ptr, errcode_ret);
}

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                    cl_uint pipe_max_packets, const cl_pipe_properties* properties, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreatePipe)(context, flags, pipe_packet_size, pipe_max_packets, properties,
                                         errcode_ret);
}

cl_mem clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint bufobj, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateFromGLBuffer)(context, flags, bufobj, errcode_ret);
}

cl_mem clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel,
                             cl_GLuint texture, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateFromGLTexture)(context, flags, target, miplevel, texture, errcode_ret);
}

cl_mem clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel,
                               cl_GLuint texture, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateFromGLTexture2D)(context, flags, target, miplevel, texture, errcode_ret);
}

cl_mem clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel,
                               cl_GLuint texture, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateFromGLTexture3D)(context, flags, target, miplevel, texture, errcode_ret);
}

cl_mem clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags, cl_GLuint renderbuffer,
                                  cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateFromGLRenderbuffer)(context, flags, renderbuffer, errcode_ret);
}

cl_int clRetainMemObject(cl_mem memobj) {
  return LAUNCHPROOF_ENTER(clRetainMemObject)(memobj);
}

cl_int clReleaseMemObject(cl_mem memobj) {
  return LAUNCHPROOF_ENTER(clReleaseMemObject)(memobj);
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords, cl_addressing_mode addressing_mode,
                           cl_filter_mode filter_mode, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateSampler)(context, normalized_coords, addressing_mode, filter_mode,
                                            errcode_ret);
}

cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties* sampler_properties,
                                         cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateSamplerWithProperties)(context, sampler_properties, errcode_ret);
}

cl_int clRetainSampler(cl_sampler sampler) {
  return LAUNCHPROOF_ENTER(clRetainSampler)(sampler);
}

cl_int clReleaseSampler(cl_sampler sampler) {
  return LAUNCHPROOF_ENTER(clReleaseSampler)(sampler);
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                     const size_t* lengths, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateProgramWithSource)(context, count, strings, lengths, errcode_ret);
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices, const cl_device_id* device_list,
                                     const size_t* lengths, const unsigned char** binaries,
                                     cl_int* binary_status, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateProgramWithBinary)(context, num_devices, device_list, lengths, binaries,
                                                      binary_status, errcode_ret);
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                          const void* spec_value) {
  return LAUNCHPROOF_ENTER(clSetProgramSpecializationConstant)(program, spec_id, spec_size, spec_value);
}

cl_program clCreateProgramWithIL(cl_context context, const void* il, size_t length, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateProgramWithIL)(context, il, length, errcode_ret);
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                             const cl_device_id* device_list, const char* kernel_names,
                                             cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateProgramWithBuiltInKernels)(context, num_devices, device_list, kernel_names,
                                                              errcode_ret);
}

cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size,
                        void* param_value, size_t* param_value_size_ret) {
  return LAUNCHPROOF_ENTER(clGetProgramInfo)(program, param_name, param_value_size, param_value,
                                             param_value_size_ret);
}

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id* device_list,
                      const char* options, void (*pfn_notify)(cl_program program, void* user_data),
                      void* user_data) {
  return LAUNCHPROOF_ENTER(clBuildProgram)(program, num_devices, device_list, options, pfn_notify, user_data);
}

cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id* device_list,
                        const char* options, cl_uint num_input_headers, const cl_program* input_headers,
                        const char** header_include_names,
                        void (*pfn_notify)(cl_program program, void* user_data), void* user_data) {
  return LAUNCHPROOF_ENTER(clCompileProgram)(program, num_devices, device_list, options, num_input_headers,
                                             input_headers, header_include_names, pfn_notify, user_data);
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id* device_list,
                         const char* options, cl_uint num_input_programs, const cl_program* input_programs,
                         void (*pfn_notify)(cl_program program, void* user_data), void* user_data,
                         cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clLinkProgram)(context, num_devices, device_list, options, num_input_programs,
                                          input_programs, pfn_notify, user_data, errcode_ret);
}

cl_int clRetainProgram(cl_program program) {
  return LAUNCHPROOF_ENTER(clRetainProgram)(program);
}

cl_int clReleaseProgram(cl_program program) {
  return LAUNCHPROOF_ENTER(clReleaseProgram)(program);
}

cl_kernel clCreateKernel(cl_program program, const char* kernel_name, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateKernel)(program, kernel_name, errcode_ret);
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel* kernels,
                                cl_uint* num_kernels_ret) {
  return LAUNCHPROOF_ENTER(clCreateKernelsInProgram)(program, num_kernels, kernels, num_kernels_ret);
}

cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCloneKernel)(source_kernel, errcode_ret);
}

cl_int clRetainKernel(cl_kernel kernel) {
  return LAUNCHPROOF_ENTER(clRetainKernel)(kernel);
}

cl_int clReleaseKernel(cl_kernel kernel) {
  return LAUNCHPROOF_ENTER(clReleaseKernel)(kernel);
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void* arg_value) {
  return LAUNCHPROOF_ENTER(clSetKernelArg)(kernel, arg_index, arg_size, arg_value);
}

void* clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  return LAUNCHPROOF_ENTER(clSVMAlloc)(context, flags, size, alignment);
}

void clSVMFree(cl_context context, void* svm_pointer) {
  LAUNCHPROOF_ENTER(clSVMFree)(context, svm_pointer);
}

cl_int clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void* svm_pointers[],
                        void(CL_CALLBACK* pfn_free_func)(cl_command_queue, cl_uint, void*[], void*),
                        void* user_data, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                        cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueSVMFree)(command_queue, num_svm_pointers, svm_pointers, pfn_free_func,
                                             user_data, num_events_in_wait_list, event_wait_list, event);
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void* arg_value) {
  return LAUNCHPROOF_ENTER(clSetKernelArgSVMPointer)(kernel, arg_index, arg_value);
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size,
                           const void* param_value) {
  return LAUNCHPROOF_ENTER(clSetKernelExecInfo)(kernel, param_name, param_value_size, param_value);
}

cl_int clRetainEvent(cl_event event) {
  return LAUNCHPROOF_ENTER(clRetainEvent)(event);
}

cl_int clReleaseEvent(cl_event event) {
  return LAUNCHPROOF_ENTER(clReleaseEvent)(event);
}

cl_event clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateUserEvent)(context, errcode_ret);
}

cl_int clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return LAUNCHPROOF_ENTER(clSetUserEventStatus)(event, execution_status);
}

cl_int clRetainCommandQueue(cl_command_queue command_queue) {
  return LAUNCHPROOF_ENTER(clRetainCommandQueue)(command_queue);
}

cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
  return LAUNCHPROOF_ENTER(clReleaseCommandQueue)(command_queue);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                              const size_t* global_work_offset, const size_t* global_work_size,
                              const size_t* local_work_size, cl_uint num_events_in_wait_list,
                              const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueNDRangeKernel)(command_queue, kernel, work_dim, global_work_offset,
                                                   global_work_size, local_work_size, num_events_in_wait_list,
                                                   event_wait_list, event);
}

cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list,
                     const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueTask)(command_queue, kernel, num_events_in_wait_list, event_wait_list,
                                          event);
}

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
  launchproof::shim::forget_closed_library();
  return LAUNCHPROOF_ENTER(clGetPlatformIDs)(num_entries, platforms, num_platforms);
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t param_value_size,
                         void* param_value, size_t* param_value_size_ret) {
  return LAUNCHPROOF_ENTER(clGetPlatformInfo)(platform, param_name, param_value_size, param_value,
                                              param_value_size_ret);
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                      cl_device_id* devices, cl_uint* num_devices) {
  launchproof::shim::forget_closed_library();
  return LAUNCHPROOF_ENTER(clGetDeviceIDs)(platform, device_type, num_entries, devices, num_devices);
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                       void* param_value, size_t* param_value_size_ret) {
  return LAUNCHPROOF_ENTER(clGetDeviceInfo)(device, param_name, param_value_size, param_value,
                                            param_value_size_ret);
}

cl_context clCreateContext(const cl_context_properties* properties, cl_uint num_devices,
                           const cl_device_id* devices,
                           void(CL_CALLBACK* pfn_notify)(const char*, const void*, size_t, void*),
                           void* user_data, cl_int* errcode_ret) {
  launchproof::shim::forget_closed_library();
  return LAUNCHPROOF_ENTER(clCreateContext)(properties, num_devices, devices, pfn_notify, user_data,
                                            errcode_ret);
}

cl_context clCreateContextFromType(const cl_context_properties* properties, cl_device_type device_type,
                                   void(CL_CALLBACK* pfn_notify)(const char*, const void*, size_t, void*),
                                   void* user_data, cl_int* errcode_ret) {
  launchproof::shim::forget_closed_library();
  return LAUNCHPROOF_ENTER(clCreateContextFromType)(properties, device_type, pfn_notify, user_data,
                                                    errcode_ret);
}

cl_int clRetainContext(cl_context context) {
  return LAUNCHPROOF_ENTER(clRetainContext)(context);
}

cl_int clReleaseContext(cl_context context) {
  return LAUNCHPROOF_ENTER(clReleaseContext)(context);
}

cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                           size_t offset, size_t size, void* ptr, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueReadBuffer)(command_queue, buffer, blocking_read, offset, size, ptr,
                                                num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                            size_t offset, size_t size, const void* ptr, cl_uint num_events_in_wait_list,
                            const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueWriteBuffer)(command_queue, buffer, blocking_write, offset, size, ptr,
                                                 num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                                const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                                size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                                size_t host_slice_pitch, const void* ptr, cl_uint num_events_in_wait_list,
                                const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueWriteBufferRect)(command_queue, buffer, blocking_write, buffer_origin,
                                                     host_origin, region, buffer_row_pitch,
                                                     buffer_slice_pitch, host_row_pitch, host_slice_pitch,
                                                     ptr, num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void* pattern,
                           size_t pattern_size, size_t offset, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueFillBuffer)(command_queue, buffer, pattern, pattern_size, offset, size,
                                                num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                           size_t src_offset, size_t dst_offset, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueCopyBuffer)(command_queue, src_buffer, dst_buffer, src_offset, dst_offset,
                                                size, num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                               const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                               size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                               size_t dst_slice_pitch, cl_uint num_events_in_wait_list,
                               const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueCopyBufferRect)(
      command_queue, src_buffer, dst_buffer, src_origin, dst_origin, region, src_row_pitch, src_slice_pitch,
      dst_row_pitch, dst_slice_pitch, num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
                                  const size_t* src_origin, const size_t* region, size_t dst_offset,
                                  cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                  cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueCopyImageToBuffer)(command_queue, src_image, dst_buffer, src_origin,
                                                       region, dst_offset, num_events_in_wait_list,
                                                       event_wait_list, event);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image,
                                  size_t src_offset, const size_t* dst_origin, const size_t* region,
                                  cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                  cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueCopyBufferToImage)(command_queue, src_buffer, dst_image, src_offset,
                                                       dst_origin, region, num_events_in_wait_list,
                                                       event_wait_list, event);
}

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                          const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                          cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueCopyImage)(command_queue, src_image, dst_image, src_origin, dst_origin,
                                               region, num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                           const size_t* origin, const size_t* region, size_t input_row_pitch,
                           size_t input_slice_pitch, const void* ptr, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueWriteImage)(command_queue, image, blocking_write, origin, region,
                                                input_row_pitch, input_slice_pitch, ptr,
                                                num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void* fill_color,
                          const size_t* origin, const size_t* region, cl_uint num_events_in_wait_list,
                          const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueFillImage)(command_queue, image, fill_color, origin, region,
                                               num_events_in_wait_list, event_wait_list, event);
}

void* clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                         cl_map_flags map_flags, size_t offset, size_t size, cl_uint num_events_in_wait_list,
                         const cl_event* event_wait_list, cl_event* event, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clEnqueueMapBuffer)(command_queue, buffer, blocking_map, map_flags, offset, size,
                                               num_events_in_wait_list, event_wait_list, event, errcode_ret);
}

void* clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                        cl_map_flags map_flags, const size_t* origin, const size_t* region,
                        size_t* image_row_pitch, size_t* image_slice_pitch, cl_uint num_events_in_wait_list,
                        const cl_event* event_wait_list, cl_event* event, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clEnqueueMapImage)(command_queue, image, blocking_map, map_flags, origin, region,
                                              image_row_pitch, image_slice_pitch, num_events_in_wait_list,
                                              event_wait_list, event, errcode_ret);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void* mapped_ptr,
                               cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                               cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueUnmapMemObject)(command_queue, memobj, mapped_ptr,
                                                    num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueNativeKernel(cl_command_queue command_queue, void(CL_CALLBACK* user_func)(void*), void* args,
                             size_t cb_args, cl_uint num_mem_objects, const cl_mem* mem_list,
                             const void** args_mem_loc, cl_uint num_events_in_wait_list,
                             const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueNativeKernel)(command_queue, user_func, args, cb_args, num_mem_objects,
                                                  mem_list, args_mem_loc, num_events_in_wait_list,
                                                  event_wait_list, event);
}

cl_int clWaitForEvents(cl_uint num_events, const cl_event* event_list) {
  return LAUNCHPROOF_ENTER(clWaitForEvents)(num_events, event_list);
}

cl_int clFinish(cl_command_queue command_queue) {
  return LAUNCHPROOF_ENTER(clFinish)(command_queue);
}

void* clGetExtensionFunctionAddress(const char* func_name) {
  return LAUNCHPROOF_ENTER(clGetExtensionFunctionAddress)(func_name);
}

void* clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* func_name) {
  return LAUNCHPROOF_ENTER(clGetExtensionFunctionAddressForPlatform)(platform, func_name);
}

cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                               const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                               size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                               size_t host_slice_pitch, void* ptr, cl_uint num_events_in_wait_list,
                               const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueReadBufferRect)(command_queue, buffer, blocking_read, buffer_origin,
                                                    host_origin, region, buffer_row_pitch, buffer_slice_pitch,
                                                    host_row_pitch, host_slice_pitch, ptr,
                                                    num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                          const size_t* origin, const size_t* region, size_t row_pitch, size_t slice_pitch,
                          void* ptr, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                          cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueReadImage)(command_queue, image, blocking_read, origin, region, row_pitch,
                                               slice_pitch, ptr, num_events_in_wait_list, event_wait_list,
                                               event);
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                  const cl_mem* mem_objects, cl_mem_migration_flags flags,
                                  cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                  cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueMigrateMemObjects)(command_queue, num_mem_objects, mem_objects, flags,
                                                       num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void* dst_ptr,
                          const void* src_ptr, size_t size, cl_uint num_events_in_wait_list,
                          const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueSVMMemcpy)(command_queue, blocking_copy, dst_ptr, src_ptr, size,
                                               num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void* svm_ptr, const void* pattern,
                           size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueSVMMemFill)(command_queue, svm_ptr, pattern, pattern_size, size,
                                                num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags,
                       void* svm_ptr, size_t size, cl_uint num_events_in_wait_list,
                       const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueSVMMap)(command_queue, blocking_map, flags, svm_ptr, size,
                                            num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void* svm_ptr, cl_uint num_events_in_wait_list,
                         const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueSVMUnmap)(command_queue, svm_ptr, num_events_in_wait_list,
                                              event_wait_list, event);
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                              const void** svm_pointers, const size_t* sizes, cl_mem_migration_flags flags,
                              cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                              cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueSVMMigrateMem)(command_queue, num_svm_pointers, svm_pointers, sizes,
                                                   flags, num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                                 const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                                 const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueAcquireGLObjects)(command_queue, num_objects, mem_objects,
                                                      num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                                 const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                                 const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueReleaseGLObjects)(command_queue, num_objects, mem_objects,
                                                      num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects,
                                     const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                                     const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueAcquireEGLObjectsKHR)(command_queue, num_objects, mem_objects,
                                                          num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects,
                                     const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                                     const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueReleaseEGLObjectsKHR)(command_queue, num_objects, mem_objects,
                                                          num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                   const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueMarkerWithWaitList)(command_queue, num_events_in_wait_list,
                                                        event_wait_list, event);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                    const cl_event* event_wait_list, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueBarrierWithWaitList)(command_queue, num_events_in_wait_list,
                                                         event_wait_list, event);
}

cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event* event) {
  return LAUNCHPROOF_ENTER(clEnqueueMarker)(command_queue, event);
}

cl_int clEnqueueBarrier(cl_command_queue command_queue) {
  return LAUNCHPROOF_ENTER(clEnqueueBarrier)(command_queue);
}

cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                              const cl_event* event_list) {
  return LAUNCHPROOF_ENTER(clEnqueueWaitForEvents)(command_queue, num_events, event_list);
}

cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                          void(CL_CALLBACK* pfn_notify)(cl_event, cl_int, void*), void* user_data) {
  return LAUNCHPROOF_ENTER(clSetEventCallback)(event, command_exec_callback_type, pfn_notify, user_data);
}

cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size, void* param_value,
                      size_t* param_value_size_ret) {
  return LAUNCHPROOF_ENTER(clGetEventInfo)(event, param_name, param_value_size, param_value,
                                           param_value_size_ret);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateCommandQueue)(context, device, properties, errcode_ret);
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties* properties,
                                                    cl_int* errcode_ret) {
  return LAUNCHPROOF_ENTER(clCreateCommandQueueWithProperties)(context, device, properties, errcode_ret);
}

}  // extern "C"
