// Type conversions and reinterpretations (programming guide, "Type Casting Intrinsics"). Conversions to
// integers saturate.
#pragma once

LAUNCHPROOF_FUNCTION int __float_as_int(float a) {
  return __builtin_bit_cast(int, a);
}
LAUNCHPROOF_FUNCTION unsigned int __float_as_uint(float a) {
  return __builtin_bit_cast(unsigned int, a);
}
LAUNCHPROOF_FUNCTION float __int_as_float(int a) {
  return __builtin_bit_cast(float, a);
}
LAUNCHPROOF_FUNCTION float __uint_as_float(unsigned int a) {
  return __builtin_bit_cast(float, a);
}
LAUNCHPROOF_FUNCTION long long __double_as_longlong(double a) {
  return __builtin_bit_cast(long long, a);
}
LAUNCHPROOF_FUNCTION double __longlong_as_double(long long a) {
  return __builtin_bit_cast(double, a);
}
LAUNCHPROOF_FUNCTION int __double2hiint(double a) {
  return (int)(__builtin_bit_cast(unsigned long long, a) >> 32);
}
LAUNCHPROOF_FUNCTION int __double2loint(double a) {
  return (int)__builtin_bit_cast(unsigned long long, a);
}
LAUNCHPROOF_FUNCTION double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, ((unsigned long long)(unsigned)high << 32) | (unsigned)low);
}

LAUNCHPROOF_BUILTIN(int, __launchproof_float2int_rn, (float), "_Z19convert_int_sat_rtef");
LAUNCHPROOF_FUNCTION int __float2int_rn(float a) {
  return __launchproof_float2int_rn(a);
}
LAUNCHPROOF_BUILTIN(int, __launchproof_float2int_rz, (float), "_Z19convert_int_sat_rtzf");
LAUNCHPROOF_FUNCTION int __float2int_rz(float a) {
  return __launchproof_float2int_rz(a);
}
LAUNCHPROOF_BUILTIN(int, __launchproof_float2int_ru, (float), "_Z19convert_int_sat_rtpf");
LAUNCHPROOF_FUNCTION int __float2int_ru(float a) {
  return __launchproof_float2int_ru(a);
}
LAUNCHPROOF_BUILTIN(int, __launchproof_float2int_rd, (float), "_Z19convert_int_sat_rtnf");
LAUNCHPROOF_FUNCTION int __float2int_rd(float a) {
  return __launchproof_float2int_rd(a);
}
LAUNCHPROOF_BUILTIN(unsigned int, __launchproof_float2uint_rn, (float), "_Z20convert_uint_sat_rtef");
LAUNCHPROOF_FUNCTION unsigned int __float2uint_rn(float a) {
  return __launchproof_float2uint_rn(a);
}
LAUNCHPROOF_BUILTIN(unsigned int, __launchproof_float2uint_rz, (float), "_Z20convert_uint_sat_rtzf");
LAUNCHPROOF_FUNCTION unsigned int __float2uint_rz(float a) {
  return __launchproof_float2uint_rz(a);
}
LAUNCHPROOF_BUILTIN(unsigned int, __launchproof_float2uint_ru, (float), "_Z20convert_uint_sat_rtpf");
LAUNCHPROOF_FUNCTION unsigned int __float2uint_ru(float a) {
  return __launchproof_float2uint_ru(a);
}
LAUNCHPROOF_BUILTIN(unsigned int, __launchproof_float2uint_rd, (float), "_Z20convert_uint_sat_rtnf");
LAUNCHPROOF_FUNCTION unsigned int __float2uint_rd(float a) {
  return __launchproof_float2uint_rd(a);
}
LAUNCHPROOF_BUILTIN(long long, __launchproof_float2ll_rn, (float), "_Z20convert_long_sat_rtef");
LAUNCHPROOF_FUNCTION long long __float2ll_rn(float a) {
  return __launchproof_float2ll_rn(a);
}
LAUNCHPROOF_BUILTIN(long long, __launchproof_float2ll_rz, (float), "_Z20convert_long_sat_rtzf");
LAUNCHPROOF_FUNCTION long long __float2ll_rz(float a) {
  return __launchproof_float2ll_rz(a);
}
LAUNCHPROOF_BUILTIN(long long, __launchproof_float2ll_ru, (float), "_Z20convert_long_sat_rtpf");
LAUNCHPROOF_FUNCTION long long __float2ll_ru(float a) {
  return __launchproof_float2ll_ru(a);
}
LAUNCHPROOF_BUILTIN(long long, __launchproof_float2ll_rd, (float), "_Z20convert_long_sat_rtnf");
LAUNCHPROOF_FUNCTION long long __float2ll_rd(float a) {
  return __launchproof_float2ll_rd(a);
}
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_float2ull_rn, (float), "_Z21convert_ulong_sat_rtef");
LAUNCHPROOF_FUNCTION unsigned long long __float2ull_rn(float a) {
  return __launchproof_float2ull_rn(a);
}
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_float2ull_rz, (float), "_Z21convert_ulong_sat_rtzf");
LAUNCHPROOF_FUNCTION unsigned long long __float2ull_rz(float a) {
  return __launchproof_float2ull_rz(a);
}
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_float2ull_ru, (float), "_Z21convert_ulong_sat_rtpf");
LAUNCHPROOF_FUNCTION unsigned long long __float2ull_ru(float a) {
  return __launchproof_float2ull_ru(a);
}
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_float2ull_rd, (float), "_Z21convert_ulong_sat_rtnf");
LAUNCHPROOF_FUNCTION unsigned long long __float2ull_rd(float a) {
  return __launchproof_float2ull_rd(a);
}
LAUNCHPROOF_BUILTIN(int, __launchproof_double2int_rn, (double), "_Z19convert_int_sat_rted");
LAUNCHPROOF_FUNCTION int __double2int_rn(double a) {
  return __launchproof_double2int_rn(a);
}
LAUNCHPROOF_BUILTIN(int, __launchproof_double2int_rz, (double), "_Z19convert_int_sat_rtzd");
LAUNCHPROOF_FUNCTION int __double2int_rz(double a) {
  return __launchproof_double2int_rz(a);
}
LAUNCHPROOF_BUILTIN(int, __launchproof_double2int_ru, (double), "_Z19convert_int_sat_rtpd");
LAUNCHPROOF_FUNCTION int __double2int_ru(double a) {
  return __launchproof_double2int_ru(a);
}
LAUNCHPROOF_BUILTIN(int, __launchproof_double2int_rd, (double), "_Z19convert_int_sat_rtnd");
LAUNCHPROOF_FUNCTION int __double2int_rd(double a) {
  return __launchproof_double2int_rd(a);
}
LAUNCHPROOF_BUILTIN(unsigned int, __launchproof_double2uint_rn, (double), "_Z20convert_uint_sat_rted");
LAUNCHPROOF_FUNCTION unsigned int __double2uint_rn(double a) {
  return __launchproof_double2uint_rn(a);
}
LAUNCHPROOF_BUILTIN(unsigned int, __launchproof_double2uint_rz, (double), "_Z20convert_uint_sat_rtzd");
LAUNCHPROOF_FUNCTION unsigned int __double2uint_rz(double a) {
  return __launchproof_double2uint_rz(a);
}
LAUNCHPROOF_BUILTIN(unsigned int, __launchproof_double2uint_ru, (double), "_Z20convert_uint_sat_rtpd");
LAUNCHPROOF_FUNCTION unsigned int __double2uint_ru(double a) {
  return __launchproof_double2uint_ru(a);
}
LAUNCHPROOF_BUILTIN(unsigned int, __launchproof_double2uint_rd, (double), "_Z20convert_uint_sat_rtnd");
LAUNCHPROOF_FUNCTION unsigned int __double2uint_rd(double a) {
  return __launchproof_double2uint_rd(a);
}
LAUNCHPROOF_BUILTIN(long long, __launchproof_double2ll_rn, (double), "_Z20convert_long_sat_rted");
LAUNCHPROOF_FUNCTION long long __double2ll_rn(double a) {
  return __launchproof_double2ll_rn(a);
}
LAUNCHPROOF_BUILTIN(long long, __launchproof_double2ll_rz, (double), "_Z20convert_long_sat_rtzd");
LAUNCHPROOF_FUNCTION long long __double2ll_rz(double a) {
  return __launchproof_double2ll_rz(a);
}
LAUNCHPROOF_BUILTIN(long long, __launchproof_double2ll_ru, (double), "_Z20convert_long_sat_rtpd");
LAUNCHPROOF_FUNCTION long long __double2ll_ru(double a) {
  return __launchproof_double2ll_ru(a);
}
LAUNCHPROOF_BUILTIN(long long, __launchproof_double2ll_rd, (double), "_Z20convert_long_sat_rtnd");
LAUNCHPROOF_FUNCTION long long __double2ll_rd(double a) {
  return __launchproof_double2ll_rd(a);
}
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_double2ull_rn, (double), "_Z21convert_ulong_sat_rted");
LAUNCHPROOF_FUNCTION unsigned long long __double2ull_rn(double a) {
  return __launchproof_double2ull_rn(a);
}
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_double2ull_rz, (double), "_Z21convert_ulong_sat_rtzd");
LAUNCHPROOF_FUNCTION unsigned long long __double2ull_rz(double a) {
  return __launchproof_double2ull_rz(a);
}
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_double2ull_ru, (double), "_Z21convert_ulong_sat_rtpd");
LAUNCHPROOF_FUNCTION unsigned long long __double2ull_ru(double a) {
  return __launchproof_double2ull_ru(a);
}
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_double2ull_rd, (double), "_Z21convert_ulong_sat_rtnd");
LAUNCHPROOF_FUNCTION unsigned long long __double2ull_rd(double a) {
  return __launchproof_double2ull_rd(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_int2float_rn, (int), "_Z17convert_float_rtei");
LAUNCHPROOF_FUNCTION float __int2float_rn(int a) {
  return __launchproof_int2float_rn(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_int2float_rz, (int), "_Z17convert_float_rtzi");
LAUNCHPROOF_FUNCTION float __int2float_rz(int a) {
  return __launchproof_int2float_rz(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_int2float_ru, (int), "_Z17convert_float_rtpi");
LAUNCHPROOF_FUNCTION float __int2float_ru(int a) {
  return __launchproof_int2float_ru(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_int2float_rd, (int), "_Z17convert_float_rtni");
LAUNCHPROOF_FUNCTION float __int2float_rd(int a) {
  return __launchproof_int2float_rd(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_uint2float_rn, (unsigned int), "_Z17convert_float_rtej");
LAUNCHPROOF_FUNCTION float __uint2float_rn(unsigned int a) {
  return __launchproof_uint2float_rn(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_uint2float_rz, (unsigned int), "_Z17convert_float_rtzj");
LAUNCHPROOF_FUNCTION float __uint2float_rz(unsigned int a) {
  return __launchproof_uint2float_rz(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_uint2float_ru, (unsigned int), "_Z17convert_float_rtpj");
LAUNCHPROOF_FUNCTION float __uint2float_ru(unsigned int a) {
  return __launchproof_uint2float_ru(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_uint2float_rd, (unsigned int), "_Z17convert_float_rtnj");
LAUNCHPROOF_FUNCTION float __uint2float_rd(unsigned int a) {
  return __launchproof_uint2float_rd(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_ll2float_rn, (long long), "_Z17convert_float_rtel");
LAUNCHPROOF_FUNCTION float __ll2float_rn(long long a) {
  return __launchproof_ll2float_rn(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_ll2float_rz, (long long), "_Z17convert_float_rtzl");
LAUNCHPROOF_FUNCTION float __ll2float_rz(long long a) {
  return __launchproof_ll2float_rz(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_ll2float_ru, (long long), "_Z17convert_float_rtpl");
LAUNCHPROOF_FUNCTION float __ll2float_ru(long long a) {
  return __launchproof_ll2float_ru(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_ll2float_rd, (long long), "_Z17convert_float_rtnl");
LAUNCHPROOF_FUNCTION float __ll2float_rd(long long a) {
  return __launchproof_ll2float_rd(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_ull2float_rn, (unsigned long long), "_Z17convert_float_rtem");
LAUNCHPROOF_FUNCTION float __ull2float_rn(unsigned long long a) {
  return __launchproof_ull2float_rn(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_ull2float_rz, (unsigned long long), "_Z17convert_float_rtzm");
LAUNCHPROOF_FUNCTION float __ull2float_rz(unsigned long long a) {
  return __launchproof_ull2float_rz(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_ull2float_ru, (unsigned long long), "_Z17convert_float_rtpm");
LAUNCHPROOF_FUNCTION float __ull2float_ru(unsigned long long a) {
  return __launchproof_ull2float_ru(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_ull2float_rd, (unsigned long long), "_Z17convert_float_rtnm");
LAUNCHPROOF_FUNCTION float __ull2float_rd(unsigned long long a) {
  return __launchproof_ull2float_rd(a);
}
LAUNCHPROOF_BUILTIN(double, __launchproof_int2double_rn, (int), "_Z14convert_doublei");
LAUNCHPROOF_FUNCTION double __int2double_rn(int a) {
  return __launchproof_int2double_rn(a);
}
LAUNCHPROOF_BUILTIN(double, __launchproof_uint2double_rn, (unsigned int), "_Z14convert_doublej");
LAUNCHPROOF_FUNCTION double __uint2double_rn(unsigned int a) {
  return __launchproof_uint2double_rn(a);
}
LAUNCHPROOF_BUILTIN(double, __launchproof_ll2double_rn, (long long), "_Z18convert_double_rtel");
LAUNCHPROOF_FUNCTION double __ll2double_rn(long long a) {
  return __launchproof_ll2double_rn(a);
}
LAUNCHPROOF_BUILTIN(double, __launchproof_ll2double_rz, (long long), "_Z18convert_double_rtzl");
LAUNCHPROOF_FUNCTION double __ll2double_rz(long long a) {
  return __launchproof_ll2double_rz(a);
}
LAUNCHPROOF_BUILTIN(double, __launchproof_ll2double_ru, (long long), "_Z18convert_double_rtpl");
LAUNCHPROOF_FUNCTION double __ll2double_ru(long long a) {
  return __launchproof_ll2double_ru(a);
}
LAUNCHPROOF_BUILTIN(double, __launchproof_ll2double_rd, (long long), "_Z18convert_double_rtnl");
LAUNCHPROOF_FUNCTION double __ll2double_rd(long long a) {
  return __launchproof_ll2double_rd(a);
}
LAUNCHPROOF_BUILTIN(double, __launchproof_ull2double_rn, (unsigned long long), "_Z18convert_double_rtem");
LAUNCHPROOF_FUNCTION double __ull2double_rn(unsigned long long a) {
  return __launchproof_ull2double_rn(a);
}
LAUNCHPROOF_BUILTIN(double, __launchproof_ull2double_rz, (unsigned long long), "_Z18convert_double_rtzm");
LAUNCHPROOF_FUNCTION double __ull2double_rz(unsigned long long a) {
  return __launchproof_ull2double_rz(a);
}
LAUNCHPROOF_BUILTIN(double, __launchproof_ull2double_ru, (unsigned long long), "_Z18convert_double_rtpm");
LAUNCHPROOF_FUNCTION double __ull2double_ru(unsigned long long a) {
  return __launchproof_ull2double_ru(a);
}
LAUNCHPROOF_BUILTIN(double, __launchproof_ull2double_rd, (unsigned long long), "_Z18convert_double_rtnm");
LAUNCHPROOF_FUNCTION double __ull2double_rd(unsigned long long a) {
  return __launchproof_ull2double_rd(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_double2float_rn, (double), "_Z17convert_float_rted");
LAUNCHPROOF_FUNCTION float __double2float_rn(double a) {
  return __launchproof_double2float_rn(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_double2float_rz, (double), "_Z17convert_float_rtzd");
LAUNCHPROOF_FUNCTION float __double2float_rz(double a) {
  return __launchproof_double2float_rz(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_double2float_ru, (double), "_Z17convert_float_rtpd");
LAUNCHPROOF_FUNCTION float __double2float_ru(double a) {
  return __launchproof_double2float_ru(a);
}
LAUNCHPROOF_BUILTIN(float, __launchproof_double2float_rd, (double), "_Z17convert_float_rtnd");
LAUNCHPROOF_FUNCTION float __double2float_rd(double a) {
  return __launchproof_double2float_rd(a);
}

// Rounds to the nearest integer. Ties go to the even one, or away from zero.
#define LAUNCHPROOF_TO_INTEGER(name, T, suffix, F, way, rounded) \
  LAUNCHPROOF_FUNCTION T l##name##suffix(F a) {                  \
    return (T)__##way##2ll_rz(__launchproof_##rounded(a));       \
  }                                                              \
  LAUNCHPROOF_FUNCTION long long ll##name##suffix(F a) {         \
    return __##way##2ll_rz(__launchproof_##rounded(a));          \
  }
LAUNCHPROOF_TO_INTEGER(rint, long, f, float, float, rint)
LAUNCHPROOF_TO_INTEGER(rint, long, , float, float, rint)
LAUNCHPROOF_TO_INTEGER(rint, long, , double, double, rint)
LAUNCHPROOF_TO_INTEGER(round, long, f, float, float, round)
LAUNCHPROOF_TO_INTEGER(round, long, , float, float, round)
LAUNCHPROOF_TO_INTEGER(round, long, , double, double, round)
#undef LAUNCHPROOF_TO_INTEGER
