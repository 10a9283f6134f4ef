// Commands in command buffers that change memory objects without a kernel. They are not recorded, but
// determine which copies of buffers are what another launch found.
#include "shim/opencl/entry/by_name.h"
#include "shim/opencl/launches/command_buffers.h"

namespace launchproof::shim {
namespace {

cl_int wrote(cl_int code, cl_command_buffer_khr buffer, cl_mem memory) {
  if (code == CL_SUCCESS) add_written(buffer, memory);
  return code;
}

}  // namespace

namespace by_name {

cl_int clCommandCopyBufferKHR(decltype(&::clCommandCopyBufferKHR) command, cl_command_buffer_khr buffer,
                              cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                              size_t to_offset, size_t size, cl_uint wait_count,
                              const cl_sync_point_khr* wait, cl_sync_point_khr* sync_point,
                              cl_mutable_command_khr* mutable_handle) {
  return wrote(command(buffer, queue, from, to, from_offset, to_offset, size, wait_count, wait, sync_point,
                       mutable_handle),
               buffer, to);
}

cl_int clCommandCopyBufferRectKHR(decltype(&::clCommandCopyBufferRectKHR) command,
                                  cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem from,
                                  cl_mem to, const size_t* from_origin, const size_t* to_origin,
                                  const size_t* region, size_t from_row, size_t from_slice, size_t to_row,
                                  size_t to_slice, cl_uint wait_count, const cl_sync_point_khr* wait,
                                  cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  return wrote(command(buffer, queue, from, to, from_origin, to_origin, region, from_row, from_slice, to_row,
                       to_slice, wait_count, wait, sync_point, mutable_handle),
               buffer, to);
}

cl_int clCommandCopyBufferToImageKHR(decltype(&::clCommandCopyBufferToImageKHR) command,
                                     cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem from,
                                     cl_mem to, size_t offset, const size_t* origin, const size_t* region,
                                     cl_uint wait_count, const cl_sync_point_khr* wait,
                                     cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  return wrote(
      command(buffer, queue, from, to, offset, origin, region, wait_count, wait, sync_point, mutable_handle),
      buffer, to);
}

cl_int clCommandCopyImageKHR(decltype(&::clCommandCopyImageKHR) command, cl_command_buffer_khr buffer,
                             cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                             const size_t* to_origin, const size_t* region, cl_uint wait_count,
                             const cl_sync_point_khr* wait, cl_sync_point_khr* sync_point,
                             cl_mutable_command_khr* mutable_handle) {
  return wrote(command(buffer, queue, from, to, from_origin, to_origin, region, wait_count, wait, sync_point,
                       mutable_handle),
               buffer, to);
}

cl_int clCommandCopyImageToBufferKHR(decltype(&::clCommandCopyImageToBufferKHR) command,
                                     cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem from,
                                     cl_mem to, const size_t* origin, const size_t* region, size_t offset,
                                     cl_uint wait_count, const cl_sync_point_khr* wait,
                                     cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  return wrote(
      command(buffer, queue, from, to, origin, region, offset, wait_count, wait, sync_point, mutable_handle),
      buffer, to);
}

cl_int clCommandFillBufferKHR(decltype(&::clCommandFillBufferKHR) command, cl_command_buffer_khr buffer,
                              cl_command_queue queue, cl_mem to, const void* pattern, size_t pattern_size,
                              size_t offset, size_t size, cl_uint wait_count, const cl_sync_point_khr* wait,
                              cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  return wrote(command(buffer, queue, to, pattern, pattern_size, offset, size, wait_count, wait, sync_point,
                       mutable_handle),
               buffer, to);
}

cl_int clCommandFillImageKHR(decltype(&::clCommandFillImageKHR) command, cl_command_buffer_khr buffer,
                             cl_command_queue queue, cl_mem to, const void* color, const size_t* origin,
                             const size_t* region, cl_uint wait_count, const cl_sync_point_khr* wait,
                             cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  return wrote(
      command(buffer, queue, to, color, origin, region, wait_count, wait, sync_point, mutable_handle), buffer,
      to);
}

}  // namespace by_name
}  // namespace launchproof::shim
