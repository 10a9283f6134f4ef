// Calls the functions for buffers, sub-buffers, images, pipes and samplers.
#include "call.h"

namespace conformance {
namespace {

void CL_CALLBACK say_freed(cl_mem, void* text) {
  std::printf("%s\n", static_cast<const char*>(text));
}

void ask_memory(cl_mem memory) {
  for (const cl_mem_info name : {CL_MEM_TYPE, CL_MEM_FLAGS, CL_MEM_SIZE, CL_MEM_MAP_COUNT,
                                 CL_MEM_REFERENCE_COUNT, CL_MEM_OFFSET, CL_MEM_USES_SVM_POINTER, 0xBAD})
    ANSWER(clGetMemObjectInfo, name, Bytes, memory);
  for (const cl_mem_info name :
       {CL_MEM_CONTEXT, CL_MEM_ASSOCIATED_MEMOBJECT, CL_MEM_HOST_PTR, CL_MEM_PROPERTIES})
    ANSWER(clGetMemObjectInfo, name, Size, memory);
}

void ask_image(cl_mem image) {
  for (const cl_image_info name :
       {CL_IMAGE_FORMAT, CL_IMAGE_ELEMENT_SIZE, CL_IMAGE_ROW_PITCH, CL_IMAGE_SLICE_PITCH, CL_IMAGE_WIDTH,
        CL_IMAGE_HEIGHT, CL_IMAGE_DEPTH, CL_IMAGE_ARRAY_SIZE, 0xBAD})
    ANSWER(clGetImageInfo, name, Bytes, image);
  CALL(clGetImageInfo, nullptr, CL_IMAGE_WIDTH, 0, nullptr, nullptr);
}

void sub_buffers(cl_mem buffer) {
  const cl_buffer_region right{128, 64}, far{1 << 20, 64};
  MAKE(clCreateSubBuffer, nullptr, 0, CL_BUFFER_CREATE_TYPE_REGION, &right);
  MAKE(clCreateSubBuffer, buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &far);
  MAKE(clCreateSubBuffer, buffer, 0, 0xBAD, &right);
  cl_mem part = MAKE(clCreateSubBuffer, buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &right);
  if (part == nullptr) return;
  ask_memory(part);
  CALL(clReleaseMemObject, part);
}

void samplers(const Setup& with) {
  MAKE(clCreateSampler, nullptr, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
  cl_sampler sampler = MAKE(clCreateSampler, with.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR);
  const cl_sampler_properties right[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, CL_SAMPLER_ADDRESSING_MODE,
                                         CL_ADDRESS_NONE, 0};
  MAKE(clCreateSamplerWithProperties, nullptr, right);
  cl_sampler other = MAKE(clCreateSamplerWithProperties, with.context, right);
  for (cl_sampler each : {sampler, other}) {
    if (each == nullptr) continue;
    for (const cl_sampler_info name : {CL_SAMPLER_NORMALIZED_COORDS, CL_SAMPLER_ADDRESSING_MODE,
                                       CL_SAMPLER_FILTER_MODE, CL_SAMPLER_REFERENCE_COUNT, 0xBAD})
      ANSWER(clGetSamplerInfo, name, Bytes, each);
    CALL(clRetainSampler, each);
    CALL(clReleaseSampler, each);
    CALL(clReleaseSampler, each);
  }
  CALL(clGetSamplerInfo, nullptr, CL_SAMPLER_FILTER_MODE, 0, nullptr, nullptr);
  CALL(clRetainSampler, nullptr);
  CALL(clReleaseSampler, nullptr);
}

void pipes(const Setup& with) {
  MAKE(clCreatePipe, nullptr, 0, 4, 16, nullptr);
  cl_mem pipe = MAKE(clCreatePipe, with.context, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, 4, 16, nullptr);
  CALL(clGetPipeInfo, nullptr, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr);
  if (pipe == nullptr) return;
  for (const cl_pipe_info name : {CL_PIPE_PACKET_SIZE, CL_PIPE_MAX_PACKETS, 0xBAD})
    ANSWER(clGetPipeInfo, name, Bytes, pipe);
  CALL(clReleaseMemObject, pipe);
}

}  // namespace

void buffers(const Setup& with) {
  MAKE(clCreateBuffer, with.context, CL_MEM_READ_WRITE, 0, nullptr);
  MAKE(clCreateBuffer, with.context, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, 64, nullptr);
  MAKE(clCreateBuffer, with.context, CL_MEM_USE_HOST_PTR, 64, nullptr);
  MAKE(clCreateBuffer, nullptr, CL_MEM_READ_WRITE, 64, nullptr);
  static int host[256];
  cl_mem buffer = MAKE(clCreateBuffer, with.context, CL_MEM_USE_HOST_PTR, sizeof host, host);
  static char freed[] = "the buffer ended";
  CALL(clSetMemObjectDestructorCallback, buffer, say_freed, freed);
  CALL(clSetMemObjectDestructorCallback, nullptr, say_freed, freed);
  CALL(clSetMemObjectDestructorCallback, buffer, nullptr, nullptr);
  ask_memory(buffer);
  sub_buffers(buffer);
  CALL(clRetainMemObject, buffer);
  CALL(clReleaseMemObject, buffer);
  CALL(clReleaseMemObject, buffer);
  CALL(clRetainMemObject, nullptr);
  CALL(clReleaseMemObject, nullptr);
  CALL(clGetMemObjectInfo, nullptr, CL_MEM_SIZE, 0, nullptr, nullptr);
  const cl_mem_properties none[] = {0};
  const cl_mem_properties wrong[] = {0xBAD, 1, 0};
  MAKE(clCreateBufferWithProperties, with.context, wrong, CL_MEM_READ_WRITE, 64, nullptr);
  MAKE(clCreateBufferWithProperties, nullptr, none, CL_MEM_READ_WRITE, 64, nullptr);
  buffer = MAKE(clCreateBufferWithProperties, with.context, none, CL_MEM_READ_ONLY, 64, nullptr);
  if (buffer != nullptr) {
    ask_memory(buffer);
    CALL(clReleaseMemObject, buffer);
  }
  samplers(with);
  pipes(with);
}

void images(const Setup& with) {
  cl_uint count = 0;
  CALL(clGetSupportedImageFormats, with.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, nullptr,
       &count);
  std::printf("formats: %u\n", count);
  CALL(clGetSupportedImageFormats, nullptr, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
  const cl_image_format format{CL_RGBA, CL_FLOAT}, wrong{0xBAD, 0xBAD};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 8;
  description.image_height = 4;
  cl_image_desc empty{};
  empty.image_type = CL_MEM_OBJECT_IMAGE2D;
  MAKE(clCreateImage, nullptr, CL_MEM_READ_WRITE, &format, &description, nullptr);
  MAKE(clCreateImage, with.context, CL_MEM_READ_WRITE, &wrong, &description, nullptr);
  MAKE(clCreateImage, with.context, CL_MEM_READ_WRITE, nullptr, &description, nullptr);
  MAKE(clCreateImage, with.context, CL_MEM_READ_WRITE, &format, &empty, nullptr);
  MAKE(clCreateImage, with.context, CL_MEM_READ_WRITE, &format, nullptr, nullptr);
  MAKE(clCreateImageWithProperties, nullptr, nullptr, CL_MEM_READ_WRITE, &format, &description, nullptr);
  MAKE(clCreateImage2D, nullptr, CL_MEM_READ_WRITE, &format, 8, 4, 0, nullptr);
  MAKE(clCreateImage3D, nullptr, CL_MEM_READ_WRITE, &format, 8, 4, 2, 0, 0, nullptr);
  const cl_mem made[] = {
      MAKE(clCreateImage, with.context, CL_MEM_READ_WRITE, &format, &description, nullptr),
      MAKE(clCreateImageWithProperties, with.context, nullptr, CL_MEM_READ_WRITE, &format, &description,
           nullptr),
      MAKE(clCreateImage2D, with.context, CL_MEM_READ_WRITE, &format, 8, 4, 0, nullptr),
      MAKE(clCreateImage3D, with.context, CL_MEM_READ_WRITE, &format, 8, 4, 2, 0, 0, nullptr),
  };
  for (cl_mem image : made) {
    if (image == nullptr) continue;
    ask_image(image);
    ask_memory(image);
    CALL(clReleaseMemObject, image);
  }
}

}  // namespace conformance
