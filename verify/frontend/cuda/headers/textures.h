// Textures. A texture yields any value: neither its contents nor its filter are known, and the
// launch is assumed to leave its memory alone.
#pragma once

#ifndef cudaTextureType1D
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#endif

// Texture and surface references of the CUDA versions that had them. Clang asks for these bases and
// parameters of what the device may name.
struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};
template <typename T, int kind = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};
struct surfaceReference {
  cudaChannelFormatDesc channelDesc;
};
template <typename T, int kind = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {};

template <typename T, cudaTextureReadMode mode>
struct __launchproof_texel {
  typedef T type;
};
#define LAUNCHPROOF_NORMALIZED(T, F)                           \
  template <>                                                  \
  struct __launchproof_texel<T, cudaReadModeNormalizedFloat> { \
    typedef F type;                                            \
  };
LAUNCHPROOF_NORMALIZED(signed char, float)
LAUNCHPROOF_NORMALIZED(char, float)
LAUNCHPROOF_NORMALIZED(unsigned char, float)
LAUNCHPROOF_NORMALIZED(short, float)
LAUNCHPROOF_NORMALIZED(unsigned short, float)
LAUNCHPROOF_NORMALIZED(char2, float2)
LAUNCHPROOF_NORMALIZED(uchar2, float2)
LAUNCHPROOF_NORMALIZED(short2, float2)
LAUNCHPROOF_NORMALIZED(ushort2, float2)
LAUNCHPROOF_NORMALIZED(char4, float4)
LAUNCHPROOF_NORMALIZED(uchar4, float4)
LAUNCHPROOF_NORMALIZED(short4, float4)
LAUNCHPROOF_NORMALIZED(ushort4, float4)
#undef LAUNCHPROOF_NORMALIZED

template <typename T>
static __device__ __forceinline__ T __launchproof_read_texture() {
  __launchproof_texture();
  return __launchproof_any<T>();
}

#define LAUNCHPROOF_FETCH(name, ...)                                                     \
  template <typename T, int kind, cudaTextureReadMode mode>                              \
  static __device__ __forceinline__ typename __launchproof_texel<T, mode>::type name(    \
      const texture<T, kind, mode>&, __VA_ARGS__) {                                      \
    return __launchproof_read_texture<typename __launchproof_texel<T, mode>::type>();    \
  }                                                                                      \
  template <typename T>                                                                  \
  static __device__ __forceinline__ T name(cudaTextureObject_t, __VA_ARGS__) {           \
    return __launchproof_read_texture<T>();                                              \
  }                                                                                      \
  template <typename T>                                                                  \
  static __device__ __forceinline__ void name(T* to, cudaTextureObject_t, __VA_ARGS__) { \
    *to = __launchproof_read_texture<T>();                                               \
  }
LAUNCHPROOF_FETCH(tex1Dfetch, int)
LAUNCHPROOF_FETCH(tex1D, float)
LAUNCHPROOF_FETCH(tex2D, float, float)
LAUNCHPROOF_FETCH(tex3D, float, float, float)
LAUNCHPROOF_FETCH(tex1DLayered, float, int)
LAUNCHPROOF_FETCH(tex2DLayered, float, float, int)
LAUNCHPROOF_FETCH(texCubemap, float, float, float)
LAUNCHPROOF_FETCH(texCubemapLayered, float, float, float, int)
LAUNCHPROOF_FETCH(tex1DLod, float, float)
LAUNCHPROOF_FETCH(tex2DLod, float, float, float)
LAUNCHPROOF_FETCH(tex3DLod, float, float, float, float)
LAUNCHPROOF_FETCH(tex1DLayeredLod, float, int, float)
LAUNCHPROOF_FETCH(tex2DLayeredLod, float, float, int, float)
LAUNCHPROOF_FETCH(texCubemapLod, float, float, float, float)
LAUNCHPROOF_FETCH(texCubemapLayeredLod, float, float, float, int, float)
LAUNCHPROOF_FETCH(tex1DGrad, float, float, float)
LAUNCHPROOF_FETCH(tex2DGrad, float, float, float2, float2)
LAUNCHPROOF_FETCH(tex3DGrad, float, float, float, float4, float4)
LAUNCHPROOF_FETCH(tex1DLayeredGrad, float, int, float, float)
LAUNCHPROOF_FETCH(tex2DLayeredGrad, float, float, int, float2, float2)
LAUNCHPROOF_FETCH(texCubemapGrad, float, float, float, float4, float4)
LAUNCHPROOF_FETCH(texCubemapLayeredGrad, float, float, float, int, float4, float4)
LAUNCHPROOF_FETCH(tex2Dgather, float, float, int = 0)
#undef LAUNCHPROOF_FETCH

// Reads of sparse arrays also return whether the texel has memory.
#define LAUNCHPROOF_SPARSE(name, ...)                                                          \
  template <typename T>                                                                        \
  static __device__ __forceinline__ T name(cudaTextureObject_t, __VA_ARGS__, bool* resident) { \
    *resident = (__launchproof_clock() & 1) != 0;                                              \
    return __launchproof_read_texture<T>();                                                    \
  }
LAUNCHPROOF_SPARSE(tex2D, float, float)
LAUNCHPROOF_SPARSE(tex3D, float, float, float)
LAUNCHPROOF_SPARSE(tex2DLayered, float, float, int)
LAUNCHPROOF_SPARSE(tex2DLod, float, float, float)
LAUNCHPROOF_SPARSE(tex3DLod, float, float, float, float)
LAUNCHPROOF_SPARSE(tex2DLayeredLod, float, float, int, float)
LAUNCHPROOF_SPARSE(tex2DGrad, float, float, float2, float2)
LAUNCHPROOF_SPARSE(tex3DGrad, float, float, float, float4, float4)
LAUNCHPROOF_SPARSE(tex2DLayeredGrad, float, float, int, float2, float2)
LAUNCHPROOF_SPARSE(tex2Dgather, float, float, int)
#undef LAUNCHPROOF_SPARSE
