// Calls the functions for OpenGL and EGL objects, and functions under older names. The loader itself answers
// a call without an object.
#include "call.h"

namespace conformance {
namespace {

void made_from_gl(const Setup& with) {
  cl_context contexts[] = {nullptr, with.is_complete ? with.context : nullptr};
  for (cl_context context : contexts) {
    const cl_mem made[] = {
        MAKE(clCreateFromGLBuffer, context, CL_MEM_READ_WRITE, 1),
        MAKE(clCreateFromGLTexture, context, CL_MEM_READ_WRITE, 0x0DE1, 0, 1),
        MAKE(clCreateFromGLTexture2D, context, CL_MEM_READ_WRITE, 0x0DE1, 0, 1),
        MAKE(clCreateFromGLTexture3D, context, CL_MEM_READ_WRITE, 0x806F, 0, 1),
        MAKE(clCreateFromGLRenderbuffer, context, CL_MEM_READ_WRITE, 1),
        MAKE(clCreateFromEGLImageKHR, context, nullptr, nullptr, CL_MEM_READ_WRITE, nullptr),
    };
    for (cl_mem memory : made)
      if (memory != nullptr) CALL(clReleaseMemObject, memory);
    MAKE(clCreateEventFromGLsyncKHR, context, nullptr);
    MAKE(clCreateEventFromEGLSyncKHR, context, nullptr, nullptr);
  }
}

}  // namespace

void interfaces(const Setup& with) {
  made_from_gl(with);
  cl_command_queue queue = with.is_complete ? with.queue : nullptr;
  CALL(clGetGLObjectInfo, nullptr, nullptr, nullptr);
  CALL(clGetGLTextureInfo, nullptr, CL_GL_TEXTURE_TARGET, 0, nullptr, nullptr);
  const cl_context_properties none[] = {0};
  CALL(clGetGLContextInfoKHR, none, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, 0, nullptr, nullptr);
  CALL(clEnqueueAcquireGLObjects, queue, 0, nullptr, 0, nullptr, nullptr);
  CALL(clEnqueueReleaseGLObjects, queue, 0, nullptr, 0, nullptr, nullptr);
  CALL(clEnqueueAcquireEGLObjectsKHR, queue, 0, nullptr, 0, nullptr, nullptr);
  CALL(clEnqueueReleaseEGLObjectsKHR, queue, 0, nullptr, 0, nullptr, nullptr);
  cl_uint count = 0;
  CALL(clCreateSubDevicesEXT, nullptr, nullptr, 0, nullptr, &count);
  CALL(clRetainDeviceEXT, nullptr);
  CALL(clReleaseDeviceEXT, nullptr);

  std::size_t size = 0;
  CALL(clGetKernelSubGroupInfoKHR, nullptr, nullptr, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR, 0, nullptr,
       0, nullptr, &size);
}

}  // namespace conformance
