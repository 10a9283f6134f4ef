// Surfaces. The x coordinate counts bytes.
#pragma once

#define LAUNCHPROOF_SURFACE(dimension, form, place, ...)                                                  \
  template <typename T>                                                                                   \
  static __device__ __forceinline__ T surf##dimension##read(                                              \
      cudaSurfaceObject_t surface, __VA_ARGS__, cudaSurfaceBoundaryMode outside = cudaBoundaryModeTrap) { \
    return __launchproof_read_surface<T>(surface, form, outside, LAUNCHPROOF_PLACE place);                \
  }                                                                                                       \
  template <typename T>                                                                                   \
  static __device__ __forceinline__ void surf##dimension##read(                                           \
      T* to, cudaSurfaceObject_t surface, __VA_ARGS__,                                                    \
      cudaSurfaceBoundaryMode outside = cudaBoundaryModeTrap) {                                           \
    *to = __launchproof_read_surface<T>(surface, form, outside, LAUNCHPROOF_PLACE place);                 \
  }                                                                                                       \
  template <typename T>                                                                                   \
  static __device__ __forceinline__ void surf##dimension##write(                                          \
      T value, cudaSurfaceObject_t surface, __VA_ARGS__,                                                  \
      cudaSurfaceBoundaryMode outside = cudaBoundaryModeTrap) {                                           \
    __launchproof_write_surface<T>(value, surface, form, outside, LAUNCHPROOF_PLACE place);               \
  }
#define LAUNCHPROOF_PLACE(x, y, z) x, y, z
LAUNCHPROOF_SURFACE(1D, 1, (x, 0, 0), int x)
LAUNCHPROOF_SURFACE(2D, 2, (x, y, 0), int x, int y)
LAUNCHPROOF_SURFACE(3D, 3, (x, y, z), int x, int y, int z)
LAUNCHPROOF_SURFACE(1DLayered, 2 + LAUNCHPROOF_LAYERED, (x, layer, 0), int x, int layer)
LAUNCHPROOF_SURFACE(2DLayered, 3 + LAUNCHPROOF_LAYERED, (x, y, layer), int x, int y, int layer)
// The faces of a cube are layers, and a cube among several is six of them.
LAUNCHPROOF_SURFACE(Cubemap, 3 + LAUNCHPROOF_LAYERED, (x, y, face), int x, int y, int face)
LAUNCHPROOF_SURFACE(CubemapLayered, 3 + LAUNCHPROOF_LAYERED, (x, y, face), int x, int y, int face)
#undef LAUNCHPROOF_PLACE
#undef LAUNCHPROOF_SURFACE

// Surface references of the CUDA versions that had them are unsupported: their functions have no body.
#define LAUNCHPROOF_SURFACE(dimension, ...)                                              \
  template <typename T, typename S, int kind>                                            \
  __device__ T surf##dimension##read(const surface<S, kind>&, __VA_ARGS__,               \
                                     cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);    \
  template <typename T, typename S, int kind>                                            \
  __device__ void surf##dimension##read(T*, const surface<S, kind>&, __VA_ARGS__,        \
                                        cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
  template <typename T, typename S, int kind>                                            \
  __device__ void surf##dimension##write(T, const surface<S, kind>&, __VA_ARGS__,        \
                                         cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
LAUNCHPROOF_SURFACE(1D, int)
LAUNCHPROOF_SURFACE(2D, int, int)
LAUNCHPROOF_SURFACE(3D, int, int, int)
LAUNCHPROOF_SURFACE(1DLayered, int, int)
LAUNCHPROOF_SURFACE(2DLayered, int, int, int)
LAUNCHPROOF_SURFACE(Cubemap, int, int, int)
LAUNCHPROOF_SURFACE(CubemapLayered, int, int, int)
#undef LAUNCHPROOF_SURFACE
