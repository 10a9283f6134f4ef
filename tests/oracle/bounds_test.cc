#include "tests/oracle/kernel_under_test.h"

namespace launchproof::oracle {
namespace {

TEST(Bounds, BufferEnds) {
  const char* source = "kernel void k(global int* a) { a[get_global_id(0)] = 1; }";
  EXPECT_EQ(verdict_of(source, "--local-size 8 --buffer a=32"), "clean");
  EXPECT_EQ(verdict_of(source, "--local-size 8 --buffer a=31"), "defect out-of-bounds:write");
  EXPECT_EQ(verdict_of(source, "--local-size 8"), "clean") << "an array of unknown size has no end";
}

TEST(Bounds, BeforeTheStart) {
  const char* source =
      "kernel void k(global int* a, global int* b) { int i = get_global_id(0); b[i] = a[i - 1]; }";
  EXPECT_EQ(verdict_of(source, "--local-size 8 --buffer a=32"), "defect out-of-bounds:read");
}

TEST(Bounds, UnsignedWrapAround) {
  const char* source = "kernel void k(global int* a, uint n) { a[n - 1 - get_local_id(0)] = 0; }";
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer a=16 --arg n=4"), "clean");
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer a=16 --arg n=3"), "defect out-of-bounds:write");
}

TEST(Bounds, VectorReachesPastTheEnd) {
  const char* source =
      "kernel void k(global float* a, global float* b) { b[get_local_id(0)] = vload4(0, a + "
      "get_local_id(0)).x; }";
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer a=28"), "clean");
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer a=24"), "defect out-of-bounds:read");
}

TEST(Bounds, PartOfAnObjectHasItsOwnEnd) {
  const char* source = "kernel void k(global int* a, global int* b) { a[get_local_id(0) + 4] = 0; }";
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer b=64 --buffer a=@b:32"), "clean");
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer b=64 --buffer a=@b:16"),
            "defect out-of-bounds:write");
}

TEST(Bounds, LocalAndPrivateArrays) {
  EXPECT_EQ(verdict_of("kernel void k(int n) { local int t[4]; t[get_local_id(0) + n] = 1; }",
                       "--local-size 4 --arg n=0"),
            "clean");
  EXPECT_EQ(verdict_of("kernel void k(int n) { local int t[4]; t[get_local_id(0) + n] = 1; }",
                       "--local-size 4 --arg n=1"),
            "defect out-of-bounds:write");
  const char* source =
      "kernel void k(global int* a, int n) { int p[4] = {1, 2, 3, 4}; a[get_local_id(0)] = p[get_local_id(0) "
      "+ n]; }";
  EXPECT_EQ(verdict_of(source, "--local-size 4 --arg n=0"), "clean");
  EXPECT_EQ(verdict_of(source, "--local-size 4 --arg n=1"), "defect out-of-bounds:read");
  const char* table =
      "constant int t[4] = {1, 2, 3, 4}; kernel void k(global int* a, int n) { a[get_local_id(0)] = "
      "t[get_local_id(0) + n]; }";
  EXPECT_EQ(verdict_of(table, "--local-size 4 --arg n=0"), "clean");
  EXPECT_EQ(verdict_of(table, "--local-size 4 --arg n=1"), "defect out-of-bounds:read");
}

TEST(Bounds, LocalArgument) {
  const char* source = "kernel void k(local int* t) { t[get_local_id(0)] = 1; }";
  EXPECT_EQ(verdict_of(source, "--local-size 4 --local t=16"), "clean");
  EXPECT_EQ(verdict_of(source, "--local-size 4 --local t=12"), "defect out-of-bounds:write");
}

TEST(Bounds, NullBuffer) {
  const char* source = "kernel void k(global int* a, int n) { if (CONDITION) a[n] = 1; }";
  EXPECT_EQ(verdict_of(source, "--buffer a=null --arg n=3 -D CONDITION=a"), "clean");
  EXPECT_EQ(verdict_of(source, "--buffer a=null --arg n=3 -D CONDITION=1"), "defect null-access:write");
  EXPECT_EQ(verdict_of(source, "--buffer a=null --arg n=-3 -D CONDITION=1"), "defect null-access:write");
}

TEST(Bounds, FarFromAnArrayIsNotNull) {
  const char* source = "kernel void k(global char* a, long n) { a[n] = 1; }";
  for (const char* offset : {"-549755813888", "-1099511627776", "-1649267441664", "-2199023255552"})
    EXPECT_EQ(verdict_of(source, std::string("--local-size 1 --buffer a=8 --arg n=") + offset),
              "defect out-of-bounds:write")
        << offset;
}

TEST(Bounds, PointersKeepTheirObjectThroughMemoryAndIntegers) {
  const char* source = R"(
kernel void k(global int* a, global int* b) {
  global int* p[2] = {a, b};
  ulong number = (ulong)p[get_local_id(0) & 1];
  *(global int*)(number + 4 * get_local_id(0)) = 0;
}
)";
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer a=12 --buffer b=16"), "clean");
  EXPECT_EQ(verdict_of(source, "--local-size 4 --buffer a=16 --buffer b=12"), "defect out-of-bounds:write");
}

TEST(Bounds, StalePointer) {
  const char* source =
      "int* f() { int x = 3; int* p = &x; return p; } kernel void k(global int* a) { a[0] = *f(); }";
  EXPECT_EQ(verdict_of(source, "--local-size 1"), "defect out-of-bounds:read");
}

TEST(Bounds, WildPointerFromContents) {
  EXPECT_EQ(verdict_of("struct s { ulong at; }; kernel void k(global ulong* a) { *(global int*)a[0] = 1; }",
                       "--local-size 1")
                .substr(0, 6),
            "defect");
}

}  // namespace
}  // namespace launchproof::oracle
