/* A layer for the OpenCL loader that shows every CPU, GPU and accelerator as a GPU and does nothing else. An
 * application that insists on a GPU runs with it on a CPU device without Launchproof, so that its runs under
 * Launchproof have something to be compared with that shares no code with them. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static const cl_device_type kShown = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR;

static const cl_icd_dispatch* behind;
static cl_icd_dispatch table;

/* The types that are asked for in place of these; 0: there are no such devices. */
static cl_device_type asked(cl_device_type type) {
  if ((type & kShown) == 0) return type;
  return (type & CL_DEVICE_TYPE_GPU) != 0 ? type | kShown : type & ~kShown;
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint entries,
                                         cl_device_id* devices, cl_uint* count) {
  const cl_device_type types = asked(type);
  if (types == 0) {
    if (count != NULL) *count = 0;
    return CL_DEVICE_NOT_FOUND;
  }
  return behind->clGetDeviceIDs(platform, types, entries, devices, count);
}

static cl_context CL_API_CALL create_context_from_type(
    const cl_context_properties* properties, cl_device_type type,
    void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* data, cl_int* code) {
  const cl_device_type types = asked(type);
  if (types == 0) {
    if (code != NULL) *code = CL_DEVICE_NOT_FOUND;
    return NULL;
  }
  return behind->clCreateContextFromType(properties, types, notify, data, code);
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size, void* value,
                                          size_t* size_ret) {
  const cl_int code = behind->clGetDeviceInfo(device, name, size, value, size_ret);
  cl_device_type type = 0;
  if (code != CL_SUCCESS || name != CL_DEVICE_TYPE || value == NULL) return code;
  memcpy(&type, value, sizeof type);
  if ((type & kShown) != 0) type = (type & ~kShown) | CL_DEVICE_TYPE_GPU;
  memcpy(value, &type, sizeof type);
  return code;
}

EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void* value, size_t* size_ret) {
  static const char kName[] = "device-type";
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  const void* answer = name == CL_LAYER_API_VERSION ? (const void*)&version : kName;
  const size_t bytes = name == CL_LAYER_API_VERSION ? sizeof version : sizeof kName;
  if (name != CL_LAYER_API_VERSION && name != CL_LAYER_NAME) return CL_INVALID_VALUE;
  if (value != NULL && size < bytes) return CL_INVALID_VALUE;
  if (value != NULL) memcpy(value, answer, bytes);
  if (size_ret != NULL) *size_ret = bytes;
  return CL_SUCCESS;
}

EXPORT cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* entries_ret,
                                      const cl_icd_dispatch** layer) {
  const cl_uint known = sizeof table / sizeof(void*);
  if (target == NULL || entries_ret == NULL || layer == NULL) return CL_INVALID_VALUE;
  if (entries > known) entries = known;
  behind = target;
  memcpy(&table, target, entries * sizeof(void*));
  table.clGetDeviceIDs = get_device_ids;
  table.clCreateContextFromType = create_context_from_type;
  table.clGetDeviceInfo = get_device_info;
  *entries_ret = entries;
  *layer = &table;
  return CL_SUCCESS;
}
