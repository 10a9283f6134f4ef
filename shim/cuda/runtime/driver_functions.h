// The functions of the driver API on which the runtime API is built.
#pragma once

#include "shim/cuda/driver_types.h"

extern "C" {

CUresult cuInit(unsigned flags);
CUresult cuDriverGetVersion(int* version);
CUresult cuDeviceGetCount(int* count);
CUresult cuDeviceGetName(char* name, int size, CUdevice device);
CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device);
CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int* value, int which, CUdevice device);
CUresult cuDeviceGetPCIBusId(char* id, int size, CUdevice device);
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags);
CUresult cuCtxGetCurrent(CUcontext* context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetFlags(unsigned* flags);
CUresult cuCtxSynchronize();
CUresult cuCtxGetLimit(std::size_t* value, int limit);
CUresult cuCtxSetLimit(int limit, std::size_t value);
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest);
CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name);
CUresult cuModuleGetGlobal_v2(CUdeviceptr* pointer, std::size_t* bytes, CUmodule module, const char* name);
CUresult cuMemAlloc_v2(CUdeviceptr* pointer, std::size_t bytes);
CUresult cuMemAllocManaged(CUdeviceptr* pointer, std::size_t bytes, unsigned flags);
CUresult cuMemAllocPitch_v2(CUdeviceptr* pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                            unsigned element);
CUresult cuMemFree_v2(CUdeviceptr pointer);
CUresult cuMemAllocHost_v2(void** pointer, std::size_t bytes);
CUresult cuMemFreeHost(void* pointer);
CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr* device, void* host, unsigned flags);
CUresult cuMemHostGetFlags(unsigned* flags, void* host);
CUresult cuMemHostRegister_v2(void* pointer, std::size_t bytes, unsigned flags);
CUresult cuMemHostUnregister(void* pointer);
CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total);
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, std::size_t bytes);
CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D* copy);
CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, std::size_t bytes);
CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, std::size_t bytes);
CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes);
CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, std::size_t count);
CUresult cuMemsetD2D8_v2(CUdeviceptr to, std::size_t pitch, unsigned char value, std::size_t width,
                         std::size_t height);
CUresult cuPointerGetAttributes(unsigned count, const int* which, void** data, CUdeviceptr pointer);
CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority);
CUresult cuStreamDestroy_v2(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamGetFlags(CUstream stream, unsigned* flags);
CUresult cuStreamGetPriority(CUstream stream, int* priority);
CUresult cuStreamIsCapturing(CUstream stream, int* status);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback function, void* data, unsigned flags);
CUresult cuEventCreate(CUevent* event, unsigned flags);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventQuery(CUevent event);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end);
CUresult cuEventDestroy_v2(CUevent event);
CUresult cuFuncGetAttribute(int* value, int which, CUfunction function);
CUresult cuFuncSetAttribute(CUfunction function, int which, int value);
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void** parameters, void** extra);
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z,
                                   unsigned shared_bytes, CUstream stream, void** parameters);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int threads,
                                                     std::size_t shared_bytes);

// Launchproof's own: names the function that wraps the launch that follows on this thread.
void launchproof_set_stub(const void* function);

}  // extern "C"
