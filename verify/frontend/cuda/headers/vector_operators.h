// Operators and common functions of vectors. CUDA leaves them to the program (its samples carry them in a
// header of their own); the program's come first.
#pragma once

#define LAUNCHPROOF_OPERATOR2(T, S, op)                               \
  LAUNCHPROOF_SHARED_FUNCTION T operator op(const T& a, const T& b) { \
    return {(S)(a.x op b.x), (S)(a.y op b.y)};                        \
  }                                                                   \
  LAUNCHPROOF_SHARED_FUNCTION T operator op(const T& a, S b) {        \
    return {(S)(a.x op b), (S)(a.y op b)};                            \
  }                                                                   \
  LAUNCHPROOF_SHARED_FUNCTION T operator op(S a, const T& b) {        \
    return {(S)(a op b.x), (S)(a op b.y)};                            \
  }
#define LAUNCHPROOF_OPERATOR3(T, S, op)                               \
  LAUNCHPROOF_SHARED_FUNCTION T operator op(const T& a, const T& b) { \
    return {(S)(a.x op b.x), (S)(a.y op b.y), (S)(a.z op b.z)};       \
  }                                                                   \
  LAUNCHPROOF_SHARED_FUNCTION T operator op(const T& a, S b) {        \
    return {(S)(a.x op b), (S)(a.y op b), (S)(a.z op b)};             \
  }                                                                   \
  LAUNCHPROOF_SHARED_FUNCTION T operator op(S a, const T& b) {        \
    return {(S)(a op b.x), (S)(a op b.y), (S)(a op b.z)};             \
  }
#define LAUNCHPROOF_OPERATOR4(T, S, op)                                          \
  LAUNCHPROOF_SHARED_FUNCTION T operator op(const T& a, const T& b) {            \
    return {(S)(a.x op b.x), (S)(a.y op b.y), (S)(a.z op b.z), (S)(a.w op b.w)}; \
  }                                                                              \
  LAUNCHPROOF_SHARED_FUNCTION T operator op(const T& a, S b) {                   \
    return {(S)(a.x op b), (S)(a.y op b), (S)(a.z op b), (S)(a.w op b)};         \
  }                                                                              \
  LAUNCHPROOF_SHARED_FUNCTION T operator op(S a, const T& b) {                   \
    return {(S)(a op b.x), (S)(a op b.y), (S)(a op b.z), (S)(a op b.w)};         \
  }
#define LAUNCHPROOF_ASSIGNMENT(T, S, op)                              \
  LAUNCHPROOF_SHARED_FUNCTION T& operator op##=(T & a, const T & b) { \
    return a = a op b;                                                \
  }                                                                   \
  LAUNCHPROOF_SHARED_FUNCTION T& operator op##=(T & a, S b) {         \
    return a = a op b;                                                \
  }
#define LAUNCHPROOF_ARITHMETIC(n, T, S)                                                                \
  LAUNCHPROOF_OPERATOR##n(T, S, +) LAUNCHPROOF_OPERATOR##n(T, S, -) LAUNCHPROOF_OPERATOR##n(T, S, *)   \
      LAUNCHPROOF_OPERATOR##n(T, S, /) LAUNCHPROOF_ASSIGNMENT(T, S, +) LAUNCHPROOF_ASSIGNMENT(T, S, -) \
          LAUNCHPROOF_ASSIGNMENT(T, S, *) LAUNCHPROOF_ASSIGNMENT(T, S, /)

LAUNCHPROOF_ARITHMETIC(2, float2, float)
LAUNCHPROOF_ARITHMETIC(3, float3, float)
LAUNCHPROOF_ARITHMETIC(4, float4, float)
LAUNCHPROOF_ARITHMETIC(2, double2, double)
LAUNCHPROOF_ARITHMETIC(3, double3, double)
LAUNCHPROOF_ARITHMETIC(4, double4, double)
LAUNCHPROOF_ARITHMETIC(2, int2, int)
LAUNCHPROOF_ARITHMETIC(3, int3, int)
LAUNCHPROOF_ARITHMETIC(4, int4, int)
LAUNCHPROOF_ARITHMETIC(2, uint2, unsigned int)
LAUNCHPROOF_ARITHMETIC(3, uint3, unsigned int)
LAUNCHPROOF_ARITHMETIC(4, uint4, unsigned int)
#undef LAUNCHPROOF_OPERATOR2
#undef LAUNCHPROOF_OPERATOR3
#undef LAUNCHPROOF_OPERATOR4
#undef LAUNCHPROOF_ASSIGNMENT
#undef LAUNCHPROOF_ARITHMETIC

LAUNCHPROOF_SHARED_FUNCTION float2 operator-(const float2& a) {
  return {-a.x, -a.y};
}
LAUNCHPROOF_SHARED_FUNCTION float3 operator-(const float3& a) {
  return {-a.x, -a.y, -a.z};
}
LAUNCHPROOF_SHARED_FUNCTION float4 operator-(const float4& a) {
  return {-a.x, -a.y, -a.z, -a.w};
}
LAUNCHPROOF_SHARED_FUNCTION int2 operator-(const int2& a) {
  return {-a.x, -a.y};
}
LAUNCHPROOF_SHARED_FUNCTION int3 operator-(const int3& a) {
  return {-a.x, -a.y, -a.z};
}
LAUNCHPROOF_SHARED_FUNCTION int4 operator-(const int4& a) {
  return {-a.x, -a.y, -a.z, -a.w};
}

LAUNCHPROOF_SHARED_FUNCTION float dot(const float2& a, const float2& b) {
  return a.x * b.x + a.y * b.y;
}
LAUNCHPROOF_SHARED_FUNCTION float dot(const float3& a, const float3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
LAUNCHPROOF_SHARED_FUNCTION float dot(const float4& a, const float4& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
LAUNCHPROOF_SHARED_FUNCTION float3 cross(const float3& a, const float3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
#define LAUNCHPROOF_GEOMETRY(T)                                         \
  LAUNCHPROOF_FUNCTION float length(const T& a) {                       \
    return __launchproof_sqrt(dot(a, a));                               \
  }                                                                     \
  LAUNCHPROOF_FUNCTION T normalize(const T& a) {                        \
    return a * __launchproof_rsqrt(dot(a, a));                          \
  }                                                                     \
  LAUNCHPROOF_SHARED_FUNCTION T lerp(const T& a, const T& b, float t) { \
    return a + t * (b - a);                                             \
  }                                                                     \
  LAUNCHPROOF_SHARED_FUNCTION T reflect(const T& a, const T& n) {       \
    return a - 2.0f * n * dot(n, a);                                    \
  }
LAUNCHPROOF_GEOMETRY(float2)
LAUNCHPROOF_GEOMETRY(float3)
LAUNCHPROOF_GEOMETRY(float4)
#undef LAUNCHPROOF_GEOMETRY
LAUNCHPROOF_SHARED_FUNCTION float lerp(float a, float b, float t) {
  return a + t * (b - a);
}
LAUNCHPROOF_FUNCTION float clamp(float a, float low, float high) {
  return __launchproof_fmax(low, __launchproof_fmin(a, high));
}
LAUNCHPROOF_SHARED_FUNCTION int clamp(int a, int low, int high) {
  return max(low, min(a, high));
}
LAUNCHPROOF_SHARED_FUNCTION unsigned int clamp(unsigned int a, unsigned int low, unsigned int high) {
  return max(low, min(a, high));
}
LAUNCHPROOF_FUNCTION float2 clamp(const float2& a, float low, float high) {
  return make_float2(clamp(a.x, low, high), clamp(a.y, low, high));
}
LAUNCHPROOF_FUNCTION float3 clamp(const float3& a, float low, float high) {
  return make_float3(clamp(a.x, low, high), clamp(a.y, low, high), clamp(a.z, low, high));
}
LAUNCHPROOF_FUNCTION float4 clamp(const float4& a, float low, float high) {
  return make_float4(clamp(a.x, low, high), clamp(a.y, low, high), clamp(a.z, low, high),
                     clamp(a.w, low, high));
}
LAUNCHPROOF_FUNCTION float2 clamp(const float2& a, const float2& low, const float2& high) {
  return make_float2(clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y));
}
LAUNCHPROOF_FUNCTION float3 clamp(const float3& a, const float3& low, const float3& high) {
  return make_float3(clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z));
}
LAUNCHPROOF_FUNCTION float4 clamp(const float4& a, const float4& low, const float4& high) {
  return make_float4(clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z),
                     clamp(a.w, low.w, high.w));
}
#define LAUNCHPROOF_OF_EACH2(T, name, of)               \
  LAUNCHPROOF_FUNCTION T name(const T& a, const T& b) { \
    return {of(a.x, b.x), of(a.y, b.y)};                \
  }
#define LAUNCHPROOF_OF_EACH3(T, name, of)               \
  LAUNCHPROOF_FUNCTION T name(const T& a, const T& b) { \
    return {of(a.x, b.x), of(a.y, b.y), of(a.z, b.z)};  \
  }
#define LAUNCHPROOF_OF_EACH4(T, name, of)                            \
  LAUNCHPROOF_FUNCTION T name(const T& a, const T& b) {              \
    return {of(a.x, b.x), of(a.y, b.y), of(a.z, b.z), of(a.w, b.w)}; \
  }
LAUNCHPROOF_OF_EACH2(float2, fminf, fminf)
LAUNCHPROOF_OF_EACH3(float3, fminf, fminf)
LAUNCHPROOF_OF_EACH4(float4, fminf, fminf)
LAUNCHPROOF_OF_EACH2(float2, fmaxf, fmaxf)
LAUNCHPROOF_OF_EACH3(float3, fmaxf, fmaxf)
LAUNCHPROOF_OF_EACH4(float4, fmaxf, fmaxf)
LAUNCHPROOF_OF_EACH2(int2, min, min)
LAUNCHPROOF_OF_EACH3(int3, min, min)
LAUNCHPROOF_OF_EACH4(int4, min, min)
LAUNCHPROOF_OF_EACH2(int2, max, max)
LAUNCHPROOF_OF_EACH3(int3, max, max)
LAUNCHPROOF_OF_EACH4(int4, max, max)
LAUNCHPROOF_OF_EACH3(uint3, min, min)
LAUNCHPROOF_OF_EACH3(uint3, max, max)
#undef LAUNCHPROOF_OF_EACH2
#undef LAUNCHPROOF_OF_EACH3
#undef LAUNCHPROOF_OF_EACH4

// Vectors made of others. Each name is an overload in addition to the constructor of all components.
LAUNCHPROOF_SHARED_FUNCTION float2 make_float2(float s) {
  return {s, s};
}
LAUNCHPROOF_SHARED_FUNCTION float2 make_float2(const float3& a) {
  return {a.x, a.y};
}
LAUNCHPROOF_SHARED_FUNCTION float2 make_float2(const int2& a) {
  return {(float)a.x, (float)a.y};
}
LAUNCHPROOF_SHARED_FUNCTION float2 make_float2(const uint2& a) {
  return {(float)a.x, (float)a.y};
}
LAUNCHPROOF_SHARED_FUNCTION float3 make_float3(float s) {
  return {s, s, s};
}
LAUNCHPROOF_SHARED_FUNCTION float3 make_float3(const float2& a) {
  return {a.x, a.y, 0.0f};
}
LAUNCHPROOF_SHARED_FUNCTION float3 make_float3(const float2& a, float s) {
  return {a.x, a.y, s};
}
LAUNCHPROOF_SHARED_FUNCTION float3 make_float3(const float4& a) {
  return {a.x, a.y, a.z};
}
LAUNCHPROOF_SHARED_FUNCTION float3 make_float3(const int3& a) {
  return {(float)a.x, (float)a.y, (float)a.z};
}
LAUNCHPROOF_SHARED_FUNCTION float3 make_float3(const uint3& a) {
  return {(float)a.x, (float)a.y, (float)a.z};
}
LAUNCHPROOF_SHARED_FUNCTION float4 make_float4(float s) {
  return {s, s, s, s};
}
LAUNCHPROOF_SHARED_FUNCTION float4 make_float4(const float3& a) {
  return {a.x, a.y, a.z, 0.0f};
}
LAUNCHPROOF_SHARED_FUNCTION float4 make_float4(const float3& a, float w) {
  return {a.x, a.y, a.z, w};
}
LAUNCHPROOF_SHARED_FUNCTION float4 make_float4(const int4& a) {
  return {(float)a.x, (float)a.y, (float)a.z, (float)a.w};
}
LAUNCHPROOF_SHARED_FUNCTION int2 make_int2(int s) {
  return {s, s};
}
LAUNCHPROOF_SHARED_FUNCTION int2 make_int2(const float2& a) {
  return {(int)a.x, (int)a.y};
}
LAUNCHPROOF_SHARED_FUNCTION int3 make_int3(int s) {
  return {s, s, s};
}
LAUNCHPROOF_SHARED_FUNCTION int3 make_int3(const float3& a) {
  return {(int)a.x, (int)a.y, (int)a.z};
}
LAUNCHPROOF_SHARED_FUNCTION int4 make_int4(int s) {
  return {s, s, s, s};
}
LAUNCHPROOF_SHARED_FUNCTION uint3 make_uint3(unsigned int s) {
  return {s, s, s};
}
