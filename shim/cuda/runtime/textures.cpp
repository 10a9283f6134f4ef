// Texture and surface objects.
#include <algorithm>

#include "shim/cuda/recording/addresses.h"
#include "shim/cuda/runtime/arrays.h"

namespace launchproof::cuda::runtime {
namespace {

constexpr int kArray = 0, kLinear = 2, kPitched = 3;  // of both APIs
constexpr unsigned kReadAsInteger = 1, kNormalized = 2, kSrgb = 0x10;

CUDA_RESOURCE_DESC driver_resource(const cudaResourceDesc& given) {
  CUDA_RESOURCE_DESC made{};
  made.resType = given.resType;
  switch (given.resType) {
    case kLinear:
      made.res.linear = {address_of(given.res.linear.devPtr), format_of(given.res.linear.desc),
                         count_of(given.res.linear.desc), given.res.linear.sizeInBytes};
      break;
    case kPitched:
      made.res.pitch2D = {address_of(given.res.pitch2D.devPtr),
                          format_of(given.res.pitch2D.desc),
                          count_of(given.res.pitch2D.desc),
                          given.res.pitch2D.width,
                          given.res.pitch2D.height,
                          given.res.pitch2D.pitchInBytes};
      break;
    default:
      made.res.array.hArray = given.res.array.array;
  }
  return made;
}

cudaResourceDesc runtime_resource(const CUDA_RESOURCE_DESC& given) {
  cudaResourceDesc made{};
  made.resType = given.resType;
  switch (given.resType) {
    case kLinear:
      made.res.linear = {pointer_to(given.res.linear.devPtr),
                         channels_of(given.res.linear.format, given.res.linear.numChannels),
                         given.res.linear.sizeInBytes};
      break;
    case kPitched:
      made.res.pitch2D = {pointer_to(given.res.pitch2D.devPtr),
                          channels_of(given.res.pitch2D.format, given.res.pitch2D.numChannels),
                          given.res.pitch2D.width, given.res.pitch2D.height, given.res.pitch2D.pitchInBytes};
      break;
    default:
      made.res.array.array = given.res.array.hArray;
  }
  return made;
}

CUDA_TEXTURE_DESC driver_texture(const cudaTextureDesc& given) {
  CUDA_TEXTURE_DESC made{};
  std::ranges::copy(given.addressMode, made.addressMode);
  std::ranges::copy(given.borderColor, made.borderColor);
  made.filterMode = given.filterMode;
  if (given.readMode == 0) made.flags |= kReadAsInteger;
  if (given.normalizedCoords != 0) made.flags |= kNormalized;
  if (given.sRGB != 0) made.flags |= kSrgb;
  return made;
}

cudaError_t describe(cudaResourceDesc* resource, unsigned long long handle,
                     CUresult (*of_driver)(CUDA_RESOURCE_DESC*, unsigned long long)) {
  if (resource == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    CUDA_RESOURCE_DESC found{};
    const CUresult result = of_driver(&found, handle);
    if (result == CUDA_SUCCESS) *resource = runtime_resource(found);
    return result;
  });
}

}  // namespace
}  // namespace launchproof::cuda::runtime

using namespace launchproof::cuda::runtime;

LAUNCHPROOF_API cudaError_t cudaCreateTextureObject(unsigned long long* handle,
                                                    const cudaResourceDesc* resource,
                                                    const cudaTextureDesc* texture, const void* view) {
  if (handle == nullptr || resource == nullptr || texture == nullptr) return finish(cudaErrorInvalidValue);
  const CUDA_RESOURCE_DESC of = driver_resource(*resource);
  const CUDA_TEXTURE_DESC how = driver_texture(*texture);
  return in_context([&] { return cuTexObjectCreate(handle, &of, &how, view); });
}

LAUNCHPROOF_API cudaError_t cudaDestroyTextureObject(unsigned long long handle) {
  return in_context([&] { return cuTexObjectDestroy(handle); });
}

LAUNCHPROOF_API cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                                             unsigned long long handle) {
  return describe(resource, handle, cuTexObjectGetResourceDesc);
}

LAUNCHPROOF_API cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture,
                                                            unsigned long long handle) {
  if (texture == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    CUDA_TEXTURE_DESC found{};
    const CUresult result = cuTexObjectGetTextureDesc(&found, handle);
    if (result != CUDA_SUCCESS) return result;
    *texture = {};
    std::ranges::copy(found.addressMode, texture->addressMode);
    std::ranges::copy(found.borderColor, texture->borderColor);
    texture->filterMode = found.filterMode;
    texture->readMode = (found.flags & kReadAsInteger) != 0 ? 0 : 1;
    texture->normalizedCoords = (found.flags & kNormalized) != 0 ? 1 : 0;
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaCreateSurfaceObject(unsigned long long* handle,
                                                    const cudaResourceDesc* resource) {
  if (handle == nullptr || resource == nullptr || resource->resType != kArray)
    return finish(cudaErrorInvalidValue);
  const CUDA_RESOURCE_DESC of = driver_resource(*resource);
  return in_context([&] { return cuSurfObjectCreate(handle, &of); });
}

LAUNCHPROOF_API cudaError_t cudaDestroySurfaceObject(unsigned long long handle) {
  return in_context([&] { return cuSurfObjectDestroy(handle); });
}

LAUNCHPROOF_API cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                                             unsigned long long handle) {
  return describe(resource, handle, cuSurfObjectGetResourceDesc);
}
