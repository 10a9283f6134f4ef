/* Buffers, images, samplers, shared virtual memory. */
#include "stub.h"

static cl_mem new_memory(size_t bytes, cl_mem_flags flags, void* host, cl_int* errcode_ret) {
  if (bytes == 0) {
    stub_set(errcode_ret, CL_INVALID_BUFFER_SIZE);
    return NULL;
  }
  cl_mem memory = stub_new(sizeof(struct _cl_mem));
  memory->bytes = bytes;
  memory->flags = flags;
  memory->data = calloc(1, bytes);
  if ((flags & CL_MEM_COPY_HOST_PTR) != 0 && host != NULL) memcpy(memory->data, host, bytes);
  stub_set(errcode_ret, CL_SUCCESS);
  return memory;
}

cl_mem stub_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* host,
                           cl_int* errcode_ret) {
  (void)context;
  return new_memory(bytes, flags, host, errcode_ret);
}

cl_mem stub_clCreateBufferWithProperties(cl_context context, const cl_mem_properties* properties,
                                         cl_mem_flags flags, size_t bytes, void* host, cl_int* errcode_ret) {
  (void)properties;
  return stub_clCreateBuffer(context, flags, bytes, host, errcode_ret);
}

cl_mem stub_clCreateSubBuffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type, const void* info,
                              cl_int* errcode_ret) {
  const cl_buffer_region* region = info;
  if (type != CL_BUFFER_CREATE_TYPE_REGION || region == NULL ||
      region->origin + region->size > parent->bytes) {
    stub_set(errcode_ret, CL_INVALID_VALUE);
    return NULL;
  }
  cl_mem memory = new_memory(region->size, flags, NULL, errcode_ret);
  memory->parent = parent;
  memory->origin = region->origin;
  stub_retain(parent);
  return memory;
}

static size_t pixel_bytes(const cl_image_format* format) {
  const cl_channel_order order = format->image_channel_order;
  const size_t channels = order == CL_RGBA || order == CL_BGRA || order == CL_ARGB ? 4
                          : order == CL_RG || order == CL_RA                       ? 2
                                                                                   : 1;
  switch (format->image_channel_data_type) {
    case CL_FLOAT:
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
      return 4 * channels;
    case CL_HALF_FLOAT:
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
      return 2 * channels;
    default:
      return channels;
  }
}

/* Without pitches. */
static size_t image_bytes(const cl_image_format* format, const cl_image_desc* as) {
  size_t pixels = as->image_width;
  const cl_mem_object_type type = as->image_type;
  if (type != CL_MEM_OBJECT_IMAGE1D && type != CL_MEM_OBJECT_IMAGE1D_ARRAY &&
      type != CL_MEM_OBJECT_IMAGE1D_BUFFER)
    pixels *= as->image_height;
  if (type == CL_MEM_OBJECT_IMAGE3D) pixels *= as->image_depth;
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
    pixels *= as->image_array_size;
  return pixels * pixel_bytes(format);
}

cl_mem stub_clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                          const cl_image_desc* description, void* host, cl_int* errcode_ret) {
  if (format == NULL || description == NULL) {
    stub_set(errcode_ret, format == NULL ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR : CL_INVALID_IMAGE_DESCRIPTOR);
    return NULL;
  }
  return stub_clCreateBuffer(context, flags, image_bytes(format, description), host, errcode_ret);
}

cl_mem stub_clCreateImageWithProperties(cl_context context, const cl_mem_properties* properties,
                                        cl_mem_flags flags, const cl_image_format* format,
                                        const cl_image_desc* description, void* host, cl_int* errcode_ret) {
  (void)properties;
  return stub_clCreateImage(context, flags, format, description, host, errcode_ret);
}

cl_mem stub_clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                            size_t width, size_t height, size_t pitch, void* host, cl_int* errcode_ret) {
  cl_image_desc as;
  memset(&as, 0, sizeof as);
  as.image_type = CL_MEM_OBJECT_IMAGE2D;
  as.image_width = width;
  as.image_height = height;
  as.image_row_pitch = pitch;
  return stub_clCreateImage(context, flags, format, &as, host, errcode_ret);
}

cl_mem stub_clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                            size_t width, size_t height, size_t depth, size_t row, size_t slice, void* host,
                            cl_int* errcode_ret) {
  cl_image_desc as;
  memset(&as, 0, sizeof as);
  as.image_type = CL_MEM_OBJECT_IMAGE3D;
  as.image_width = width;
  as.image_height = height;
  as.image_depth = depth;
  as.image_row_pitch = row;
  as.image_slice_pitch = slice;
  return stub_clCreateImage(context, flags, format, &as, host, errcode_ret);
}

cl_mem stub_clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet, cl_uint packets,
                         const cl_pipe_properties* properties, cl_int* errcode_ret) {
  (void)properties;
  return stub_clCreateBuffer(context, flags, (size_t)packet * packets, NULL, errcode_ret);
}

cl_int stub_clRetainMemObject(cl_mem memory) {
  return stub_retain(memory);
}

cl_int stub_clReleaseMemObject(cl_mem memory) {
  if (atomic_load(&memory->references) == 1) {
    free(memory->data);
    if (memory->parent != NULL) stub_clReleaseMemObject(memory->parent);
  }
  return stub_release(memory);
}

cl_int stub_clGetMemObjectInfo(cl_mem memory, cl_mem_info name, size_t size, void* value, size_t* size_ret) {
  switch (name) {
    case CL_MEM_SIZE:
      if (getenv("LAUNCHPROOF_STUB_NO_SIZES") != NULL) return CL_OUT_OF_HOST_MEMORY;
      return stub_answer(&memory->bytes, sizeof memory->bytes, size, value, size_ret);
    case CL_MEM_FLAGS:
      return stub_answer(&memory->flags, sizeof memory->flags, size, value, size_ret);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_sampler stub_clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                                cl_filter_mode filter, cl_int* errcode_ret) {
  (void)context, (void)normalized, (void)addressing, (void)filter;
  stub_set(errcode_ret, CL_SUCCESS);
  return stub_new(sizeof(struct _cl_sampler));
}

cl_int stub_clRetainSampler(cl_sampler sampler) {
  return stub_retain(sampler);
}
cl_int stub_clReleaseSampler(cl_sampler sampler) {
  return stub_release(sampler);
}

cl_sampler stub_clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties* properties,
                                              cl_int* errcode_ret) {
  (void)properties;
  return stub_clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, errcode_ret);
}

void* stub_clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment) {
  (void)context, (void)flags, (void)alignment;
  /* Not calloc(), so that what was freed last comes back. */
  return bytes == 0 ? NULL : malloc(bytes);
}

void stub_clSVMFree(cl_context context, void* pointer) {
  (void)context;
  free(pointer);
}

static int holds(cl_mem memory, size_t offset, size_t bytes) {
  return offset <= memory->bytes && bytes <= memory->bytes - offset;
}

cl_int stub_clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                size_t bytes, void* destination, cl_uint wait_count, const cl_event* wait,
                                cl_event* event) {
  (void)queue, (void)blocking, (void)wait_count, (void)wait;
  if (buffer == NULL) return CL_INVALID_MEM_OBJECT;
  if (!holds(buffer, offset, bytes)) return CL_INVALID_VALUE;
  memcpy(destination, (char*)buffer->data + offset, bytes);
  if (event != NULL) *event = stub_new(sizeof(struct _cl_event));
  return CL_SUCCESS;
}

cl_int stub_clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                                size_t to_offset, size_t bytes, cl_uint wait_count, const cl_event* wait,
                                cl_event* event) {
  (void)queue, (void)wait_count, (void)wait;
  if (from == NULL || to == NULL) return CL_INVALID_MEM_OBJECT;
  if (!holds(from, from_offset, bytes) || !holds(to, to_offset, bytes)) return CL_INVALID_VALUE;
  const char* how = getenv("LAUNCHPROOF_STUB_COPY");
  const int fails = how != NULL && strcmp(how, "fail") == 0;
  if (how != NULL && strcmp(how, "refuse") == 0) return CL_OUT_OF_RESOURCES;
  if (!fails) memcpy((char*)to->data + to_offset, (char*)from->data + from_offset, bytes);
  if (event != NULL) {
    *event = stub_new(sizeof(struct _cl_event));
    (*event)->error = fails ? CL_MEM_OBJECT_ALLOCATION_FAILURE : CL_SUCCESS;
  }
  return CL_SUCCESS;
}

cl_int stub_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                 size_t bytes, const void* source, cl_uint wait_count, const cl_event* wait,
                                 cl_event* event) {
  (void)queue, (void)blocking, (void)wait_count, (void)wait;
  if (buffer == NULL) return CL_INVALID_MEM_OBJECT;
  if (!holds(buffer, offset, bytes)) return CL_INVALID_VALUE;
  memcpy((char*)buffer->data + offset, source, bytes);
  if (event != NULL) *event = stub_new(sizeof(struct _cl_event));
  return CL_SUCCESS;
}
