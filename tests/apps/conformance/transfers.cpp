// Calls the commands that move the contents of buffers and images.
#include "call.h"

namespace conformance {
namespace {

constexpr std::size_t kBytes = kItems * sizeof(cl_int);
constexpr std::size_t kOrigin[] = {0, 0, 0};
constexpr std::size_t kRegion[] = {16, 4, 1};

void buffer_commands(const Setup& with, cl_mem a, cl_mem b) {
  std::vector<unsigned char> host(kBytes, 3), found(kBytes);
  const cl_int pattern = 0x01020304;
  cl_command_queue queue = with.queue;
  CALL(clEnqueueWriteBuffer, queue, a, CL_TRUE, 0, kBytes, host.data(), 0, nullptr, nullptr);
  CALL(clEnqueueWriteBuffer, queue, a, CL_TRUE, kBytes, kBytes, host.data(), 0, nullptr, nullptr);
  CALL(clEnqueueWriteBuffer, queue, nullptr, CL_TRUE, 0, kBytes, host.data(), 0, nullptr, nullptr);
  CALL(clEnqueueWriteBufferRect, queue, a, CL_TRUE, kOrigin, kOrigin, kRegion, 32, 0, 16, 0, found.data(), 0,
       nullptr, nullptr);
  CALL(clEnqueueWriteBufferRect, nullptr, a, CL_TRUE, kOrigin, kOrigin, kRegion, 32, 0, 16, 0, found.data(),
       0, nullptr, nullptr);
  CALL(clEnqueueFillBuffer, queue, b, &pattern, sizeof pattern, 0, kBytes, 0, nullptr, nullptr);
  CALL(clEnqueueFillBuffer, queue, b, &pattern, 3, 0, kBytes, 0, nullptr, nullptr);
  CALL(clEnqueueCopyBuffer, queue, a, b, 0, 64, 64, 0, nullptr, nullptr);
  CALL(clEnqueueCopyBuffer, queue, a, a, 0, 8, 64, 0, nullptr, nullptr);
  CALL(clEnqueueCopyBuffer, queue, a, nullptr, 0, 64, 64, 0, nullptr, nullptr);
  CALL(clEnqueueCopyBufferRect, queue, a, b, kOrigin, kOrigin, kRegion, 32, 0, 16, 0, 0, nullptr, nullptr);
  CALL(clEnqueueCopyBufferRect, nullptr, a, b, kOrigin, kOrigin, kRegion, 32, 0, 16, 0, 0, nullptr, nullptr);
  cl_event event = nullptr;
  CALL(clEnqueueReadBuffer, queue, b, CL_FALSE, 0, kBytes, found.data(), 0, nullptr, &event);
  CALL(clWaitForEvents, 1, &event);
  CALL(clReleaseEvent, event);
  contents("buffer", found.data(), kBytes);
  CALL(clEnqueueReadBuffer, queue, b, CL_TRUE, 0, kBytes + 1, found.data(), 0, nullptr, nullptr);
  CALL(clEnqueueReadBufferRect, queue, a, CL_TRUE, kOrigin, kOrigin, kRegion, 32, 0, 16, 0, found.data(), 0,
       nullptr, nullptr);
  CALL(clEnqueueReadBufferRect, nullptr, a, CL_TRUE, kOrigin, kOrigin, kRegion, 32, 0, 16, 0, found.data(), 0,
       nullptr, nullptr);
  contents("rectangle", found.data(), 64);
}

void mapping(const Setup& with, cl_mem buffer) {
  MAKE(clEnqueueMapBuffer, nullptr, buffer, CL_TRUE, CL_MAP_WRITE, 0, kBytes, 0, nullptr, nullptr);
  MAKE(clEnqueueMapBuffer, with.queue, buffer, CL_TRUE, CL_MAP_WRITE, kBytes, kBytes, 0, nullptr, nullptr);
  void* const at =
      MAKE(clEnqueueMapBuffer, with.queue, buffer, CL_TRUE, CL_MAP_READ, 0, kBytes, 0, nullptr, nullptr);
  if (at == nullptr) return;
  contents("mapped", at, kBytes);
  CALL(clEnqueueUnmapMemObject, with.queue, buffer, at, 0, nullptr, nullptr);
  CALL(clEnqueueUnmapMemObject, nullptr, buffer, at, 0, nullptr, nullptr);
  CALL(clEnqueueUnmapMemObject, with.queue, buffer, nullptr, 0, nullptr, nullptr);
  CALL(clFinish, with.queue);
}

void migration(const Setup& with, cl_mem buffer) {
  CALL(clEnqueueMigrateMemObjects, with.queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, nullptr);
  CALL(clEnqueueMigrateMemObjects, with.queue, 0, nullptr, 0, 0, nullptr, nullptr);
  CALL(clEnqueueMigrateMemObjects, nullptr, 1, &buffer, 0, 0, nullptr, nullptr);
  CALL(clFinish, with.queue);
}

void wrong_image_commands(const Setup& with, cl_mem buffer) {
  const cl_float color[4] = {1, 2, 3, 4};
  const std::size_t region[] = {8, 4, 1};
  std::vector<cl_float> pixels(128);
  CALL(clEnqueueReadImage, nullptr, nullptr, CL_TRUE, kOrigin, region, 0, 0, pixels.data(), 0, nullptr,
       nullptr);
  CALL(clEnqueueWriteImage, nullptr, nullptr, CL_TRUE, kOrigin, region, 0, 0, pixels.data(), 0, nullptr,
       nullptr);
  CALL(clEnqueueFillImage, nullptr, nullptr, color, kOrigin, region, 0, nullptr, nullptr);
  CALL(clEnqueueCopyImage, nullptr, nullptr, nullptr, kOrigin, kOrigin, region, 0, nullptr, nullptr);
  CALL(clEnqueueCopyImageToBuffer, nullptr, nullptr, buffer, kOrigin, region, 0, 0, nullptr, nullptr);
  CALL(clEnqueueCopyBufferToImage, nullptr, buffer, nullptr, 0, kOrigin, region, 0, nullptr, nullptr);
  std::size_t row = 0;
  MAKE(clEnqueueMapImage, nullptr, nullptr, CL_TRUE, CL_MAP_READ, kOrigin, region, &row, nullptr, 0, nullptr,
       nullptr);
  CALL(clEnqueueReadImage, with.queue, nullptr, CL_TRUE, kOrigin, region, 0, 0, pixels.data(), 0, nullptr,
       nullptr);
}

void image_commands(const Setup& with, cl_mem buffer) {
  const cl_image_format format{CL_RGBA, CL_FLOAT};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 8;
  description.image_height = 4;
  cl_int code = kNoCode;
  cl_mem a = clCreateImage(with.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &code);
  cl_mem b = clCreateImage(with.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &code);
  if (a == nullptr || b == nullptr) return;
  const cl_float color[4] = {1, 2, 3, 4};
  const std::size_t all[] = {8, 4, 1}, some[] = {2, 2, 1}, far[] = {7, 7, 0};
  std::vector<cl_float> pixels(std::size_t{128}, 0.5F);
  cl_command_queue queue = with.queue;
  CALL(clEnqueueWriteImage, queue, a, CL_TRUE, kOrigin, all, 0, 0, pixels.data(), 0, nullptr, nullptr);
  CALL(clEnqueueWriteImage, queue, a, CL_TRUE, far, all, 0, 0, pixels.data(), 0, nullptr, nullptr);
  CALL(clEnqueueFillImage, queue, b, color, kOrigin, all, 0, nullptr, nullptr);
  CALL(clEnqueueCopyImage, queue, a, b, kOrigin, kOrigin, some, 0, nullptr, nullptr);
  CALL(clEnqueueCopyImageToBuffer, queue, b, buffer, kOrigin, some, 0, 0, nullptr, nullptr);
  CALL(clEnqueueCopyBufferToImage, queue, buffer, a, 0, kOrigin, some, 0, nullptr, nullptr);
  CALL(clEnqueueReadImage, queue, b, CL_TRUE, kOrigin, all, 0, 0, pixels.data(), 0, nullptr, nullptr);
  contents("image", pixels.data(), pixels.size() * sizeof(cl_float));
  std::size_t row = 0;
  void* const at = MAKE(clEnqueueMapImage, queue, b, CL_TRUE, CL_MAP_READ, kOrigin, all, &row, nullptr, 0,
                        nullptr, nullptr);
  std::printf("row pitch: %zu\n", row);
  if (at != nullptr) CALL(clEnqueueUnmapMemObject, queue, b, at, 0, nullptr, nullptr);
  CALL(clFinish, queue);
  CALL(clReleaseMemObject, a);
  CALL(clReleaseMemObject, b);
}

}  // namespace

void transfers(const Setup& with) {
  cl_mem a = make_ints(with), b = make_ints(with);
  buffer_commands(with, a, b);
  mapping(with, b);
  migration(with, a);
  wrong_image_commands(with, a);
  image_commands(with, a);
  CALL(clReleaseMemObject, a);
  CALL(clReleaseMemObject, b);
}

}  // namespace conformance
