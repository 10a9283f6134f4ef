/* Objects of other interfaces, mapped memory, shared virtual memory that a queue frees, fills. */
#include "stub.h"

cl_mem stub_clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint object,
                                 cl_int* errcode_ret) {
  (void)object;
  return stub_clCreateBuffer(context, flags, 256, NULL, errcode_ret);
}

cl_mem stub_clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,
                                  cl_GLuint texture, cl_int* errcode_ret) {
  (void)target, (void)level;
  return stub_clCreateFromGLBuffer(context, flags, texture, errcode_ret);
}

cl_mem stub_clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,
                                    cl_GLuint texture, cl_int* errcode_ret) {
  return stub_clCreateFromGLTexture(context, flags, target, level, texture, errcode_ret);
}

cl_mem stub_clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,
                                    cl_GLuint texture, cl_int* errcode_ret) {
  return stub_clCreateFromGLTexture(context, flags, target, level, texture, errcode_ret);
}

cl_mem stub_clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags, cl_GLuint buffer,
                                       cl_int* errcode_ret) {
  return stub_clCreateFromGLBuffer(context, flags, buffer, errcode_ret);
}

cl_mem stub_clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR display, CLeglImageKHR image,
                                    cl_mem_flags flags, const cl_egl_image_properties_khr* properties,
                                    cl_int* errcode_ret) {
  (void)display, (void)image, (void)properties;
  return stub_clCreateFromGLBuffer(context, flags, 0, errcode_ret);
}

static cl_int enqueued(cl_event* event) {
  if (event != NULL) *event = stub_new(sizeof(struct _cl_event));
  return CL_SUCCESS;
}

void* stub_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                              size_t offset, size_t size, cl_uint wait_count, const cl_event* wait,
                              cl_event* event, cl_int* errcode_ret) {
  (void)queue, (void)blocking, (void)flags, (void)wait_count, (void)wait;
  if (buffer == NULL || offset + size > buffer->bytes) {
    stub_set(errcode_ret, CL_INVALID_VALUE);
    return NULL;
  }
  stub_set(errcode_ret, enqueued(event));
  return (char*)buffer->data + offset;
}

void* stub_clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                             const size_t* origin, const size_t* region, size_t* row, size_t* slice,
                             cl_uint wait_count, const cl_event* wait, cl_event* event, cl_int* errcode_ret) {
  (void)origin, (void)region, (void)slice;
  if (row != NULL) *row = 4;
  return stub_clEnqueueMapBuffer(queue, image, blocking, flags, 0, 4, wait_count, wait, event, errcode_ret);
}

cl_int stub_clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void* at, cl_uint wait_count,
                                    const cl_event* wait, cl_event* event) {
  (void)queue, (void)memory, (void)wait_count, (void)wait;
  return at == NULL ? CL_INVALID_VALUE : enqueued(event);
}

cl_int stub_clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                                size_t pattern_size, size_t offset, size_t size, cl_uint wait_count,
                                const cl_event* wait, cl_event* event) {
  (void)queue, (void)wait_count, (void)wait;
  if (buffer == NULL || offset + size > buffer->bytes || size % pattern_size != 0) return CL_INVALID_VALUE;
  for (size_t i = 0; i < size; ++i)
    ((char*)buffer->data)[offset + i] = ((const char*)pattern)[i % pattern_size];
  return enqueued(event);
}

cl_int stub_clEnqueueSVMFree(cl_command_queue queue, cl_uint count, void* pointers[],
                             void(CL_CALLBACK* release)(cl_command_queue, cl_uint, void*[], void*),
                             void* data, cl_uint wait_count, const cl_event* wait, cl_event* event) {
  (void)wait_count, (void)wait;
  if (count == 0 || pointers == NULL) return CL_INVALID_VALUE;
  if (release != NULL) {
    release(queue, count, pointers, data);
  } else {
    for (cl_uint i = 0; i < count; ++i) free(pointers[i]);
  }
  return enqueued(event);
}
