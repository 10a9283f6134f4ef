// Tests results of the interpreter. Each kernel checks itself: a wrong result writes through a null pointer,
// whose line the test prints.
#include "tests/oracle/kernel_under_test.h"

namespace launchproof::oracle {
namespace {

void expect_all(const std::string& checks, const std::string& options = "") {
  const std::string source =
      "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#define CHECK(x) if (!(x)) bad[0] = 1\n"
      "kernel void k(global int* bad, global int* in, int four) {\n" +
      checks + "\n}\n";
  const Judgement judgement = judge_text(
      source, "--local-size 1 --buffer bad=null --arg four=4 --contents in=iota " + options, {1, 4});
  EXPECT_EQ(summary(judgement), "clean") << to_text(judgement) << source;
}

TEST(Arithmetic, IntegersWrap) {
  expect_all(R"(
    uint u = four; CHECK(u - 5 == 0xffffffffu); CHECK((uchar)(u * 100) == 144); CHECK((char)(four + 124) == -128);
    CHECK(-four / 3 == -1); CHECK(-four % 3 == -1); CHECK(u / 3 == 1); CHECK((-four >> 1) == -2); CHECK((0u - u) >> 30 == 3);
    long l = four; CHECK((l << 40) == 4398046511104L); CHECK((int)(l << 31) == 0); CHECK((short)(four + 0x7ffc) == -32768);
    CHECK((int)-2.9f == -2); CHECK((uint)3.9f == 3); CHECK((float)u == 4.0f); CHECK((double)-four == -4.0);
    CHECK(-four < 1); CHECK((uint)-four > 1); CHECK((ulong)-four == 0xfffffffffffffffcul);
  )");
}

TEST(Arithmetic, Floats) {
  expect_all(R"(
    float f = four; CHECK(f / 3 == 4.0f / 3.0f); CHECK(f * 0.1f == 0.4f); CHECK(-f == -4.0f); CHECK((f + 1e9f) == 1e9f);
    CHECK(sqrt(f) == 2.0f); CHECK(rsqrt(f) == 0.5f); CHECK(fabs(-f) == 4); CHECK(fmin(f, 1.0f) == 1); CHECK(fmax(f, 1.0f) == f);
    CHECK(mad(f, f, f) == 20); CHECK(fma(f, 2.0f, 1.0f) == 9); CHECK(pow(f, 3.0f) == 64); CHECK(pown(f, 2) == 16);
    CHECK(native_sqrt(f) == 2); CHECK(half_exp2(f) == 16); CHECK(exp2(f) == 16); CHECK(log2(f) == 2); CHECK(floor(2.5f) == 2);
    CHECK(ceil(f + 0.5f) == 5); CHECK(round(f + 0.5f) == 5); CHECK(rint(f + 0.5f) == 4); CHECK(trunc(-f - 0.5f) == -4);
    CHECK(clamp(f, 0.0f, 1.0f) == 1); CHECK(mix(f, 8.0f, 0.5f) == 6); CHECK(step(f, 3.0f) == 0); CHECK(sign(-f) == -1);
    CHECK(fabs(sin(f) + 0.7568025f) < 1e-6f); CHECK(hypot(3.0f, f) == 5); CHECK(ldexp(f, 2) == 16); CHECK(fmod(f, 3.0f) == 1);
    CHECK(isnan(f - f) == 0); CHECK(isnan(NAN)); CHECK(isinf(f / 0.0f)); CHECK(isgreater(f, 3.0f)); CHECK(!isless(f, NAN));
    CHECK(copysign(f, -1.0f) == -4); CHECK(degrees(M_PI_F) == 180); CHECK(dot((float4)(f), (float4)(1, 2, 3, 4)) == 40);
    CHECK(length((float2)(3, f)) == 5); CHECK(distance((float2)(0, f), (float2)(3, 0)) == 5);
    CHECK(cross((float4)(1, 0, 0, 0), (float4)(0, 1, 0, 0)).z == 1); CHECK(smoothstep(0.0f, 8.0f, f) == 0.5f);
    float whole; CHECK(fract(f + 0.25f, &whole) == 0.25f); CHECK(whole == 4); CHECK(modf(-f - 0.5f, &whole) == -0.5f);
    int e; CHECK(frexp(f, &e) == 0.5f); CHECK(e == 3); CHECK(ilogb(f) == 2); double d = four; CHECK(sqrt(d) == 2); CHECK(d / 3 == 4.0 / 3.0);
  )");
}

TEST(Arithmetic, IntegerFunctions) {
  expect_all(R"(
    uint u = four; CHECK(abs(-four) == 4); CHECK(abs_diff(-four, four) == 8); CHECK(max(-four, four) == 4); CHECK(max(0u - u, u) == 0u - u);
    CHECK(min(-four, four) == -4); CHECK(clamp(four, 0, 3) == 3); CHECK(add_sat((uchar)250, (uchar)(10 + four)) == 255);
    CHECK(add_sat((char)-120, (char)-(10 + four)) == -128); CHECK(sub_sat(u, 5u) == 0); CHECK(sub_sat((char)100, (char)-(100 + four)) == 127);
    CHECK(hadd(four, 5) == 4); CHECK(rhadd(four, 5) == 5); CHECK(hadd(-four, -5) == -5); CHECK(hadd(0xffffffffu, u) == 0x80000001u);
    CHECK(mul_hi(0x80000000u, u) == 2); CHECK(mul_hi(-four, 5) == -1); CHECK(mul_hi(0xfffffffffffffffful, (ulong)u) == 3);
    CHECK(mad_hi(0x80000000u, u, 1u) == 3); CHECK(mul24(four, -3) == -12); CHECK(mad24(u, 3u, 1u) == 13); CHECK(mad_sat((uchar)100, (uchar)u, (uchar)1) == 255);
    CHECK(mad_sat(0x7fffffff, four, 1) == 0x7fffffff); CHECK(rotate(u, 31u) == 2); CHECK(rotate((uchar)0x81, (uchar)(u - 3)) == 3);
    CHECK(popcount(u + 3) == 3); CHECK(clz(u) == 29); CHECK(clz((uchar)u) == 5); CHECK(clz((uchar)(u - 4)) == 8);
    CHECK(upsample((uchar)1, (uchar)u) == 260); CHECK(upsample((char)-1, (uchar)u) == -252); CHECK(bitselect(0xf0u, 0x0fu, u) == 0xf4);
    CHECK(select(1, 2, four) == 2); CHECK(select(1, 2, four - 4) == 1); CHECK(all((int2)(-four, -1))); CHECK(any((int2)(four, -1))); CHECK(!any((int2)(four, 1)));
    int4 s = select((int4)(1), (int4)(2), (int4)(-1, 0, four, -four)); CHECK(s.x == 2); CHECK(s.y == 1); CHECK(s.z == 1); CHECK(s.w == 2);
  )");
}

TEST(Arithmetic, Conversions) {
  expect_all(R"(
    float f = four + 0.5f; CHECK(convert_int(f) == 4); CHECK(convert_int_rte(f) == 4); CHECK(convert_int_rtp(f) == 5); CHECK(convert_int_rtn(-f) == -5);
    CHECK(convert_uchar_sat(f * 100) == 255); CHECK(convert_uchar_sat(-f) == 0); CHECK(convert_char_sat(-f * 100) == -128);
    CHECK(convert_uchar_sat(four + 300) == 255); CHECK(convert_uchar(four + 300) == 48); CHECK(convert_short_sat(0x7fffffffu + four) == 32767);
    CHECK(convert_uint_sat(-four) == 0); CHECK(convert_float(0xffffffffu - 3 + four - 4) == 4294967296.0f); CHECK(convert_float_rtz(0x7fffffff) == 2147483520.0f);
    CHECK(as_int(f) == 0x40900000); CHECK(as_float(0x3f800000) == 1); CHECK(as_uint((uchar4)(1, 2, 3, four)) == 0x04030201);
    uchar4 c = convert_uchar4_sat((float4)(-1, 1, 256, f)); CHECK(c.x == 0); CHECK(c.y == 1); CHECK(c.z == 255); CHECK(c.w == 4);
    CHECK(convert_int_sat(NAN) == 0); CHECK(convert_long(f) == 4);
    short2 h; vstore_half(f, 1, (half*)&h); CHECK(h.y == 0x4480); CHECK(vload_half(1, (half*)&h) == 4.5f);
  )");
}

TEST(Arithmetic, Vectors) {
  expect_all(R"(
    int4 v = (int4)(1, 2, 3, four); CHECK(v.w == 4); CHECK(v.s3 == 4); CHECK(v.wzyx.x == 4); CHECK(v.hi.y == 4); CHECK(v.even.y == 3);
    v.xz = v.zx; CHECK(v.x == 3); CHECK(v.z == 1); v += 1; CHECK(v.w == 5); v = v << 2; CHECK(v.w == 20); int4 m = v > 10; CHECK(m.w == -1); CHECK(m.z == 0);
    CHECK((m ? v : -v).z == -8); float3 f = (float3)(four); f.y = 2; CHECK(f.x + f.y + f.z == 10); v = vload4(0, in); CHECK(v.w == 3); CHECK(vload3(1, in).y == 4);
    int p[8]; vstore8((int8)(0, 1, 2, 3, 4, 5, 6, 7), 0, p); CHECK(p[four] == 4); int16 w = vload16(0, in); CHECK(w.sf == 15); CHECK(w.s5 == 5);
    CHECK(shuffle((int4)(1, 2, 3, four), (uint4)(3, 2, 1, 0)).x == 4); CHECK(shuffle2((int2)(1, 2), (int2)(3, four), (uint2)(3, 0)).x == 4);
    uchar16 b = (uchar16)(four); CHECK(b.sa == 4); CHECK(max((int2)(1, four), 2).x == 2); long2 l = (long2)(four); CHECK((l * l).y == 16); CHECK(w[four] == 4);
    float4 q = (float4)(1, 2, 3, four); CHECK(all(q == (float4)(1, 2, 3, 4))); CHECK(fmax(q, 2.0f).x == 2); CHECK(any(isnan(q / 0.0f)) == 0);
  )");
}

TEST(Arithmetic, ControlAndAggregates) {
  const std::string source = R"(
    int sum = 0; for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 8) break; sum += i; } CHECK(sum == 25);
    switch (four) { case 3: sum = 1; break; case 4: sum = 2; default: sum += 1; } CHECK(sum == 3);
    do sum--; while (sum > 0); CHECK(sum == 0); CHECK((four > 3 && in[5] == 5) || four == 9); sum = four ? four > 3 ? 7 : 8 : 9; CHECK(sum == 7);
    struct s { char c; int a[3]; float4 v; struct { short x, y; } t; } s = {1, {2, 3, 4}, (float4)(5), {6, 7}}, r; r = s; r.a[four - 3] = 9;
    CHECK(r.c == 1); CHECK(r.a[1] == 9); CHECK(s.a[1] == 3); CHECK(r.v.w == 5); CHECK(r.t.y == 7); int z[100] = {0}; CHECK(z[four * 20] == 0);
    union { float f; uint u; uchar b[4]; } u; u.f = 1; CHECK(u.u == 0x3f800000); CHECK(u.b[3] == 0x3f); int* p = &r.a[0]; p += 2; CHECK(*p == 4); CHECK(p - r.a == 2);
    int grid[3][4]; for (int i = 0; i < 12; i++) grid[i / 4][i % 4] = i; CHECK(grid[2][1] == 9); bool flag = four == 4; CHECK(flag); CHECK(!!four == 1);
  )";
  expect_all(source);
}

TEST(Arithmetic, Atomics) {
  expect_all(R"(
    int x = 5; volatile global int* p = in; CHECK(atomic_add(p, 3) == 0); CHECK(*p == 3); CHECK(atomic_sub(p, 1) == 3); CHECK(atomic_inc(p) == 2);
    CHECK(atomic_dec(p) == 3); CHECK(atomic_xchg(p, 9) == 2); CHECK(atomic_cmpxchg(p, 9, 4) == 9); CHECK(*p == 4); CHECK(atomic_cmpxchg(p, 9, 5) == 4);
    CHECK(*p == 4); CHECK(atomic_max(p, -1) == 4); CHECK(*p == 4); CHECK(atomic_min(p, -1) == 4); CHECK(*p == -1);
    CHECK(atomic_max((volatile global uint*)p, 1u) == 0xffffffffu); CHECK(*p == -1); CHECK(atomic_and(p, 12) == -1); CHECK(atomic_or(p, 3) == 12);
    CHECK(atomic_xor(p, 1) == 15); CHECK(*p == 14); CHECK(atomic_xchg((volatile global float*)p, 1.0f) != 0.0f); CHECK(*p == 0x3f800000); CHECK(x == 5);
  )");
  expect_all(R"(
    global atomic_int* p = (global atomic_int*)in; atomic_init(p, 5); CHECK(atomic_fetch_add(p, 2) == 5); CHECK(atomic_load(p) == 7); int e = 3;
    CHECK(!atomic_compare_exchange_strong(p, &e, 1)); CHECK(e == 7); CHECK(atomic_compare_exchange_weak(p, &e, 1)); CHECK(atomic_exchange(p, 8) == 1);
    atomic_store(p, 2); CHECK(atomic_fetch_min(p, -1) == 2); CHECK(atomic_fetch_or(p, 1) == -1); global atomic_flag* f = (global atomic_flag*)(in + 1);
    atomic_flag_clear(f); CHECK(!atomic_flag_test_and_set(f)); CHECK(atomic_flag_test_and_set(f)); int* any_space = (int*)in; CHECK(to_global(any_space) == in);
  )",
             "--build-options -cl-std=CL2.0");
}

TEST(Arithmetic, WorkItemFunctions) {
  const char* source = R"(
kernel void k(global int* bad) {
  if (get_global_id(0) != get_group_id(0) * 2 + get_local_id(0) + 5) bad[0] = 1;
  if (get_global_size(0) != 4 || get_local_size(0) != 2 || get_num_groups(0) != 2) bad[0] = 1;
  if (get_global_size(1) != 3 || get_local_size(1) != 3 || get_num_groups(1) != 1) bad[0] = 1;
  if (get_local_id(1) > 2 || get_work_dim() != 2 || get_global_offset(0) != 5) bad[0] = 1;
  if (get_global_id(2) != 0 || get_global_size(2) != 1 || get_local_size(7) != 1 || get_local_id(7) != 0) bad[0] = 1;
}
)";
  EXPECT_EQ(verdict_of(source, "--local-size 2,3 --num-groups 2,1 --global-offset 5 --buffer bad=null"),
            "clean");
}

TEST(Arithmetic, LastGroupMayBeSmaller) {
  const char* source = R"(
kernel void k(global int* bad) {
  if (get_group_id(0) == 1 && (get_local_size(0) != 1 || get_enqueued_local_size(0) != 4)) bad[0] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
}
)";
  EXPECT_EQ(
      verdict_of(source, "--local-size 4 --global-size 5 --buffer bad=null --build-options -cl-std=CL2.0"),
      "clean");
}

TEST(Arithmetic, ArgumentsByValue) {
  const char* source = R"(
typedef struct { int a; float b; } pair;
kernel void k(global int* bad, float f, long l, uchar c, float2 v, pair p) {
  if (f != 2.5f || l != -3 || c != 200 || v.x != 1 || v.y != 2) bad[0] = 1;
  if (p.a != 4) bad[0] = 1;
}
)";
  EXPECT_EQ(
      verdict_of(source, "--buffer bad=null --arg f=2.5 --arg l=-3 --arg c=0xc8 --arg v=1,2 --arg p=4,0"),
      "clean");
}

TEST(Arithmetic, ProgramScopeData) {
  const char* source = R"(
constant float table[2][2] = {{1, 2}, {3, 4}};
constant int ones[3] = {1, 1, 1};
constant int* constant pointers[2] = {ones, ones + 2};
global int counter = 7;
kernel void k(global int* bad, int one) {
  if (table[one][one] != 4 || *pointers[one] != 1 || atomic_add(&counter, 0) != 7) bad[0] = 1;
  if (pointers[one] - pointers[0] != 2) bad[0] = 1;
}
)";
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer bad=null --arg one=1 --build-options -cl-std=CL2.0"),
            "clean");
}

}  // namespace
}  // namespace launchproof::oracle
